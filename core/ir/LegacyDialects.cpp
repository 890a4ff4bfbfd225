// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads what older releases print: old dialect names, old op names, and ops that are another op now.
#include "core/ir/LegacyDialects.h"
#include "core/ir/CheckedAttributes.h"
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonGPU.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "core/ir/TritonNvidiaGPUWarps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fathom;

namespace {

//===-- Names --===//

constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> dialectNames[] = {
    {"triton_gpu.", "ttg."}, {"triton_nvidia_gpu.", "ttng."}, {"amdgpu.", "amdg."}};

/// The name with today's dialect.
std::string inTodaysDialect(StringRef name) {
  for (auto [earlier, today] : dialectNames)
    if (name.starts_with(earlier))
      return (today + name.drop_front(earlier.size())).str();
  return name.str();
}

/// Today's name of an op; itself where it has not changed.
std::string nameToday(StringRef name) {
  std::string full = inTodaysDialect(name);
  return llvm::StringSwitch<std::string>(full)
      .Case("ttng.dot_async", "ttng.warp_group_dot")
      .Case("ttng.dot_wait", "ttng.warp_group_dot_wait")
      .Case("ttng.create_token", "nvws.create_token")
      .Case("ttng.producer_acquire", "nvws.producer_acquire")
      .Case("ttng.producer_commit", "nvws.producer_commit")
      .Case("ttng.consumer_wait", "nvws.consumer_wait")
      .Case("ttng.consumer_release", "nvws.consumer_release")
      .Case("ttg.upcast_mxfp", "amdg.upcast_mxfp")
      .Case("ttg.local_barrier", "ttg.barrier")
      .Case("amdg.local_load_packed_transposed", "amdg.local_load_packed_tranposed")
      .Default(full);
}

//===-- Parsers --===//

ParseResult parseAs(StringRef name, OpAsmParser &parser, OperationState &state) {
  OperationName today(name, parser.getContext());
  std::optional<RegisteredOperationName> info = today.getRegisteredInfo();
  if (!info)
    return parser.emitError(parser.getNameLoc())
           << "'" << state.name << "' is not an op of any release";
  state.name = *info;
  return info->getParseAssemblyFn()(parser, state);
}

ParseResult parseByTodaysName(OpAsmParser &parser, OperationState &state) {
  return parseAs(nameToday(state.name.getStringRef()), parser, state);
}

// ttg.local_barrier has nothing to say.
ParseResult parseLocalBarrier(OpAsmParser &parser, OperationState &state) {
  state.name = OperationName(ttg::BarrierOp::getOperationName(), parser.getContext());
  state.getOrAddProperties<ttg::BarrierOp::Properties>().addrSpace =
      ttg::AddrSpaceAttr::get(parser.getContext(), ttg::AddrSpace::Local);
  return parseCheckedAttributes(parser, state);
}

// %m[%i, %c0, %c0] : from -> to, as the op of today that says the same.
ParseResult parseSubview(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand buffer;
  SmallVector<OpAsmParser::UnresolvedOperand> offsets;
  ttg::MemDescType from, to;
  if (parser.parseOperand(buffer) ||
      parser.parseOperandList(offsets, OpAsmParser::Delimiter::Square) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(from) ||
      parser.parseArrow() || parser.parseType(to) ||
      parser.resolveOperand(buffer, from, state.operands) ||
      parser.resolveOperands(offsets, parser.getBuilder().getI32Type(), state.operands))
    return failure();
  state.addTypes(to);
  ArrayRef<Value> values = ArrayRef(state.operands).drop_front();
  SmallVector<std::optional<int32_t>> constants;
  for (Value value : values) {
    APInt number;
    bool known = value.getDefiningOp() && matchPattern(value, m_ConstantInt(&number));
    constants.push_back(known ? std::optional<int32_t>(int32_t(number.getSExtValue()))
                              : std::nullopt);
  }
  bool sameRank = from.getRank() == to.getRank();
  bool drops = from.getRank() == to.getRank() + 1 && from.getShape().drop_front() == to.getShape();
  if (values.size() == size_t(from.getRank()) && drops &&
      llvm::all_of(ArrayRef(constants).drop_front(), [](auto number) { return number == 0; })) {
    state.operands.resize(2);
    state.name = OperationName(ttg::MemDescIndexOp::getOperationName(), parser.getContext());
    return success();
  }
  if (sameRank && llvm::all_of(constants, [](auto number) { return number.has_value(); })) {
    SmallVector<int32_t> numbers;
    for (std::optional<int32_t> number : constants)
      numbers.push_back(*number);
    state.operands.resize(1);
    state.name = OperationName(ttg::MemDescSubsliceOp::getOperationName(), parser.getContext());
    state.getOrAddProperties<ttg::MemDescSubsliceOp::Properties>().offsets =
        DenseI32ArrayAttr::get(parser.getContext(), numbers);
    return success();
  }
  state.name = OperationName(ttg::MemDescSubviewOp::getOperationName(), parser.getContext());
  return success();
}

// Up to 3.1 the op was asynchronous by name.
ParseResult parseDotAsync(OpAsmParser &parser, OperationState &state) {
  if (parseByTodaysName(parser, state))
    return failure();
  state.getOrAddProperties<ttng::WarpGroupDotOp::Properties>().isAsync =
      parser.getBuilder().getBoolAttr(true);
  return success();
}

//===-- Dialects --===//

/// A dialect of an older release: a name for today's.
template <typename Today> class LegacyDialect : public Dialect {
public:
  LegacyDialect(StringRef name, MLIRContext *context, TypeID id) : Dialect(name, context, id) {
    context->getOrLoadDialect<ttg::TritonGPUDialect>();
    context->getOrLoadDialect<ttng::TritonNvidiaGPUDialect>();
    context->getOrLoadDialect<amdg::TritonAMDGPUDialect>();
    context->getOrLoadDialect<nvws::NVWSDialect>();
    today = context->getOrLoadDialect<Today>();
    // In generic form no hook is asked: normaliseLegacy names those ops.
    allowUnknownOperations();
  }

  std::optional<ParseOpHook> getParseOperationHook(StringRef name) const override {
    if (std::optional<ParseOpHook> hook = legacyOpHook(name))
      return hook;
    return ParseOpHook(parseByTodaysName);
  }

  Attribute parseAttribute(DialectAsmParser &parser, Type type) const override {
    if (succeeded(parser.parseOptionalKeyword("shared")))
      return ttg::SwizzledSharedEncodingAttr::parse(parser, type);
    return today->parseAttribute(parser, type);
  }

  Type parseType(DialectAsmParser &parser) const override { return today->parseType(parser); }

private:
  Dialect *today;
};

class TritonGPULegacy : public LegacyDialect<ttg::TritonGPUDialect> {
public:
  explicit TritonGPULegacy(MLIRContext *context)
      : LegacyDialect(getDialectNamespace(), context, TypeID::get<TritonGPULegacy>()) {}
  static constexpr StringLiteral getDialectNamespace() { return "triton_gpu"; }
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TritonGPULegacy)
};

