// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates of what local folds match, and of what they must not (K14): loads under a mask that a select uses as well, operands that are stretched
// before they are combined, products by broadcast.
#include "fuzz/gen/Collectives.h"
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

#include "core/ir/TritonGPU.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

// select(m, load(p, m), x) is load(p, m, x), unless something is stored there in between, or the mask is another, or the load has an `other` of
// its own.
void gen::maskedLoadSelect(Writer &w) {
  Shape shape = w.shape();
  Type element = w.element(), type = w.tensor(shape, element), flags = w.tensor(shape, w.types.i1);
  bool storesBetween = w.choices.chance(35);
  Value pointers, mask;
  if (storesBetween) {
    pointers = distinctAddress(w, shape, element, Buffer::Out);
    mask = w.get(flags);
  } else {
    Access access = address(w, shape, element);
    pointers = access.pointers;
    mask = w.choices.chance(60) ? boundsMask(w, shape, access) : w.get(flags);
  }
  dereference(w, pointers);
  enum { Same, SameWithOther, Inverted, Another, UsedTwice };
  uint64_t kind = w.choices.weighted({5, 2, 2, 2, 2});
  Value other = kind == Same ? Value() : w.get(type);
  Value loaded = tt::LoadOp::create(w.b, w.loc, pointers, mask, other);
  if (storesBetween) { // Threads that hold copies of an element stay together.
    constexpr auto all = ttg::AddrSpace::Local | ttg::AddrSpace::GlobalRead |
                         ttg::AddrSpace::GlobalWrite | ttg::AddrSpace::TensorRead |
                         ttg::AddrSpace::TensorWrite;
    ttg::BarrierOp::create(w.b, w.loc, all);
    tt::StoreOp::create(w.b, w.loc, pointers, w.get(type));
    ttg::BarrierOp::create(w.b, w.loc, all);
  }
  Value otherwise = w.choices.chance(50) ? w.constant(type, 1) : w.get(type);
  if (kind == UsedTwice)
    storeValue(w, loaded);
  if (kind == Another)
    mask = w.get(flags);
  w.define(kind == Inverted ? select(w, mask, otherwise, loaded)
                            : select(w, mask, loaded, otherwise));
}

// Lines along one axis or two, and scalars, stretched over a tile and combined there.
void gen::stretchedOperands(Writer &w) {
  Shape shape = w.shape(w.choices.pick({2, 2, 3}));
  Type element = w.element(), type = w.tensor(shape, element);
  bool isFloat = isa<FloatType>(element);
  unsigned first = w.choices.below(shape.size());
  auto stretched = [&](Type of) -> Value {
    unsigned axis = w.choices.chance(60) ? first : w.choices.below(shape.size());
    switch (w.choices.weighted({6, 4, 1})) {
    case 0: {
      Value line = w.get(w.tensor({shape[axis]}, of));
      return broadcast(w, alongAxis(w, line, axis, shape.size()), shape);
    }
    case 1:
      return splat(w, w.get(of), shape);
    default:
      return w.get(w.tensor(shape, of));
    }
  };
  Value a = stretched(element), b = stretched(element), result;
  switch (w.choices.weighted({4, 2, 2, 2})) {
  case 0:
    result = combine(w, a, b);
    break;
  case 1:
    if (isFloat) {
      result = arith::MulFOp::create(w.b, w.loc, a, b);
      break;
    }
    // By 1 to 64, stretched in its own way.
    b = w.add(arith::AndIOp::create(w.b, w.loc, b, w.constant(type, 63)), w.constant(type, 1));
    result = w.choices.chance(50) ? Value(arith::DivSIOp::create(w.b, w.loc, a, b))
                                  : Value(arith::RemSIOp::create(w.b, w.loc, a, b));
    break;
  case 2:
    result = select(w, stretched(w.types.i1), a, b);
    break;
  case 3:
    if (isFloat)
      result = arith::SubFOp::create(w.b, w.loc, a, b);
    else
      result = arith::DivSIOp::create(w.b, w.loc, a, w.constant(type, w.choices.pick({3, 2, 7})));
    break;
  }
  w.define(result);
  if (w.choices.chance(25))
    w.define(a);
}

// A matrix product as a sum of broadcast products, which a fold makes a dot: or nearly that.
void gen::productByBroadcast(Writer &w) {
  int64_t m = w.choices.pick({16, 32}), k = w.choices.pick({16, 32}), n = 16;
  Type element = w.choices.pick({w.types.f32, w.types.f16, w.types.f32, w.types.i32});
  Shape cube{m, k, n};
  Value a = broadcast(w, expandDims(w, w.get(w.tensor({m, k}, element)), 2), cube),
        b = broadcast(w, expandDims(w, w.get(w.tensor({k, n}, element)), 0), cube);
  if (w.choices.chance(30))
    std::swap(a, b);
  Value product = w.choices.chance(20)      ? combine(w, a, b)
                  : isa<FloatType>(element) ? Value(arith::MulFOp::create(w.b, w.loc, a, b))
                                            : w.multiply(a, b);
  if (w.choices.chance(15))
    w.define(reduceTile(w, product, w.choices.below(3)));
  int64_t axis = w.choices.chance(25) ? w.choices.below(3) : 1;
  if (w.choices.chance(25)) {
    w.define(reduceTile(w, product, axis));
    return;
  }
  w.define(
      reduce(w, product, axis, [](Writer &w, ValueRange x, ValueRange y) -> SmallVector<Value, 4> {
        if (isa<FloatType>(x[0].getType()))
          return {arith::AddFOp::create(w.b, w.loc, x[0], y[0])};
        return {arith::AddIOp::create(w.b, w.loc, x[0], y[0])};
      })[0]);
}
