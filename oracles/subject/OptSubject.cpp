// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs an opt-like binary on a program, within limits, and says how that failed.
#include "oracles/subject/OptSubject.h"

#include "oracles/FailureText.h"
#include "oracles/subject/Process.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

#include <sys/wait.h>
#include <unistd.h>

using namespace fathom;
using namespace llvm;

static constexpr size_t LogBytes = 64 << 10, ProductBytes = 256 << 20;

Expected<std::unique_ptr<Subject>> OptSubject::open(StringRef path) {
  ErrorOr<std::string> program = sys::findProgramByName(path);
  if (!program)
    return createStringError("cannot run '" + path.str() + "': " + program.getError().message() +
                             ". opt: takes the path of an opt-like binary, opt:/usr/bin/mlir-opt");
  if (!sys::fs::can_execute(*program))
    return createStringError("cannot run '" + *program + "': it is not executable");
  return std::make_unique<OptSubject>("opt:" + path.str(), *program);
}

/// "a,b" as a pipeline; what is one already stays as it is.
static std::string asPipeline(StringRef passes) {
  return passes.starts_with("builtin.module(") || passes.starts_with("any(")
             ? passes.str()
             : "builtin.module(" + passes.str() + ")";
}

Expected<Artifact> OptSubject::run(StringRef text, const CompileRequest &request, bool dumps) {
  Expected<Descriptor> input = makeMemoryFile("program"), product = makeMemoryFile("product"),
                       log = makeMemoryFile("log");
  for (Expected<Descriptor> *file : {&input, &product, &log})
    if (!*file)
      return file->takeError();
  for (StringRef left = text; !left.empty();) {
    ssize_t written = ::write(input->get(), left.data(), left.size());
    if (written <= 0)
      return createStringError("cannot hand the program over: no memory left");
    left = left.drop_front(written);
  }
  ::lseek(input->get(), 0, SEEK_SET);

  ChildProcess::Start start{binary,
                            {"--pass-pipeline=" + asPipeline(request.passes)},
                            quietEnvironment(),
                            {{0, input->get()}, {1, product->get()}, {2, log->get()}},
                            request.limits.megabytes,
                            request.limits.seconds};
  if (dumps)
    for (const char *option : {"--mlir-print-ir-before-all", "--mlir-print-ir-module-scope"})
      start.arguments.push_back(option);
  Expected<ChildProcess> process = ChildProcess::start(start);
  if (!process)
    return process.takeError();
  Ending ending;
  std::optional<int> status = process->waitForWork(request.limits.seconds);
  ending.timedOut = !status;
  ending.status = status ? *status : process->kill().value_or(0);

  Artifact artifact;
  artifact.seconds = process->secondsOfCpu();
  ending.log = memoryFileContents(*log, dumps ? ProductBytes : LogBytes);
  if (dumps) {
    std::string rest;
    artifact.dumps = readDumps(ending.log, rest);
    ending.log = std::move(rest);
  }
  ending.finished = WIFEXITED(ending.status) && WEXITSTATUS(ending.status) == 0;
  std::string made = memoryFileContents(*product, ProductBytes);
  // A binary that says all is well and prints something else than text has broken its promise.
  if (ending.finished && (made.empty() || !json::isUTF8(made))) {
    artifact.failure = Failure{Failure::Kind::Garbage,          "passes", "",
                               "what it printed is no program", "",       ending.log};
    return artifact;
  }
  artifact.failure = readFailure(ending);
  if (!artifact.failure)
    artifact.stages.push_back({request.stage, std::move(made), artifact.seconds});
  else
    artifact.failure->stage =
        artifact.failure->pass.empty() && artifact.failure->kind == Failure::Kind::Error ? "parse"
                                                                                         : "passes";
  return artifact;
}

Expected<Artifact> OptSubject::reprint(StringRef text, const CompileRequest &request) {
  CompileRequest noPasses = request;
  noPasses.passes.clear();
  return run(text, noPasses, /*dumps=*/false);
}

Expected<Artifact> OptSubject::compile(mlir::ModuleOp program, const CompileRequest &request) {
  if (request.passes.empty()) {
    Artifact artifact;
    artifact.failure = Failure{Failure::Kind::Error,
                               stageName(request.stage).str(),
                               "",
                               "an opt-like binary has no stages; name passes",
                               "",
                               subjectName + " was asked for the stage " +
                                   stageName(request.stage).str() + " and no passes\n"};
    return artifact;
  }
  std::string text;
  raw_string_ostream stream(text);
  program.print(stream);
  Expected<Artifact> first = run(text, request, request.dumps);
  if (!first || !first->failure || request.dumps || !request.confirm)
    return first;
  // Meets the failure again, with dumps: the last of them names the pass.
  Failure &failure = *first->failure;
  Expected<Artifact> again = run(text, request, /*dumps=*/true);
  if (!again)
    return again.takeError();
  failure.log += differenceFrom(failure, again->failure);
  if (failure.pass.empty() && !again->dumps.empty()) {
    failure.pass = again->dumps.back().pass;
    failure.stage = "passes";
  }
  return first;
}
