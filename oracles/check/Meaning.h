// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a module means under a launch, and whether another one means the same.
//
// The reference must mean something: it ends, and nothing that it stores is undefined or left open by the language. Then the other must refine it: no new
// undefined behaviour, and the same elements in memory (within what rounding and order leave open, in ieee; exactly, in the algebra).
#ifndef FATHOM_ORACLES_CHECK_MEANING_H
#define FATHOM_ORACLES_CHECK_MEANING_H

#include "oracles/interp/Interpreter.h"
#include "oracles/interp/Launch.h"
#include "oracles/interp/Memory.h"

#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <string>

namespace fathom {

struct Meaning {
  std::unique_ptr<interp::Memory> memory;
  interp::Outcome outcome;
  std::string
      error; ///< The module could not be run at all: no kernel, or the launch does not fit it.
};

/// Interprets the module's kernel.
Meaning meaningOf(mlir::ModuleOp module, const interp::Launch &launch,
                  const interp::InterpretOptions &options);

/// Why a reference is no reference, in one of a small number of phrases ("reference: undefined"), and more of it for a person. Empty: it is one.
struct Unfit {
  std::string reason, detail;
  explicit operator bool() const { return !reason.empty(); }
};
/// `withHoles`: elements that the language or a device's errors leave open are allowed, since the caller does not compare them.
Unfit unfitAsReference(const Meaning &meaning, bool withHoles = false);

struct Agreement {
  enum class Kind { Same, Different, Unknown };
  Kind kind = Kind::Same;
  /// Of a difference, a word: "difference" (of what is stored), "prints", "runs-on", or the name of what stopped it ("out-of-bounds", "undefined", "shared-memory",
  /// "deadlock", "assert"), or "new-read": it reads where the reference touches nothing.
  std::string word;
  /// A phrase without numbers that depend on the launch: of an unknown why, of a difference what.
  std::string phrase;
  std::string detail; ///< For a person: the first element that differs.
};
/// `reference` is fit. `reordered`: the compiler may have summed in another order than the reference, over more than the reference's slack knows of (a sum that is carried
/// through a loop): what such an order explains is unknown, not different. The algebra sees everything else.
Agreement compareMeanings(const Meaning &reference, const Meaning &other, bool reordered = false);

/// Whether the module sums or multiplies floats in an order that is left open.
bool mayReorder(mlir::ModuleOp module);

} // namespace fathom

#endif
