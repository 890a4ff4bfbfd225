// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What can be asked of an encoding of any kind, and the checks that several of them share.
#include "core/ir/TritonGPUEncodings.h"
#include "core/ir/EncodingsChecks.h"
#include "core/ir/EncodingsSyntax.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

#define GET_ATTRDEF_CLASSES
#include "core/ir/TritonGPUEncodings.cpp.inc"

namespace fathom::ttg {

void TritonGPUDialect::registerEncodings() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "core/ir/TritonGPUEncodings.cpp.inc"
      >();
}

bool checkPowersOfTwo(ErrorFn error, llvm::StringRef key, llvm::ArrayRef<int32_t> numbers) {
  if (numbers.empty()) {
    error() << key << " must not be empty";
    return false;
  }
  for (int32_t number : numbers)
    if (number < 1 || !llvm::isPowerOf2_32(number)) {
      error() << key << " must hold powers of two, not " << number;
      return false;
    }
  return true;
}

bool checkOrder(ErrorFn error, llvm::ArrayRef<int32_t> order) {
  llvm::SmallVector<bool> seen(order.size(), false);
  for (int32_t dim : order) {
    if (dim < 0 || size_t(dim) >= order.size() || seen[dim]) {
      error() << "order must be a permutation of 0 to " << order.size() - 1;
      return false;
    }
    seen[dim] = true;
  }
  if (order.empty())
    error() << "order must not be empty";
  return !order.empty();
}

bool checkBases(ErrorFn error, llvm::StringRef key, llvm::ArrayRef<DenseI32ArrayAttr> bases,
                size_t rank) {
  for (DenseI32ArrayAttr basis : bases) {
    if (size_t(basis.size()) != rank || rank == 0) {
      error() << "each basis of " << key << " must have " << rank << " entries";
      return false;
    }
    for (int32_t image : basis.asArrayRef())
      if (image < 0 || image > (1 << 30)) {
        error() << "the entries of the bases of " << key << " must be from 0 to 2^30";
        return false;
      }
  }
  return true;
}

bool isDistributed(Attribute encoding) {
  return llvm::isa_and_nonnull<BlockedEncodingAttr, SliceEncodingAttr, DotOperandEncodingAttr,
                               NvidiaMmaEncodingAttr, AMDMfmaEncodingAttr, AMDWmmaEncodingAttr,
                               LinearEncodingAttr, GenericLinearEncodingAttr>(encoding);
}

bool isShared(Attribute encoding) {
  return llvm::isa_and_nonnull<SwizzledSharedEncodingAttr, NVMMASharedEncodingAttr,
                               PaddedSharedEncodingAttr, SharedLinearEncodingAttr,
                               AMDRotatingSharedEncodingAttr, PartitionedSharedEncodingAttr>(
      encoding);
}

static std::optional<unsigned>
rankOfFirst(std::initializer_list<llvm::ArrayRef<DenseI32ArrayAttr>> lists) {
  for (llvm::ArrayRef<DenseI32ArrayAttr> bases : lists)
    if (!bases.empty())
      return bases.front().size();
  return std::nullopt;
}

std::optional<unsigned> rankOf(Attribute encoding) {
  using Rank = std::optional<unsigned>;
  if (!encoding)
    return std::nullopt;
  return llvm::TypeSwitch<Attribute, Rank>(encoding)
      .Case<BlockedEncodingAttr>([](auto a) { return Rank(a.getOrder().size()); })
      .Case<SliceEncodingAttr>([](auto a) {
        Rank parent = rankOf(a.getParent());
        return parent ? Rank(*parent - 1) : Rank();
      })
      .Case<DotOperandEncodingAttr>([](auto a) { return rankOf(a.getParent()); })
      .Case<NvidiaMmaEncodingAttr>([](auto a) { return Rank(a.getWarpsPerCTA().size()); })
      .Case<AMDMfmaEncodingAttr>([](auto a) { return Rank(a.getWarpsPerCTA().size()); })
      .Case<AMDWmmaEncodingAttr>([](auto a) {
        return a.getWarpsPerCTA().empty()
                   ? rankOfFirst({a.getCtaWarp(), a.getCtaRegister(), a.getCgaBases()})
                   : Rank(a.getWarpsPerCTA().size());
      })
      .Case<LinearEncodingAttr, GenericLinearEncodingAttr>(
          [](auto a) { return a.getRank() ? Rank(a.getRank()) : Rank(); })
      .Case<SwizzledSharedEncodingAttr, AMDRotatingSharedEncodingAttr>(
          [](auto a) { return Rank(a.getOrder().size()); })
      .Case<NVMMASharedEncodingAttr>(
          [](auto a) { return a.getRank() ? Rank(a.getRank()) : rankOfFirst({a.getCgaBases()}); })
      .Case<PaddedSharedEncodingAttr>([](auto a) {
        return a.getOrder().empty() ? rankOfFirst({a.getOffsetBases(), a.getBlockBases()})
                                    : Rank(a.getOrder().size());
      })
      .Case<SharedLinearEncodingAttr>(
          [](auto a) { return rankOfFirst({a.getOffsetBases(), a.getBlockBases()}); })
      .Case<PartitionedSharedEncodingAttr>([](auto a) { return rankOf(a.getPartitionLayout()); })
      .Default([](Attribute) { return Rank(); });
}

