// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of block pointers: loads with boundary checks and padding, products along a moving block, stores. Can see bugs of the passes that
// take block pointers apart: bounds, padding, offsets and distances that do not fit in 32 bits (M47, M48).
//
// Releases from 3.8 on do not have block pointers.
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

namespace {
/// A block pointer, and what may be asked of it.
struct TiledBlock {
  Value pointer;
  SmallVector<int32_t, 2> checked; ///< The dimensions in which it may be outside.
  unsigned inner = 0;              ///< The dimension along which elements are neighbours.
};
} // namespace

static Value wide(Writer &w, int64_t number) {
  return w.choices.chance(40) ? w.scalarArg(w.types.i64, number) : w.constant(w.types.i64, number);
}

/// A block of a buffer that moves along its inner dimension up to `trips` - 1 times by its length there. With `distinct` no two elements
/// share an address.
static TiledBlock makeBlock(Writer &w, ArrayRef<int64_t> shape, unsigned buffer, int64_t trips,
                            bool distinct) {
  unsigned rank = shape.size();
  TiledBlock block;
  block.inner = rank > 1 && w.choices.chance(25) ? 0 : rank - 1;
  SmallVector<int64_t, 2> offsets(rank), sizes(rank), lasts(rank), strides(rank, 1);
  for (unsigned dim = 0; dim < rank; ++dim) {
    int64_t extent = shape[dim] * (dim == block.inner ? trips : 1);
    bool checked = w.choices.chance(60);
    offsets[dim] = w.choices.pick<int64_t>({0, 0, 3, 16, checked ? -5 : 1});
    int64_t end = offsets[dim] + extent;
    sizes[dim] = end;
    if (checked) {
      block.checked.push_back(dim);
      sizes[dim] = w.choices.pick<int64_t>(
          {end, offsets[dim] + extent / 2 + 1, shape[dim] / 2 + 1, end + 100});
    }
    lasts[dim] = std::max<int64_t>(0, std::min(sizes[dim], end) - 1);
  }
  if (rank > 1)
    strides[1 - block.inner] = lasts[block.inner] + 1 + w.choices.pick<int64_t>({0, 7, 32});
  int64_t last = 0;
  for (unsigned dim = 0; dim < rank; ++dim)
    last += lasts[dim] * strides[dim];

  // Each program's part, where parts must not meet.
  Value base = w.buffers[buffer].arg;
  if (distinct && w.grid > 1) {
    Value id =
        w.setRange(tt::GetProgramIdOp::create(w.b, w.loc, tt::ProgramAxis::X), {0, w.grid - 1});
    base = w.advance(base, w.multiply(id, w.i32(last + 1)));
    last += (w.grid - 1) * (last + 1);
  }
  w.buffers[buffer].size = std::max(w.buffers[buffer].size, last + 1);

  // Far from a base that is as far on the other side: the distance has more than 32 bits. What lies before the first element would be inside then.
  unsigned outer = 1 - block.inner;
  if (rank > 1 && offsets[outer] >= 0 && w.choices.chance(35)) {
    constexpr int64_t far = 1 << 30;
    offsets[outer] += far;
    sizes[outer] += far;
    base = tt::AddPtrOp::create(w.b, w.loc, base, w.constant(w.types.i64, -far * strides[outer]));
  }
  SmallVector<Value, 2> offsetValues, sizeValues, strideValues;
  for (unsigned dim = 0; dim < rank; ++dim) {
    offsetValues.push_back(w.choices.chance(30) ? w.scalarArg(w.types.i32, offsets[dim])
                                                : w.i32(offsets[dim]));
    sizeValues.push_back(wide(w, sizes[dim]));
    strideValues.push_back(dim == block.inner ? w.constant(w.types.i64, 1) : wide(w, strides[dim]));
  }
  SmallVector<int32_t, 2> order =
      rank == 1 ? SmallVector<int32_t, 2>{0} : SmallVector<int32_t, 2>{1, 0};
  block.pointer = tt::MakeTensorPtrOp::create(w.b, w.loc, base, sizeValues, strideValues,
                                              offsetValues, shape, order);
  return block;
}

