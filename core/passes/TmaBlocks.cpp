// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits of TMA, and the layouts of its blocks.
#include "core/passes/TmaBlocks.h"

#include "core/passes/SharedBuffers.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;

/// Elements of a copy along one dim at most.
static constexpr int64_t longestCopy = 256;

ttg::NVMMASharedEncodingAttr fathom::tmaLayout(tt::TensorDescType type,
                                               std::optional<int64_t> rows) {
  RankedTensorType block = type.getBlockType();
  Type element = block.getElementType();
  int64_t rank = block.getRank();
  if (rank < 1 || rank > 5 || !element.isIntOrFloat())
    return {};
  unsigned bits = element.getIntOrFloatBitWidth();
  int64_t length = block.getShape().back();
  if (!llvm::is_contained({8u, 16u, 32u, 64u}, bits) || length * bits < 128)
    return {};
  if (!rows)
    rows = block.getNumElements() / length;
  unsigned bytes = rank == 1 ? 0 : swizzledBytes(length, *rows, bits);
  return ttg::NVMMASharedEncodingAttr::get(type.getContext(), bytes, /*transposed=*/rank == 1, bits,
                                           /*fp4Padded=*/false, /*cgaBases=*/{},
                                           rank == 2 ? 0 : rank);
}

/// Whether the tensor is the block without some dims of size 1 that are not the last one.
static bool isBlock(ArrayRef<int64_t> block, ArrayRef<int64_t> tensor) {
  if (tensor.empty() || block.back() != tensor.back())
    return false;
  auto sizes = [](ArrayRef<int64_t> shape) {
    return llvm::filter_to_vector(shape, [](int64_t size) { return size != 1; });
  };
  return tensor.size() <= block.size() && sizes(block) == sizes(tensor);
}

ttg::MemDescType fathom::tmaBuffer(tt::TensorDescType type, RankedTensorType tensor,
                                   bool isMutable) {
  auto layout = dyn_cast_or_null<ttg::NVMMASharedEncodingAttr>(type.getBlockType().getEncoding());
  if (!layout)
    return {};
  bool isRows = type.getBlockType().getRank() == 2 && tensor.getRank() == 2 &&
                type.getBlockType().getDimSize(0) == 1; // Gathered or scattered ones.
  if (!isRows && !isBlock(type.getBlockType().getShape(), tensor.getShape()))
    return {};
  int64_t rank = tensor.getRank();
  auto its = ttg::NVMMASharedEncodingAttr::get(
      type.getContext(), layout.getSwizzlingByteWidth(), rank == 1, layout.getElementBitWidth(),
      layout.getFp4Padded(), layout.getCgaBases(), rank == 2 ? 0 : rank);
  return ttg::MemDescType::get(tensor.getShape(), tensor.getElementType(), its,
                               ttg::SharedMemorySpaceAttr::get(type.getContext()), isMutable);
}

int64_t fathom::tmaBytes(ttg::MemDescType buffer) {
  return buffer.getNumElements() * buffer.getElementType().getIntOrFloatBitWidth() / 8;
}

ttg::MemDescType fathom::barrierType(MLIRContext *context) {
  auto layout = ttg::SwizzledSharedEncodingAttr::get(context, 1, 1, 1, {0}, {},
                                                     /*hasLeadingOffset=*/false);
  return ttg::MemDescType::get({1}, IntegerType::get(context, 64), layout,
                               ttg::SharedMemorySpaceAttr::get(context), /*mutableMemory=*/true);
}

/// Each warp has a part of the numbers, each of its lanes all of that part, by fours: one instruction copies four rows.
Value fathom::inTmaRows(OpBuilder &b, Location loc, Value rows) {
  auto type = cast<RankedTensorType>(rows.getType());
  Operation *op = b.getInsertionBlock()->getParentOp();
  int32_t warps = ttg::lookupNumWarps(op).value_or(4);
  auto lanes = ttg::BlockedEncodingAttr::get(b.getContext(), {1, 4}, {32, 1}, {1, warps}, {1, 0},
                                             ttg::cgaBasesOf(type.getEncoding()));
  auto wanted = type.cloneWithEncoding(ttg::SliceEncodingAttr::get(b.getContext(), 0, lanes));
  return wanted == type ? rows : ttg::ConvertLayoutOp::create(b, loc, wanted, rows).getResult();
}

Operation *fathom::startTmaCopy(OpBuilder &b, Operation *read, Value buffer, Value barrier,
                                Value pred) {
  Location loc = read->getLoc();
  if (auto gather = dyn_cast<tt::DescriptorGatherOp>(read)) {
    Value rows = inTmaRows(b, loc, gather.getXOffsets());
    return ttng::AsyncTMAGatherOp::create(b, loc, gather.getDesc(), rows, gather.getYOffset(),
                                          barrier, buffer, pred, /*multicast=*/false);
  }
  auto load = cast<tt::DescriptorLoadOp>(read);
  // No hints for caches: 3.6.0 has none here, and does not lower those it is given.
  return ttng::AsyncTMACopyGlobalToLocalOp::create(
      b, loc, load.getDesc(), load.getIndices(), /*offsets=*/ValueRange(), barrier, buffer, pred,
      /*multicast=*/false, tt::CacheModifier::None, tt::EvictionPolicy::Normal,
      /*isVolatile=*/false);
}

