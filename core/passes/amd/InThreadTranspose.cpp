// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritonamdgpu-in-thread-transpose: lets threads turn what they loaded across K, so that operands are read from shared memory in whole pieces.
//
// A thread of the matrix unit reads kWidth elements along K at once if they lie together in the buffer. Of B in rows (K x N) they do not: what
// was loaded along N, and stored as it came, is read element by element. Here each thread loads several rows, and stores columns of them:
//
//   a thread's elements of B,      loaded by rows, each 16 bytes:      stored by columns, each 2 * 16 bits:
//   f16, 16 of them                k0: n0 n1 .. n7                     n0: k0 k1    n1: k0 k1    ..    n7: k0 k1
//                                  k1: n0 n1 .. n7
//   32 x 128, 4 warps:             stores 2 -> 8 instructions, reads 32 of 2 bytes -> 8 of 8 bytes
//
//   %x = tt.load : #blocked<[1, 8]>                     %x = tt.load : #blocked<[2, 8]>
//   ttg.local_store %x, %view : order [1, 0]      ->    %y = amdg.in_thread_transpose %x : -> #linear
//   ttg.local_load %view : -> #dot_op                   ttg.local_store %y, %view : order [0, 1], rotating
//                                                       ttg.local_load %view : -> #dot_op
//
// The thread's rows are as many as its elements allow with loads as wide as before, at most kWidth; with one row there is nothing to turn. Buffers
// are changed that are filled from loads by stores and are read as operands only: those of pipelined loops. Pointers, masks and other
// values of the loads are converted to their new layout; the removal of conversions that follows computes them there.
//
// Requires: nothing. Worth it where a bank conflict costs less than an instruction, as on gfx942.
// Promises: a load reads as many elements at once as before.
// Promises: what threads keep in their registers does not move between threads.
// Promises: a buffer with amd_rotating_shared that it makes has the operand's K as its fastest dim.
#include "core/layout/Encodings.h"
#include "core/passes/OperandRead.h"
#include "core/passes/Passes.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONAMDGPUINTHREADTRANSPOSE
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

/// Buffers of one allocation, and all that is done with them.
struct Buffers {
  ttg::LocalAllocOp alloc;
  SmallVector<ttg::MemDescIndexOp> views;
  SmallVector<ttg::LocalStoreOp> stores;
  SmallVector<ttg::LocalLoadOp> reads;
};

std::optional<Buffers> usesOf(ttg::LocalAllocOp alloc) {
  if (alloc.getSrc())
    return {};
  Buffers buffers{alloc, {}, {}, {}};
  for (Operation *user : alloc->getUsers()) {
    if (isa<ttg::LocalDeallocOp>(user))
      continue;
    auto view = dyn_cast<ttg::MemDescIndexOp>(user);
    if (!view)
      return {};
    buffers.views.push_back(view);
    for (Operation *access : view->getUsers()) {
      if (auto store = dyn_cast<ttg::LocalStoreOp>(access))
        buffers.stores.push_back(store);
      else if (auto read = dyn_cast<ttg::LocalLoadOp>(access))
        buffers.reads.push_back(read);
      else
        return {};
    }
  }
  return buffers;
}

/// How all reads want it, if they agree.
std::optional<OperandRead> operandOf(const Buffers &buffers) {
  std::optional<OperandRead> all;
  for (ttg::LocalLoadOp load : buffers.reads) {
    std::optional<OperandRead> read = readAsOperand(load.getResult());
    if (!read || (all && !all->isLike(*read)))
      return {};
    all = read;
  }
  return all;
}

/// The type of what is stored, if all of it is loaded for that alone.
RankedTensorType loadedType(const Buffers &buffers) {
  RankedTensorType type;
  for (ttg::LocalStoreOp store : buffers.stores) {
    auto load = store.getSrc().getDefiningOp<tt::LoadOp>();
    if (!load || !load->hasOneUse() || !isa<RankedTensorType>(load.getPtr().getType()))
      return {};
    auto its = cast<RankedTensorType>(load.getType());
    if (type && its != type)
      return {};
    type = its;
  }
  return type;
}

/// The layouts of the loads and of what is stored.
struct Turned {
  ttg::BlockedEncodingAttr loaded;
  ttg::LinearEncodingAttr stored;
};

