// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and prints the `<{key = value, ...}>` of an encoding.
//
// A parser makes Fields of the text, asks for each key it knows and then for done(), which is false when a value was
// missing, malformed or left over (each with a diagnostic):
//
//   <{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
//   fields.number("vec") == 8; fields.numbers("order") == [1, 0]; fields.cga(2) == []; fields.done() == true
#ifndef FATHOM_CORE_IR_ENCODINGSSYNTAX_H
#define FATHOM_CORE_IR_ENCODINGSSYNTAX_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectImplementation.h"

#include <optional>
#include <string>

namespace fathom::ttg {

using Ints = llvm::SmallVector<int32_t>;
using Bases = llvm::SmallVector<mlir::DenseI32ArrayAttr>;

class Fields {
public:
  /// Reads `<{...}>`.
  static std::optional<Fields> parse(mlir::AsmParser &parser);
  /// Reads `{...}`.
  static std::optional<Fields> parseBraces(mlir::AsmParser &parser);

  bool has(llvm::StringRef key) const { return bool(fields.get(key)); }

  /// A number from 0 to 2^31 - 1. Without a default the key must be there.
  unsigned number(llvm::StringRef key, std::optional<unsigned> otherwise = std::nullopt);
  bool flag(llvm::StringRef key, std::optional<bool> otherwise = std::nullopt);
  Ints numbers(llvm::StringRef key, bool optional = false);
  mlir::Attribute attribute(llvm::StringRef key);
  /// A list of lists of numbers.
  Bases bases(llvm::StringRef key, bool optional = false);
  /// The value is itself `{...}`; nothing where the key is missing.
  std::optional<Fields> nested(llvm::StringRef key);
  /// CGALayout, or CTAsPerCGA with CTASplitNum and CTAOrder, or nothing: one block.
  Bases cga();

  /// Whether all values were good and every key was asked for.
  bool done();

private:
  Fields(mlir::AsmParser &parser, llvm::SMLoc at, mlir::DictionaryAttr fields)
      : parser(&parser), at(at), fields(fields) {}

  mlir::Attribute take(llvm::StringRef key, bool optional);
  void wrong(llvm::StringRef key, llvm::StringRef expected);
  std::optional<Ints> asNumbers(mlir::Attribute value) const;

  mlir::AsmParser *parser;
  llvm::SMLoc at;
  mlir::DictionaryAttr fields;
  llvm::SmallVector<llvm::StringRef> taken;
  bool good = true;
};

/// `[1, 0]` and `[[0, 1], [1, 0]]`.
void print(mlir::AsmPrinter &printer, llvm::ArrayRef<int32_t> numbers);
void print(mlir::AsmPrinter &printer, llvm::ArrayRef<mlir::DenseI32ArrayAttr> bases);
/// `, CGALayout = [[1, 0]]`, or nothing for one block.
void printCga(mlir::AsmPrinter &printer, llvm::ArrayRef<mlir::DenseI32ArrayAttr> bases);

/// The bases of a cluster's block number as the releases up to 3.5 say them.
Bases basesOfCta(mlir::MLIRContext *context, llvm::ArrayRef<int32_t> ctasPerCga,
                 llvm::ArrayRef<int32_t> ctaSplitNum, llvm::ArrayRef<int32_t> ctaOrder);

} // namespace fathom::ttg

#endif
