// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings products to AMD's matrix units: mfma on gfx90a, gfx942 and gfx950, wmma on gfx11 and gfx12.
//
// For each tt.dot the pass chooses an instruction by the shape and the element types, and how warps share the result:
//
//   gfx942, 4 warps: tt.dot %a, %b, %c : 64x64xf16 * 64x64xf16 -> 64x64xf32 becomes
//     #mma = amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
//     tt.dot of %a in dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>, %b in .. opIdx = 1 .., %c in #mma, converted back
//
// Instruction. mfma: 32x32 where m and n have it, else 16x16; of its kinds the deepest that divides K. wmma: 16x16x16. Operands that
// the unit does not have but whose values another type holds are converted (fp8 of the other kind to f16), results are f32 or i32 and converted
// back. What no unit computes is left to multiplying and adding threads, on operands of the result's type.
// Warps. A product whose result is the left operand of another one has all warps along m, so that it is that operand as it lies; that other
// one has along m what m has tiles for, the rest along n. Others: so that a warp's part is about square.
// kWidth. What an instruction takes of a thread, times kPack, but for the second product of a chain, whose operand comes as the first leaves it.
//
// Promises: a product on a matrix unit has a result in amd_mfma or amd_wmma and operands in dot_op of it.
// Promises: every other product has operands of its result's element type, or is as it was.
// Promises: no tt.dot_scaled is left but of 6-bit elements, or of bf16 with f16.
// Promises: no product of 8 or 16 bits, with a sum of 32, whose size the unit has is left to threads.
//
// Requires: layouts on all tensors. Bugs that live here: K below an instruction's, integers on the way through floats, kPack in chains.
#include "core/mutant/Mutant.h"
#include "core/passes/DotOperands.h"
#include "core/passes/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONAMDGPUACCELERATEMATMUL
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

enum class Element { F32, XF32, Half, I8, Fp8 };

struct Mfma {
  int since, until; ///< The versions that have it.
  int side, k;      ///< side x side x k.
  Element element;
  int perThread; ///< Elements along K that it takes of a thread.
};

/// The deeper of a kind first. CDNA2, CDNA3 and CDNA4 instruction set manuals, "Matrix arithmetic".
constexpr Mfma mfmas[] = {
    {4, 4, 32, 16, Element::Half, 8}, {4, 4, 16, 32, Element::Half, 8},
    {2, 4, 32, 8, Element::Half, 4},  {2, 4, 16, 16, Element::Half, 4},
    {4, 4, 32, 32, Element::I8, 16},  {4, 4, 16, 64, Element::I8, 16},
    {3, 4, 32, 16, Element::I8, 8},   {3, 4, 16, 32, Element::I8, 8},
    {2, 2, 32, 8, Element::I8, 4},    {2, 2, 16, 16, Element::I8, 4},
    {3, 4, 32, 16, Element::Fp8, 8},  {3, 4, 16, 32, Element::Fp8, 8},
    {2, 4, 32, 2, Element::F32, 1},   {2, 4, 16, 4, Element::F32, 1},
    {3, 3, 32, 4, Element::XF32, 2},  {3, 3, 16, 8, Element::XF32, 2},
};

/// What a product's operands become, and which kind of instruction takes them.
struct Operands {
  Type a, b;
  Element element;
};

struct Unit {
  bool isWmma = false;
  int version = 0;

  static Unit of(StringRef arch) {
    return llvm::StringSwitch<Unit>(arch)
        .Case("gfx90a", {false, 2})
        .Cases({"gfx940", "gfx941", "gfx942"}, {false, 3})
        .Case("gfx950", {false, 4})
        .StartsWith("gfx11", {true, 1})
        .StartsWith("gfx12", {true, 2})
        .Default({});
  }
};

/// Which products of a region feed the left operand of another one, and which are fed so.
class Chains {
public:
  Chains(llvm::ArrayRef<tt::DotOp> dots) {
    for (tt::DotOp dot : dots)
      if (Operation *source = inRegion(dot, dot.getA()))
        mark(source, towards, [](Operation *op, auto add) {
          for (Value operand : op->getOperands())
            if (Operation *source = inRegion(op, operand))
              add(source);
        });
    for (tt::DotOp dot : dots)
      for (Operation *user : dot->getUsers())
        if (user->getParentRegion() == dot->getParentRegion())
          mark(user, behind, [](Operation *op, auto add) {
            for (Operation *user : op->getUsers())
              if (user->getParentRegion() == op->getParentRegion())
                add(user);
          });
    for (tt::DotOp dot : dots) {
      if (towards.contains(dot))
        heads.insert(dot);
      if (Operation *source = inRegion(dot, dot.getA()))
        if (behind.contains(source) || isa<tt::DotOp>(source))
          tails.insert(dot);
    }
  }

