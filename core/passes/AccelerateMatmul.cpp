// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings products to NVIDIA's matrix units: mma.sync from compute capability 8.0 on, wgmma on 9.0.
//
// For each tt.dot the pass decides which unit computes it, how warps share the result, and how operands come to it:
//
//   on 8.0, 4 warps: tt.dot %a, %b, %c : 64x32xf16 * 32x64xf16 -> 64x64xf32 becomes
//     #mma = nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
//     tt.dot of %a in dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>, %b in .. opIdx = 1 .., %c in #mma, converted back
//   on 9.0: ttng.warp_group_dot of %a and %b in buffers (nvmma_shared), %c in nvidia_mma<{3, 0, [4, 1], [16, 64, 16]}>
//
// Unit. wgmma takes 64 rows by four warps: it needs a multiple of 4 warps, 64 | M, 8 | N, all of an instruction's K. Else mma.sync, if it has
// the element types and K; below 8.0, and for what no unit computes, threads multiply and add, on operands of the result's type.
// Warps. mma.sync: along m and n so that a warp's part is about square in tiles of 16x8 (a and b are then read least often), ties to m. Products
// that feed each other, or are fed by the same values, in one region have their warps along one dim, and the same: what one gives then
// is the other's operand without a conversion. A batch has its warps along the batch. wgmma: fours along m; one that leads to another product
// all along m.
// kWidth. The neighbours along k that a thread holds: 32 bits of the type that was loaded, so that a conversion of i8 to f16 needs no
// exchange of data; both operands of a product have the same one, and no more than K has.
// Operands of wgmma. a from a load, or b: a buffer, in the order that it comes in (16-bit types) or along k (others). a that was computed
// stays in registers.
//
// Promises: a product on a matrix unit has a result in nvidia_mma, operands in dot_op of it or in buffers.
// Promises: every other product has operands of its result's element type, or is as it was.
// Promises: no tt.dot_scaled is left but of 6-bit elements, or of bf16 with f16.
// Promises: no product of 8 or 16 bits, with a sum of 32, whose size the unit has is left to threads.
//
// Requires: layouts on all tensors. Bugs that live here: small M, N, K; kWidth of 8-bit and 16-bit operands; one or two warps; batches.
#include "core/analysis/AxisInfo.h"
#include "core/mutant/Mutant.h"
#include "core/passes/DotOperands.h"
#include "core/passes/Passes.h"
#include "core/passes/SharedBuffers.h"

#include "llvm/ADT/EquivalenceClasses.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUACCELERATEMATMUL
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

bool isFp8(Type type) {
  return isa<Float8E5M2Type, Float8E4M3FNType, Float8E5M2FNUZType, Float8E4M3FNUZType>(type);
}

bool isOcpFp8(Type type) { return isa<Float8E5M2Type, Float8E4M3FNType>(type); }

unsigned bitsOf(Value tensor) { return getElementTypeOrSelf(tensor).getIntOrFloatBitWidth(); }

/// Which products of a region are connected by values of the region, transpositions aside, and which lead to another one.
class Chains {
public:
  Chains(llvm::ArrayRef<tt::DotOp> dots) {
    for (tt::DotOp dot : dots)
      if (seen.insert(dot->getParentRegion()).second)
        connect(*dot->getParentRegion());
    for (tt::DotOp dot : dots)
      if (dot.getType().getRank() == 2)
        ++count[leader(dot)];
    markLeading(dots);
  }

  /// Whether another product of rank 2, still to be brought to mma.sync or brought to it, is connected.
  bool hasOthers(tt::DotOp dot) const { return count.lookup(leader(dot)) > 1; }
  /// The warps that connected products have; empty if none has any yet.
  llvm::SmallVector<int32_t> &warpsOf(tt::DotOp dot) { return warps[leader(dot)]; }
  /// It is not for mma.sync.
  void remove(tt::DotOp dot) {
    if (dot.getType().getRank() == 2)
      --count[leader(dot)];
  }