llvm::ArrayRef<DenseI32ArrayAttr> cgaBasesOf(Attribute encoding) {
  using List = llvm::ArrayRef<DenseI32ArrayAttr>;
  if (!encoding)
    return {};
  return llvm::TypeSwitch<Attribute, List>(encoding)
      .Case<BlockedEncodingAttr, NvidiaMmaEncodingAttr, AMDMfmaEncodingAttr, AMDWmmaEncodingAttr,
            SwizzledSharedEncodingAttr, NVMMASharedEncodingAttr, AMDRotatingSharedEncodingAttr>(
          [](auto a) { return a.getCgaBases(); })
      .Case<SliceEncodingAttr, DotOperandEncodingAttr>(
          [](auto a) { return cgaBasesOf(a.getParent()); })
      .Case<LinearEncodingAttr, GenericLinearEncodingAttr, PaddedSharedEncodingAttr,
            SharedLinearEncodingAttr>([](auto a) { return a.getBlockBases(); })
      .Case<PartitionedSharedEncodingAttr>(
          [](auto a) { return cgaBasesOf(a.getPartitionLayout()); })
      .Default([](Attribute) { return List(); });
}

static int64_t product(llvm::ArrayRef<int32_t> numbers) {
  int64_t product = 1;
  for (int32_t number : numbers)
    product = std::min<int64_t>(product * number, int64_t(1) << 40);
  return product;
}

static int64_t countOf(size_t bits) { return int64_t(1) << std::min<size_t>(bits, 40); }

Extent extentOf(Attribute encoding) {
  Extent extent;
  if (!isDistributed(encoding))
    return extent;
  extent.blocks = countOf(cgaBasesOf(encoding).size());
  llvm::TypeSwitch<Attribute>(encoding)
      .Case<BlockedEncodingAttr>([&](auto a) {
        extent.lanes = product(a.getThreadsPerWarp());
        extent.warps = product(a.getWarpsPerCTA());
      })
      .Case<SliceEncodingAttr, DotOperandEncodingAttr>(
          [&](auto a) { extent = extentOf(a.getParent()); })
      .Case<NvidiaMmaEncodingAttr>([&](auto a) {
        extent.lanes = 32;
        extent.warps = product(a.getWarpsPerCTA());
      })
      .Case<AMDMfmaEncodingAttr>([&](auto a) {
        extent.lanes = 64;
        extent.warps = product(a.getWarpsPerCTA());
      })
      .Case<AMDWmmaEncodingAttr>([&](auto a) {
        extent.lanes = 32;
        extent.warps = a.getWarpsPerCTA().empty() ? countOf(a.getCtaWarp().size())
                                                  : product(a.getWarpsPerCTA());
      })
      .Case<LinearEncodingAttr, GenericLinearEncodingAttr>([&](auto a) {
        extent.lanes = countOf(a.getLaneBases().size());
        extent.warps = countOf(a.getWarpBases().size());
      });
  return extent;
}

Attribute withElementWidth(Attribute encoding, unsigned elementBitWidth, unsigned rank) {
  auto swizzled = llvm::dyn_cast_or_null<SwizzledSharedEncodingAttr>(encoding);
  if (!swizzled || !swizzled.getHasLeadingOffset() || elementBitWidth == 0)
    return encoding;
  unsigned phases = swizzled.getPerPhase() * 100 + swizzled.getMaxPhase();
  unsigned bytes = phases == 402 ? 32 : phases == 204 ? 64 : phases == 108 ? 128 : 0;
  bool transposed = swizzled.getOrder().size() > 1 && swizzled.getOrder().front() == 0;
  return NVMMASharedEncodingAttr::get(encoding.getContext(), bytes, transposed, elementBitWidth,
                                      /*fp4Padded=*/false, swizzled.getCgaBases(),
                                      rank == 2 ? 0 : rank);
}

} // namespace fathom::ttg
