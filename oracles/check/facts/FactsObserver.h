// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the claims of the core's analyses on the values that a program has while it is interpreted.
//
//   %q = arith.divsi %x, %c16      claimed: constancy 16        %x: -8 -7 .. 7      %q: 0 0 .. 0      holds
//                                                               %x: -16 .. -1       %q: -1 0 0 ..     does not
//
// Each result of an op is looked at when the op is done, each argument of a block when its first use is reached. An element that is
// poisoned satisfies every claim. What a caller promised and does not keep (tt.divisibility) is no claim of the analysis.
// An asynchronous copy claims by its `contiguity` that so many elements can be moved at once: addresses follow one another, and all are moved or none.
#ifndef FATHOM_ORACLES_CHECK_FACTS_FACTSOBSERVER_H
#define FATHOM_ORACLES_CHECK_FACTS_FACTSOBSERVER_H

#include "core/analysis/AxisInfo.h"
#include "core/analysis/IntegerRanges.h"
#include "core/ir/TritonGPU.h"
#include "oracles/interp/Element.h"
#include "oracles/interp/Observer.h"
#include "oracles/interp/Value.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace fathom {

/// A claim that does not hold.
struct FalseClaim {
  std::string analysis; ///< "axis-info", "integer-range", "copy-width".
  std::string rule;   ///< "constancy", "divisibility", "contiguity", "constant", "bound", "range".
  std::string of;     ///< "arith.divsi", "an argument of scf.for".
  std::string detail; ///< The claim, the value, and the op.
};

class FactsObserver : public interp::Observer {
public:
  /// Analyses the module, which must be the one that is run.
  explicit FactsObserver(mlir::ModuleOp module);
  ~FactsObserver() override;

  void before(interp::Frame &f, const interp::Instr &i) override;
  void after(interp::Frame &f, const interp::Instr &i) override;

  /// The first claim in the order of the run that does not hold.
  const std::optional<FalseClaim> &falseClaim() const { return found; }
  /// A value that the caller promised something of that is not so; then nothing can be said.
  bool promiseBroken() const { return broken; }
  /// An index wrapped, and a claim failed that stands on that no index does (AxisInfo.h).
  bool indexWrapped() const { return excused; }
  /// How many values were looked at.
  uint64_t checked() const { return count; }

private:
  struct Claim;
  struct Watched;
  /// Whether values of the op's are those of one activation (in the regions of reductions they are those of many).
  static bool isControlFlow(mlir::Operation *op);
  const Watched &watched(mlir::Operation *op);
  Claim claimOf(mlir::Value value, unsigned at);
  void check(const Claim &claim, const interp::Value &value);
  void report(const Claim &claim, llvm::StringRef analysis, llvm::StringRef rule,
              const llvm::Twine &detail, bool assumed = false);
  bool checkAxes(const Claim &claim, int64_t elements);
  bool axisHolds(AxisInfo::Axis axis, uint64_t inExact, uint64_t wrapMask, unsigned bits,
                 unsigned log2Unit, int64_t stride, int64_t size) const;
  bool checkRange(const Claim &claim, int64_t elements);
  void checkCopy(ttg::AsyncCopyGlobalToLocalOp copy, interp::Frame &f, const interp::Instr &i);

  AxisInfoAnalysis axes;
  IntegerRanges ranges;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Watched>> byOp;
  std::vector<int64_t> numbers; ///< Of the value at hand, sign-extended; an i1 is 0 or 1.
  std::vector<uint8_t> poisons; ///< Empty: none.
  std::optional<FalseClaim> found;
  bool broken = false, excused = false, wrapped = false;
  uint64_t count = 0;
};

} // namespace fathom

#endif
