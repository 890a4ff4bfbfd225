// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzz target: the interpreter against itself. A generated program, printed as a release spells it and read back, and said otherwise (oracles/check/variant), under the launch that is
// deduced and under another one, means what it means. Sees an op that is interpreted wrongly for some of its forms, state that one run leaves to the next, a spelling that says another
// program, a variant that keeps less than it says.
#include "core/ir/ReadModule.h"
#include "fuzz/targets/ProgramTarget.h"
#include "oracles/check/Reference.h"
#include "oracles/check/StageIr.h"
#include "oracles/check/variant/Variant.h"
#include "oracles/subject/ReleaseSpelling.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace fathom;

namespace fathom {
std::unique_ptr<FuzzTarget> makeMeaningsTarget(const FuzzTargetOptions &options);
}

namespace {

class MeaningsTarget : public ProgramTarget {
public:
  explicit MeaningsTarget(const FuzzTargetOptions &options)
      : ProgramTarget(options, /*more=*/16), plant(options.plant) {}

  Outcome run(llvm::ArrayRef<uint8_t> input) override {
    Choices choices(input);
    TestCase test = generateTestCase(choices, profile, readingContext());
    std::shared_ptr<Reference> reference = referenceOf(*test.program, test.launch);
    if (choices.chance(25))
      if (auto others = edgeReferences(*test.program, test.launch, 1, choices.below(8));
          !others.empty())
        reference = others.front();
    if (reference->fitness().kind != Verdict::Kind::Pass)
      return {"", "", false};
    Outcome spelled = spellOtherwise(*test.program, *reference, choices);
    if (!spelled.problem.empty())
      return spelled;
    Outcome varied = sayOtherwise(test, *reference, choices);
    varied.judged &= spelled.judged;
    return varied;
  }
  std::string print(llvm::ArrayRef<uint8_t> input) override {
    Choices choices(input);
    return printTestCase(generateTestCase(choices, profile, readingContext()));
  }

protected:
  void read(Choices &choices) override { generateTestCase(choices, profile, readingContext()); }

private:
  /// As a release spells it, where it can say the program.
  Outcome spellOtherwise(mlir::ModuleOp program, const Reference &reference, Choices &choices) {
    // Earlier ones have one name for two f8 types.
    llvm::StringRef release = choices.pick({"3.6.0", "3.9.0", "3.2.0", "3.3.1"});
    llvm::Expected<std::string> text = printForRelease(program, release);
    if (!text) {
      llvm::consumeError(text.takeError());
      return {};
    }
    std::string name = ("as " + release + " spells it").str();
    mlir::OwningOpRef<mlir::ModuleOp> read =
        readModule(*text, mlir::ParserConfig(program.getContext()), "printed");
    if (!read)
      return {"a program " + name + " is not read back", *text};
    return compare(reference, *read, name);
  }
  /// By one of the variants that change something.
  Outcome sayOtherwise(TestCase &test, const Reference &reference, Choices &choices) {
    llvm::ArrayRef<Variant> rows = allVariants();
    CompileRequest request{.target = targets.front(), .options = test.options};
    for (size_t first = choices.below(rows.size()), i = 0; i != rows.size(); ++i) {
      const Variant &variant = rows[(first + i) % rows.size()];
      if (std::optional<Varied> varied = vary(variant, *test.program, request, reference.launch))
        return compare(reference, *varied->program, "by " + variant.name.str());
    }
    return {};
  }
  Outcome compare(const Reference &reference, mlir::ModuleOp other, const std::string &how) const {
    if (plant) // The interpreter takes a sum for a difference.
      other.walk([](mlir::arith::AddIOp sum) {
        mlir::OpBuilder builder(sum);
        sum.replaceAllUsesWith(
            mlir::arith::SubIOp::create(builder, sum.getLoc(), sum.getLhs(), sum.getRhs())
                .getResult());
      });
    if (std::string errors = verifyErrors(other); !errors.empty())
      return {"a program " + how + " does not verify", errors + printedIr(other)};
    Agreement agreement = compareWith(reference, other).agreement;
    if (agreement.kind == Agreement::Kind::Different)
      return {"a program " + how + " means something else: " + agreement.phrase,
              agreement.detail + "\n" + printedIr(other)};
    return {"", "", agreement.kind == Agreement::Kind::Same};
  }

  const bool plant;
};

} // namespace

std::unique_ptr<FuzzTarget> fathom::makeMeaningsTarget(const FuzzTargetOptions &options) {
  return std::make_unique<MeaningsTarget>(options);
}
