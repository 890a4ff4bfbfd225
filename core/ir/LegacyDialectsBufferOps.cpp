// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and prints tt.trans and tt.dot, which up to 3.2 are also written of buffers in shared memory.
//
//   %1 = tt.trans %0 {order = array<i32: 1, 0>} : !tt.memdesc<..> -> !tt.memdesc<..>          now ttg.memdesc_trans
//   %3 = tt.dot %0, %1, %2, inputPrecision = tf32 : !tt.memdesc<..> * !tt.memdesc<..> -> ..   now ttng.warp_group_dot
#include "core/ir/TritonNvidiaGPU.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::tt;

//===-- tt.trans --===//

ParseResult TransOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand source;
  Type from, to;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseOperand(source) || parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(from) || parser.parseArrow() || parser.parseType(to) ||
      parser.resolveOperand(source, from, state.operands))
    return failure();
  state.addTypes(to);
  auto error = [&] { return parser.emitError(at) << "'" << state.name << "' op "; };
  if (llvm::isa<ttg::MemDescType>(from) && llvm::isa<ttg::MemDescType>(to)) {
    state.name = OperationName(ttg::MemDescTransOp::getOperationName(), parser.getContext());
    return ttg::MemDescTransOp::verifyInherentAttrs(state.name, state.attributes, error);
  }
  return verifyInherentAttrs(state.name, state.attributes, error);
}

void TransOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getSrc();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getSrc().getType() << " -> " << getType();
}

//===-- tt.dot --===//

ParseResult DotOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand a, b, c;
  Type left, right, result;
  SMLoc at = parser.getCurrentLocation();
  InputPrecisionAttr precision;
  if (parser.parseOperand(a) || parser.parseComma() || parser.parseOperand(b) ||
      parser.parseComma() || parser.parseOperand(c))
    return failure();
  if (succeeded(parser.parseOptionalComma())) {
    StringRef word;
    if (parser.parseKeyword("inputPrecision") || parser.parseEqual())
      return failure();
    SMLoc wordAt = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<InputPrecision> known = symbolizeInputPrecision(word);
    if (!known)
      return parser.emitError(wordAt) << "unknown inputPrecision '" << word << "'";
    precision = InputPrecisionAttr::get(parser.getContext(), *known);
  }
  if (parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(left) ||
      parser.parseStar() || parser.parseType(right) || parser.parseArrow() ||
      parser.parseType(result) || parser.resolveOperand(a, left, state.operands) ||
      parser.resolveOperand(b, right, state.operands) ||
      parser.resolveOperand(c, result, state.operands))
    return failure();
  state.addTypes(result);
  auto error = [&] { return parser.emitError(at) << "'" << state.name << "' op "; };
  auto finish = [&](auto op) -> ParseResult {
    using Op = decltype(op);
    if (failed(Op::verifyInherentAttrs(state.name, state.attributes, error)))
      return failure();
    if (precision)
      state.getOrAddProperties<typename Op::Properties>().inputPrecision = precision;
    return success();
  };
  if (!llvm::isa<ttg::MemDescType>(right))
    return finish(DotOp());
  state.name = OperationName(ttng::WarpGroupDotOp::getOperationName(), parser.getContext());
  return finish(ttng::WarpGroupDotOp());
}

void DotOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getA() << ", " << getB() << ", " << getC();
  if (getInputPrecision() != InputPrecision::Ieee)
    printer << ", inputPrecision = " << stringifyInputPrecision(getInputPrecision());
  NamedAttrList attributes((*this)->getAttrs());
  attributes.erase("inputPrecision");
  if (getMaxNumImpreciseAcc() == 0)
    attributes.erase("maxNumImpreciseAcc");
  printer.printOptionalAttrDict(attributes.getAttrs());
  printer << " : " << getA().getType() << " * " << getB().getType() << " -> " << getD().getType();
}
