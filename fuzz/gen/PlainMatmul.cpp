// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates of the product loop as tutorials write it: wide tiles, pointers whose alignment shows, nothing but the accumulator carried besides them.
// These are the loops that pipelines and the units of warp groups take whole (K3, K4); then the same with an op in it that must run as often as the
// loop says, or with a branch that reads what was loaded for the product.
#include "fuzz/gen/Collectives.h"
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Matmul.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

namespace {
/// What the body has besides its loads and its product.
using Extra = llvm::function_ref<void(Value counter, Value a, Value b)>;
} // namespace

/// Pointers to a tile with rows of that length one after the other.
static Value rowMajor(Writer &w, ArrayRef<int64_t> shape, Type element) {
  unsigned buffer = w.inputBuffer(element);
  Value rows = w.multiply(expandDims(w, makeRange(w, 0, shape[0]), 1), w.i32(shape[1]));
  Value offset = w.add(broadcast(w, rows, shape),
                       broadcast(w, expandDims(w, makeRange(w, 0, shape[1]), 0), shape));
  return w.advance(splat(w, w.buffers[buffer].arg, shape), offset);
}

/// With `kept`, the left operand is the same in all iterations, in shared memory perhaps, and lines of the result are folded as it goes.
static Value writePlainLoop(Writer &w, const DotKind &kind, bool kept, Extra extra) {
  bool turned = w.choices.chance(25);
  Shape bShape = turned ? Shape{kind.n, kind.k} : kind.bShape();
  SmallVector<Carried, 6> carried(3);
  carried[0].init = w.constant(w.tensor(kind.cShape(), kind.accumulator), 0);
  carried[1].init = rowMajor(w, kind.aShape(), kind.operand);
  carried[2].init = rowMajor(w, bShape, kind.operand);
  for (Carried &pointer : MutableArrayRef(carried).drop_front()) {
    pointer.advances = true;
    pointer.step = w.choices.pick<int64_t>({kind.k, 16, 64, 0});
    pointer.by = w.i32(pointer.step);
  }
  Value whole = kept ? loadThrough(w, carried[1].init) : Value();
  auto results = writeFor(
      w, drawTrip(w, 8), carried,
      [&](Value counter, ValueRange arguments, MutableArrayRef<Value> next) {
        Value a = kept ? whole : loadThrough(w, arguments[1]), b = loadThrough(w, arguments[2]);
        extra(counter, a, b);
        next[0] = dot(w, a, turned ? trans(w, b, {1, 0}) : b, arguments[0], kind.precision);
        if (kept)
          w.define(reduceTile(w, next[0], w.choices.below(2)));
        for (unsigned at : {1, 2})
          next[at] = w.advance(arguments[at], carried[at].by);
      });
  return results[0];
}

DotKind gen::drawPlainDot(Writer &w) {
  return {w.choices.pick<int64_t>({64, 64, 128}),
          w.choices.pick<int64_t>({64, 32, 128}),
          w.choices.pick<int64_t>({32, 64, 16}),
          w.choices.pick({w.types.f16, w.types.bf16}),
          w.types.f32,
          tt::InputPrecision::Tf32};
}

void gen::plainMatmul(Writer &w) {
  Value sum = writePlainLoop(w, drawPlainDot(w), w.choices.chance(35), [](Value, Value, Value) {});
  if (w.choices.chance(50))
    writeEpilogue(w, sum);
}

// An op that has no mask: it prints, asserts, or takes a cell that nobody has.
void gen::effectInMatmul(Writer &w) {
  Value cell = distinctAddress(w, {}, w.types.i32, Buffer::Atomic);
  uint64_t kind = w.choices.weighted({3, 2, 1});
  writePlainLoop(w, drawPlainDot(w), false, [&](Value counter, Value, Value) {
    Value number = w.resize(counter, w.types.i32);
    switch (kind) {
    case 0:
      tt::PrintOp::create(w.b, w.loc, " step: ", false, ValueRange{number});
      break;
    case 1: {
      Value mine = arith::OrIOp::create(w.b, w.loc, number, w.i32(64));
      w.define(tt::AtomicCASOp::create(w.b, w.loc, cell, w.i32(0), mine));
      break;
    }
    case 2: {
      Value odd = arith::OrIOp::create(w.b, w.loc, number, w.i32(1));
      Value holds = compare(w, arith::CmpIPredicate::ne, odd, w.i32(0));
      tt::AssertOp::create(w.b, w.loc, holds, w.b.getStringAttr("odd"));
      break;
    }
    }
  });
}

// A load of the loop that a branch alone reads, after copies for later iterations have begun: the last op of a trip.
void gen::branchInMatmul(Writer &w) {
  DotKind kind = drawPlainDot(w);
  int64_t stages = w.choices.pick({3, 2, 4});
  writePlainLoop(w, kind, false, [&](Value counter, Value a, Value b) {
    // All loads are to be pipelined, not those of the product only.
    w.b.getInsertionBlock()->getParentOp()->setAttr("tt.num_stages", w.b.getI32IntegerAttr(stages));
    Value number = w.resize(counter, w.types.i32);
    Value read = w.choices.pick({a, a, b});
    if (w.choices.chance(75)) {
      Value by = w.multiply(w.bounded(number, 64), w.i32(w.choices.pick({64, 16})));
      read = loadThrough(w, w.advance(rowMajor(w, kind.aShape(), kind.operand), by));
    }
    Value flag = w.choices.chance(30)
                     ? w.get(w.types.i1)
                     : compare(w,
                               w.choices.pick({arith::CmpIPredicate::ne, arith::CmpIPredicate::sgt,
                                               arith::CmpIPredicate::eq}),
                               number, w.i32(w.choices.below(3)));
    auto branch = scf::IfOp::create(w.b, w.loc, TypeRange(), flag, false);
    OpBuilder::InsertionGuard guard(w.b);
    w.b.setInsertionPointToStart(&branch.getThenRegion().front());
    w.enter({});
    storeValue(w, read);
    w.leave({});
  });
}
