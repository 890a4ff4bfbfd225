// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of buffers in shared memory, and of views of them: written before they are read, in straight code, loops and branches. Can see barriers that are missing, aliases
// that are not followed, buffers whose places overlap (K7), and wrong widths of accesses (K8).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/gpu/GpuWriter.h"

#include "core/layout/Encodings.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

/// A buffer that holds the tile: filled when it is made, or right after.
static Value bufferOf(GpuWriter &w, Value tile, bool isMutable) {
  auto type = w.bufferType(w.shapeOf(tile), w.elementOf(tile.getType()), isMutable);
  bool later = isMutable && !w.choices.chance(30);
  Value buffer = ttg::LocalAllocOp::create(w.b, w.loc, type, later ? Value() : tile, IntegerAttr());
  if (later)
    ttg::LocalStoreOp::create(w.b, w.loc, tile, buffer);
  return buffer;
}

/// A visible buffer, or one that is made. No list of buffers: those are indexed first.
static Value anyBuffer(GpuWriter &w, bool isMutable) {
  Value buffer = w.findBuffer([&](ttg::MemDescType type) {
    return !GpuWriter::isList(type) && (type.getMutableMemory() || !isMutable);
  });
  return buffer ? buffer : w.define(bufferOf(w, w.tileToShare(), isMutable));
}

static Value wholeBuffer(GpuWriter &w) {
  Value buffer = w.findBuffer(
      [&](ttg::MemDescType type) { return !GpuWriter::isList(type) && !type.isView(); });
  return buffer ? buffer : w.define(bufferOf(w, w.tileToShare(), w.choices.chance(70)));
}

/// Through shared memory and back, in another layout.
void gen::share(GpuWriter &w) {
  w.define(w.load(bufferOf(w, w.tileToShare(), w.choices.chance(40))));
}

void gen::localAlloc(GpuWriter &w) { w.define(bufferOf(w, w.tileToShare(), w.choices.chance(75))); }

void gen::localLoad(GpuWriter &w) { w.define(w.load(anyBuffer(w, false))); }

void gen::localStore(GpuWriter &w) {
  Value buffer = anyBuffer(w, true);
  auto type = cast<ttg::MemDescType>(buffer.getType());
  Value tile = w.get(w.tensor(type.getShape(), type.getElementType()));
  ttg::LocalStoreOp::create(w.b, w.loc, tile, buffer);
  if (w.choices.chance(50))
    w.define(w.load(buffer));
}

void gen::localGather(GpuWriter &w) {
  Value buffer = anyBuffer(w, false);
  auto type = cast<ttg::MemDescType>(buffer.getType());
  Shape shape(type.getShape());
  unsigned axis = w.choices.below(shape.size());
  int64_t limit = shape[axis];
  shape[axis] = w.choices.pick<int64_t>({limit, 16, 1, 64});
  Value index = w.bounded(w.get(w.tensor(shape, w.types.i32)), limit);
  w.define(ttg::LocalGatherOp::create(w.b, w.loc, w.tensor(shape, type.getElementType()), buffer,
                                      index, w.b.getI32IntegerAttr(axis), Value()));
}

// --- Lists of buffers ---

void gen::localList(GpuWriter &w) {
  Value tile = w.tileToShare();
  int64_t count = w.choices.pick({2, 3, 4});
  auto one = w.bufferType(w.shapeOf(tile), w.elementOf(tile.getType()), true);
  if (w.shapeOf(tile).size() > 3)
    return;
  Value list =
      ttg::LocalAllocOp::create(w.b, w.loc, GpuWriter::listOf(count, one), Value(), IntegerAttr());
  for (int64_t number = 0; number < count; ++number)
    ttg::LocalStoreOp::create(w.b, w.loc, number ? w.get(tile.getType()) : tile,
                              w.at(list, w.i32(number)));
  w.define(list);
}

// A buffer by a number that the program computes.
void gen::memdescIndex(GpuWriter &w) {
  Value list = w.findBuffer(GpuWriter::isList);
  if (!list)
    return localList(w);
  int64_t count = cast<ttg::MemDescType>(list.getType()).getDimSize(0);
  Value number = w.smallScalar(16);
  number =
      w.range(number)->hi < count
          ? number
          : w.setRange(arith::RemUIOp::create(w.b, w.loc, number, w.i32(count)), {0, count - 1});
  Value buffer = w.define(w.at(list, number));
  if (w.choices.chance(60))
    w.define(w.load(buffer));
}

// --- Views ---

