// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of products with operands in shared memory: read into registers, or by warp groups. Can see bugs of operands' layouts and prefetching (K10), of fences and waits (K3, K7).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Loops.h"
#include "fuzz/gen/Matmul.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/gpu/GpuWriter.h"

#include "core/ir/TritonNvidiaGPU.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

/// A tile through a buffer of its own.
static Value throughBuffer(GpuWriter &w, Value tile) {
  auto type = w.bufferType(w.shapeOf(tile), w.elementOf(tile.getType()), false);
  return w.load(ttg::LocalAllocOp::create(w.b, w.loc, type, tile, IntegerAttr()));
}

void gen::sharedDot(GpuWriter &w) {
  DotKind kind = drawDot(w);
  Value a = dotOperand(w, {kind.m, kind.k}, kind.operand),
        b = dotOperand(w, {kind.k, kind.n}, kind.operand);
  if (!w.choices.chance(20))
    a = throughBuffer(w, a);
  if (!w.choices.chance(20))
    b = throughBuffer(w, b);
  Value c = w.get(w.tensor({kind.m, kind.n}, kind.accumulator));
  w.define(dot(w, a, b, c, kind.precision));
}

// Buffers that each iteration fills anew and reads.
void gen::sharedDotLoop(GpuWriter &w) {
  DotKind kind = drawDot(w);
  auto bufferOf = [&](ArrayRef<int64_t> shape) -> Value {
    return ttg::LocalAllocOp::create(w.b, w.loc, w.bufferType(shape, kind.operand, true), Value(),
                                     IntegerAttr());
  };
  Value left = bufferOf({kind.m, kind.k}), right = bufferOf({kind.k, kind.n});
  SmallVector<Carried, 6> carried(1);
  carried[0].init = w.choices.chance(50)
                        ? w.constant(w.tensor({kind.m, kind.n}, kind.accumulator), 0)
                        : w.get(w.tensor({kind.m, kind.n}, kind.accumulator));
  Trip trip = drawTrip(w, 4);
  writeFor(w, trip, carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
    ttg::LocalStoreOp::create(w.b, w.loc, dotOperand(w, {kind.m, kind.k}, kind.operand), left);
    ttg::LocalStoreOp::create(w.b, w.loc, dotOperand(w, {kind.k, kind.n}, kind.operand), right);
    if (w.choices.chance(30))
      w.statements(1);
    next[0] = dot(w, w.load(left), w.load(right), arguments[0], kind.precision);
  });
}

namespace {
struct WarpGroupKind {
  int64_t m, n, k;
  Type operand;
};
} // namespace

static WarpGroupKind drawWarpGroupKind(GpuWriter &w) {
  return {w.choices.pick({64, 128}), w.choices.pick({16, 64, 32, 8, 128}),
          w.choices.pick({32, 16, 64}),
          w.choices.pick({w.types.f16, w.types.bf16, w.types.f16, w.types.f32})};
}

/// A buffer that warp groups read, with what it is filled with.
static Value operandBuffer(GpuWriter &w, ArrayRef<int64_t> shape, Type element, bool isMutable) {
  auto type = w.bufferType(shape, element, isMutable, "nvmma");
  Value tile = dotOperand(w, shape, element);
  if (!isMutable)
    return ttg::LocalAllocOp::create(w.b, w.loc, type, tile, IntegerAttr());
  Value buffer = ttg::LocalAllocOp::create(w.b, w.loc, type, Value(), IntegerAttr());
  ttg::LocalStoreOp::create(w.b, w.loc, tile, buffer);
  return buffer;
}

static void fence(GpuWriter &w) {
  ttng::FenceAsyncSharedOp::create(w.b, w.loc, w.b.getBoolAttr(false));
}

static Value warpGroupProduct(GpuWriter &w, Value a, Value b, Value c, bool isAsync) {
  auto precision = tt::InputPrecisionAttr::get(w.b.getContext(),
                                               isa<Float32Type>(getElementTypeOrSelf(b.getType()))
                                                   ? tt::InputPrecision::Tf32
                                                   : tt::InputPrecision::Ieee);
  return ttng::WarpGroupDotOp::create(w.b, w.loc, c.getType(), a, b, c, Value(), precision,
                                      w.b.getI32IntegerAttr(0), w.b.getBoolAttr(isAsync));
}

/// Waits for a product whose operands these buffers are.
static Value waited(GpuWriter &w, Value product, ValueRange buffers, unsigned pendings) {
  SmallVector<Value, 3> inputs{product};
  llvm::append_range(inputs, buffers);
  auto wait = ttng::WarpGroupDotWaitOp::create(w.b, w.loc, ValueRange(inputs).getTypes(), inputs,
                                               w.b.getI32IntegerAttr(pendings));
  return wait.getResult(0);
}

void gen::warpGroupDot(GpuWriter &w) {
  WarpGroupKind kind = drawWarpGroupKind(w);
  bool fromRegisters = w.choices.chance(30), isAsync = !w.choices.chance(30);
  Value a = fromRegisters ? dotOperand(w, {kind.m, kind.k}, kind.operand)
                          : operandBuffer(w, {kind.m, kind.k}, kind.operand, false);
  Value b = operandBuffer(w, {kind.k, kind.n}, kind.operand, w.choices.chance(30));
  Value c = w.get(w.tensor({kind.m, kind.n}, w.types.f32));
  fence(w);
  Value product = warpGroupProduct(w, a, b, c, isAsync);
  if (isAsync) {
    SmallVector<Value, 2> buffers{b};
    if (!fromRegisters)
      buffers.push_back(a);
    product = waited(w, product, buffers, 0);
  }
  w.define(product);
}

// An accumulator of products of one buffer that stays and one that each iteration fills; waited for in the iteration.
void gen::warpGroupDotLoop(GpuWriter &w) {
  WarpGroupKind kind = drawWarpGroupKind(w);
  Value a = operandBuffer(w, {kind.m, kind.k}, kind.operand, false);
  Value b = operandBuffer(w, {kind.k, kind.n}, kind.operand, true);
  SmallVector<Carried, 6> carried(1);
  carried[0].init = w.constant(w.tensor({kind.m, kind.n}, w.types.f32), 0);
  Trip trip = drawTrip(w, 4);
  writeFor(w, trip, carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
    ttg::LocalStoreOp::create(w.b, w.loc, dotOperand(w, {kind.k, kind.n}, kind.operand), b);
    fence(w);
    next[0] = waited(w, warpGroupProduct(w, a, b, arguments[0], true), {a, b}, 0);
    if (w.choices.chance(30))
      w.statements(1);
  });
}
