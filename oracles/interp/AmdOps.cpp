// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// amdg: accesses through buffer descriptors, and parts of tensors in registers; and what of amdg and rocdl only orders instructions.
//
// A buffer access goes to base + offset, an unsigned 32-bit number of bytes. From 2^31 - 2 bytes on (the number of records that Triton's lowering puts into the
// descriptor) it is out of range: a load gives 0, a store does nothing (CDNA ISA, "Memory Buffer Instructions", range checking). A lane that is masked off
// is given an offset out of range, and `other` is selected after the load; so without `other` it gives 0.
#include "oracles/interp/MemoryOps.h"
#include "oracles/interp/Movement.h"
#include "oracles/interp/SharedMemory.h"

#include "core/ir/TritonAMDGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace llvm;

namespace fathom::interp {

//===--- Buffer accesses ---===//

namespace {
struct BufferAccess {
  Element element;
  int64_t count;
  int pointer, offsets, value, mask, other; ///< Operand numbers; -1: absent.
};
} // namespace

/// The number of operand group k of the op's definition; -1 if it is absent.
template <class Op> static int numberOf(Op op, unsigned k) {
  mlir::OperandRange operands = op.getODSOperands(k);
  return operands.empty() ? -1 : int(operands.getBeginOperandIndex());
}

static const void *prepareLoad(mlir::Operation *op, Preparer &p) {
  auto load = cast<amdg::BufferLoadOp>(op);
  mlir::Type type = load.getResult().getType();
  return p.make<BufferAccess>(BufferAccess{*p.element(type), elementCount(type), 0, 1, -1,
                                           numberOf(load, 3), numberOf(load, 4)});
}

static const void *prepareStore(mlir::Operation *op, Preparer &p) {
  auto store = cast<amdg::BufferStoreOp>(op);
  mlir::Type type = store.getValue().getType();
  return p.make<BufferAccess>(
      BufferAccess{*p.element(type), elementCount(type), 1, 2, 0, numberOf(store, 4), -1});
}

static const void *prepareRmw(mlir::Operation *op, Preparer &p) {
  auto rmw = cast<amdg::BufferAtomicRMWOp>(op);
  mlir::Type type = rmw.getValue().getType();
  return p.make<BufferAccess>(
      BufferAccess{*p.element(type), elementCount(type), 0, 1, 2, numberOf(rmw, 4), -1});
}

static const void *prepareCas(mlir::Operation *op, Preparer &p) {
  auto cas = cast<amdg::BufferAtomicCASOp>(op);
  mlir::Type type = cas.getVal().getType();
  return p.make<BufferAccess>(BufferAccess{*p.element(type), elementCount(type), 0, 1, 3, -1, -1});
}

static const void *prepareLoadToLocal(mlir::Operation *op, Preparer &p) {
  auto load = cast<amdg::BufferLoadToLocalOp>(op);
  mlir::Type type = load.getDest().getType();
  return p.make<BufferAccess>(BufferAccess{*p.element(type), elementCount(type), 1, 2, -1,
                                           numberOf(load, 3), numberOf(load, 4)});
}

/// The lanes, those out of range off; none: the run was stopped.
static std::optional<Lanes> bufferLanes(Frame &f, const Instr &i, const BufferAccess &access,
                                        bool all) {
  const Value &base = f.operand(i, access.pointer);
  const Value &offsets = f.operand(i, access.offsets);
  const Value *mask = access.mask < 0 ? nullptr : &f.operand(i, access.mask);
  int64_t count = mask ? std::max(mask->count, offsets.count) : offsets.count;
  constexpr uint32_t records = 0x7ffffffe;
  Value addresses = Value::make(Lane::U64, offsets.count);
  Value inRange = Value::make(Lane::U8, offsets.count);
  const auto *offset = offsets.elements<uint32_t>();
  auto *address = addresses.elements<uint64_t>();
  auto *in = inRange.elements<uint8_t>();
  uint32_t bytes = access.element.bytes;
  uint8_t allIn = 1;
  for (int64_t k = 0; k < offsets.count; ++k) {
    uint32_t distance = offset[k] * bytes;
    address[k] = base.integer() + distance;
    in[k] = distance < records;
    allIn &= in[k];
  }
  // Where the base is unknown, all addresses are; a lane that is off needs none.
  addresses.poison = Frame::mergePoison({&offsets, &base}, offsets.count);
  if (allIn)
    return lanesOf(f, i, addresses, mask, access.count, all);
  // Both: in range, and on.
  Value on = Value::make(Lane::U8, count);
  Value spreadIn = Frame::spread(inRange, count);
  Value spreadMask = mask ? Frame::spread(*mask, count) : Value();
  for (int64_t k = 0; k < count; ++k)
    on.elements<uint8_t>()[k] =
        spreadIn.elements<uint8_t>()[k] & (mask ? spreadMask.elements<uint8_t>()[k] : 1);
  on.poison = spreadMask.poison;
  return lanesOf(f, i, addresses, &on, access.count, all);
}

static std::optional<Value> bufferLoad(Frame &f, const Instr &i) {
  const auto &access = i.get<BufferAccess>();
  std::optional<Lanes> lanes = bufferLanes(f, i, access, /*all=*/false);
  if (!lanes)
    return std::nullopt;
  Value other = access.other < 0 ? zeroOf(access.element) : f.operand(i, access.other);
  return loadLanes(f, i, *lanes, access.element, &other);
}

static void runLoad(Frame &f, const Instr &i) {
  if (std::optional<Value> loaded = bufferLoad(f, i))
    f.result(i) = std::move(*loaded);
}

static void runStore(Frame &f, const Instr &i) {
  const auto &access = i.get<BufferAccess>();
  if (std::optional<Lanes> lanes = bufferLanes(f, i, access, /*all=*/true))
    storeLanes(f, i, *lanes, access.element, f.operand(i, access.value));
}

static Rmw rmwOf(tt::RmwKind kind) {
  // They count alike, one from 1 and the other from 0.
  static_assert(unsigned(tt::RmwKind::And) - 1 == unsigned(Rmw::And) &&
                unsigned(tt::RmwKind::FAdd) - 1 == unsigned(Rmw::FAdd) &&
                unsigned(tt::RmwKind::UMax) - 1 == unsigned(Rmw::UMax) &&
                unsigned(tt::RmwKind::Exchange) - 1 == unsigned(Rmw::Exchange));
  return Rmw(unsigned(kind) - 1);
}

static void runRmw(Frame &f, const Instr &i) {
  const auto &access = i.get<BufferAccess>();
  auto op = cast<amdg::BufferAtomicRMWOp>(i.op);
  std::optional<Lanes> lanes = bufferLanes(f, i, access, /*all=*/true);
  if (!lanes)
    return;
  std::optional<Value> old = updateLanes(f, i, rmwOf(op.getAtomicRmwOp()), *lanes, access.element,
                                         f.operand(i, access.value), !op.getResult().use_empty());
  if (old)
    f.result(i) = std::move(*old);
}

static void runCas(Frame &f, const Instr &i) {
  const auto &access = i.get<BufferAccess>();
  std::optional<Lanes> lanes = bufferLanes(f, i, access, /*all=*/true);
  if (!lanes)
    return;
  if (lanes->on())
    return f.stop(Stop::Kind::OutOfBounds, i,
                  "amdg.buffer_atomic_cas at an offset beyond the buffer's records");
  Value old = Value::make(access.element.lane, access.count);
  Value compare = f.full(i, 2), values = f.full(i, 3);
  if (accessed(f, i,
               f.machine.memory.cas(lanes->addresses(), access.count, access.element,
                                    f.inRing(compare), f.inRing(values), &old, accessOf(f, i))))
    f.result(i) = std::move(old);
}

static void runLoadToLocal(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 0);
  if (!view || !mayWrite(f, i, *view))
    return;
  std::optional<Value> loaded = bufferLoad(f, i);
  if (!loaded || !writeView(f, i, *view, *loaded))
    return;
  PendingRef pending = issue(i);
  startAccess(f, view, pending, /*writes=*/true);
  groupOf(f).copies.push_back(std::move(pending));
}

