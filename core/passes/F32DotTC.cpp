// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes products of f32 by several products of narrower floats: tf32x3, bf16x3, bf16x6.
//
// An operand is split into parts of which each is exact in the narrow type, each the rounding of what the ones before it left:
//
//   tf32x3: a = A + a', A = a rounded to tf32, a' = a - A     a*b = A*B + (A*b' + a'*B)                     a'*b' is left out
//   bf16:   a = a0 + a1 + a2                                  x3: a0*b0 + (a0*b1 + a1*b0)
//                                                             x6: .. + (a0*b2 + a2*b0 + a1*b1) before that
//
// The terms are added from the smallest, each product taking the sum so far for its accumulator, and the program's accumulator last:
//
//   %s = dot(a', B, 0); %s' = dot(A, b', %s); %r = dot(A, B, nanToZero(%s')); %d = %r + %c
//
// Infinities. For a = inf, a' = inf - inf is NaN, while a*b = A*B is right. So where the sum of the small terms is NaN it is left out: of
// finite operands it never is, and what is not finite in them is in A and B too.
//
// Promises: no tt.dot of f32 with tf32x3, bf16x3 or bf16x6 is left.
// Promises: where operands are infinite or NaN the result is what f32 gives.
//
// Where there are no tf32 units (before compute capability 8.0, and not NVIDIA) tf32x3 becomes ieee, which is no less exact.
// Bugs that live here: the split of infinities, the order of terms, a term that is left out or added twice.
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUF32DOTTC
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

class Split {
public:
  Split(tt::DotOp dot) : dot(dot), builder(dot), loc(dot.getLoc()) {}

  void byTf32() {
    auto [a, restA] = roundedToTf32(dot.getA());
    auto [b, restB] = roundedToTf32(dot.getB());
    sum = noSum();
    add(restA, b, tt::InputPrecision::Tf32);
    add(a, restB, tt::InputPrecision::Tf32);
    finish(a, b, tt::InputPrecision::Tf32);
  }

  void byBf16(bool six) {
    llvm::SmallVector<Value, 3> a = bf16Parts(dot.getA(), six ? 3 : 2),
                                b = bf16Parts(dot.getB(), six ? 3 : 2);
    sum = noSum();
    if (six) {
      add(a[1], b[1], tt::InputPrecision::Ieee);
      add(a[2], b[0], tt::InputPrecision::Ieee);
      add(a[0], b[2], tt::InputPrecision::Ieee);
    }
    add(a[1], b[0], tt::InputPrecision::Ieee);
    add(a[0], b[1], tt::InputPrecision::Ieee);
    finish(a[0], b[0], tt::InputPrecision::Ieee);
  }

private:
  /// A value in tf32, ties away from zero, and what that leaves.
  std::pair<Value, Value> roundedToTf32(Value value) {
    auto rounding = tt::ElementwiseInlineAsmOp::create(
        builder, loc, value.getType(), "cvt.rna.tf32.f32 $0, $1;", "=r,r",
        /*pure=*/true, /*packed_element=*/1, ValueRange{value});
    Value large = rounding->getResult(0);
    return {large, arith::SubFOp::create(builder, loc, value, large)};
  }

  llvm::SmallVector<Value, 3> bf16Parts(Value value, unsigned count) {
    auto wide = cast<RankedTensorType>(value.getType());
    auto narrow = RankedTensorType::get(wide.getShape(), builder.getBF16Type(), wide.getEncoding());
    llvm::SmallVector<Value, 3> parts;
    while (true) {
      parts.push_back(arith::TruncFOp::create(builder, loc, narrow, value));
      if (parts.size() == count)
        return parts;
      Value taken = arith::ExtFOp::create(builder, loc, wide, parts.back());
      value = arith::SubFOp::create(builder, loc, value, taken);
    }
  }

  Value zeroLike(Value value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getZeroAttr(cast<ShapedType>(value.getType())));
  }

  /// What the terms are added to. M46: the accumulator, which is added at last too.
  Value noSum() { return isMutant(Mutant::M46) ? Value(dot.getC()) : zeroLike(dot.getC()); }

  /// Adds a term to the sum.
  void add(Value a, Value b, tt::InputPrecision precision) {
    sum = tt::DotOp::create(builder, loc, a, b, sum, precision, 0);
  }

  /// Adds the large term and the accumulator.
  void finish(Value a, Value b, tt::InputPrecision precision) {
    Value isNan = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, sum, sum);
    sum = arith::SelectOp::create(builder, loc, isNan, zeroLike(sum), sum);
    add(a, b, precision);
    sum.getDefiningOp()->setDiscardableAttrs(dot->getDiscardableAttrDictionary());
    dot.replaceAllUsesWith(arith::AddFOp::create(builder, loc, sum, dot.getC()).getResult());
    dot.erase();
  }

  tt::DotOp dot;
  OpBuilder builder;
  Location loc;
  Value sum;
};

struct F32DotTC : fathom::impl::TritonGPUF32DotTCBase<F32DotTC> {
  using TritonGPUF32DotTCBase::TritonGPUF32DotTCBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool hasTf32 = emuTF32;
    int capability;
    if (auto target = module->getAttrOfType<StringAttr>(ttg::targetName)) {
      StringRef text = target.getValue();
      hasTf32 |=
          text.consume_front("cuda:") && !text.getAsInteger(10, capability) && capability >= 80;
    }
    llvm::SmallVector<tt::DotOp> dots;
    module.walk([&](tt::DotOp dot) {
      if (getElementTypeOrSelf(dot.getA()).isF32() && getElementTypeOrSelf(dot.getB()).isF32() &&
          dot.getType().getElementType().isF32())
        dots.push_back(dot);
    });
    if (dots.empty())
      return markAllAnalysesPreserved();
    for (tt::DotOp dot : dots)
      switch (dot.getInputPrecision()) {
      case tt::InputPrecision::Tf32x3:
        if (hasTf32)
          Split(dot).byTf32();
        else
          dot.setInputPrecision(tt::InputPrecision::Ieee);
        break;
      case tt::InputPrecision::Bf16x3:
        Split(dot).byBf16(/*six=*/false);
        break;
      case tt::InputPrecision::Bf16x6:
        Split(dot).byBf16(/*six=*/true);
        break;
      case tt::InputPrecision::Tf32:
      case tt::InputPrecision::Ieee:
        break;
      }
  }
};

} // namespace
