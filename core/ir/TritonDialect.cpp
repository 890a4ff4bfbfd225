// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt dialect as a whole: what it registers, the op names of older releases, inlining.
#include "core/ir/Triton.h"

#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::tt;

#include "core/ir/TritonDialect.cpp.inc"
#include "core/ir/TritonEnums.cpp.inc"

namespace {

struct TritonInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *call, Operation *callable, bool) const final {
    auto function = dyn_cast<FuncOp>(callable);
    if (!function || function.isExternal())
      return false;
    if (auto no = function->getAttrOfType<BoolAttr>("noinline"); no && no.getValue())
      return false;
    // Only a function's region may take several blocks.
    return function.getBody().hasOneBlock() || isa<FunctionOpInterface>(call->getParentOp());
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final { return true; }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }

  void handleTerminator(Operation *terminator, Block *next) const final {
    auto ret = dyn_cast<ReturnOp>(terminator);
    if (!ret)
      return;
    OpBuilder builder(ret);
    cf::BranchOp::create(builder, ret.getLoc(), next, ret.getOperands());
    ret.erase();
  }
  void handleTerminator(Operation *terminator, ValueRange results) const final {
    for (auto [result, value] : llvm::zip_equal(results, terminator->getOperands()))
      result.replaceAllUsesWith(value);
  }
};

/// Today's name of an op of an older release, or "".
StringRef nameToday(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("tt.experimental_descriptor_load", "tt.descriptor_load")
      .Case("tt.experimental_descriptor_store", "tt.descriptor_store")
      .Case("tt.experimental_descriptor_gather", "tt.descriptor_gather")
      .Case("tt.experimental_descriptor_scatter", "tt.descriptor_scatter")
      .Case("tt.experimental_tensormap_create", "ttng.tensormap_create")
      .Case("tt.experimental_tensormap_fenceproxy_acquire", "ttng.tensormap_fenceproxy_acquire")
      .Default("");
}

ParseResult parseByTodaysName(OpAsmParser &parser, OperationState &state) {
  OperationName today(nameToday(state.name.getStringRef()), parser.getContext());
  auto info = today.getRegisteredInfo();
  if (!info)
    return parser.emitError(parser.getNameLoc())
           << "'" << state.name << "' stands for '" << today << "', which is not loaded";
  state.name = *info;
  return info->getParseAssemblyFn()(parser, state);
}

} // namespace

void TritonDialect::initialize() {
  registerTypes();
  registerAttributes();
  registerOps();
  addInterfaces<TritonInliner>();
}

void TritonDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "core/ir/TritonElementwiseOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "core/ir/TritonMemoryOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "core/ir/TritonDescriptorOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "core/ir/TritonShapeOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "core/ir/TritonComputeOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "core/ir/TritonProgramOps.cpp.inc"
      >();
}

std::optional<Dialect::ParseOpHook> TritonDialect::getParseOperationHook(StringRef name) const {
  if (nameToday(name).empty())
    return std::nullopt;
  // The hook is a reference, so the function that it refers to must outlive it.
  return ParseOpHook(parseByTodaysName);
}

Operation *TritonDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                              Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult TritonDialect::verifyOperationAttribute(Operation *, NamedAttribute) {
  return success();
}

const Spelling &tt::spellingOf(MLIRContext *context) {
  static const Spelling canonical;
  auto *dialect = context->getLoadedDialect<TritonDialect>();
  return dialect ? dialect->getSpelling() : canonical;
}

const LayoutInference *tt::layoutInferenceOf(Attribute encoding) {
  return encoding ? encoding.getDialect().getRegisteredInterface<LayoutInference>() : nullptr;
}
