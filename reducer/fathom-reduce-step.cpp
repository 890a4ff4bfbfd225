// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the reducer in process on one file, for the tests of its steps: a program is interesting if its text matches some patterns.
//
//   fathom-reduce-step --reduction=erase-op --keep='tt.dot' FILE       the rows given (default: all), to the end
//   fathom-reduce-step --reduction=erase-op --chunk=0:2 FILE           one step, changes 0 and 1, whatever comes out
//   fathom-reduce-step --nested=math.sqrt,scf.while,scf.for FILE       the op must stay in such an op in such an op
//   fathom-reduce-step --list                                          the rows
#include "core/ir/Dialects.h"
#include "reducer/Reducer.h"

#include "mlir/IR/Verifier.h"
#include "llvm/Support/Regex.h"

#include <CLI/CLI.hpp>

using namespace fathom;
using namespace llvm;

static int fail(const Twine &message) {
  errs() << "fathom-reduce-step: " << message << "\n";
  return 2;
}

/// Applies one chunk of one row, and prints what it makes of the test case.
static int applyChunk(const Reduction &row, TestCase &test, const std::string &chunk) {
  size_t first, last;
  auto [from, to] = StringRef(chunk).split(':');
  if (from.getAsInteger(10, first) || to.getAsInteger(10, last))
    return fail("--chunk takes FIRST:LAST, not '" + chunk + "'");
  size_t offered = applyStep(row, {*test.program, test.options}, Chunk(first, last));
  outs() << "// " << offered << " changes on offer\n" << printTestCase(test);
  return failed(verify(*test.program)) ? 1 : 0;
}

/// Whether some op has the first of the names, and ancestors with the others, in that order.
static bool hasNested(mlir::ModuleOp program, ArrayRef<std::string> names) {
  return program
      .walk([&](mlir::Operation *op) {
        if (op->getName().getStringRef() != names.front())
          return mlir::WalkResult::advance();
        ArrayRef<std::string> left = names.drop_front();
        for (mlir::Operation *at = op->getParentOp(); at && !left.empty(); at = at->getParentOp())
          if (at->getName().getStringRef() == left.front())
            left = left.drop_front();
        return left.empty() ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

int main(int argc, char **argv) {
  CLI::App app("runs the reducer in process on one file");
  std::vector<std::string> names, patterns, nested;
  std::string chunk, file;
  bool list = false, statistics = false;
  double seconds = 60;
  app.add_option("--reduction", names, "rows of Reductions.def; default: all")
      ->allow_extra_args(false);
  app.add_option("--keep", patterns, "a regular expression that the program's text must match")
      ->allow_extra_args(false);
  app.add_option("--nested", nested,
                 "OP,AROUND,...: an op that must stay, and what must be around it")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--chunk", chunk, "FIRST:LAST: apply these changes of one row, once");
  app.add_option("--time", seconds, "most seconds");
  app.add_flag("--list", list, "print the rows");
  app.add_flag("--statistics", statistics, "print what each row did on stderr");
  app.add_option("file", file, "a test case");
  CLI11_PARSE(app, argc, argv);
  if (list) {
    for (const Reduction &row : allReductions())
      outs() << left_justify(row.name, 20) << row.sentence << "\n";
    return 0;
  }

  std::vector<Reduction> rows;
  for (const std::string &name : names) {
    const Reduction *row = findReduction(name);
    if (!row)
      return fail("no reduction '" + name + "'; --list prints them");
    rows.push_back(*row);
  }
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Expected<TestCase> test = readTestCase(file, *context);
  if (!test)
    return fail(toString(test.takeError()));
  test->otherLines.clear(); // FileCheck must not meet its own patterns.
  if (!chunk.empty())
    return rows.size() == 1 ? applyChunk(rows[0], *test, chunk)
                            : fail("--chunk needs one --reduction");

  Interesting matches = [&](mlir::ModuleOp program, const CompileOptions &) -> Expected<bool> {
    if (!nested.empty() && !hasNested(program, nested))
      return false;
    std::string text;
    if (!patterns.empty())
      raw_string_ostream(text) << program;
    return all_of(patterns, [&](StringRef pattern) { return Regex(pattern).match(text); });
  };
  ReduceOptions options;
  options.maxSeconds = seconds;
  options.maxQuestions = ~0u;
  if (!rows.empty())
    options.rows = rows;
  Expected<ReduceResult> result = reduce(*test->program, test->options, matches, options);
  if (!result)
    return fail(toString(result.takeError()));
  test->program = std::move(result->program);
  test->options = result->options;
  outs() << printTestCase(*test);
  if (statistics) {
    const ReduceStatistics &all = result->statistics;
    errs() << formatv(
        "{0} -> {1} ops, {2} questions, {3} candidates, {4:f2} s ({5:f2} s asking), {6}\n",
        all.opsBefore, all.opsAfter, all.questions, all.candidates, all.seconds, all.askingSeconds,
        result->complete ? "complete" : result->stoppedBy);
    for (const RowStatistics &row : all.rows)
      errs() << formatv("  {0,-20} {1,6} asked {2,5} hits {3:f2} s\n", row.name, row.questions,
                        row.hits, row.seconds);
  }
  return 0;
}
