// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// round-trip: a compiler reads the IR that it printed, and prints the same again.
// Sees printers that lose something, parsers that do not know what the printer says, and IR that only looks valid until it is read.
#include "oracles/Oracle.h"
#include "oracles/check/StageIr.h"

using namespace llvm;

namespace fathom {

/// Where two texts differ first: the line of each.
static std::pair<StringRef, StringRef> firstDifference(StringRef one, StringRef other) {
  while (!one.empty() || !other.empty()) {
    auto [a, restA] = one.split('\n');
    auto [b, restB] = other.split('\n');
    if (a != b)
      return {a, b};
    one = restA;
    other = restB;
  }
  return {};
}

/// What a line is about: its operation, "ttg.memdesc_index", or else the line.
static StringRef operationOf(StringRef line) {
  StringRef rest = line.trim();
  if (rest.starts_with("%"))
    rest = rest.split(" = ").second;
  StringRef name = rest.take_until([](char c) { return c == ' ' || c == '('; });
  return name.contains('.') ? name.trim('"') : line;
}

/// Whether both are the same module but for names and the order of aliases, as far as fathom reads them.
static bool sameModule(const StageText &one, const StageText &other, mlir::MLIRContext &context) {
  std::string why;
  mlir::OwningOpRef<mlir::ModuleOp> a = readStage(one, context, why),
                                    b = readStage(other, context, why);
  return a && b && printedIr(*a) == printedIr(*b);
}

Expected<Verdict> roundTrip(const Trial &trial) {
  for (const StageText &stage : trial.artifact.stages) {
    if (stage.stage > Stage::Ttgir)
      break;
    CompileRequest request = trial.request;
    request.stage = stage.stage;
    Expected<Artifact> again = trial.subject.reprint(stage.text, request);
    if (!again)
      return again.takeError();
    auto failing = [&](StringRef kind, StringRef what, const std::string &detail) {
      return Verdict::fail(
          {"round-trip", kind.str(), stageName(stage.stage).str(), normaliseMessage(what)}, detail);
    };
    if (const std::optional<Failure> &failure = again->failure)
      return failing("unreadable", (failureKindName(failure->kind) + ": " + failure->message).str(),
                     failure->log + "\n" + stage.text);
    const StageText *printed = again->find(stage.stage);
    auto [before, after] = firstDifference(stage.text, printed ? StringRef(printed->text) : "");
    if (before != after && !(printed && sameModule(stage, *printed, *trial.program->getContext())))
      return failing("difference", operationOf(before),
                     "- " + before.str() + "\n+ " + after.str() + "\n\n" + stage.text);
  }
  return Verdict::pass();
}

} // namespace fathom