  bool isHead(tt::DotOp dot) const { return heads.contains(dot); }
  bool isTail(tt::DotOp dot) const { return tails.contains(dot); }

private:
  static Operation *inRegion(Operation *op, Value operand) {
    Operation *source = operand.getDefiningOp();
    return source && source->getParentRegion() == op->getParentRegion() ? source : nullptr;
  }

  template <typename Next>
  static void mark(Operation *from, llvm::DenseSet<Operation *> &marked, Next next) {
    llvm::SmallVector<Operation *> work = {from};
    while (!work.empty()) {
      Operation *op = work.pop_back_val();
      if (marked.insert(op).second)
        next(op, [&](Operation *other) { work.push_back(other); });
    }
  }

  llvm::DenseSet<Operation *> towards; ///< Lead to a left operand.
  llvm::DenseSet<Operation *> behind;  ///< Computed from a product.
  llvm::DenseSet<Operation *> heads, tails;
};

class Products {
public:
  Products(ModuleOp module, Unit unit, int side, int kPack)
      : module(module), unit(unit), forcedSide(side), kPack(std::max(1, kPack)) {}

  void run() {
    decomposeScaledDots(module);
    llvm::SmallVector<tt::DotOp> dots = dotsByThreads(module);
    if (dots.empty())
      return;
    Chains chains(dots);
    for (tt::DotOp dot : dots) {
      if (isMutant(Mutant::M44) && dot.getType().getElementType().isInteger(32) && depth(dot) <= 64)
        throughFloats(dot);
      else if (!(unit.isWmma ? toWmma(dot, chains) : toMfma(dot, chains)))
        promoteForThreads(dot);
    }
  }

private:
  /// Nothing if the unit has neither the types nor any that hold their values.
  std::optional<Operands> operandsOf(tt::DotOp dot) const {
    Type a = getElementTypeOrSelf(dot.getA()), b = getElementTypeOrSelf(dot.getB()),
         d = dot.getType().getElementType();
    auto isFp8 = [](Type type, bool fnuz) {
      return fnuz ? isa<Float8E5M2FNUZType, Float8E4M3FNUZType>(type)
                  : isa<Float8E5M2Type, Float8E4M3FNType>(type);
    };
    if (a.isInteger(8) && b.isInteger(8) && d.isInteger(32))
      return Operands{a, b, Element::I8};
    if (!isa<FloatType>(d) || d.getIntOrFloatBitWidth() > 32)
      return {};
    if ((a.isF16() && b.isF16()) || (a.isBF16() && b.isBF16()))
      return Operands{a, b, Element::Half};
    // fp8 in the unit's own kind; FNUZ on gfx942 alone.
    bool fnuz = !unit.isWmma && unit.version == 3,
         has = unit.isWmma ? unit.version >= 2 : unit.version >= 3;
    if (has && isFp8(a, fnuz) && isFp8(b, fnuz))
      return Operands{a, b, Element::Fp8};
    if ((isFp8(a, false) || isFp8(a, true)) && (isFp8(b, false) || isFp8(b, true))) {
      Type half = Float16Type::get(a.getContext());
      return Operands{half, half, Element::Half};
    }
    if (a.isF32() && b.isF32() && !unit.isWmma)
      return Operands{a, b,
                      unit.version == 3 && dot.getInputPrecision() == tt::InputPrecision::Tf32
                          ? Element::XF32
                          : Element::F32};
    return {};
  }

  static int64_t depth(tt::DotOp dot) { return dot.getA().getType().getShape().back(); }

  const Mfma *instructionOf(tt::DotOp dot, Element element) const {
    llvm::ArrayRef<int64_t> shape = dot.getType().getShape();
    int64_t least = std::min(shape[shape.size() - 2], shape.back());
    int side = forcedSide ? forcedSide : least >= 32 ? 32 : 16;
    if (least < 16)
      return nullptr;
    for (const Mfma &mfma : mfmas)
      if (mfma.since <= unit.version && unit.version <= mfma.until && mfma.side == side &&
          mfma.element == element && depth(dot) % mfma.k == 0)
        return &mfma;
    return nullptr;
  }

  llvm::SmallVector<int32_t> warpsOf(tt::DotOp dot, const Chains &chains, int64_t side) const {
    llvm::ArrayRef<int64_t> shape = dot.getType().getShape();
    auto warps = int32_t(ttg::lookupNumWarps(dot).value_or(4));
    if (shape.size() == 3)
      return {warps, 1, 1};
    if (chains.isHead(dot))
      return {warps, 1};
    if (chains.isTail(dot)) {
      auto alongM = int32_t(std::min<int64_t>(warps, llvm::divideCeil(shape[0], side)));
      return {alongM, warps / alongM};
    }
    int32_t m = 1, n = 1;
    while (m * n < warps)
      (shape[0] / (2 * side) / m >= shape[1] / side / n && m < shape[0] / side ? m : n) *= 2;
    if (n * side > shape[1])
      std::swap(m, n);
    return {m, n};
  }