  /// Whether the result leads to another product, through any ops, and into the regions of these.
  bool leadsOn(tt::DotOp dot) const { return leadingDots.contains(dot); }

private:
  void connect(Region &region) {
    for (Operation &op : region.getOps()) {
      if (isa<tt::TransOp>(op))
        continue;
      classes.insert(&op);
      for (Value operand : op.getOperands())
        if (Operation *source = operand.getDefiningOp();
            source && source->getParentRegion() == &region && !isa<tt::TransOp>(source))
          classes.unionSets(&op, source);
    }
  }

  Operation *leader(tt::DotOp dot) const { return classes.getLeaderValue(dot); }

  /// Marks the products, and backwards all that leads to one.
  void markLeading(llvm::ArrayRef<tt::DotOp> dots) {
    llvm::DenseSet<Operation *> leading;
    llvm::SmallVector<Operation *> work(dots.begin(), dots.end());
    while (!work.empty()) {
      Operation *op = work.pop_back_val();
      if (!leading.insert(op).second)
        continue;
      for (Value operand : op->getOperands())
        if (Operation *source = operand.getDefiningOp())
          work.push_back(source);
      if (Operation *parent = op->getParentOp(); parent && !isa<tt::FuncOp, ModuleOp>(parent))
        work.push_back(parent);
    }
    for (tt::DotOp dot : dots)
      if (llvm::any_of(dot->getUsers(), [&](Operation *user) { return leading.contains(user); }))
        leadingDots.insert(dot);
  }

  llvm::DenseSet<Region *> seen;
  llvm::EquivalenceClasses<Operation *> classes;
  llvm::DenseMap<Operation *, int> count;
  llvm::DenseMap<Operation *, llvm::SmallVector<int32_t>> warps;
  llvm::DenseSet<Operation *> leadingDots;
};

/// The narrowest type in which the elements of a value were loaded, through ops on each element.
class LoadedBits {
public:
  unsigned of(Value value) { return std::min(bitsOf(value), behind(value.getDefiningOp())); }

private:
  static constexpr unsigned Unknown = 64;

  unsigned behind(Operation *op) {
    if (!op)
      return Unknown;
    auto [found, isNew] = known.try_emplace(op, Unknown);
    if (!isNew)
      return found->second;
    unsigned bits = Unknown;
    if (isa<tt::LoadOp, tt::DescriptorLoadOp>(op)) {
      if (isa<RankedTensorType>(op->getResult(0).getType()))
        bits = bitsOf(op->getResult(0));
    } else if (isa<ttg::Fp4ToFpOp>(op)) {
      bits = 4;
    } else if ((op->hasTrait<OpTrait::Elementwise>() && isMemoryEffectFree(op)) ||
               isa<tt::BroadcastOp, tt::ReshapeOp, tt::TransOp, tt::ExpandDimsOp, tt::JoinOp,
                   ttg::ConvertLayoutOp>(op)) {
      for (Value operand : op->getOperands())
        bits = std::min(bits, behind(operand.getDefiningOp()));
      // The elements of a pair were two accesses.
      if (isa<tt::JoinOp>(op) && bits != Unknown)
        bits = std::max(4u, bits / 2);
    }
    return known[op] = bits;
  }

  llvm::DenseMap<Operation *, unsigned> known;
};

/// Whether the value is as memory had it, or may be.
bool isFromMemory(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<tt::LoadOp, tt::DescriptorLoadOp, tt::DescriptorGatherOp>(op))
      return true;
    if (!isa<ttg::ConvertLayoutOp, tt::TransOp>(op))
      return false;
    value = op->getOperand(0);
  }
  return true;
}

class Products {
public:
  Products(ModuleOp module, int capability) : module(module), capability(capability) {}