//===--- Parts of tensors ---===//

/// For each element of a part of a row-major tensor, its number in the whole.
static std::vector<uint32_t> numbersOfPart(ArrayRef<int64_t> whole, ArrayRef<int64_t> offsets,
                                           ArrayRef<int64_t> part) {
  int64_t count = 1;
  for (int64_t size : part)
    count *= size;
  std::vector<uint32_t> numbers(count);
  SmallVector<int64_t, 4> at(part.size(), 0);
  for (uint32_t &number : numbers) {
    number = 0;
    for (size_t d = 0; d < part.size(); ++d)
      number = number * whole[d] + offsets[d] + at[d];
    for (size_t d = part.size(); d-- && ++at[d] == part[d];)
      at[d] = 0;
  }
  return numbers;
}

static const void *prepareExtractSlice(mlir::Operation *op, Preparer &p) {
  auto slice = cast<amdg::ExtractSliceOp>(op);
  return p.make<std::vector<uint32_t>>(numbersOfPart(slice.getSource().getType().getShape(),
                                                     slice.getStaticOffsets(),
                                                     slice.getResult().getType().getShape()));
}

static void runExtractSlice(Frame &f, const Instr &i) {
  const auto &numbers = i.get<std::vector<uint32_t>>();
  const Value &source = f.operand(i, 0);
  f.result(i) = source.count == 1 ? source : gathered(source, numbers.data(), numbers.size());
}

