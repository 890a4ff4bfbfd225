// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the compile that a log records for a program, and gives it back as an artifact.
#include "oracles/subject/DumpsSubject.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"

#include "mlir/IR/Diagnostics.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace fathom;
using namespace llvm;

Expected<std::unique_ptr<Subject>> DumpsSubject::open(StringRef spec) {
  auto [path, number] = spec.rsplit('#');
  size_t which = 0;
  if (number.empty() || number.getAsInteger(10, which) || which == 0)
    path = spec;
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return createStringError("cannot read '" + path.str() + "': " + file.getError().message() +
                             ". dumps: takes the path of a log of IR dumps");
  Expected<std::vector<RecordedCompile>> compiles = readDumpLog((*file)->getBuffer(), path);
  if (!compiles)
    return compiles.takeError();
  if (which > compiles->size())
    return createStringError("'" + path.str() + "' records no compile " + std::to_string(which) +
                             ", only " + std::to_string(compiles->size()));
  if (which) {
    RecordedCompile chosen = std::move((*compiles)[which - 1]);
    compiles->clear();
    compiles->push_back(std::move(chosen));
  }
  return std::make_unique<DumpsSubject>("dumps:" + spec.str(), std::move(*compiles));
}

static std::string printed(mlir::ModuleOp module) {
  std::string text;
  raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

/// Whether the text is the module, but for locations and for how releases spell it.
static bool isModule(StringRef text, StringRef printedModule, mlir::MLIRContext &context) {
  mlir::ScopedDiagnosticHandler quiet(&context, [](mlir::Diagnostic &) { return mlir::success(); });
  mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
  mlir::OwningOpRef<mlir::ModuleOp> module = readModule(text, config, "dump");
  return module && printed(*module) == printedModule;
}

/// The compile from its given hand-over on.
static Artifact replay(const RecordedCompile &compile, size_t from, Stage lastStage, bool dumps) {
  Artifact artifact;
  auto add = [&](StringRef text) {
    Stage stage = *stageOfText(text);
    if (stage > lastStage)
      return false;
    if (artifact.stages.empty() || artifact.stages.back().stage != stage)
      artifact.stages.push_back({stage, "", 0});
    artifact.stages.back().text = text.str();
    return true;
  };
  for (const PassDump &given : ArrayRef(compile.handedTo).drop_front(from))
    if (add(given.text) && dumps)
      artifact.dumps.push_back(given);
  add(compile.last);
  return artifact;
}

Artifact DumpsSubject::refuse(StringRef stage, const std::string &why,
                              const std::string &more) const {
  Artifact artifact;
  artifact.failure =
      Failure{Failure::Kind::Error, stage.str(), "", why, "", subjectName + ": " + more + "\n"};
  return artifact;
}

Expected<Artifact> DumpsSubject::compile(mlir::ModuleOp program, const CompileRequest &request) {
  StringRef stage = stageName(request.stage);
  if (!request.passes.empty() || request.stage > lastStage())
    return refuse(stage, "a recorded compile has TTIR and TTGIR alone",
                  "asked for " + (request.passes.empty() ? stage.str() : request.passes));
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string wanted = printed(program);
  SetVector<StringRef> kernels;
  for (const RecordedCompile &compile : compiles) {
    kernels.insert(compile.kernel);
    // A program is mostly what a compile began with: the text of other hand-overs is read only when it is not.
    for (size_t at = 0; at < compile.handedTo.size(); ++at)
      if (isModule(compile.handedTo[at].text, wanted, *context))
        return replay(compile, at, request.stage, request.dumps);
    if (isModule(compile.last, wanted, *context))
      return replay(compile, compile.handedTo.size(), request.stage, request.dumps);
  }
  return refuse("parse", "the log records no compile of this program",
                "it records " + join(kernels, ", ") +
                    "; it can judge itself, or IR that it holds, but nobody knows what the "
                    "compiler makes of another program");
}

Expected<Artifact> DumpsSubject::reprint(StringRef text, const CompileRequest &request) {
  Artifact artifact;
  artifact.stages.push_back({request.stage, text.str(), 0});
  return artifact;
}