/// What is outside is padding, so that no element is undefined.
static Value loadBlock(Writer &w, const TiledBlock &block, Value pointer,
                       tt::PaddingOption padding) {
  std::optional<tt::PaddingOption> option;
  if (!block.checked.empty())
    option = padding;
  return tt::LoadOp::create(w.b, w.loc, pointer, block.checked, option);
}

static Value moved(Writer &w, const TiledBlock &block, Value pointer, int64_t by) {
  SmallVector<Value, 2> deltas(
      cast<RankedTensorType>(tt::pointeeTypeOf(pointer.getType())).getRank(), w.i32(0));
  deltas[block.inner] = w.choices.chance(30) ? w.scalarArg(w.types.i32, by) : w.i32(by);
  return tt::AdvanceOp::create(w.b, w.loc, pointer, deltas);
}

static Shape blockShape(Writer &w) { return w.shape(w.choices.chance(70) ? 2 : 1); }

void gen::loadBlockPointer(Writer &w) {
  Shape shape = blockShape(w);
  Type element = w.element();
  TiledBlock block = makeBlock(w, shape, w.inputBuffer(element), 1, /*distinct=*/false);
  // A NaN is stored where it is, since not every op has one meaning for it.
  bool nan = isa<FloatType>(element) && w.choices.chance(50);
  Value value =
      loadBlock(w, block, block.pointer, nan ? tt::PaddingOption::Nan : tt::PaddingOption::Zero);
  if (nan)
    storeValue(w, value);
  else
    w.define(value);
}

/// A sum over a block that moves, as a product's loop has it.
void gen::sumMovingBlock(Writer &w) {
  Shape shape = blockShape(w);
  Type element = w.floatElement();
  int64_t trips = std::min<int64_t>(w.tripsLeft(), w.choices.pick({2, 3, 4, 1}));
  TiledBlock block = makeBlock(w, shape, w.inputBuffer(element), trips, /*distinct=*/false);
  Value zero = w.constant(w.tensor(shape, element), 0);
  Value upper = w.choices.chance(50) ? w.scalarArg(w.types.i32, trips) : w.i32(trips);
  auto loop =
      scf::ForOp::create(w.b, w.loc, w.i32(0), upper, w.i32(1), ValueRange{block.pointer, zero});
  {
    OpBuilder::InsertionGuard guard(w.b);
    w.b.setInsertionPointToEnd(loop.getBody());
    Value pointer = loop.getRegionIterArg(0);
    Value value = loadBlock(w, block, pointer, tt::PaddingOption::Zero);
    Value sum = arith::AddFOp::create(w.b, w.loc, loop.getRegionIterArg(1), value);
    Value next;
    if (w.choices.chance(20)) { // In a branch that is always taken.
      Value flag = arith::CmpIOp::create(w.b, w.loc, arith::CmpIPredicate::sge,
                                         loop.getInductionVar(), w.i32(0));
      auto branch = scf::IfOp::create(w.b, w.loc, pointer.getType(), flag, true);
      for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
        OpBuilder::InsertionGuard inside(w.b);
        w.b.setInsertionPointToStart(&region->front());
        bool then = region == &branch.getThenRegion();
        scf::YieldOp::create(w.b, w.loc,
                             then ? moved(w, block, pointer, shape[block.inner]) : pointer);
      }
      next = branch.getResult(0);
    } else {
      next = moved(w, block, pointer, shape[block.inner]);
    }
    scf::YieldOp::create(w.b, w.loc, ValueRange{next, sum});
  }
  w.define(loop.getResult(1));
}

void gen::storeBlockPointer(Writer &w) {
  Value value = w.anyTensor();
  Type element = w.elementOf(value.getType());
  // Two copies of an unrolled body would store to the same places.
  bool unrolled = llvm::any_of(w.scopes, [](const Writer::Scope &scope) { return scope.unrolled; });
  if (element.isInteger(1) || w.shapeOf(value).size() > 2 || unrolled)
    return storeValue(w, value);
  TiledBlock block =
      makeBlock(w, w.shapeOf(value), w.newBuffer(element, Buffer::Out), 1, /*distinct=*/true);
  tt::StoreOp::create(w.b, w.loc, block.pointer, value, block.checked);
}
