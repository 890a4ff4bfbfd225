// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks a subject about a test case with other knobs.
#include "fuzz/campaign/KnobBounds.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace fathom {

/// Files a value by what the oracle says of the program compiled with it.
static Error ask(mlir::ModuleOp program, const CompileRequest &request, const Signature &signature,
                 Subject &subject, const std::string &value, KnobBound &bound) {
  if (value == bound.own) {
    bound.fails.push_back(value);
    return Error::success();
  }
  Expected<Verdict> verdict =
      judge(program, request, subject, /*turn=*/0, {oracleToAsk(signature)});
  if (!verdict)
    return verdict.takeError();
  bool same = verdict->failed() && verdict->signature == signature;
  auto &values = same                                   ? bound.fails
                 : verdict->kind == Verdict::Kind::Pass ? bound.passes
                                                        : bound.others;
  values.push_back(value);
  return Error::success();
}

Expected<KnobBounds> findKnobBounds(mlir::ModuleOp program, const CompileRequest &request,
                                    const Signature &signature, Subject &subject) {
  struct Row {
    const char *name;
    int CompileOptions::*knob;
    std::vector<int> values;
  };
  const Row rows[] = {{"num-warps", &CompileOptions::numWarps, {1, 2, 4, 8}},
                      {"num-stages", &CompileOptions::numStages, {1, 2, 3, 4, 5}},
                      {"num-ctas", &CompileOptions::numCtas, {1, 2}}};
  KnobBounds bounds;
  // A program with layouts is for its own target and warps.
  if (!request.passes.empty() || program->hasAttr("ttg.num-warps"))
    return bounds;
  for (const Row &row : rows) {
    KnobBound bound{row.name, std::to_string(request.options.*row.knob), {}, {}, {}};
    for (int value : row.values) {
      CompileRequest other = request;
      other.options.*row.knob = value;
      if (Error error = ask(program, other, signature, subject, std::to_string(value), bound))
        return std::move(error);
    }
    bounds.push_back(std::move(bound));
  }
  KnobBound targets{"target", request.target.str(), {}, {}, {}};
  for (const Target &target : allTargets()) {
    if (!subject.knows(target))
      continue;
    CompileRequest other = request;
    other.target = target;
    if (Error error = ask(program, other, signature, subject, target.str(), targets))
      return std::move(error);
  }
  bounds.push_back(std::move(targets));
  return bounds;
}

json::Array toJson(const KnobBounds &bounds) {
  json::Array array;
  for (const KnobBound &bound : bounds)
    if (bound.flips())
      array.push_back(json::Object{{"knob", bound.knob},
                                   {"own", bound.own},
                                   {"fails", join(bound.fails, ", ")},
                                   {"passes", join(bound.passes, ", ")},
                                   {"others", join(bound.others, ", ")}});
  return array;
}

std::vector<std::string> describe(const KnobBounds &bounds) {
  std::vector<std::string> lines;
  for (const KnobBound &bound : bounds)
    if (bound.flips())
      lines.push_back(bound.knob + ": fails with " + join(bound.fails, ", ") + "; passes with " +
                      join(bound.passes, ", "));
  return lines;
}

} // namespace fathom