  void run() {
    decomposeScaledDots(module);
    llvm::SmallVector<tt::DotOp> dots = dotsByThreads(module);
    if (dots.empty())
      return;
    Chains chainsOfDots(dots);
    chains = &chainsOfDots;
    LoadedBits bits;
    for (tt::DotOp dot : dots)
      loaded[dot] = {bits.of(dot.getA()), bits.of(dot.getB())};
    // From the last: those whose result is stored decide for those before them.
    for (tt::DotOp dot : llvm::reverse(dots)) {
      if (capability == 90 && fitsWarpGroups(dot)) {
        chains->remove(dot);
        toWarpGroups(dot);
      } else if (capability >= 80 && fitsWarps(dot)) {
        toWarps(dot);
      } else {
        chains->remove(dot);
        promoteForThreads(dot);
      }
    }
  }

private:
  static int64_t numWarps(tt::DotOp dot) { return ttg::lookupNumWarps(dot).value_or(4); }

  /// Whether units have this combination of types at all.
  static bool hasTypes(tt::DotOp dot) {
    Type a = getElementTypeOrSelf(dot.getA()), b = getElementTypeOrSelf(dot.getB()),
         d = dot.getType().getElementType();
    if (a != b && !(isOcpFp8(a) && isOcpFp8(b)))
      return false;
    if (a.isF16() || isFp8(a))
      return d.isF16() || d.isF32();
    if (a.isF32())
      return d.isF32() && dot.getInputPrecision() == tt::InputPrecision::Tf32;
    return a.isBF16() ? d.isF32() : a.isInteger(8) && d.isInteger(32);
  }

  static int64_t depth(tt::DotOp dot) { return dot.getA().getType().getShape().back(); }

  bool fitsWarps(tt::DotOp dot) const {
    // fp8 is computed in f16 where there is no such mma.
    unsigned bits = bitsOf(dot.getA());
    if (!hasNativeFp8(dot) && isFp8(getElementTypeOrSelf(dot.getA())))
      bits = 16;
    return hasTypes(dot) && depth(dot) * bits >= 8 * 32;
  }

  bool hasNativeFp8(tt::DotOp dot) const {
    return isOcpFp8(getElementTypeOrSelf(dot.getA())) && (capability == 89 || capability >= 120) &&
           dot.getType().getElementType().isF32();
  }

  static bool fitsWarpGroups(tt::DotOp dot) {
    Type a = getElementTypeOrSelf(dot.getA());
    RankedTensorType type = dot.getType();
    if (!hasTypes(dot) || type.getRank() != 2 || (isFp8(a) && !isOcpFp8(a)) ||
        depth(dot) * bitsOf(dot.getA()) < 256)
      return false;
    // What one block has of it; blocks split m and n.
    llvm::SmallVector<int64_t> shape = partOfBlock(type);
    if (isFp8(a) && type.getElementType().isF32() && dot.getMaxNumImpreciseAcc() < 32)
      return false; // The unit's sums of fp8 have fewer bits than asked for.
    return numWarps(dot) % 4 == 0 && shape[0] % 64 == 0 && shape[1] % 8 == 0;
  }

  static llvm::SmallVector<int64_t> partOfBlock(RankedTensorType type) {
    llvm::SmallVector<int64_t> shape(type.getShape());
    for (DenseI32ArrayAttr basis : ttg::cgaBasesOf(type.getEncoding()))
      for (auto [dim, image] : llvm::enumerate(basis.asArrayRef()))
        if (image)
          shape[dim] = std::max<int64_t>(1, shape[dim] / 2);
    return shape;
  }

  //===--- mma.sync ----------------------------------------------------------------------------===//

  llvm::SmallVector<int32_t> warpsOfTiles(tt::DotOp dot) {
    auto warps = int32_t(numWarps(dot));
    llvm::SmallVector<int64_t> shape = partOfBlock(dot.getType());
    if (shape.size() == 3 && !isMutant(Mutant::M43)) // M43: as if there were no batch
      return {warps, 1, 1};
    if (shape.size() == 2 && chains->hasOthers(dot)) {
      llvm::SmallVector<int32_t> &chosen = chains->warpsOf(dot);
      if (chosen.empty())
        chosen = shape[0] >= shape[1] ? llvm::SmallVector<int32_t>{warps, 1}
                                      : llvm::SmallVector<int32_t>{1, warps};
      return chosen;
    }
    int64_t rows = llvm::divideCeil(shape[shape.size() - 2], 16),
            columns = llvm::divideCeil(shape.back(), 8);
    int32_t alongM = 1, alongN = 1;
    while (alongM * alongN < warps)
      if (rows >= columns) {
        alongM *= 2;
        rows = std::max<int64_t>(1, rows / 2);
      } else {
        alongN *= 2;
        columns /= 2;
      }
    return {alongM, alongN};
  }