std::optional<Turned> turn(RankedTensorType type, unsigned kDim, int64_t kWidth, Operation *at) {
  auto blocked = dyn_cast<ttg::BlockedEncodingAttr>(type.getEncoding());
  unsigned nDim = 1 - kDim;
  if (!blocked || blocked.getOrder()[0] != int32_t(nDim) || !ttg::cgaBasesOf(blocked).empty())
    return {};
  int64_t lanes = ttg::lookupThreadsPerWarp(at).value_or(64),
          warps = ttg::lookupNumWarps(at).value_or(4);
  int64_t k = type.getDimSize(kDim), n = type.getDimSize(nDim);
  int64_t across = blocked.getSizePerThread()[nDim];
  int64_t rows = std::min(kWidth, k * n / (lanes * warps) / across);
  if (rows < 2 || across > n || rows > k)
    return {};
  // Lanes go along N, and on along K; warps along K first.
  int64_t lanesN = std::min(lanes, n / across), lanesK = lanes / lanesN;
  int64_t warpsK = std::clamp<int64_t>(k / (rows * lanesK), 1, warps), warpsN = warps / warpsK;
  if (rows * lanesK * warpsK > k || across * lanesN * warpsN > n)
    return {};
  auto pair = [&](int64_t alongK, int64_t alongN) {
    SmallVector<int32_t> sizes(2);
    sizes[kDim] = int32_t(alongK);
    sizes[nDim] = int32_t(alongN);
    return sizes;
  };
  auto loaded = ttg::BlockedEncodingAttr::get(type.getContext(), pair(rows, across),
                                              pair(lanesK, lanesN), pair(warpsK, warpsN),
                                              blocked.getOrder(), blocked.getCgaBases());
  llvm::Expected<LinearLayout> map = toLinearLayout(type.cloneWithEncoding(loaded));
  if (!map) {
    llvm::consumeError(map.takeError());
    return {};
  }
  // The rows' bits come before those across them.
  LinearLayout::Bases registers = map->bases(Dim::reg());
  auto first = registers.begin() + llvm::Log2_64(across);
  std::rotate(registers.begin(), first, first + llvm::Log2_64(rows));
  SmallVector<std::pair<Dim, LinearLayout::Bases>> ins;
  for (Dim dim : map->inDims())
    ins.push_back({dim, dim == Dim::reg() ? registers : map->bases(dim)});
  SmallVector<LinearLayout::DimSize> outs;
  for (Dim dim : map->outDims())
    outs.push_back({dim, map->outSize(dim)});
  llvm::Expected<LinearLayout> stored = LinearLayout::create(ins, outs);
  if (!stored) {
    llvm::consumeError(stored.takeError());
    return {};
  }
  return Turned{loaded, toLinearEncoding(type.getContext(), *stored)};
}

/// K innermost; each group of rows along N begins in other banks, and so does each group of groups.
Attribute rotating(RankedTensorType type, unsigned kDim, int64_t kWidth) {
  int64_t bits = type.getElementTypeBitWidth(), length = type.getDimSize(kDim);
  int64_t perPhase = std::max<int64_t>(1024 / (bits * length), 1);
  int64_t phases = std::max<int64_t>(std::min<int64_t>(16 / perPhase, length / kWidth), 1);
  SmallVector<int32_t> order{int32_t(kDim), int32_t(1 - kDim)};
  return ttg::AMDRotatingSharedEncodingAttr::get(type.getContext(), unsigned(kWidth),
                                                 unsigned(perPhase), unsigned(phases), order,
                                                 ttg::cgaBasesOf(type.getEncoding()));
}

void setShared(Value buffer, Attribute shared) {
  auto type = cast<ttg::MemDescType>(buffer.getType());
  buffer.setType(ttg::MemDescType::get(type.getContext(), type.getShape(), type.getElementType(),
                                       shared, type.getMemorySpace(), type.getMutableMemory(),
                                       type.getAllocShape()));
}

void transposeInThreads(ttg::LocalAllocOp alloc) {
  std::optional<Buffers> buffers = usesOf(alloc);
  std::optional<OperandRead> read = buffers ? operandOf(*buffers) : std::nullopt;
  RankedTensorType type = read ? loadedType(*buffers) : RankedTensorType();
  if (!type || type.getRank() != 2 || !isa<ttg::AMDMfmaEncodingAttr>(read->operand.getParent()) ||
      !isa<ttg::SwizzledSharedEncodingAttr>(alloc.getType().getEncoding()))
    return;
  int64_t kWidth = read->operand.getKWidth();
  if (!llvm::isPowerOf2_64(kWidth) || kWidth > type.getDimSize(read->kDim))
    return;
  std::optional<Turned> turned = turn(type, read->kDim, kWidth, alloc);
  if (!turned)
    return;
  Attribute shared = rotating(type, read->kDim, kWidth);
  setShared(alloc.getResult(), shared);
  for (ttg::MemDescIndexOp view : buffers->views)
    setShared(view.getResult(), shared);
  for (ttg::LocalStoreOp store : buffers->stores) {
    auto load = store.getSrc().getDefiningOp<tt::LoadOp>();
    OpBuilder b(load);
    for (OpOperand &operand : load->getOpOperands())
      if (auto its = dyn_cast<RankedTensorType>(operand.get().getType()))
        operand.set(ttg::ConvertLayoutOp::create(
            b, load.getLoc(), its.cloneWithEncoding(turned->loaded), operand.get()));
    load.getResult().setType(type.cloneWithEncoding(turned->loaded));
    b.setInsertionPoint(store);
    store.getSrcMutable().assign(
        amdg::InThreadTransposeOp::create(b, store.getLoc(), type.cloneWithEncoding(turned->stored),
                                          load.getResult())
            .getResult());
  }
}

struct InThreadTranspose : fathom::impl::TritonAMDGPUInThreadTransposeBase<InThreadTranspose> {
  void runOnOperation() override {
    SmallVector<ttg::LocalAllocOp> allocs;
    getOperation().walk([&](ttg::LocalAllocOp alloc) { allocs.push_back(alloc); });
    if (allocs.empty())
      return markAllAnalysesPreserved();
    for (ttg::LocalAllocOp alloc : allocs)
      transposeInThreads(alloc);
  }
};

} // namespace
