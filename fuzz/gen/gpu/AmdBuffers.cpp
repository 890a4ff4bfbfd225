// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of AMD's accesses by a scalar base and offsets, and of turns within threads. Can see bugs of masks and offsets, and of layouts that such ops need (K4, K8).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/gpu/GpuWriter.h"

#include "core/ir/TritonAMDGPU.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

/// The offset of each element of a row-major tile, or of one with its dims the other way round.
static Value offsets(GpuWriter &w, ArrayRef<int64_t> shape, bool distinct) {
  auto dims = llvm::to_vector<4>(llvm::seq<unsigned>(0, shape.size()));
  if (w.choices.chance(25))
    std::reverse(dims.begin(), dims.end());
  int64_t stride = 1;
  Value sum;
  for (unsigned dim : llvm::reverse(dims)) {
    Value line = distinct ? makeRange(w, 0, shape[dim]) : indexLine(w, shape[dim], 1023);
    line = alongAxis(w, w.resize(line, w.types.i32), dim, shape.size());
    if (stride > 1)
      line = w.multiply(line, w.i32(stride));
    sum = sum ? w.add(sum, line) : line;
    stride *= shape[dim];
  }
  return broadcast(w, sum, shape);
}

static tt::CacheModifierAttr noCache(GpuWriter &w) {
  return tt::CacheModifierAttr::get(w.b.getContext(), tt::CacheModifier::None);
}

static Value maskOf(GpuWriter &w, ArrayRef<int64_t> shape) {
  return w.choices.chance(40) ? w.get(w.tensor(shape, w.types.i1)) : Value();
}

namespace {
struct BufferAccess {
  Value base, offsets, mask, other;
};
} // namespace

/// Where a tile is read from, with what stands for masked elements.
static BufferAccess readAccess(GpuWriter &w, ArrayRef<int64_t> shape, Type element) {
  unsigned buffer = w.inputBuffer(element);
  BufferAccess access;
  access.offsets = offsets(w, shape, false);
  access.base = w.advance(w.buffers[buffer].arg, w.smallScalar(64));
  w.buffers[buffer].size = std::max(w.buffers[buffer].size, w.pointerFact(access.base)->offset.hi +
                                                                w.range(access.offsets)->hi + 1);
  access.mask = maskOf(w, shape);
  if (access.mask)
    access.other = w.constant(w.tensor(shape, element), w.choices.pick({0, 1}));
  return access;
}

void gen::bufferLoad(GpuWriter &w) {
  Shape shape = w.shape();
  Type element = w.element();
  BufferAccess access = readAccess(w, shape, element);
  w.define(amdg::BufferLoadOp::create(w.b, w.loc, w.tensor(shape, element), access.base,
                                      access.offsets, Value(), noCache(w), access.mask,
                                      access.other, w.b.getI32IntegerAttr(1)));
}

/// The program's, and the iteration's, part of a new buffer.
static Value ownBase(GpuWriter &w, int64_t size, Type element, Buffer::Use use) {
  unsigned buffer = w.newBuffer(element, use);
  Part part = ownPart(w, size, true);
  w.buffers[buffer].size = size * part.count;
  Value base = w.buffers[buffer].arg;
  return part.index ? w.advance(base, w.multiply(part.index, w.i32(size))) : base;
}

void gen::bufferStore(GpuWriter &w) {
  Value value = w.anyTensor();
  Shape shape(w.shapeOf(value));
  Value base = ownBase(w, llvm::product_of(shape), w.elementOf(value.getType()), Buffer::Out);
  amdg::BufferStoreOp::create(w.b, w.loc, value, base, offsets(w, shape, true), Value(), noCache(w),
                              maskOf(w, shape), w.b.getI32IntegerAttr(1));
}

// Lanes and programs may meet: what is combined does not depend on the order, and the result is not used.
void gen::bufferAtomic(GpuWriter &w) {
  using K = tt::RmwKind;
  Shape shape = w.shape();
  Type element = w.types.i32;
  unsigned buffer = w.newBuffer(element, Buffer::Atomic);
  Value index = w.bounded(w.get(w.tensor(shape, w.types.i32)), w.choices.pick({64, 16, 1, 1024}));
  w.buffers[buffer].size = w.range(index)->hi + 1;
  MLIRContext *context = w.b.getContext();
  amdg::BufferAtomicRMWOp::create(
      w.b, w.loc, w.tensor(shape, element),
      tt::RmwKindAttr::get(context, w.choices.pick({K::Add, K::Max, K::Min, K::Xor})),
      w.buffers[buffer].arg, index, w.get(w.tensor(shape, element)), Value(),
      tt::MemSemanticAttr::get(context, tt::MemSemantic::Relaxed),
      tt::MemSyncScopeAttr::get(context, tt::MemSyncScope::Gpu), maskOf(w, shape));
}

void gen::bufferToLocal(GpuWriter &w) {
  Shape shape = w.shape();
  Type element = w.choices.pick({w.types.f32, w.types.i32});
  if (llvm::product_of(shape) * 4 > GpuWriter::mostBytes)
    shape = {16, 32};
  Value buffer = ttg::LocalAllocOp::create(w.b, w.loc, w.bufferType(shape, element, true), Value(),
                                           IntegerAttr());
  BufferAccess access = readAccess(w, shape, element);
  Value token = amdg::BufferLoadToLocalOp::create(w.b, w.loc, buffer, access.base, access.offsets,
                                                  access.mask, access.other, Value(), noCache(w),
                                                  w.b.getI32IntegerAttr(1));
  Value group = ttg::AsyncCommitGroupOp::create(w.b, w.loc,
                                                ttg::AsyncTokenType::get(w.b.getContext()), token);
  ttg::AsyncWaitOp::create(w.b, w.loc, group, w.b.getI32IntegerAttr(0));
  w.define(w.load(buffer));
  w.define(buffer);
}

// A tile whose threads hold theirs in another order, by way of a buffer at times.
void gen::inThreadTranspose(GpuWriter &w) {
  Value tile = w.anyTensor(2);
  Value turned = amdg::InThreadTransposeOp::create(w.b, w.loc, tile.getType(), tile);
  int64_t bits = cast<RankedTensorType>(tile.getType()).getNumElements() *
                 w.elementOf(tile.getType()).getIntOrFloatBitWidth();
  if (w.choices.chance(60) && bits <= GpuWriter::mostBytes * 8) {
    auto type = w.bufferType(w.shapeOf(tile), w.elementOf(tile.getType()), true);
    Value buffer = ttg::LocalAllocOp::create(w.b, w.loc, type, Value(), IntegerAttr());
    ttg::LocalStoreOp::create(w.b, w.loc, turned, buffer);
    turned = w.load(buffer);
  }
  w.define(turned);
}