  void toWarps(tt::DotOp dot) {
    OpBuilder builder(dot);
    MLIRContext *context = builder.getContext();
    RankedTensorType type = dot.getType();
    llvm::SmallVector<int32_t> instruction = {16, 8};
    if (type.getRank() == 3)
      instruction.insert(instruction.begin(), 1);
    auto layout =
        ttg::NvidiaMmaEncodingAttr::get(context, 2, unsigned(capability % 10), warpsOfTiles(dot),
                                        ttg::cgaBasesOf(type.getEncoding()), instruction);
    Type element = getElementTypeOrSelf(dot.getA());
    bool viaHalf = isFp8(element) && !hasNativeFp8(dot);
    auto [bitsA, bitsB] = loaded.lookup(dot);
    auto widthOf = [&](unsigned bits) {
      auto width = unsigned(std::max<unsigned>(1, 32 / bits));
      unsigned least = 32 / (viaHalf ? 16 : bitsOf(dot.getA()));
      // A tile is 8 * kWidth along k: more than K would be copies.
      while (width > least && 8 * width > uint64_t(depth(dot)))
        width /= 2;
      return width;
    };
    if (!isMutant(Mutant::M45)) // M45: each operand by itself
      bitsA = bitsB = std::min(bitsA, bitsB);
    auto operand = [&](Value value, unsigned index, unsigned bits) -> Value {
      auto operandLayout = ttg::DotOperandEncodingAttr::get(context, index, layout, widthOf(bits));
      Value converted = inLayout(builder, value, operandLayout);
      return viaHalf ? withElementType(builder, dot.getLoc(), converted, builder.getF16Type())
                     : converted;
    };
    Value a = operand(dot.getA(), 0, bitsA), b = operand(dot.getB(), 1, bitsB);
    Value c = inLayout(builder, dot.getC(), layout);
    Value product = tt::DotOp::create(builder, dot.getLoc(), a, b, c, dot.getInputPrecision(),
                                      int32_t(dot.getMaxNumImpreciseAcc()));
    finish(builder, dot, product);
  }

  //===--- wgmma -------------------------------------------------------------------------------===//

  /// The most columns of an instruction that divide a warp's part.
  static int64_t columnsOfInstruction(tt::DotOp dot, llvm::ArrayRef<int64_t> shape) {
    int64_t alongM = std::max<int64_t>(1, shape[0] / 16);
    int64_t alongN = std::max<int64_t>(1, numWarps(dot) / alongM);
    int64_t most = std::max<int64_t>(8, shape[1] / alongN);
    bool isInteger = getElementTypeOrSelf(dot.getA()).isInteger();
    for (int64_t columns = 256; columns > 8; columns -= 8) {
      // Integers have multiples of 16, and 24 and 8, up to 224.
      if (isInteger && (columns > 224 || (columns % 16 && columns != 24)))
        continue;
      if (shape[1] % columns == 0 && columns <= most)
        return columns;
    }
    return 8;
  }

  llvm::SmallVector<int32_t> warpsOfGroups(tt::DotOp dot, llvm::ArrayRef<int64_t> shape) {
    auto warps = int32_t(numWarps(dot));
    if (chains->leadsOn(dot))
      return {warps, 1};
    int32_t alongM = 4, alongN = 1;
    while (alongM * alongN < warps)
      (shape[0] > 16 * alongM ? alongM : alongN) *= 2;
    return {alongM, alongN};
  }

