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

namespace {
/// Machine::state of a program: descriptors whose bytes lie in memory.
struct RawDescriptors {
  DenseMap<uint64_t, IntrusiveRefCntPtr<Descriptor>> at;
};
} // namespace

void keepDescriptor(Frame &f, uint64_t address, IntrusiveRefCntPtr<Descriptor> descriptor) {
  f.machine.state<RawDescriptors>().at[address] = std::move(descriptor);
}

static void stopAtPoison(Frame &f, const Instr &i, uint8_t poison, StringRef what) {
  f.stop(poison == Undefined ? Stop::Kind::Undefined : Stop::Kind::Unspecified, i,
         i.op->getName().getStringRef() + " has " + what + " that is undefined");
}

const Descriptor *descriptorOperand(Frame &f, const Instr &i, unsigned k) {
  const Value &value = f.operand(i, k);
  auto *descriptor = static_cast<const Descriptor *>(value.object.get());
  if (!descriptor && value.count) {
    if (value.poisons() && value.poisons()[0]) {
      stopAtPoison(f, i, value.poisons()[0], "a pointer to a descriptor");
      return nullptr;
    }
    descriptor = f.machine.state<RawDescriptors>().at.lookup(value.integer()).get();
  }
  if (!descriptor) {
    f.stop(Stop::Kind::Unsupported, i,
           i.op->getName().getStringRef() +
               " has a descriptor that was made outside of the program");
    return nullptr;
  }
  if (descriptor->poison) {
    stopAtPoison(f, i, descriptor->poison, "a descriptor with a part");
    return nullptr;
  }
  return descriptor;
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

static void runReinterpret(Frame &f, const Instr &i) {
  const Descriptor *raw = descriptorOperand(f, i, 0);
  if (!raw)
    return;
  IntrusiveRefCntPtr<Descriptor> descriptor = emptyDescriptor(
      cast<tt::TensorDescType>(i.op->getResult(0).getType()), f.machine.semantics());
  if (descriptor->block.size() != raw->shape.size())
    return f.stop(Stop::Kind::Undefined, i,
                  "tt.reinterpret_tensor_descriptor gives a descriptor of " +
                      Twine(raw->shape.size()) + " dimensions a block of " +
                      Twine(descriptor->block.size()));
  descriptor->base = raw->base;
  descriptor->shape = raw->shape;
  descriptor->strides = raw->strides;
  descriptor->nanPadding = raw->nanPadding;
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

/// The descriptor is operand 0. Up to 3.2 it is a pointer, and what is moved says the block.
static std::optional<Lanes> blockOf(Frame &f, const Instr &i, const Descriptor &descriptor,
                                    unsigned firstIndex, mlir::Type moved) {
  std::optional<SmallVector<int64_t, 5>> indices =
      coordinates(f, i, firstIndex, i.operands.size() - firstIndex);
  if (!indices)
    return std::nullopt;
  ArrayRef<int64_t> block = descriptor.block;
  if (!isa<tt::TensorDescType>(i.op->getOperand(0).getType()))
    block = cast<mlir::RankedTensorType>(moved).getShape();
  if (block.size() != descriptor.shape.size() || indices->size() != block.size()) {
    f.stop(Stop::Kind::Undefined, i,
           i.op->getName().getStringRef() + " of a block of " + Twine(block.size()) +
               " dimensions of a tensor of " + Twine(descriptor.shape.size()));
    return std::nullopt;
  }
  return blockLanes(descriptor, *indices, block);
}

static void runLoad(Frame &f, const Instr &i) {
  const Descriptor *descriptor = descriptorOperand(f, i, 0);
  if (!descriptor)
    return;
  std::optional<Lanes> lanes = blockOf(f, i, *descriptor, 1, i.op->getResult(0).getType());
  if (!lanes)
    return;
  if (std::optional<Value> loaded = loadBlock(f, i, *descriptor, *lanes))
    f.result(i) = std::move(*loaded);
}

static void runStore(Frame &f, const Instr &i) {
  const Descriptor *descriptor = descriptorOperand(f, i, 0);
  if (!descriptor)
    return;
  if (std::optional<Lanes> lanes = blockOf(f, i, *descriptor, 2, i.op->getOperand(1).getType()))
    storeBlock(f, i, *descriptor, *lanes, f.operand(i, 1));
}

static void runReduce(Frame &f, const Instr &i) {
  const Descriptor *descriptor = descriptorOperand(f, i, 0);
  if (!descriptor)
    return;
  if (std::optional<Lanes> lanes = blockOf(f, i, *descriptor, 2, i.op->getOperand(1).getType()))
    reduceBlock(f, i, *descriptor, *lanes, cast<tt::DescriptorReduceOp>(i.op).getKind(),
                f.operand(i, 1));
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
  registry.add<tt::ReinterpretTensorDescOp>(runReinterpret);
  registry.add<tt::DescriptorLoadOp>(runLoad);
  registry.add<tt::DescriptorStoreOp>(runStore);
  registry.add<tt::DescriptorReduceOp>(runReduce);
  registry.add<tt::DescriptorGatherOp>(runGather);
  registry.add<tt::DescriptorScatterOp>(runScatter);
}

} // namespace fathom::interp
