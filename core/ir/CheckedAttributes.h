// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the attribute dictionary of an op whose parser is written by hand, and refuses values of
// the wrong kind.
//
// Generated parsers do that by themselves. Without it an attribute of the wrong kind turns into
// none at all when the op is made, and what reads it later meets null:
//
//   %0 = ttng.warp_group_dot %a, %b, %c {inputPrecision = 0 : i64} : ...
//        error: attribute 'inputPrecision' failed to satisfy constraint: ...
#ifndef FATHOM_CORE_IR_CHECKEDATTRIBUTES_H
#define FATHOM_CORE_IR_CHECKEDATTRIBUTES_H

#include "mlir/IR/OpImplementation.h"

namespace fathom {

inline mlir::ParseResult parseCheckedAttributes(mlir::OpAsmParser &parser, mlir::OperationName name,
                                                mlir::NamedAttrList &attributes) {
  llvm::SMLoc at = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(attributes))
    return mlir::failure();
  return name.verifyInherentAttrs(attributes, [&] { return parser.emitError(at); });
}

inline mlir::ParseResult parseCheckedAttributes(mlir::OpAsmParser &parser,
                                                mlir::OperationState &state) {
  return parseCheckedAttributes(parser, state.name, state.attributes);
}

} // namespace fathom

#endif
