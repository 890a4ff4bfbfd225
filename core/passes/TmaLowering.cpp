// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// triton-nvidia-tma-lowering: has TMA do what is left of ops on descriptors once loops are pipelined.
//
//   %d = tt.make_tensor_descriptor %p, [%m, %n], [%s, %c1]     %memory = ttg.global_scratch_alloc
//                                                              ttng.tensormap_create %memory, %p, [box], [%n, %m], [bytes of %s], [1, 1]
//                                                              ttng.tensormap_fenceproxy_acquire %memory
//                                                              %d = ttng.reinterpret_tensor_descriptor %memory
//
//   %x = tt.descriptor_load %d[%i, %j]                         %buffer = ttg.local_alloc, %barrier = ttg.local_alloc
//                                                              ttng.init_barrier %barrier, 1
//                                                              ttng.barrier_expect %barrier, bytes of the block
//                                                              ttng.async_tma_copy_global_to_local %d[%i, %j] %buffer, %barrier
//                                                              ttng.wait_barrier %barrier, 0;  ttng.inval_barrier %barrier
//                                                              %x = ttg.local_load %buffer
//
//   tt.descriptor_store %d[%i, %j], %x                         %buffer = ttg.local_alloc %x
//                                                              ttng.fence_async_shared
//                                                              ttng.async_tma_copy_local_to_global %d[%i, %j] %buffer
//                                                              ttng.async_tma_store_wait {pendings = 0}
//
// Reductions, and rows that are gathered and scattered, likewise. A value that goes from or to such a buffer anyway stays there.
//
// In a loop that reads nothing that may be written there, and writes by descriptors alone, a store is waited for before the next one needs the buffer, and after
// the loop: it runs on while the next trip computes. The buffer is made before the outermost such loop.
//
// The memory of a descriptor that is made in a loop is written in each trip. One that may be used in a later trip than it was made in stays as it is.
//
// Requires: encodings of descriptors (triton-nvidia-optimize-descriptor-encoding). What has none is left alone.
// Promises: a buffer that TMA reads was written, and a fence stands between.
// Promises: each barrier is set up once, expects the bytes of its copy, is waited for and given back.
// Promises: no copy out of a buffer is under way when the buffer is written, nor when the kernel reads or writes global memory otherwise.
//
// Bugs live here: bytes that are expected and do not come; a second copy to a barrier that was not given back; a store that is not waited for before the buffer's
// memory gets another use; sizes and strides the wrong way round; strides in elements.
#include "core/analysis/ReadOnlyPointers.h"
#include "core/passes/Passes.h"
#include "core/passes/SharedBuffers.h"
#include "core/passes/TmaBlocks.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONNVIDIAGPUTMALOWERING
#include "core/passes/Passes.h.inc"
} // namespace fathom

/// The type of an op's descriptor, if TMA serves it.
static tt::TensorDescType servedType(Value desc) {
  auto type = dyn_cast<tt::TensorDescType>(desc.getType());
  return type && isa_and_nonnull<ttg::NVMMASharedEncodingAttr>(type.getBlockType().getEncoding())
             ? type
             : tt::TensorDescType();
}

/// What is written by a descriptor: the value, or null.
static Value writtenBy(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tt::DescriptorStoreOp, tt::DescriptorReduceOp, tt::DescriptorScatterOp>(
          [](auto write) { return write.getSrc(); })
      .Default([](Operation *) { return Value(); });
}

namespace {

/// Whether stores of a loop may run on into the next trip.
class LoopWrites {
public:
  LoopWrites(Operation *loop, const ReadOnlyPointers &pointers) {
    SmallVector<Value> written, read;
    loop->walk([&](Operation *op) {
      if (op == loop)
        return;
      if (writtenBy(op)) {
        written.push_back(op->getOperand(0));
        isOpen &= !loop->isAncestor(op->getOperand(0).getParentRegion()->getParentOp()) &&
                  servedType(op->getOperand(0));
        return;
      }
      if (readsThrough(op, read))
        return;
      // Barriers, atomics, calls, prints and the like: nothing is to be under way.
      if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() || isMemoryEffectFree(op))
        return;
      isOpen &= worksOnChip(op);
    });
    for (Value through : written)
      for (Value pointer : read)
        isOpen &= !pointers.mayChange(pointer, through);
  }

  bool isOpen = true;

private:
  static bool readsThrough(Operation *op, SmallVectorImpl<Value> &read) {
    if (auto load = dyn_cast<tt::LoadOp>(op); load && load.getIsVolatile())
      return false;
    if (!isa<tt::LoadOp, tt::DescriptorLoadOp, tt::DescriptorGatherOp,
             ttg::AsyncCopyGlobalToLocalOp, ttng::AsyncTMACopyGlobalToLocalOp,
             ttng::AsyncTMAGatherOp>(op))
      return false;
    read.push_back(op->getOperand(0));
    return true;
  }