  /// The buffer that holds a value, filled where the value is made.
  static Value inBuffer(OpBuilder builder, Value value, unsigned index) {
    if (auto convert = value.getDefiningOp<ttg::ConvertLayoutOp>())
      value = convert.getSrc();
    auto type = cast<RankedTensorType>(value.getType());
    unsigned bits = bitsOf(value);
    llvm::SmallVector<int32_t> order = layoutOrder(type);
    if (bits != 16)
      order = index ? llvm::SmallVector<int32_t>{0, 1} : llvm::SmallVector<int32_t>{1, 0};
    llvm::SmallVector<int64_t> shape = partOfBlock(type);
    auto layout = ttg::NVMMASharedEncodingAttr::get(
        builder.getContext(), swizzledBytes(shape[order[0]], shape[order[1]], bits),
        /*transposed=*/order[0] == 0, bits, /*fp4Padded=*/false,
        ttg::cgaBasesOf(type.getEncoding()), /*rank=*/0);
    builder.setInsertionPointAfterValue(value);
    auto buffer = ttg::MemDescType::get(type.getShape(), type.getElementType(), layout,
                                        ttg::SharedMemorySpaceAttr::get(builder.getContext()));
    return ttg::LocalAllocOp::create(builder, value.getLoc(), buffer, value, IntegerAttr());
  }

  void toWarpGroups(tt::DotOp dot) {
    OpBuilder builder(dot);
    MLIRContext *context = builder.getContext();
    RankedTensorType type = dot.getType();
    llvm::SmallVector<int64_t> shape = partOfBlock(type);
    auto layout = ttg::NvidiaMmaEncodingAttr::get(
        context, 3, 0, warpsOfGroups(dot, shape), ttg::cgaBasesOf(type.getEncoding()),
        {16, int32_t(columnsOfInstruction(dot, shape)), int32_t(256 / bitsOf(dot.getA()))});
    Value a = isFromMemory(dot.getA()) ? inBuffer(builder, dot.getA(), 0)
                                       : inLayout(builder, dot.getA(),
                                                  ttg::DotOperandEncodingAttr::get(
                                                      context, 0, layout, 32 / bitsOf(dot.getA())));
    Value b = inBuffer(builder, dot.getB(), 1);
    Value c = inLayout(builder, dot.getC(), layout);
    Value product = ttng::WarpGroupDotOp::create(
        builder, dot.getLoc(), c.getType(), a, b, c, /*useC=*/Value(), dot.getInputPrecision(),
        uint32_t(dot.getMaxNumImpreciseAcc()), /*isAsync=*/false);
    finish(builder, dot, product);
  }

  //===--- both --------------------------------------------------------------------------------===//

  static Value inLayout(OpBuilder &builder, Value value, Attribute encoding) {
    auto wanted = cast<RankedTensorType>(value.getType()).cloneWithEncoding(encoding);
    return ttg::ConvertLayoutOp::create(builder, value.getLoc(), wanted, value);
  }

  static void finish(OpBuilder &builder, tt::DotOp dot, Value product) {
    product.getDefiningOp()->setDiscardableAttrs(dot->getDiscardableAttrDictionary());
    dot.replaceAllUsesWith(
        ttg::ConvertLayoutOp::create(builder, dot.getLoc(), dot.getType(), product).getResult());
    dot.erase();
  }

  ModuleOp module;
  int capability;
  Chains *chains = nullptr;
  /// The bits of what was loaded for either operand, from before any rewrite.
  llvm::DenseMap<Operation *, std::pair<unsigned, unsigned>> loaded;
};

struct AccelerateMatmul : fathom::impl::TritonGPUAccelerateMatmulBase<AccelerateMatmul> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto target = module->getAttrOfType<StringAttr>(ttg::targetName);
    int capability = 0;
    StringRef text = target ? target.getValue() : StringRef();
    if (!text.consume_front("cuda:") || text.getAsInteger(10, capability)) {
      module.emitError() << "needs " << ttg::targetName << " = \"cuda:..\"";
      return signalPassFailure();
    }
    if (!hasProducts(module))
      return markAllAnalysesPreserved();
    Products(module, capability).run();
  }
};

} // namespace