// A half of a buffer whose swizzle it does not cut.
void gen::memdescSubslice(GpuWriter &w) {
  Value buffer = wholeBuffer(w);
  auto type = cast<ttg::MemDescType>(buffer.getType());
  auto swizzle = dyn_cast<ttg::SwizzledSharedEncodingAttr>(type.getEncoding());
  Shape shape(type.getShape());
  unsigned dim = w.choices.below(shape.size());
  if (!swizzle || shape[dim] < 2)
    return localLoad(w);
  shape[dim] /= 2;
  ArrayRef<int32_t> order = swizzle.getOrder();
  int64_t rows = int64_t(swizzle.getPerPhase()) * swizzle.getMaxPhase();
  bool cuts = order.size() > 1 && swizzle.getMaxPhase() > 1 &&
              (int32_t(dim) == order[0] || (int32_t(dim) == order[1] && shape[dim] % rows != 0));
  if (cuts)
    return localLoad(w);
  SmallVector<int32_t, 4> offsets(shape.size(), 0);
  offsets[dim] = w.choices.chance(50) ? shape[dim] : 0;
  auto part =
      ttg::MemDescType::get(w.b.getContext(), shape, type.getElementType(), type.getEncoding(),
                            type.getMemorySpace(), type.getMutableMemory(), type.getAllocShape());
  w.define(
      ttg::MemDescSubsliceOp::create(w.b, w.loc, part, buffer, w.b.getDenseI32ArrayAttr(offsets)));
  localLoad(w);
}

/// The bases of a buffer's layout, each entry of which `move` puts elsewhere, as a layout of another shape.
static Attribute movedBases(ttg::MemDescType type,
                            llvm::function_ref<SmallVector<int32_t, 4>(ArrayRef<int64_t>)> move) {
  MLIRContext *context = type.getElementType().getContext();
  llvm::Expected<LinearLayout> layout = toLinearLayout(
      type.getShape(), type.getEncoding(), type.getElementType().getIntOrFloatBitWidth());
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return {};
  }
  SmallVector<DenseI32ArrayAttr, 16> bases;
  for (unsigned bit = 0; bit < layout->inBits(Dim::offset()); ++bit) {
    SmallVector<int64_t, 4> images;
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      images.push_back(layout->basis(Dim::offset(), bit, Dim::axis(axis)));
    bases.push_back(DenseI32ArrayAttr::get(context, move(images)));
  }
  if (bases.empty())
    return {};
  return ttg::SharedLinearEncodingAttr::get(context, bases, ArrayRef<DenseI32ArrayAttr>(), 16);
}

void gen::memdescTrans(GpuWriter &w) {
  Value buffer = wholeBuffer(w);
  auto type = cast<ttg::MemDescType>(buffer.getType());
  unsigned rank = type.getRank();
  auto order = llvm::to_vector<4>(llvm::seq<int32_t>(0, rank));
  SmallVector<int32_t, 4> place(rank);
  for (unsigned i = 0; i + 1 < rank; ++i)
    std::swap(order[i], order[rank - 1 - w.choices.below(rank - i)]);
  Shape shape;
  for (auto [dim, source] : llvm::enumerate(order)) {
    shape.push_back(type.getDimSize(source));
    place[source] = dim;
  }
  Attribute layout;
  auto permuted = [&](ArrayRef<int32_t> dims) {
    return SmallVector<int32_t, 4>(llvm::map_range(dims, [&](int32_t dim) { return place[dim]; }));
  };
  if (auto swizzle = dyn_cast<ttg::SwizzledSharedEncodingAttr>(type.getEncoding()))
    layout = ttg::SwizzledSharedEncodingAttr::get(
        w.b.getContext(), swizzle.getVec(), swizzle.getPerPhase(), swizzle.getMaxPhase(),
        permuted(swizzle.getOrder()), swizzle.getCgaBases(), false);
  else if (auto rotating = dyn_cast<ttg::AMDRotatingSharedEncodingAttr>(type.getEncoding()))
    layout = ttg::AMDRotatingSharedEncodingAttr::get(
        w.b.getContext(), rotating.getVec(), rotating.getPerPhase(), rotating.getMaxPhase(),
        permuted(rotating.getOrder()), rotating.getCgaBases());
  else if (auto tiled = dyn_cast<ttg::NVMMASharedEncodingAttr>(type.getEncoding());
           tiled && rank == 2 && order[0] == 1)
    layout = ttg::NVMMASharedEncodingAttr::get(
        w.b.getContext(), tiled.getSwizzlingByteWidth(), !tiled.getTransposed(),
        tiled.getElementBitWidth(), tiled.getFp4Padded(), tiled.getCgaBases(), tiled.getRank());
  else if (!isa<ttg::PaddedSharedEncodingAttr>(type.getEncoding()))
    layout = movedBases(type, [&](ArrayRef<int64_t> images) {
      SmallVector<int32_t, 4> moved;
      for (int32_t source : order)
        moved.push_back(images[source]);
      return moved;
    });
  if (!layout)
    return localLoad(w);
  auto turned = ttg::MemDescType::get(shape, type.getElementType(), layout, type.getMemorySpace(),
                                      type.getMutableMemory());
  Value view = w.define(
      ttg::MemDescTransOp::create(w.b, w.loc, turned, buffer, w.b.getDenseI32ArrayAttr(order)));
  if (w.choices.chance(60))
    w.define(w.load(view));
}

