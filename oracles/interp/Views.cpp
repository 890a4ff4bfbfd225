// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ttg.memdesc_*: views of buffers. None of them moves an element. An index out of range does no harm until the view is used.
#include "oracles/interp/SharedMemory.h"

#include "core/layout/Encodings.h"

using namespace llvm;

namespace fathom::interp {

static ArrayRef<int64_t> shapeOf(mlir::Value value) {
  return cast<ttg::MemDescType>(value.getType()).getShape();
}
static ArrayRef<int64_t> resultShape(const Instr &i) { return shapeOf(i.op->getResult(0)); }

static ViewRef copyOf(const SharedView &view) { return makeIntrusiveRefCnt<SharedView>(view); }

/// The place of each element relative to `offset`, row-major.
static std::vector<int32_t> tableOf(const SharedView &view) {
  std::vector<int32_t> places = view.places();
  for (int32_t &place : places)
    place -= view.offset;
  return places;
}

/// Calls with the number of each element of a part of a row-major array.
template <class Body>
static void eachOfPart(ArrayRef<int64_t> whole, ArrayRef<int64_t> offsets, ArrayRef<int64_t> part,
                       Body body) {
  SmallVector<int64_t, 4> at(part.size(), 0);
  for (int64_t k = 0, n = llvm::product_of(part); k < n; ++k) {
    int64_t number = 0;
    for (size_t d = 0; d < part.size(); ++d)
      number = number * whole[d] + offsets[d] + at[d];
    body(number);
    for (size_t d = part.size(); d-- && ++at[d] == part[d];)
      at[d] = 0;
  }
}

/// The part of a view at offsets; the leading dims that `shape` lacks are dropped.
static ViewRef partOf(const SharedView &view, ArrayRef<int64_t> offsets, ArrayRef<int64_t> shape) {
  ViewRef result = copyOf(view);
  size_t dropped = view.shape.size() - shape.size();
  SmallVector<int64_t, 4> part(dropped, 1);
  part.append(shape.begin(), shape.end());
  result->shape.assign(shape.begin(), shape.end());
  for (size_t d = 0; d < part.size(); ++d)
    if (offsets[d] < 0 || offsets[d] + part[d] > view.shape[d]) {
      result->broken = ("whose index " + Twine(offsets[d]) + " is out of range: it has " +
                        Twine(view.shape[d]) + " of " + Twine(part[d]))
                           .str();
      result->strides.resize(shape.size());
      result->table = nullptr;
      return result;
    }
  if (view.table) {
    auto table = std::make_shared<std::vector<int32_t>>();
    eachOfPart(view.shape, offsets, part,
               [&](int64_t number) { table->push_back((*view.table)[number]); });
    result->table = std::move(table);
    return result;
  }
  for (size_t d = 0; d < part.size(); ++d)
    result->offset += offsets[d] * view.strides[d];
  result->strides.assign(view.strides.begin() + dropped, view.strides.end());
  return result;
}

/// The part at offsets that are operands first, first + 1, ... and 0 where there are no more.
static void runDynamicPart(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 0);
  if (!view)
    return;
  SmallVector<int64_t, 4> offsets(view->shape.size(), 0);
  for (unsigned k = 1; k < i.operands.size(); ++k) {
    const Value &index = f.operand(i, k);
    if (index.poison && index.poisons()[0]) {
      ViewRef result = copyOf(*view);
      result->broken = "whose index is undefined";
      result->brokenAs = Stop::Kind::Undefined;
      f.result(i) = Value::of(result);
      return;
    }
    offsets[k - 1] = index.signedInteger(32);
  }
  f.result(i) = Value::of(partOf(*view, offsets, resultShape(i)));
}

static void runSubslice(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 0);
  if (!view)
    return;
  SmallVector<int64_t, 4> offsets(cast<ttg::MemDescSubsliceOp>(i.op).getOffsets());
  f.result(i) = Value::of(partOf(*view, offsets, resultShape(i)));
}

static void runTrans(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 0);
  if (!view)
    return;
  ArrayRef<int32_t> order = cast<ttg::MemDescTransOp>(i.op).getOrder();
  ViewRef result = copyOf(*view);
  for (auto [d, from] : enumerate(order)) {
    result->shape[d] = view->shape[from];
    result->strides[d] = view->strides[from];
  }
  if (view->table) {
    // The strides of a row-major array, permuted, find the entries of the table.
    SharedView numbers;
    numbers.shape = result->shape;
    numbers.strides.resize(order.size());
    SmallVector<int64_t, 4> strides(order.size());
    int64_t stride = 1;
    for (size_t d = order.size(); d--; stride *= view->shape[d])
      strides[d] = stride;
    for (auto [d, from] : enumerate(order))
      numbers.strides[d] = strides[from];
    auto table = std::make_shared<std::vector<int32_t>>(numbers.places());
    for (int32_t &entry : *table)
      entry = (*view->table)[entry];
    result->table = std::move(table);
  }
  f.result(i) = Value::of(result);
}

static ViewRef reshaped(const SharedView &view, ArrayRef<int64_t> shape) {
  ViewRef result = copyOf(view);
  result->shape.assign(shape.begin(), shape.end());
  result->strides.resize(shape.size());
  if (!view.broken.empty())
    return result;
  if (!view.isContiguous() && !view.table)
    result->table = std::make_shared<std::vector<int32_t>>(tableOf(view));
  int64_t stride = 1;
  for (size_t d = shape.size(); d--; stride *= shape[d])
    result->strides[d] = stride;
  return result;
}