  bool toMfma(tt::DotOp dot, const Chains &chains) {
    std::optional<Operands> operands = operandsOf(dot);
    const Mfma *mfma = operands ? instructionOf(dot, operands->element) : nullptr;
    if (!mfma || !unit.version)
      return false;
    auto layout = ttg::AMDMfmaEncodingAttr::get(
        dot.getContext(), unsigned(unit.version), 0, warpsOf(dot, chains, mfma->side),
        {mfma->side, mfma->side, mfma->k}, /*isTransposed=*/true,
        ttg::cgaBasesOf(dot.getType().getEncoding()), /*tilesPerWarp=*/{}, /*elementBitWidth=*/0);
    int width = mfma->perThread;
    if (!chains.isTail(dot))
      width *= kPack;
    else if (mfma->element == Element::Half)
      width = std::min(width, 4);
    rewrite(dot, *operands, layout, unsigned(width));
    return true;
  }

  bool toWmma(tt::DotOp dot, const Chains &chains) {
    std::optional<Operands> operands = operandsOf(dot);
    llvm::ArrayRef<int64_t> shape = dot.getType().getShape();
    if (!operands || shape[shape.size() - 2] % 16 || shape.back() % 16 || depth(dot) % 16)
      return false;
    auto layout = ttg::AMDWmmaEncodingAttr::get(
        dot.getContext(), unsigned(unit.version), /*isTransposed=*/true, warpsOf(dot, chains, 16),
        /*tilesPerWarp=*/{}, /*ctaRegister=*/{}, /*ctaWarp=*/{},
        ttg::cgaBasesOf(dot.getType().getEncoding()), /*instrShape=*/{});
    rewrite(dot, *operands, layout, unit.version == 1 ? 16 : 8);
    return true;
  }

  void rewrite(tt::DotOp dot, const Operands &operands, Attribute layout, unsigned width) {
    OpBuilder builder(dot);
    Location loc = dot.getLoc();
    RankedTensorType type = dot.getType();
    Type sum =
        type.getElementType().isInteger() ? Type(builder.getI32Type()) : Type(builder.getF32Type());
    auto laidOut = [&](Value value, Attribute encoding, Type element) {
      auto wanted = cast<RankedTensorType>(value.getType()).cloneWithEncoding(encoding);
      value = ttg::ConvertLayoutOp::create(builder, loc, wanted, value);
      return withElementType(builder, loc, value, element);
    };
    auto operand = [&](Value value, unsigned index, Type element) {
      return laidOut(value,
                     ttg::DotOperandEncodingAttr::get(builder.getContext(), index, layout, width),
                     element);
    };
    Value product =
        tt::DotOp::create(builder, loc, operand(dot.getA(), 0, operands.a),
                          operand(dot.getB(), 1, operands.b), laidOut(dot.getC(), layout, sum),
                          dot.getInputPrecision(), int32_t(dot.getMaxNumImpreciseAcc()));
    product.getDefiningOp()->setDiscardableAttrs(dot->getDiscardableAttrDictionary());
    product = laidOut(product, type.getEncoding(), sum);
    dot.replaceAllUsesWith(withElementType(builder, loc, product, type.getElementType()));
    dot.erase();
  }

  /// M44: a product of integers with a small K, in floats that are too narrow for its sums.
  static void throughFloats(tt::DotOp dot) {
    OpBuilder builder(dot);
    Location loc = dot.getLoc();
    auto as = [&](Value value, Type to) {
      auto type = cast<RankedTensorType>(value.getType());
      return RankedTensorType::get(type.getShape(), to, type.getEncoding());
    };
    auto real = [&](Value value) -> Value {
      return arith::SIToFPOp::create(builder, loc, as(value, builder.getF16Type()), value);
    };
    Value product = tt::DotOp::create(builder, loc, real(dot.getA()), real(dot.getB()),
                                      real(dot.getC()), tt::InputPrecision::Ieee, 0);
    dot.replaceAllUsesWith(
        arith::FPToSIOp::create(builder, loc, as(product, builder.getI32Type()), product)
            .getResult());
    dot.erase();
  }

  ModuleOp module;
  Unit unit;
  int forcedSide, kPack;
};

struct AccelerateMatmul : fathom::impl::TritonAMDGPUAccelerateMatmulBase<AccelerateMatmul> {
  using TritonAMDGPUAccelerateMatmulBase::TritonAMDGPUAccelerateMatmulBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    StringRef arch = archGenerationName;
    if (auto target = module->getAttrOfType<StringAttr>(ttg::targetName);
        arch.empty() && target && target.getValue().starts_with("hip:"))
      arch = target.getValue().drop_front(4);
    if (!llvm::is_contained({0, 16, 32}, int(matrixInstructionSize))) {
      module.emitError() << "matrix-instruction-size is " << matrixInstructionSize
                         << ", but there are 16 and 32, and 0 for a choice";
      return signalPassFailure();
    }
    if (!hasProducts(module))
      return markAllAnalysesPreserved();
    Products(module, Unit::of(arch), matrixInstructionSize, kPack).run();
  }
};

} // namespace