/// For each element of the result, its number among those of all sources, one source after the other.
static const void *prepareConcat(mlir::Operation *op, Preparer &p) {
  auto concat = cast<amdg::ConcatOp>(op);
  ArrayRef<int64_t> whole = concat.getResult().getType().getShape();
  ArrayRef<int64_t> part =
      cast<mlir::RankedTensorType>(concat.getSources().front().getType()).getShape();
  std::vector<uint32_t> table(elementCount(concat.getResult().getType()));
  uint32_t next = 0;
  SmallVector<int64_t, 4> at(part.size(), 0);
  for (size_t source = 0; source < concat.getSources().size(); ++source) {
    for (uint32_t number : numbersOfPart(whole, at, part))
      table[number] = next++;
    for (size_t d = part.size(); d-- && (at[d] += part[d]) == whole[d];)
      at[d] = 0;
  }
  return p.make<std::vector<uint32_t>>(std::move(table));
}

static void runConcat(Frame &f, const Instr &i) {
  const auto &table = i.get<std::vector<uint32_t>>();
  SmallVector<Value, 8> sources;
  for (unsigned k = 0; k < i.operands.size(); ++k)
    sources.push_back(f.full(i, k));
  // Constants among ring elements go into the ring.
  if (any_of(sources, [](const Value &value) { return value.lane == Lane::Ring; }))
    for (Value &value : sources)
      value = f.inRing(value);
  Value all = interleaved(sources, 1, sources.front().count);
  f.result(i) = gathered(all, table.data(), table.size());
}

static void runSameElements(Frame &f, const Instr &i) { f.result(i) = f.operand(i, 0); }

static void runNothing(Frame &, const Instr &) {}

/// Block ping-pong tells warps apart by it, for amdg.cond_barrier.
static void runThreadId(Frame &f, const Instr &i) { f.result(i) = differsByThread(); }

/// A barrier that only some warps reach, to be met by the others at the next one: nothing in logical tensors.
static void runBarrier(Frame &f, const Instr &) { ++f.machine.state<ProgramState>().epoch; }

void addAmdOps(Registry &registry) {
  registry.add<amdg::BufferLoadOp>(runLoad, prepareLoad);
  registry.add<amdg::BufferStoreOp>(runStore, prepareStore);
  registry.add<amdg::BufferAtomicRMWOp>(runRmw, prepareRmw);
  registry.add<amdg::BufferAtomicCASOp>(runCas, prepareCas);
  registry.add<amdg::BufferLoadToLocalOp>(runLoadToLocal, prepareLoadToLocal);
  registry.add<amdg::ExtractSliceOp>(runExtractSlice, prepareExtractSlice);
  registry.add<amdg::ConcatOp>(runConcat, prepareConcat);
  registry.add<amdg::InThreadTransposeOp>(runSameElements);
  addAmdNumbers(registry);

  registry.add<amdg::InstructionSchedHintOp>(runNothing);
  registry.add<amdg::MemoryCounterWaitOp>(runNothing);
  registry.add<amdg::CondBarrierOp>(runBarrier);
  registry.add<mlir::ROCDL::ThreadIdXOp>(runThreadId);
  registry.add<mlir::LLVM::FenceOp>(runNothing);
  registry.add<mlir::ROCDL::SetPrioOp>(runNothing);
  registry.add<mlir::ROCDL::SchedBarrier>(runNothing);
  registry.add<mlir::ROCDL::SchedGroupBarrier>(runNothing);
  registry.add<mlir::ROCDL::IglpOpt>(runNothing);
  registry.add<mlir::ROCDL::SWaitcntOp>(runNothing);
}

} // namespace fathom::interp
