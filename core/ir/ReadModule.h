// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the text of a module, of any release, from any source: what MLIR's own parser does not
// survive is refused before it sees it.
//
// MLIR 22 parses and prints by recursion without a limit and trusts a few constructs. No IR that
// means something has them, but damaged text does:
//
//   module attributes {a = [[[[ ... ]]]]}        ten thousand deep: the stack overflows
//   module attributes {a = array<index: 1>}      a null pointer
//
//   input.mlir:1:30: error: array<index> is not a dense array; its elements are integers or floats
//   of a given width
//
// One kind of attribute is respelled before it is parsed, for the op is MLIR's and not ours: since 3.9
// releases write the masks of rocdl.sched.barrier as words, which MLIR 22 knows as numbers only.
//
//   rocdl.sched.barrier none          ->  rocdl.sched.barrier 0
//   rocdl.sched.barrier valu|salu     ->  rocdl.sched.barrier 6
#ifndef FATHOM_CORE_IR_READMODULE_H
#define FATHOM_CORE_IR_READMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include <optional>
#include <string>

namespace fathom {

/// A place in a text, from 1, and why the text cannot be read.
struct Unreadable {
  unsigned line, column;
  std::string reason;
};

/// Brackets, and aliases of attributes and types within one another, may be this deep.
inline constexpr unsigned deepestNesting = 500;
/// An affine map or set may have this many operands and operators.
inline constexpr unsigned longestAffine = 1000;

/// The first construct of the text that MLIR's parser or printer would not survive; nothing for all
/// other text, IR or not.
std::optional<Unreadable> findUnreadable(llvm::StringRef text);

/// Parses, gives what older releases wrote today's names, and verifies if the configuration says so.
/// Null after a diagnostic with a place.
mlir::OwningOpRef<mlir::ModuleOp> readModule(llvm::StringRef text, const mlir::ParserConfig &config,
                                             llvm::StringRef name);

} // namespace fathom

#endif
