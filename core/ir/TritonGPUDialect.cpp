// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ttg dialect as a whole: what it registers, old names of its ops, and the numbers of warps and threads around an op.
#include "core/ir/InlineAnywhere.h"
#include "core/ir/LegacyDialects.h"
#include "core/ir/TritonGPU.h"

using namespace mlir;

#include "core/ir/TritonGPUDialect.cpp.inc"
#include "core/ir/TritonGPUEnums.cpp.inc"

namespace fathom::ttg {

std::unique_ptr<tt::LayoutInference> makeLayoutInference(Dialect *dialect);

namespace {

// An encoding at the top of a file gets a name that says its kind: #blocked, #mma, #smem.
struct Aliases : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attribute, llvm::raw_ostream &os) const final {
    llvm::StringRef name =
        llvm::TypeSwitch<Attribute, llvm::StringRef>(attribute)
            .Case<BlockedEncodingAttr>([](auto) { return "blocked"; })
            .Case<NvidiaMmaEncodingAttr, AMDMfmaEncodingAttr, AMDWmmaEncodingAttr>(
                [](auto) { return "mma"; })
            .Case<LinearEncodingAttr, GenericLinearEncodingAttr>([](auto) { return "linear"; })
            .Case<SharedMemorySpaceAttr>([](auto) { return "smem"; })
            .Default([](Attribute a) { return isShared(a) ? "shared" : ""; });
    if (name.empty())
      return AliasResult::NoAlias;
    os << name;
    return AliasResult::FinalAlias;
  }
};

/// Whether an attribute's name is the key, or what it was in 2024: ttg.num-warps, triton_gpu.num-warps.
bool isNamed(llvm::StringRef name, llvm::StringRef key) {
  constexpr llvm::StringLiteral now = "ttg.", then = "triton_gpu.";
  if (name.size() == key.size())
    return name == key;
  return name.size() == key.size() - now.size() + then.size() && name.consume_front(then) &&
         name == key.drop_front(now.size());
}

/// The number that the nearest op around says. The verifier asks for each tensor, so this looks at few ops, and at no name twice.
std::optional<int64_t> lookup(Operation *op, llvm::StringRef key) {
  for (; op; op = op->getParentOp())
    for (NamedAttribute attribute : op->getRawDictionaryAttrs())
      if (isNamed(attribute.getName().strref(), key))
        if (auto number = llvm::dyn_cast<IntegerAttr>(attribute.getValue());
            number && number.getValue().getSignificantBits() <= 64)
          return number.getInt();
  return std::nullopt;
}

} // namespace

void TritonGPUDialect::initialize() {
  registerEncodings();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "core/ir/TritonGPUOps.cpp.inc"
      >();
  addInterfaces<Aliases, InlineAnywhere>();
  addInterface(makeLayoutInference(this));
}

std::optional<Dialect::ParseOpHook>
TritonGPUDialect::getParseOperationHook(llvm::StringRef name) const {
  return legacyOpHook(name);
}

std::optional<int64_t> lookupNumWarps(Operation *op) {
  for (Operation *at = op; at; at = at->getParentOp()) {
    auto partitions = llvm::dyn_cast_or_null<WarpSpecializePartitionsOp>(at->getParentOp());
    if (!partitions)
      continue;
    auto specialize = llvm::dyn_cast_or_null<WarpSpecializeOp>(partitions->getParentOp());
    unsigned number = at->getParentRegion()->getRegionNumber();
    if (specialize && number < specialize.getPartitionNumWarps().size())
      return specialize.getPartitionNumWarps()[number];
  }
  return lookup(op, numWarpsName);
}

std::optional<int64_t> lookupThreadsPerWarp(Operation *op) {
  return lookup(op, threadsPerWarpName);
}
std::optional<int64_t> lookupNumCtas(Operation *op) { return lookup(op, numCtasName); }

} // namespace fathom::ttg
