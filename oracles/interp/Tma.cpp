// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ttng.async_tma_*: blocks of a tensor that a descriptor describes, copied to buffers and back (PTX ISA, cp.async.bulk.tensor); and descriptors in memory.
//
// A copy into a buffer is done when a wait for its barrier needs it. A copy out of a buffer writes global memory at once; its buffer may be written again after the
// ttng.async_tma_store_wait that covers it. Coordinates and padding are those of DescriptorOps.h.
#include "oracles/interp/Barriers.h"
#include "oracles/interp/DescriptorOps.h"

#include "core/ir/TritonNvidiaGPU.h"

using namespace llvm;

namespace fathom::interp {

namespace {

/// Machine::state of a program: descriptors in memory.
struct TensorMaps {
  /// What ttng.tensormap_create writes.
  struct Map {
    uint64_t base = 0;
    SmallVector<int64_t, 5> shape;       ///< Outermost first.
    SmallVector<int64_t, 5> strideBytes; ///< Of all but the innermost dim.
    bool nanPadding = false;
  };
  std::map<uint64_t, Map> byAddress;
  /// Descriptors that refer to an address: they change when another one is written there.
  std::map<uint64_t, std::vector<llvm::IntrusiveRefCntPtr<Descriptor>>> users;
  /// The buffer of each ttg.global_scratch_alloc.
  DenseMap<mlir::Operation *, uint64_t> scratch;
  /// Those that were passed by value and whose address was asked for.
  std::map<uint64_t, llvm::IntrusiveRefCntPtr<Object>> named;
};

} // namespace

//===--- Descriptors in memory ---===//

static void runScratchAlloc(Frame &f, const Instr &i) {
  auto op = cast<ttg::GlobalScratchAllocOp>(i.op);
  TensorMaps &maps = f.machine.state<TensorMaps>();
  auto [entry, fresh] = maps.scratch.try_emplace(i.op, 0);
  if (fresh) {
    std::string name =
        ("scratch" + Twine(maps.scratch.size()) + " of program " + Twine(f.machine.programIndex()))
            .str();
    entry->second = f.machine.memory.add(name, op.getNbytes()).base;
  }
  f.result(i) = Value::scalar<uint64_t>(Lane::U64, entry->second);
}

/// Takes over what lies in memory; a base of 0 says that nothing does.
static void takeOver(Descriptor &descriptor, const TensorMaps::Map &map) {
  size_t rank = descriptor.block.size();
  descriptor.base = map.base;
  descriptor.nanPadding = map.nanPadding;
  descriptor.shape = map.shape;
  descriptor.shape.resize(rank, 0);
  descriptor.strides.clear();
  for (int64_t stride : map.strideBytes)
    descriptor.strides.push_back(stride / descriptor.element.bytes);
  descriptor.strides.resize(rank, 1);
}

static void runTensormapCreate(Frame &f, const Instr &i) {
  auto op = cast<ttng::TensormapCreateOp>(i.op);
  unsigned rank = op.getGlobalDim().size(), boxes = op.getBoxDim().size();
  std::optional<int64_t> address = f.scalar(i, 0), base = f.scalar(i, 1);
  auto shape = coordinates(f, i, 2 + boxes, rank);
  auto strides = coordinates(f, i, 2 + boxes + rank, op.getGlobalStride().size());
  if (!address || !base || !shape || !strides)
    return;
  TensorMaps &maps = f.machine.state<TensorMaps>();
  TensorMaps::Map &map = maps.byAddress[*address];
  map.base = *base;
  map.shape.assign(shape->rbegin(), shape->rend());
  map.strideBytes.assign(strides->rbegin(), strides->rend());
  map.nanPadding = op.getFillMode() == 1;
  for (const auto &user : maps.users[*address])
    takeOver(*user, map);
}

Value descriptorInMemory(Frame &f, uint64_t address, tt::TensorDescType type) {
  TensorMaps &maps = f.machine.state<TensorMaps>();
  if (auto named = maps.named.find(address); named != maps.named.end())
    return Value::of(named->second);
  SmallVector<int64_t, 5> zeros(type.getBlockType().getRank(), 0);
  Value value = makeDescriptor(type, f.machine.semantics(), 0, zeros, zeros, false);
  auto *descriptor = static_cast<Descriptor *>(value.object.get());
  if (auto found = maps.byAddress.find(address); found != maps.byAddress.end())
    takeOver(*descriptor, found->second);
  maps.users[address].push_back(descriptor);
  return value;
}

static void runReinterpret(Frame &f, const Instr &i) {
  std::optional<int64_t> address = f.scalar(i, 0);
  if (address)
    f.result(i) =
        descriptorInMemory(f, *address, cast<tt::TensorDescType>(i.op->getResult(0).getType()));
}

static void runToPointer(Frame &f, const Instr &i) {
  const Value &descriptor = f.operand(i, 0);
  if (!descriptor.object)
    return f.stop(Stop::Kind::Undefined, i, "the address of an undefined descriptor");
  TensorMaps &maps = f.machine.state<TensorMaps>();
  // No buffer lies there.
  uint64_t address = 0x1000 + 128 * maps.named.size();
  maps.named[address] = descriptor.object;
  f.result(i) = Value::scalar<uint64_t>(Lane::U64, address);
}

/// Operand 0. Descriptors are passed by pointer up to 3.3; then the buffer's type says what a block is.
static llvm::IntrusiveRefCntPtr<const Descriptor>
descriptorFor(Frame &f, const Instr &i, ttg::MemDescType buffer, unsigned rank) {
  llvm::IntrusiveRefCntPtr<const Descriptor> descriptor;
  if (!isa<tt::PointerType>(i.op->getOperand(0).getType())) {
    descriptor = descriptorOperand(f, i, 0);
  } else if (std::optional<int64_t> address = f.scalar(i, 0)) {
    SmallVector<int64_t, 5> block(buffer.getShape());
    while (block.size() < rank)
      block.insert(block.begin(), 1);
    auto type =
        tt::TensorDescType::get(mlir::RankedTensorType::get(block, buffer.getElementType()));
    descriptor =
        static_cast<const Descriptor *>(descriptorInMemory(f, *address, type).object.get());
  }
  if (descriptor && descriptor->base == 0) {
    f.stop(Stop::Kind::Undefined, i,
           i.op->getName().getStringRef() + " of a descriptor in memory that was never written");
    return nullptr;
  }
  return descriptor;
}

//===--- Copies ---===//

/// Into how many parts the blocks of a cluster divide a buffer: each bit of a block's number that moves its part doubles them.
static int64_t partsOf(ttg::MemDescType buffer) {
  auto split = [](auto bases) {
    return int64_t(1) << llvm::count_if(bases, [](mlir::DenseI32ArrayAttr base) {
             return llvm::any_of(base.asArrayRef(), [](int32_t step) { return step != 0; });
           });
  };
  if (auto nvmma = dyn_cast<ttg::NVMMASharedEncodingAttr>(buffer.getEncoding()))
    return split(nvmma.getCgaBases());
  if (auto swizzled = dyn_cast<ttg::SwizzledSharedEncodingAttr>(buffer.getEncoding()))
    return split(swizzled.getCgaBases());
  return 1;
}

static void startCopyIn(Frame &f, const Instr &i, ViewRef view, ttg::MemDescType type,
                        MemoryBarrier &barrier, const Value &loaded) {
  if (!writeView(f, i, *view, loaded))
    return;
  PendingRef pending = issue(i);
  startAccess(f, view, pending, /*writes=*/true);
  barrier.follow(groupOf(f), {pending}, view->count() * view->element.bits / 8, 0, partsOf(type));
}

static const void *prepareCopyIn(mlir::Operation *op, Preparer &p) {
  if (!cast<ttng::AsyncTMACopyGlobalToLocalOp>(op).getOffsets().empty())
    p.unsupported("copies in im2col mode");
  return nullptr;
}

static void runCopyIn(Frame &f, const Instr &i) {
  auto op = cast<ttng::AsyncTMACopyGlobalToLocalOp>(i.op);
  unsigned rank = op.getCoord().size();
  std::optional<bool> on = predicate(f, i, 3 + rank);
  if (!on || !*on)
    return;
  BarrierRef barrier = barrierOperand(f, i, 1 + rank);
  ViewRef view = barrier ? viewOperand(f, i, 2 + rank) : nullptr;
  if (!view || !mayWrite(f, i, *view))
    return;
  auto descriptor = descriptorFor(f, i, op.getResult().getType(), rank);
  auto at = descriptor ? coordinates(f, i, 1, rank) : std::nullopt;
  if (!at)
    return;
  if (std::optional<Value> loaded = loadBlock(f, i, *descriptor, blockLanes(*descriptor, *at)))
    startCopyIn(f, i, view, op.getResult().getType(), *barrier, *loaded);
}

static void runGather(Frame &f, const Instr &i) {
  auto op = cast<ttng::AsyncTMAGatherOp>(i.op);
  std::optional<bool> on = predicate(f, i, 5);
  if (!on || !*on)
    return;
  BarrierRef barrier = barrierOperand(f, i, 3);
  ViewRef view = barrier ? viewOperand(f, i, 4) : nullptr;
  if (!view || !mayWrite(f, i, *view))
    return;
  ttg::MemDescType type = op.getResult().getType();
  auto descriptor = descriptorFor(f, i, type, 2);
  auto rows = descriptor ? rowOffsets(f, i, 1) : std::nullopt;
  std::optional<int64_t> column = rows ? f.scalar(i, 2) : std::nullopt;
  if (!column)
    return;
  Lanes lanes = rowLanes(*descriptor, *rows, *column, type.getShape().back());
  if (std::optional<Value> loaded = loadBlock(f, i, *descriptor, lanes))
    startCopyIn(f, i, view, type, *barrier, *loaded);
}

/// The elements of the buffer, which is read until a store wait covers the op.
static std::optional<Value> startCopyOut(Frame &f, const Instr &i, unsigned k) {
  ViewRef view = viewOperand(f, i, k);
  if (!view)
    return std::nullopt;
  std::optional<Value> value = loadView(f, i, *view);
  if (!value)
    return std::nullopt;
  PendingRef pending = issue(i);
  startAccess(f, view, pending, /*writes=*/false);
  groupOf(f).stores.push_back(std::move(pending));
  return value;
}

template <class Op> static void runCopyOut(Frame &f, const Instr &i) {
  auto op = cast<Op>(i.op);
  unsigned rank = op.getCoord().size();
  auto descriptor = descriptorFor(f, i, op.getSrc().getType(), rank);
  auto at = descriptor ? coordinates(f, i, 1, rank) : std::nullopt;
  std::optional<Value> value = at ? startCopyOut(f, i, 1 + rank) : std::nullopt;
  if (!value)
    return;
  Lanes lanes = blockLanes(*descriptor, *at);
  if constexpr (std::is_same_v<Op, ttng::AsyncTMAReduceOp>)
    reduceBlock(f, i, *descriptor, lanes, op.getKind(), *value);
  else
    storeBlock(f, i, *descriptor, lanes, *value);
}

static void runScatter(Frame &f, const Instr &i) {
  auto op = cast<ttng::AsyncTMAScatterOp>(i.op);
  ttg::MemDescType type = op.getSrc().getType();
  auto descriptor = descriptorFor(f, i, type, 2);
  auto rows = descriptor ? rowOffsets(f, i, 1) : std::nullopt;
  std::optional<int64_t> column = rows ? f.scalar(i, 2) : std::nullopt;
  std::optional<Value> value = column ? startCopyOut(f, i, 3) : std::nullopt;
  if (value)
    storeBlock(f, i, *descriptor, rowLanes(*descriptor, *rows, *column, type.getShape().back()),
               *value);
}

static void runStoreWait(Frame &f, const Instr &i) {
  groupOf(f).waitForStores(cast<ttng::TMAStoreWaitOp>(i.op).getPendings());
}

static void runNothing(Frame &, const Instr &) {}

void addTma(Registry &registry) {
  registry.add<ttg::GlobalScratchAllocOp>(runScratchAlloc);
  registry.add<ttng::TensormapCreateOp>(runTensormapCreate);
  registry.add<ttng::TensormapFenceproxyAcquireOp>(runNothing);
  registry.add<ttng::ReinterpretTensorDescOp>(runReinterpret);
  registry.add<tt::ReinterpretTensorDescOp>(runReinterpret);
  registry.add<ttng::TensorDescToTMAPtrOp>(runToPointer);
  registry.add<ttng::AsyncTMACopyGlobalToLocalOp>(runCopyIn, prepareCopyIn);
  registry.add<ttng::AsyncTMAGatherOp>(runGather);
  registry.add<ttng::AsyncTMACopyLocalToGlobalOp>(runCopyOut<ttng::AsyncTMACopyLocalToGlobalOp>);
  registry.add<ttng::AsyncTMAReduceOp>(runCopyOut<ttng::AsyncTMAReduceOp>);
  registry.add<ttng::AsyncTMAScatterOp>(runScatter);
  registry.add<ttng::TMAStoreWaitOp>(runStoreWait);
}

} // namespace fathom::interp
