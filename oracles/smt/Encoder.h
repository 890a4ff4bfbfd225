// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a function down as terms of Z3. Inside oracles/smt only.
#ifndef FATHOM_ORACLES_SMT_ENCODER_H
#define FATHOM_ORACLES_SMT_ENCODER_H

#include "oracles/smt/Prove.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <map>
#include <optional>
#include <vector>
#include <z3++.h>

namespace fathom::smt {

/// One element: bits (of a pointer, its address), and whether they mean nothing.
struct Term {
  z3::expr bits, poison;
};
/// A value: an element, or those of a tensor in row-major order. Of a block pointer: base, sizes, strides, offsets.
using Terms = std::vector<Term>;

struct Access {
  z3::expr on, address;
  unsigned bytes;
  bool writes;
};

/// What a function did by the time it returns.
struct Outcome {
  explicit Outcome(z3::context &c);

  std::vector<Terms> results;
  z3::expr memory;    ///< Address -> byte.
  z3::expr undefined; ///< Address -> Bool: the byte has no meaning.
  z3::expr trapped;   ///< It ran into undefined behaviour.
  z3::expr tooLong;   ///< A loop has more trips than were followed.
  std::vector<Access> accesses;
  bool boundedLoops = false;
  bool approximate = false; ///< It has unknown functions.
};

class Encoder {
public:
  /// With `abstractProducts` a product of two unknowns is an unknown function of them: what is proved then is true, and
  /// soon proved, what is refuted may not be.
  Encoder(z3::context &c, const ProofOptions &options, bool abstractProducts)
      : c(c), options(options), abstractProducts(abstractProducts), path(c.bool_val(true)),
        outcome(c) {}

  /// The outcome for arguments, a list of terms for each; nothing if the function cannot be written down, for a reason.
  std::optional<Outcome> encode(tt::FuncOp function, const std::vector<Terms> &arguments);
  const std::string &whyNot() const { return reason; }

  /// One element of an elementwise op's result, from an element of each operand; nothing for other ops.
  std::optional<Term> element(mlir::Operation *op, const Terms &operands);
  /// Whether anything so far is an unknown function.
  bool isApproximate() const { return outcome.approximate; }

  /// Fresh terms of a type; nothing if it has none, or too many.
  std::optional<Terms> inputs(mlir::Type type, const std::string &name);

private:
  /// Each family of ops says whether an op is one of its own. After a failure `reason` is set.
  bool integerOp(mlir::Operation *op);
  bool shapeOp(mlir::Operation *op);
  bool memoryOp(mlir::Operation *op);
  bool controlOp(mlir::Operation *op);
  /// Anything without effects, element by element or as a whole.
  bool unknownFunction(mlir::Operation *op);

  void encodeBlock(mlir::Block &block);
  void encodeOp(mlir::Operation *op);
  void encodeIf(mlir::scf::IfOp op);
  void encodeFor(mlir::scf::ForOp op);
  void encodeReduce(tt::ReduceOp op);
  void encodeIntegerDot(tt::DotOp op);
  /// Arguments of a region's only block, then the operands of its terminator.
  std::vector<Terms> encodeRegion(mlir::Region &region, const std::vector<Terms> &arguments);

  /// Applies a function to corresponding elements of the operands; a scalar goes with every element.
  void each(mlir::Operation *op, const std::function<Term(const Terms &)> &apply);
  std::optional<Terms> constant(mlir::Attribute value, mlir::Type type);
  /// What a block pointer's access touches: the addresses, and where they are within.
  Terms addressesOf(mlir::Value blockPointer, llvm::ArrayRef<int32_t> checked,
                    std::vector<z3::expr> &inside);
  Term loadOne(const Term &address, const z3::expr &on, mlir::Type element, const Term *other);
  void storeOne(const Term &address, const z3::expr &on, mlir::Type element, const Term &value);
  void trapIf(const z3::expr &condition) {
    outcome.trapped = outcome.trapped || (path && condition);
  }

  bool stopped() const { return !reason.empty(); }
  void stop(mlir::Operation *op, const std::string &why);
  z3::expr product(const z3::expr &a, const z3::expr &b);
  z3::expr number(int64_t value, unsigned bits) { return c.bv_val(value, bits); }
  Term defined(const z3::expr &bits) { return {bits, c.bool_val(false)}; }
  Terms &of(mlir::Value value) { return values.at(value.getAsOpaquePointer()); }
  void set(mlir::Value value, Terms terms) {
    values.insert_or_assign(value.getAsOpaquePointer(), std::move(terms));
  }

  z3::context &c;
  const ProofOptions &options;
  bool abstractProducts;
  z3::expr path; ///< Control comes here.
  Outcome outcome;
  std::string reason;
  bool oneElement = false; ///< Of each value; see element().
  std::map<void *, Terms> values;
};

/// How wide an element's term is: a pointer's is 64. Nothing for types without terms.
std::optional<unsigned> bitsOf(mlir::Type element);
/// How many bytes an element takes in memory; i1 takes one.
unsigned bytesOf(mlir::Type element);
/// Empty for a scalar.
llvm::ArrayRef<int64_t> shapeOf(mlir::Type type);
int64_t countOf(llvm::ArrayRef<int64_t> shape);
/// The places of an element, of a row-major number, and back.
llvm::SmallVector<int64_t> placesOf(int64_t element, llvm::ArrayRef<int64_t> shape);
int64_t elementAt(llvm::ArrayRef<int64_t> places, llvm::ArrayRef<int64_t> shape);

} // namespace fathom::smt

#endif