static void runReshape(Frame &f, const Instr &i) {
  if (ViewRef view = viewOperand(f, i, 0))
    f.result(i) = Value::of(reshaped(*view, resultShape(i)));
}

//===--- memdesc_reinterpret ---===//

/// For each address, in elements, the number of the element of the memdesc that lies there; an error if that is no one-to-one map.
static Expected<std::vector<int32_t>> elementsByAddress(ttg::MemDescType type) {
  if (isa<ttg::PaddedSharedEncodingAttr>(type.getEncoding()))
    return createStringError("of a buffer with padding");
  ArrayRef<int64_t> shape = type.getShape();
  std::optional<unsigned> rank = ttg::rankOf(type.getEncoding());
  ArrayRef<int64_t> one = rank && *rank < shape.size() ? shape.take_back(*rank) : shape;
  unsigned bits = elementOf(type, Semantics::Ieee)->bits;
  Expected<LinearLayout> layout = toLinearLayout(one, type.getEncoding(), bits);
  if (!layout)
    return layout.takeError();
  int64_t size = llvm::product_of(one), buffers = llvm::product_of(shape) / size;
  if (int64_t(1) << layout->totalInBits() != size)
    return createStringError("of a buffer that is spread over blocks, or holds elements twice");
  std::vector<int32_t> result(llvm::product_of(shape));
  SmallVector<unsigned, 4> bitsOfDim;
  for (int64_t length : one)
    bitsOfDim.push_back(Log2_64(length));
  for (int64_t address = 0; address < size; ++address) {
    uint64_t packed = layout->applyPacked(address);
    // The first dim is in the lowest bits.
    int64_t number = 0;
    for (auto [d, length] : enumerate(one)) {
      number = number * length + (packed & (length - 1));
      packed >>= bitsOfDim[d];
    }
    for (int64_t b = 0; b < buffers; ++b)
      result[b * size + address] = b * size + number;
  }
  return result;
}

namespace {
struct ReinterpretTables {
  std::vector<int32_t> from;                      ///< Elements of the operand, by address.
  std::shared_ptr<const std::vector<int32_t>> to; ///< Addresses of the result's elements.
  Element element;                                ///< Of the result.
};
} // namespace

static const void *prepareReinterpret(mlir::Operation *op, Preparer &p) {
  auto from = cast<ttg::MemDescType>(op->getOperand(0).getType());
  auto to = cast<ttg::MemDescType>(op->getResult(0).getType());
  // In tensor memory the columns of all rows lie side by side: only elements of one size keep their places.
  if (from.isInTensorMemory() || to.isInTensorMemory()) {
    if (from.getShape() == to.getShape() &&
        from.getElementTypeBitWidth() == to.getElementTypeBitWidth())
      return p.make<ReinterpretTables>(ReinterpretTables{{}, nullptr, *p.element(to)});
    p.unsupported("of tensor memory as another shape");
    return nullptr;
  }
  Expected<std::vector<int32_t>> source = elementsByAddress(from), target = elementsByAddress(to);
  if (!source || !target) {
    std::string why;
    if (!source)
      why = toString(source.takeError());
    if (!target)
      why = toString(target.takeError());
    p.unsupported(why);
    return nullptr;
  }
  auto addresses = std::make_shared<std::vector<int32_t>>(target->size());
  for (auto [address, element] : enumerate(*target))
    (*addresses)[element] = address;
  return p.make<ReinterpretTables>(
      ReinterpretTables{std::move(*source), addresses, *p.element(to)});
}

static void runReinterpret(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 0);
  if (!view)
    return;
  const auto &tables = i.get<ReinterpretTables>();
  auto all = copyOf(*view);
  ViewRef result = copyOf(*view);
  if (view->broken.empty()) {
    std::vector<int32_t> places = tableOf(*view);
    auto byAddress = std::make_shared<std::vector<int32_t>>(places);
    for (auto [to, element] : zip(*byAddress, tables.from))
      to = places[element];
    all->table = std::move(byAddress);
    all->shape.assign(1, view->count());
    all->strides.assign(1, 1);
    result->table = tables.to ? tables.to
                              : std::make_shared<std::vector<int32_t>>(
                                    tableOf(*wholeView(view->buffer, {view->count()})));
  }
  result->reinterpreted = std::make_shared<Reinterpretation>(Reinterpretation{all, view->element});
  result->element = tables.element;
  result->offset = 0;
  ArrayRef<int64_t> shape = resultShape(i);
  result->shape.assign(shape.begin(), shape.end());
  result->strides.assign(shape.size(), 0);
  f.result(i) = Value::of(result);
}

void addViews(Registry &registry) {
  registry.add<ttg::MemDescIndexOp>(runDynamicPart);
  registry.add<ttg::MemDescSubviewOp>(runDynamicPart);
  registry.add<ttg::MemDescSubsliceOp>(runSubslice);
  registry.add<ttg::MemDescTransOp>(runTrans);
  registry.add<ttg::MemDescReshapeOp>(runReshape);
  registry.add<ttg::MemDescReinterpretOp>(runReinterpret, prepareReinterpret);
}

} // namespace fathom::interp
