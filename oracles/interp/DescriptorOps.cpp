// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt ops on tensor descriptors.
//
// What is outside the tensor reads as the padding and is not written (the rules of TMA, PTX ISA 5.5 "Tensors"). The result or source may have fewer
// dimensions than the block: those of size 1 are dropped, the elements are the same. What TMA asks of alignment is not checked.
#include "oracles/interp/DescriptorOps.h"

using namespace llvm;

namespace fathom::interp {

//===--- Descriptors ---===//

/// A descriptor of that type that describes nothing yet.
static IntrusiveRefCntPtr<Descriptor> emptyDescriptor(tt::TensorDescType type,
                                                      Semantics semantics) {
  auto descriptor = makeIntrusiveRefCnt<Descriptor>();
  mlir::RankedTensorType block = type.getBlockType();
  descriptor->block = SmallVector<int64_t, 5>(block.getShape());
  descriptor->element = *elementOf(block, semantics);
  if (auto integer = dyn_cast<mlir::IntegerType>(block.getElementType()))
    if (!integer.isSignless())
      descriptor->isSigned = integer.isSigned();
  return descriptor;
}

Value makeDescriptor(tt::TensorDescType type, Semantics semantics, uint64_t base,
                     ArrayRef<int64_t> shape, ArrayRef<int64_t> strides, bool nanPadding) {
  IntrusiveRefCntPtr<Descriptor> descriptor = emptyDescriptor(type, semantics);
  descriptor->base = base;
  descriptor->shape = SmallVector<int64_t, 5>(shape);
  descriptor->strides = SmallVector<int64_t, 5>(strides);
  descriptor->nanPadding = nanPadding;
  return Value::of(descriptor);
}

static void stopAtPoison(Frame &f, const Instr &i, uint8_t poison, StringRef what) {
  f.stop(poison == Undefined ? Stop::Kind::Undefined : Stop::Kind::Unspecified, i,
         i.op->getName().getStringRef() + " has " + what + " that is undefined");
}

/// The descriptor that a value is, if an access through it means something.
static const Descriptor *usable(Frame &f, const Instr &i, const Value &value) {
  auto *descriptor = static_cast<const Descriptor *>(value.object.get());
  if (!descriptor || descriptor->base == 0) {
    f.stop(Stop::Kind::Undefined, i,
           i.op->getName().getStringRef() + " of a descriptor that nobody made");
    return nullptr;
  }
  if (descriptor->poison) {
    stopAtPoison(f, i, descriptor->poison, "a descriptor with a part");
    return nullptr;
  }
  return descriptor;
}

const Descriptor *descriptorOperand(Frame &f, const Instr &i, unsigned k) {
  return usable(f, i, f.operand(i, k));
}

static void runMakeTensorDesc(Frame &f, const Instr &i) {
  auto make = cast<tt::MakeTensorDescOp>(i.op);
  IntrusiveRefCntPtr<Descriptor> descriptor =
      emptyDescriptor(make.getType(), f.machine.semantics());
  const unsigned rank = descriptor->block.size();
  auto part = [&](unsigned k) {
    const Value &value = f.operand(i, k);
    if (value.poison)
      descriptor->poison = std::max(descriptor->poison, value.poisons()[0]);
    mlir::Type type = i.op->getOperand(k).getType();
    return value.signedInteger(type.isInteger() ? type.getIntOrFloatBitWidth() : 64);
  };
  descriptor->base = part(0);
  for (unsigned d = 0; d < rank; ++d)
    descriptor->shape.push_back(part(1 + d));
  for (unsigned d = 0; d < rank; ++d)
    descriptor->strides.push_back(part(1 + rank + d));
  descriptor->nanPadding = make.getPadding() == tt::PaddingOption::Nan;
  if (rank && !descriptor->poison && descriptor->strides.back() != 1)
    return f.stop(Stop::Kind::Undefined, i,
                  "tt.make_tensor_descriptor of a tensor whose last stride is " +
                      Twine(descriptor->strides.back()) + ", not 1");
  f.result(i) = Value::of(descriptor);
}

//===--- Blocks ---===//

Lanes blockLanes(const Descriptor &descriptor, ArrayRef<int64_t> coordinates,
                 ArrayRef<int64_t> block) {
  return stridedLanes(descriptor.base, descriptor.element.bytes, descriptor.shape,
                      descriptor.strides, coordinates,
                      block.empty() ? ArrayRef<int64_t>(descriptor.block) : block,
                      /*guarded=*/~uint64_t(0));
}

Lanes rowLanes(const Descriptor &descriptor, ArrayRef<int64_t> rows, int64_t column,
               int64_t columns) {
  Lanes lanes;
  lanes.count = int64_t(rows.size()) * columns;
  lanes.pointers = Value::make(Lane::U64, lanes.count);
  lanes.mask = Value::make(Lane::U8, lanes.count);
  auto *address = lanes.pointers.elements<uint64_t>();
  auto *on = lanes.mask.elements<uint8_t>();
  const uint64_t bytes = descriptor.element.bytes;
  for (int64_t row : rows)
    for (int64_t k = column; k < column + columns; ++k) {
      *address++ = descriptor.base + bytes * (uint64_t(row) * uint64_t(descriptor.strides[0]) +
                                              uint64_t(k) * uint64_t(descriptor.strides[1]));
      *on++ = row >= 0 && row < descriptor.shape[0] && k >= 0 && k < descriptor.shape[1];
    }
  return lanes;
}

std::optional<SmallVector<int64_t, 5>> coordinates(Frame &f, const Instr &i, unsigned k,
                                                   unsigned n) {
  SmallVector<int64_t, 5> result;
  for (unsigned operand = k; operand < k + n; ++operand) {
    std::optional<int64_t> coordinate = f.scalar(i, operand);
    if (!coordinate)
      return std::nullopt;
    result.push_back(*coordinate);
  }
  return result;
}

std::optional<SmallVector<int64_t>> rowOffsets(Frame &f, const Instr &i, unsigned k) {
  Value offsets = f.full(i, k);
  SmallVector<int64_t> result;
  for (int64_t at = 0; at < offsets.count; ++at) {
    if (offsets.poison && offsets.poisons()[at]) {
      stopAtPoison(f, i, offsets.poisons()[at], "an offset");
      return std::nullopt;
    }
    result.push_back(offsets.signedInteger(32, at));
  }
  return result;
}

std::optional<Value> loadBlock(Frame &f, const Instr &i, const Descriptor &descriptor,
                               const Lanes &lanes) {
  Value padding = paddingOf(descriptor.element, descriptor.nanPadding);
  return loadLanes(f, i, lanes, descriptor.element, &padding);
}

bool storeBlock(Frame &f, const Instr &i, const Descriptor &descriptor, const Lanes &lanes,
                const Value &values) {
  f.charge(i, lanes.count);
  return storeLanes(f, i, lanes, descriptor.element, values);
}

/// None: not an op on such elements.
static std::optional<Rmw> rmwOf(const Descriptor &descriptor, tt::DescriptorReduceKind kind) {
  const bool isFloat = descriptor.element.isFloat;
  const bool comparable = isFloat || descriptor.isSigned;
  const bool isUnsigned = !isFloat && !descriptor.isSigned.value_or(true);
  switch (kind) {
  case tt::DescriptorReduceKind::Add:
    return isFloat ? Rmw::FAdd : Rmw::Add;
  case tt::DescriptorReduceKind::Min:
    return comparable ? std::optional(isUnsigned ? Rmw::UMin : Rmw::Min) : std::nullopt;
  case tt::DescriptorReduceKind::Max:
    return comparable ? std::optional(isUnsigned ? Rmw::UMax : Rmw::Max) : std::nullopt;
  case tt::DescriptorReduceKind::And:
    return isFloat ? std::nullopt : std::optional(Rmw::And);
  case tt::DescriptorReduceKind::Or:
    return isFloat ? std::nullopt : std::optional(Rmw::Or);
  case tt::DescriptorReduceKind::Xor:
    return isFloat ? std::nullopt : std::optional(Rmw::Xor);
  case tt::DescriptorReduceKind::Inc:
  case tt::DescriptorReduceKind::Dec:
    return std::nullopt;
  }
  llvm_unreachable("a kind of tt.descriptor_reduce");
}

bool reduceBlock(Frame &f, const Instr &i, const Descriptor &descriptor, const Lanes &lanes,
                 tt::DescriptorReduceKind kind, const Value &values) {
  std::optional<Rmw> rmw = rmwOf(descriptor, kind);
  if (!rmw) {
    f.stop(Stop::Kind::Unsupported, i,
           i.op->getName().getStringRef() + " by " + tt::stringifyDescriptorReduceKind(kind) +
               " of such elements");
    return false;
  }
  f.charge(i, lanes.count);
  return updateLanes(f, i, *rmw, lanes, descriptor.element, values, /*wantOld=*/false).has_value();
}

//===--- The ops ---===//

namespace {
struct DescribedBlock {
  const Descriptor *descriptor;
  Lanes lanes;
};
} // namespace

/// The descriptor is operand 0, the coordinates are the operands from `firstIndex` on. Up to 3.2 the descriptor is a pointer, and what is moved says the block.
static std::optional<DescribedBlock> blockOf(Frame &f, const Instr &i, unsigned firstIndex,
                                             mlir::Type moved) {
  const Descriptor *descriptor = nullptr;
  if (isa<tt::TensorDescType>(i.op->getOperand(0).getType())) {
    descriptor = descriptorOperand(f, i, 0);
  } else if (std::optional<int64_t> address = f.scalar(i, 0)) {
    auto block = cast<mlir::RankedTensorType>(moved);
    auto type = tt::TensorDescType::get(
        mlir::RankedTensorType::get(block.getShape(), block.getElementType()));
    descriptor = usable(f, i, descriptorInMemory(f, *address, type));
  }
  if (!descriptor)
    return std::nullopt;
  const unsigned rank = i.operands.size() - firstIndex;
  if (descriptor->block.size() != rank) {
    f.stop(Stop::Kind::Undefined, i,
           i.op->getName().getStringRef() + " of a block of " + Twine(descriptor->block.size()) +
               " dimensions at " + Twine(rank) + " coordinates");
    return std::nullopt;
  }
  std::optional<SmallVector<int64_t, 5>> at = coordinates(f, i, firstIndex, rank);
  if (!at)
    return std::nullopt;
  return DescribedBlock{descriptor, blockLanes(*descriptor, *at)};
}

static void runLoad(Frame &f, const Instr &i) {
  std::optional<DescribedBlock> block = blockOf(f, i, 1, i.op->getResult(0).getType());
  if (!block)
    return;
  if (std::optional<Value> loaded = loadBlock(f, i, *block->descriptor, block->lanes))
    f.result(i) = std::move(*loaded);
}

static void runStore(Frame &f, const Instr &i) {
  if (std::optional<DescribedBlock> block = blockOf(f, i, 2, i.op->getOperand(1).getType()))
    storeBlock(f, i, *block->descriptor, block->lanes, f.operand(i, 1));
}

static void runReduce(Frame &f, const Instr &i) {
  if (std::optional<DescribedBlock> block = blockOf(f, i, 2, i.op->getOperand(1).getType()))
    reduceBlock(f, i, *block->descriptor, block->lanes,
                cast<tt::DescriptorReduceOp>(i.op).getKind(), f.operand(i, 1));
}

/// The rows at operand 1, from the column at operand 2 on.
static std::optional<Lanes> rowsOf(Frame &f, const Instr &i, const Descriptor &descriptor) {
  std::optional<SmallVector<int64_t>> rows = rowOffsets(f, i, 1);
  std::optional<int64_t> column = rows ? f.scalar(i, 2) : std::nullopt;
  if (!column)
    return std::nullopt;
  return rowLanes(descriptor, *rows, *column, descriptor.block[1]);
}

static void runGather(Frame &f, const Instr &i) {
  const Descriptor *descriptor = descriptorOperand(f, i, 0);
  if (!descriptor)
    return;
  std::optional<Lanes> lanes = rowsOf(f, i, *descriptor);
  if (!lanes)
    return;
  if (std::optional<Value> loaded = loadBlock(f, i, *descriptor, *lanes))
    f.result(i) = std::move(*loaded);
}

static void runScatter(Frame &f, const Instr &i) {
  const Descriptor *descriptor = descriptorOperand(f, i, 0);
  if (!descriptor)
    return;
  if (std::optional<Lanes> lanes = rowsOf(f, i, *descriptor))
    storeBlock(f, i, *descriptor, *lanes, f.operand(i, 3));
}

void addDescriptorOps(Registry &registry) {
  registry.add<tt::MakeTensorDescOp>(runMakeTensorDesc);
  registry.add<tt::DescriptorLoadOp>(runLoad);
  registry.add<tt::DescriptorStoreOp>(runStore);
  registry.add<tt::DescriptorReduceOp>(runReduce);
  registry.add<tt::DescriptorGatherOp>(runGather);
  registry.add<tt::DescriptorScatterOp>(runScatter);
}

} // namespace fathom::interp