class TritonNvidiaGPULegacy : public LegacyDialect<ttng::TritonNvidiaGPUDialect> {
public:
  explicit TritonNvidiaGPULegacy(MLIRContext *context)
      : LegacyDialect(getDialectNamespace(), context, TypeID::get<TritonNvidiaGPULegacy>()) {}
  static constexpr StringLiteral getDialectNamespace() { return "triton_nvidia_gpu"; }
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TritonNvidiaGPULegacy)
};

class TritonAMDGPULegacy : public LegacyDialect<amdg::TritonAMDGPUDialect> {
public:
  explicit TritonAMDGPULegacy(MLIRContext *context)
      : LegacyDialect(getDialectNamespace(), context, TypeID::get<TritonAMDGPULegacy>()) {}
  static constexpr StringLiteral getDialectNamespace() { return "amdgpu"; }
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TritonAMDGPULegacy)
};

//===-- After parsing --===//

void renameAttributes(Operation *op) {
  SmallVector<std::pair<StringAttr, std::string>> changes;
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    std::string name = inTodaysDialect(attribute.getName());
    // amdgpu is also a prefix of LLVM's own attributes.
    if (name != attribute.getName().getValue() &&
        !attribute.getName().getValue().starts_with("amdgpu."))
      changes.emplace_back(attribute.getName(), name);
  }
  for (auto &[earlier, today] : changes) {
    Attribute value = op->removeDiscardableAttr(earlier);
    op->setDiscardableAttr(today, value);
  }
}

/// An op that was read in generic form, under today's name.
LogicalResult replaceByTodays(Operation *op) {
  OperationName today(nameToday(op->getName().getStringRef()), op->getContext());
  if (!today.isRegistered())
    return op->emitOpError("is not an op of any release that fathom reads");
  OperationState state(op->getLoc(), today, op->getOperands(), op->getResultTypes(), op->getAttrs(),
                       op->getSuccessors());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *replacement = OpBuilder(op).create(state);
  op->replaceAllUsesWith(replacement);
  op->erase();
  return success();
}

} // namespace

void fathom::registerLegacyDialects(DialectRegistry &registry) {
  registry.insert<TritonGPULegacy, TritonNvidiaGPULegacy, TritonAMDGPULegacy>();
}

std::optional<Dialect::ParseOpHook> fathom::legacyOpHook(StringRef name) {
  // A hook is a reference, so the function that it refers to must outlive it.
  std::string full = inTodaysDialect(name);
  if (full == "ttg.memdesc_subview")
    return Dialect::ParseOpHook(parseSubview);
  if (full == "ttg.local_barrier")
    return Dialect::ParseOpHook(parseLocalBarrier);
  if (full == "ttng.dot_async")
    return Dialect::ParseOpHook(parseDotAsync);
  if (nameToday(name) != name)
    return Dialect::ParseOpHook(parseByTodaysName);
  return std::nullopt;
}

LogicalResult fathom::normaliseLegacy(Operation *root) {
  SmallVector<Operation *> generic;
  root->walk([&](Operation *op) {
    renameAttributes(op);
    if (!op->isRegistered() &&
        inTodaysDialect(op->getName().getStringRef()) != op->getName().getStringRef())
      generic.push_back(op);
  });
  LogicalResult result = success();
  for (Operation *op : generic)
    if (failed(replaceByTodays(op)))
      result = failure();
  return result;
}