SmallVector<int64_t> fathom::tmaBox(tt::TensorDescType type) {
  RankedTensorType block = type.getBlockType();
  auto layout = cast<ttg::NVMMASharedEncodingAttr>(block.getEncoding());
  SmallVector<int64_t> box(block.getShape());
  for (int64_t &size : box)
    size = std::min(size, longestCopy);
  if (unsigned bytes = layout.getSwizzlingByteWidth())
    box.back() = 8 * bytes / layout.getElementBitWidth();
  return box;
}

unsigned fathom::tmaElementNumber(Type element) {
  if (element.isF16())
    return 6;
  if (element.isF32())
    return 7;
  if (element.isF64())
    return 9;
  if (element.isBF16())
    return 10;
  // Where nothing is said, integers are compared as signed ones.
  bool isUnsigned = element.isUnsignedInteger() || isa<FloatType>(element);
  switch (element.getIntOrFloatBitWidth()) {
  case 8:
    return 0;
  case 16:
    return 1;
  case 32:
    return isUnsigned ? 2 : 3;
  default:
    return isUnsigned ? 4 : 5;
  }
}

int fathom::tmaCapability(ModuleOp module) {
  auto target = module->getAttrOfType<StringAttr>(ttg::targetName);
  int capability = 0;
  StringRef text = target ? target.getValue() : StringRef();
  return text.consume_front("cuda:") && !text.getAsInteger(10, capability) ? capability : 0;
}

static bool canReduce(tt::DescriptorReduceKind kind, Type element) {
  unsigned bits = element.getIntOrFloatBitWidth();
  bool isFloat = isa<FloatType>(element), isHalf = element.isF16() || element.isBF16();
  switch (kind) {
  case tt::DescriptorReduceKind::Add:
    return isFloat ? isHalf || element.isF32() : bits >= 32;
  case tt::DescriptorReduceKind::Min:
  case tt::DescriptorReduceKind::Max:
    return isFloat ? isHalf : bits >= 32;
  case tt::DescriptorReduceKind::Inc:
  case tt::DescriptorReduceKind::Dec:
    return !isFloat && bits == 32;
  case tt::DescriptorReduceKind::And:
  case tt::DescriptorReduceKind::Or:
  case tt::DescriptorReduceKind::Xor:
    return !isFloat && bits >= 32;
  }
  return false;
}

bool fathom::canUseTma(Operation *op, int capability) {
  // Of a raw pointer nothing is known.
  auto isWhole = [](Value desc, RankedTensorType tensor) {
    auto type = dyn_cast<tt::TensorDescType>(desc.getType());
    return !type || (tmaLayout(type) && isBlock(type.getBlockType().getShape(), tensor.getShape()));
  };
  // Rows are listed since Blackwell.
  auto isRows = [&](Value desc, RankedTensorType rows) {
    return capability >= 100 &&
           tmaLayout(cast<tt::TensorDescType>(desc.getType()), rows.getDimSize(0));
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](tt::MakeTensorDescOp make) {
        // NaN is a float of 16 bits or more.
        return tmaLayout(make.getType()) &&
               (make.getPadding() != tt::PaddingOption::Nan ||
                make.getType().getBlockType().getElementTypeBitWidth() > 8);
      })
      .Case([&](tt::DescriptorLoadOp load) { return isWhole(load.getDesc(), load.getType()); })
      .Case([&](tt::DescriptorStoreOp store) {
        return isWhole(store.getDesc(), cast<RankedTensorType>(store.getSrc().getType()));
      })
      .Case([&](tt::DescriptorReduceOp reduce) {
        auto tensor = cast<RankedTensorType>(reduce.getSrc().getType());
        return isWhole(reduce.getDesc(), tensor) &&
               canReduce(reduce.getKind(), tensor.getElementType());
      })
      .Case(
          [&](tt::DescriptorGatherOp gather) { return isRows(gather.getDesc(), gather.getType()); })
      .Case([&](tt::DescriptorScatterOp scatter) {
        return isRows(scatter.getDesc(), cast<RankedTensorType>(scatter.getSrc().getType()));
      })
      .Default([](Operation *) { return true; });
}

bool fathom::isUsedAtOnce(tt::MakeTensorDescOp make) {
  if (!make->getParentOfType<LoopLikeOpInterface>())
    return true;
  return llvm::none_of(make->getUsers(), [](Operation *user) {
    return user->hasTrait<OpTrait::IsTerminator>() || isa<LoopLikeOpInterface>(user);
  });
}
