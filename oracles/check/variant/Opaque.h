// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that the launch fixes and no compiler knows: a zero, a truth, a falsehood.
#ifndef FATHOM_ORACLES_CHECK_VARIANT_OPAQUE_H
#define FATHOM_ORACLES_CHECK_VARIANT_OPAQUE_H

#include "oracles/check/variant/Variant.h"

#include "mlir/IR/Builders.h"

namespace fathom {

/// Made at the kernel's entry, so that they may be used everywhere in its body:
///
///   %zero = arith.subi %n, %c48        where the launch says i32=48 for %n, the first integer argument
///   %zero = arith.shrui (tt.ptr_to_int %p), %c63    where there is none: no address has its highest bit set
class Opaque {
public:
  explicit Opaque(VariantCase &variant);
  /// Whether there is an argument to make them of; nothing else may be asked if not.
  explicit operator bool() const { return bool(source); }

  mlir::Value zero(mlir::Type integerOrIndex);
  mlir::Value truth() { return compare(true); }
  mlir::Value falsehood() { return compare(false); }

private:
  mlir::Value sourceZero();
  mlir::Value compare(bool equal);

  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::Value source; ///< The argument.
  int64_t value = 0;  ///< What the launch gives it.
  mlir::Value zeroOfSource, conditions[2];
};

} // namespace fathom

#endif