void gen::memdescReshape(GpuWriter &w) {
  Value buffer = wholeBuffer(w);
  auto type = cast<ttg::MemDescType>(buffer.getType());
  int64_t left = type.getNumElements();
  Shape shape;
  for (unsigned rank = w.choices.pick({2, 1, 3}); rank > 1 && left > 1; --rank) {
    shape.push_back(std::min<int64_t>(left, int64_t(1) << w.choices.below(6)));
    left /= shape.back();
  }
  shape.push_back(left);
  Attribute layout;
  if (!isa<ttg::PaddedSharedEncodingAttr>(type.getEncoding()))
    layout = movedBases(type, [&](ArrayRef<int64_t> images) {
      int64_t index = 0;
      for (auto [image, size] : llvm::zip_equal(images, type.getShape()))
        index = index * size + image;
      SmallVector<int32_t, 4> moved(shape.size());
      for (size_t dim = shape.size(); dim-- > 0; index /= shape[dim])
        moved[dim] = index % shape[dim];
      return moved;
    });
  if (!layout)
    return localLoad(w);
  auto reshaped = ttg::MemDescType::get(shape, type.getElementType(), layout, type.getMemorySpace(),
                                        type.getMutableMemory());
  Value view = w.define(ttg::MemDescReshapeOp::create(w.b, w.loc, reshaped, buffer));
  if (w.choices.chance(60))
    w.define(w.load(view));
}

// The same bits as numbers of another type.
void gen::memdescReinterpret(GpuWriter &w) {
  Value buffer = wholeBuffer(w);
  auto type = cast<ttg::MemDescType>(buffer.getType());
  Type from = type.getElementType(), to;
  if (from.isInteger(1) || isa<ttg::PaddedSharedEncodingAttr>(type.getEncoding()))
    return localLoad(w);
  switch (from.getIntOrFloatBitWidth()) {
  case 8:
    to = from.isInteger() ? w.types.f8 : w.types.i8;
    break;
  case 16:
    to = from.isInteger() ? w.types.f16 : w.types.i16;
    break;
  case 32:
    to = from.isInteger() ? w.types.f32 : w.types.i32;
    break;
  default:
    to = from.isInteger() ? w.types.f64 : w.types.i64;
  }
  auto other = ttg::MemDescType::get(type.getShape(), to, type.getEncoding(), type.getMemorySpace(),
                                     type.getMutableMemory());
  w.define(w.load(ttg::MemDescReinterpretOp::create(w.b, w.loc, other, buffer)));
}

// One of two buffers, by a condition; written through now and then.
void gen::memdescThroughBranch(GpuWriter &w) {
  Value first = anyBuffer(w, true);
  auto type = cast<ttg::MemDescType>(first.getType());
  if (type.isView())
    return localLoad(w);
  Value second = ttg::LocalAllocOp::create(w.b, w.loc, type, Value(), IntegerAttr());
  ttg::LocalStoreOp::create(w.b, w.loc, w.get(w.tensor(type.getShape(), type.getElementType())),
                            second);
  auto branch = scf::IfOp::create(w.b, w.loc, TypeRange{type}, w.get(w.types.i1), true);
  for (auto [region, buffer] :
       {std::pair(&branch.getThenRegion(), first), {&branch.getElseRegion(), second}}) {
    OpBuilder::InsertionGuard guard(w.b);
    w.b.setInsertionPointToStart(&region->front());
    scf::YieldOp::create(w.b, w.loc, buffer);
  }
  w.define(second);
  Value either = w.define(branch.getResult(0));
  if (w.choices.chance(50))
    ttg::LocalStoreOp::create(w.b, w.loc, w.get(w.tensor(type.getShape(), type.getElementType())),
                              either);
  w.define(w.load(w.choices.chance(50) ? first : either));
}

// The end of a buffer that was made here, and of which there is no view.
void gen::localDealloc(GpuWriter &w) {
  size_t here = w.scopes.empty() ? 0 : w.scopes.back().visible;
  for (size_t i = w.pool.size(); i-- > here;) {
    Value buffer = w.pool[i];
    if (!buffer.getDefiningOp<ttg::LocalAllocOp>() ||
        buffer.getParentBlock() != w.b.getInsertionBlock() ||
        llvm::any_of(buffer.getUsers(), [](Operation *user) {
          return !isa<ttg::LocalLoadOp, ttg::LocalStoreOp, ttg::LocalGatherOp>(user);
        }))
      continue;
    ttg::LocalDeallocOp::create(w.b, w.loc, buffer);
    w.pool.erase(w.pool.begin() + i);
    return;
  }
}

void gen::barrier(GpuWriter &w) {
  ttg::BarrierOp::create(w.b, w.loc,
                         ttg::AddrSpaceAttr::get(w.b.getContext(), ttg::AddrSpace::Local));
}