  /// Works on shared memory, and on mbarriers, alone.
  static bool worksOnChip(Operation *op) {
    return isa<ttg::LocalAllocOp, ttg::LocalDeallocOp, ttg::LocalLoadOp, ttg::LocalStoreOp,
               ttg::AsyncCommitGroupOp, ttg::AsyncWaitOp, ttng::InitBarrierOp, ttng::InvalBarrierOp,
               ttng::BarrierExpectOp, ttng::WaitBarrierOp, ttng::FenceAsyncSharedOp,
               ttng::WarpGroupDotOp, ttng::WarpGroupDotWaitOp, tt::MakeTensorDescOp,
               LoopLikeOpInterface>(op);
  }
};

struct TmaLowering : fathom::impl::TritonNvidiaGPUTMALoweringBase<TmaLowering> {
  void runOnOperation() override {
    for (tt::FuncOp func : getOperation().getOps<tt::FuncOp>()) {
      SmallVector<Operation *> reads, writes, makes;
      func.walk([&](Operation *op) {
        if (isa<tt::DescriptorLoadOp, tt::DescriptorGatherOp>(op))
          reads.push_back(op);
        else if (writtenBy(op))
          writes.push_back(op);
        else if (isa<tt::MakeTensorDescOp>(op))
          makes.push_back(op);
      });
      if (reads.empty() && writes.empty() && makes.empty())
        continue;
      openLoops.clear();
      outermostLoops.clear();
      staging.clear();
      if (!writes.empty()) {
        ReadOnlyPointers pointers(func);
        for (Operation *op : writes)
          findOpenLoop(op, pointers);
      }
      for (Operation *op : reads)
        lowerRead(op);
      for (Operation *op : writes)
        lowerWrite(op);
      for (Operation *op : makes)
        lowerMake(cast<tt::MakeTensorDescOp>(op));
    }
  }

  //===--- Reads ---===//

