// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, prints and verifies the tt ops of a program as a whole.
#include "core/ir/CheckedAttributes.h"
#include "core/ir/Triton.h"

#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace fathom::tt;

#define GET_OP_CLASSES
#include "core/ir/TritonProgramOps.cpp.inc"

//===--- print and assert --------------------------------------------------------------------===//

namespace {

/// What an older tt.print says of its arguments: integers were printed with their sign.
SmallVector<int32_t> defaultSigns(TypeRange types) {
  return llvm::map_to_vector(
      types, [](Type type) { return int32_t(isa<IntegerType>(getElementTypeOrSelf(type))); });
}

} // namespace

void PrintOp::build(OpBuilder &builder, OperationState &state, StringRef prefix, bool hex,
                    ValueRange args) {
  build(builder, state, prefix, hex, args, defaultSigns(args.getTypes()));
}

// tt.print " x: " {hex = false, isSigned = array<i32: 1>} : %x : tensor<8xi32>; up to 3.1 without
// isSigned.
ParseResult PrintOp::parse(OpAsmParser &parser, OperationState &state) {
  StringAttr prefix;
  if (parser.parseAttribute(prefix, parser.getBuilder().getNoneType(), "prefix", state.attributes))
    return failure();
  llvm::SMLoc loc = parser.getCurrentLocation();
  auto error = [&] { return parser.emitError(loc) << "'" << state.name << "' op "; };
  if (parser.parseOptionalAttrDict(state.attributes) ||
      failed(verifyInherentAttrs(state.name, state.attributes, error)))
    return failure();
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  if (succeeded(parser.parseOptionalColon())) {
    llvm::SMLoc operandsLoc = parser.getCurrentLocation();
    if (parser.parseOperandList(operands) || parser.parseColonTypeList(types) ||
        parser.resolveOperands(operands, types, operandsLoc, state.operands))
      return failure();
  }
  if (!state.attributes.get("isSigned"))
    state.addAttribute("isSigned", parser.getBuilder().getDenseI32ArrayAttr(defaultSigns(types)));
  return success();
}

void PrintOp::print(OpAsmPrinter &printer) {
  printer << " " << getPrefixAttr();
  NamedAttrList attributes((*this)->getAttrs());
  attributes.erase("prefix");
  if (!spellingOf(getContext()).printSigns)
    attributes.erase("isSigned");
  printer.printOptionalAttrDict(attributes.getAttrs());
  if (!getArgs().empty())
    printer << " : " << getArgs() << " : " << getArgs().getTypes();
}

LogicalResult PrintOp::verify() {
  if (getIsSigned().size() != getArgs().size())
    return emitOpError("has ") << getArgs().size() << " arguments, but says of "
                               << getIsSigned().size() << " whether they are signed";
  return success();
}

// tt.assert %c, "message" : tensor<8xi1>; up to 3.1 tt.assert %c, "message", "file", "function", 7
// : tensor<8xi1>
ParseResult AssertOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand condition;
  StringAttr message;
  Type type;
  if (parser.parseOperand(condition) || parser.parseComma() ||
      parser.parseAttribute(message, parser.getBuilder().getNoneType(), "message",
                            state.attributes))
    return failure();
  if (succeeded(parser.parseOptionalComma())) {
    // The position is what a location says better, and nothing depends on it.
    std::string file, function;
    int32_t line;
    if (parser.parseString(&file) || parser.parseComma() || parser.parseString(&function) ||
        parser.parseComma() || parser.parseInteger(line))
      return failure();
  }
  if (parseCheckedAttributes(parser, state) || parser.parseColonType(type))
    return failure();
  return parser.resolveOperand(condition, type, state.operands);
}

void AssertOp::print(OpAsmPrinter &printer) {
  printer << " " << getCondition() << ", " << getMessageAttr();
  if (spellingOf(getContext()).assertPosition)
    printer << ", \"unknown\", \"unknown\", 0";
  printer.printOptionalAttrDict((*this)->getDiscardableAttrDictionary().getValue());
  printer << " : " << getCondition().getType();
}

//===--- functions ---------------------------------------------------------------------------===//

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name, FunctionType type,
                   ArrayRef<NamedAttribute> attrs, ArrayRef<DictionaryAttr> argAttrs) {
  state.addAttribute(SymbolTable::getSymbolAttrName(), builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.attributes.append(attrs.begin(), attrs.end());
  state.addRegion();
  if (argAttrs.empty())
    return;
  assert(type.getNumInputs() == argAttrs.size());
  call_interface_impl::addArgAndResultAttrs(builder, state, argAttrs, /*resultAttrs=*/{},
                                            getArgAttrsAttrName(state.name),
                                            getResAttrsAttrName(state.name));
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &state) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs, ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag,
                      std::string &) { return builder.getFunctionType(inputs, results); };
  return function_interface_impl::parseFunctionOp(
      parser, state, /*allowVariadic=*/false, getFunctionTypeAttrName(state.name), buildType,
      getArgAttrsAttrName(state.name), getResAttrsAttrName(state.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(printer, *this, /*isVariadic=*/false,
                                           getFunctionTypeAttrName(), getArgAttrsAttrName(),
                                           getResAttrsAttrName());
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!function)
    return emitOpError() << "'" << getCallee() << "' is no function of this module";
  FunctionType type = function.getFunctionType();
  if (!llvm::equal(type.getInputs(), getOperandTypes()))
    return emitOpError("passes operands that its callee does not take: ")
           << FunctionType::get(getContext(), getOperandTypes(), getResultTypes()) << " for "
           << type;
  if (!llvm::equal(type.getResults(), getResultTypes()))
    return emitOpError("expects results that its callee does not return: ")
           << FunctionType::get(getContext(), getOperandTypes(), getResultTypes()) << " for "
           << type;
  return success();
}

LogicalResult ReturnOp::verify() {
  auto function = cast<FuncOp>((*this)->getParentOp());
  if (!llvm::equal(function.getResultTypes(), getOperandTypes()))
    return emitOpError("returns (") << getOperandTypes() << "), but the function returns ("
                                    << function.getResultTypes() << ")";
  return success();
}
