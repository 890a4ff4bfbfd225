// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of a matrix product that knows of precision: operands and result of lane F32 or F64.
#ifndef FATHOM_ORACLES_INTERP_FLOATPRODUCT_H
#define FATHOM_ORACLES_INTERP_FLOATPRODUCT_H

#include "oracles/interp/MatrixProduct.h"

namespace fathom::interp {

/// d += a * b, all with all their elements; d's elements are nobody else's. Slack and poison of d are set: the poison of a and b is not looked at.
void multiplyFloats(const MatrixProduct &product, const Value &a, const Value &b, Value &d);

/// Whether operands are split into parts whose products are summed.
bool splitsOperands(const MatrixProduct &product);
/// Whether all elements of an operand of F32 are their own first part.
bool haveOnePart(const MatrixProduct &product, const Value &operand);

} // namespace fathom::interp

#endif