  static Value constant(OpBuilder &b, Location loc, int32_t value) {
    return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(value));
  }

  void lowerRead(Operation *op) {
    tt::TensorDescType type = servedType(op->getOperand(0));
    auto tensor = cast<RankedTensorType>(op->getResult(0).getType());
    ttg::MemDescType bufferType = type ? tmaBuffer(type, tensor, /*isMutable=*/true) : nullptr;
    if (!bufferType)
      return;
    if (op->use_empty())
      return op->erase();
    Location loc = op->getLoc();
    OpBuilder b(op);
    Value buffer = ttg::LocalAllocOp::create(b, loc, bufferType, Value(), nullptr);
    Value barrier =
        ttg::LocalAllocOp::create(b, loc, barrierType(b.getContext()), Value(), nullptr);
    Value always = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
    ttng::InitBarrierOp::create(b, loc, barrier, 1);
    ttng::BarrierExpectOp::create(b, loc, barrier, tmaBytes(bufferType), always, nullptr);
    startTmaCopy(b, op, buffer, barrier, always);
    ttng::WaitBarrierOp::create(b, loc, barrier, constant(b, loc, 0), Value(), ValueRange());
    ttng::InvalBarrierOp::create(b, loc, barrier);
    if (ttg::LocalAllocOp alloc = onlyBufferOf(op->getResult(0));
        alloc && alloc.getType().getEncoding() == bufferType.getEncoding())
      replaceBuffer(alloc, buffer);
    else
      op->replaceAllUsesWith(
          ttg::LocalLoadOp::create(b, loc, tensor, buffer, /*token=*/Value())->getResults());
    op->erase();
  }

  //===--- Writes ---===//

  /// Notes the outermost loop around the op that its writes may run on in.
  void findOpenLoop(Operation *op, const ReadOnlyPointers &pointers) {
    Operation *outermost = nullptr;
    for (Operation *parent = op->getParentOp(); parent && !isa<tt::FuncOp>(parent);
         parent = parent->getParentOp()) {
      if (!isa<LoopLikeOpInterface>(parent)) {
        if (!isa<scf::IfOp>(parent))
          break;
        continue;
      }
      auto [its, isNew] = openLoops.try_emplace(parent, false);
      if (isNew)
        its->second = LoopWrites(parent, pointers).isOpen;
      if (!its->second)
        break;
      outermost = parent;
    }
    if (outermost)
      outermostLoops[op] = outermost;
  }

  void lowerWrite(Operation *op) {
    tt::TensorDescType type = servedType(op->getOperand(0));
    Value value = writtenBy(op);
    auto tensor = cast<RankedTensorType>(value.getType());
    Operation *loop = outermostLoops.lookup(op);
    ttg::MemDescType bufferType = type ? tmaBuffer(type, tensor, loop != nullptr) : nullptr;
    if (!bufferType)
      return;
    Location loc = op->getLoc();
    OpBuilder b(op);
    Value buffer;
    if (loop) {
      buffer = stagingBuffer(loop, bufferType, loc);
      ttng::TMAStoreWaitOp::create(b, loc, 0, false);
      ttg::LocalStoreOp::create(b, loc, value, buffer);
    } else {
      buffer = ttg::LocalAllocOp::create(b, loc, bufferType, value, nullptr);
    }
    ttng::FenceAsyncSharedOp::create(b, loc, false);
    startWrite(b, op, buffer);
    if (!loop)
      ttng::TMAStoreWaitOp::create(b, loc, 0, false);
    op->erase();
  }

  static void startWrite(OpBuilder &b, Operation *op, Value buffer) {
    Location loc = op->getLoc();
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](tt::DescriptorStoreOp store) {
          ttng::AsyncTMACopyLocalToGlobalOp::create(b, loc, store.getDesc(), store.getIndices(),
                                                    buffer);
        })
        .Case([&](tt::DescriptorReduceOp reduce) {
          ttng::AsyncTMAReduceOp::create(b, loc, reduce.getKind(), reduce.getDesc(),
                                         reduce.getIndices(), buffer);
        })
        .Case([&](tt::DescriptorScatterOp scatter) {
          Value rows = inTmaRows(b, loc, scatter.getXOffsets());
          ttng::AsyncTMAScatterOp::create(b, loc, scatter.getDesc(), rows, scatter.getYOffset(),
                                          buffer);
        });
  }

  /// One for each loop and type: stores of a trip follow each other.
  Value stagingBuffer(Operation *loop, ttg::MemDescType type, Location loc) {
    Value &buffer = staging[{loop, type}];
    if (buffer)
      return buffer;
    OpBuilder b(loop);
    buffer = ttg::LocalAllocOp::create(b, loc, type, Value(), nullptr);
    b.setInsertionPointAfter(loop);
    ttng::TMAStoreWaitOp::create(b, loc, 0, false);
    ttg::LocalDeallocOp::create(b, loc, buffer);
    return buffer;
  }

  //===--- Descriptors ---===//

  void lowerMake(tt::MakeTensorDescOp make) {
    tt::TensorDescType type = servedType(make.getResult());
    if (!type || !isUsedAtOnce(make))
      return;
    Location loc = make.getLoc();
    OpBuilder b(make);
    constexpr unsigned bytes = 128;
    Type element = type.getBlockType().getElementType();
    Value memory = ttg::GlobalScratchAllocOp::create(
        b, loc, tt::PointerType::get(b.getI8Type()), b.getI32IntegerAttr(bytes),
        b.getI32IntegerAttr(bytes), nullptr, nullptr, nullptr);
    SmallVector<Value> box, sizes, strides, steps;
    SmallVector<int64_t> boxSizes = tmaBox(type);
    for (int64_t size : llvm::reverse(boxSizes)) {
      box.push_back(constant(b, loc, size));
      steps.push_back(constant(b, loc, 1));
    }
    llvm::append_range(sizes, llvm::reverse(make.getShape()));
    int64_t elementBytes = element.getIntOrFloatBitWidth() / 8;
    for (Value stride : llvm::drop_begin(llvm::reverse(make.getStrides()))) {
      Value factor = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(elementBytes));
      strides.push_back(b.createOrFold<arith::MulIOp>(loc, stride, factor));
    }
    auto layout = cast<ttg::NVMMASharedEncodingAttr>(type.getBlockType().getEncoding());
    unsigned swizzle = llvm::Log2_32(std::max(16u, layout.getSwizzlingByteWidth())) - 4;
    ttng::TensormapCreateOp::create(b, loc, memory, make.getBase(), box, sizes, strides, steps,
                                    tmaElementNumber(element), /*interleave=*/0, swizzle,
                                    make.getPadding() == tt::PaddingOption::Nan);
    ttng::TensormapFenceproxyAcquireOp::create(b, loc, memory);
    make.replaceAllUsesWith(
        ttng::ReinterpretTensorDescOp::create(b, loc, type, memory).getResult());
    make.erase();
  }

  llvm::DenseMap<Operation *, bool> openLoops;
  llvm::DenseMap<Operation *, Operation *> outermostLoops; ///< Of writes.
  llvm::DenseMap<std::pair<Operation *, Type>, Value> staging;
};

} // namespace
