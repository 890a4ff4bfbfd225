// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles generated programs with the core, and interprets what comes out, all in one process.
#include "fuzz/targets/CompileAndRun.h"

#include "core/ir/Dialects.h"
#include "core/passes/Passes.h"
#include "core/pipeline/Pipelines.h"
#include "fuzz/gen/Generator.h"
#include "fuzz/targets/RunAlike.h"
#include "oracles/check/Reference.h"
#include "oracles/subject/Refusals.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/PrettyStackTrace.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace fathom {

/// Of so many programs one is verified after every pass, the others at the end: half of a compile is spent there.
static constexpr unsigned programsPerVerifyEach = 4;

namespace {

/// What is being compiled, for a signature and for the stack dump of a crash.
class Place : public PrettyStackTraceEntry {
public:
  void print(raw_ostream &out) const override {
    if (!target.empty())
      out << "compiling for " << target << ", in " << pass << "\n";
  }
  std::string target, pass;
};

class PassWatcher : public mlir::PassInstrumentation {
public:
  explicit PassWatcher(Place &place) : place(place) {}
  void runBeforePass(mlir::Pass *pass, mlir::Operation *) override {
    if (!pass->getName().contains("::detail::")) // MLIR's adaptor to nested operations.
      place.pass = pass->getName();
  }

private:
  Place &place;
};

} // namespace

struct CompileAndRun::Compiler {
  Compiler()
      : context(makeContext()), handler(context.get(), [this](mlir::Diagnostic &diagnostic) {
          said += diagnostic.str() + "\n";
          return mlir::success();
        }) {}

  /// Attributes and types live as long as their context: a new one every so often keeps memory flat.
  static constexpr unsigned programsPerContext = 1000;

  mlir::PassManager &passes(const TestCase &test, const Target &target) {
    auto [numWarps, numStages, numCtas] = test.options;
    std::unique_ptr<mlir::PassManager> &made =
        managers[test.passes.empty() ? Key{target.str(), numWarps, numStages}
                                     : Key{test.passes, 0, 0}];
    if (!made) {
      made = std::make_unique<mlir::PassManager>(context.get(), mlir::ModuleOp::getOperationName(),
                                                 mlir::OpPassManager::Nesting::Implicit);
      if (test.passes.empty()) {
        PipelineOptions options{target, numWarps, numStages};
        addTtirPasses(*made, options);
        addTtgirPasses(*made, options);
      } else if (failed(mlir::parsePassPipeline(test.passes, *made, errs()))) {
        report_fatal_error("no pipeline: " + Twine(test.passes));
      }
      made->addInstrumentation(std::make_unique<PassWatcher>(place));
    }
    return *made;
  }

  std::unique_ptr<mlir::MLIRContext> context;
  std::string said; ///< By diagnostics, a line each.
  mlir::ScopedDiagnosticHandler handler;
  Place place;
  using Key = std::tuple<std::string, int, int>;
  std::map<Key, std::unique_ptr<mlir::PassManager>> managers;
  unsigned programs = 0;
};

CompileAndRun::CompileAndRun(const Profile &profile, std::vector<Target> targets)
    : profile(profile), targets(std::move(targets)) {
  static const bool registered = [] {
    mlir::registerTransformsPasses();
    registerPasses();
    return true;
  }();
  (void)registered;
}
CompileAndRun::~CompileAndRun() = default;

CompileAndRunResult CompileAndRun::run(ArrayRef<uint8_t> bytes) {
  if (!compiler || compiler->programs == Compiler::programsPerContext) {
    compiler.reset();
    compiler = std::make_unique<Compiler>();
  }
  ++compiler->programs;
  compiler->said.clear();
  TestCase test = generateTestCase(bytes, profile, *compiler->context);
  if (failed(mlir::verify(*test.program)))
    return {"the generator's program does not verify", compiler->said};
  return judge(test, compiler->programs % programsPerVerifyEach == 1);
}

mlir::LogicalResult CompileAndRun::compile(mlir::ModuleOp module, const TestCase &test,
                                           const Target &target, bool verifyEach) {
  compiler->said.clear();
  compiler->place.target = target.str();
  mlir::PassManager &passes = compiler->passes(test, target);
  passes.enableVerifier(verifyEach);
  mlir::LogicalResult result = passes.run(module);
  if (succeeded(result) && !verifyEach)
    result = mlir::verify(module);
  compiler->place.target.clear();
  return result;
}

CompileAndRunResult CompileAndRun::judge(TestCase &test, bool verifyEach) {
  std::shared_ptr<Reference> reference = referenceOf(*test.program, test.launch);
  bool fit = reference->fitness().kind == Verdict::Kind::Pass;
  CompileAndRunResult result;
  result.compared = fit;
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> agreed;
  for (const Target &target : test.targets.empty() ? targets : test.targets) {
    mlir::OwningOpRef<mlir::ModuleOp> module = test.program->clone();
    std::string where = test.passes.empty() ? " on " + target.str() : " by " + test.passes;
    if (failed(compile(*module, test, target, verifyEach))) {
      // With the pass that it fails in.
      if (!verifyEach) {
        module = test.program->clone();
        (void)compile(*module, test, target, true);
      }
      StringRef first = StringRef(compiler->said).split('\n').first;
      const std::string &pass = compiler->place.pass;
      if (refusalReason({Failure::Kind::Error, "ttgir", pass, first.str(), "", ""})) {
        result.compared = false;
        continue;
      }
      return {("no-crash" + where + " in " + pass + ": " + first).str(), compiler->said};
    }
    if (!fit || any_of(agreed, [&](auto &other) { return runAlike(*other, *module); }))
      continue;
    Judgement judged = compareWith(*reference, *module);
    if (judged.agreement.kind == Agreement::Kind::Different)
      return {"same-meaning" + where + ": " + judged.agreement.word + ": " +
                  judged.agreement.phrase,
              judged.agreement.detail + "\n"};
    if (judged.agreement.kind == Agreement::Kind::Same)
      agreed.push_back(std::move(module));
    else
      result.compared = false;
  }
  return result;
}

std::string testCaseText(ArrayRef<uint8_t> bytes, const Profile &profile,
                         ArrayRef<Target> targets) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  TestCase test = generateTestCase(bytes, profile, *context);
  test.subjects = {"core"};
  if (test.targets.empty())
    test.targets = targets.vec();
  return printTestCase(test);
}

} // namespace fathom
