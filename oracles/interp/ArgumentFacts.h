// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of a kernel's arguments is in each value: facts that flow forward from the arguments until nothing changes.
//
//   %n                               is = {n}
//   %r = %n - %k * 32                is = {n}
//   %t = (%n + 127) / 128            tiles = {n}
//   %i = pid * 128 + 0..128          range = 128, axes = x, index, moves
//   %o = %i * %n                     has = {n}, range = 128
//   %j = load %x[...]                loaded = {x}
//   %p = addptr %x, ...              roots = {x}
//   %q = int_to_ptr (load %y[...])   inner = {y}
#ifndef FATHOM_ORACLES_INTERP_ARGUMENTFACTS_H
#define FATHOM_ORACLES_INTERP_ARGUMENTFACTS_H

#include "oracles/interp/ArgumentUses.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace fathom::interp {

/// What is known of a value.
struct Facts {
  /// It is this scalar, but for casts, splats, constants that are added or multiplied, and what is subtracted that has no scalar in it.
  ArgSet is;
  ArgSet tiles;      ///< It is that scalar divided by a constant.
  ArgSet has;        ///< That scalar is in it in any way.
  ArgSet loaded;     ///< Integers of that buffer are in it, arithmetically.
  ArgSet roots;      ///< A pointer: into that buffer.
  ArgSet inner;      ///< A pointer: it was an element of that buffer.
  int64_t range = 0; ///< The longest tt.make_range in it.
  uint8_t axes = 0;
  bool moves = false; ///< The number of a program or a loop's counter is in it.
  bool index = false; ///< The number of a program, a range or a loop's counter is in it.

  bool join(const Facts &other) {
    Facts before = *this;
    is |= other.is, tiles |= other.tiles, has |= other.has, loaded |= other.loaded,
        roots |= other.roots, inner |= other.inner;
    range = std::max(range, other.range);
    axes |= other.axes;
    index |= other.index;
    moves |= other.moves;
    return is != before.is || tiles != before.tiles || has != before.has ||
           loaded != before.loaded || roots != before.roots || inner != before.inner ||
           range != before.range || axes != before.axes || index != before.index ||
           moves != before.moves;
  }
};

/// The integer that a constant, or a splat of one, is.
std::optional<int64_t> constantOf(mlir::Value value);
/// Integers, or a tensor of them.
bool isInteger(mlir::Type type);

class ArgumentFacts {
public:
  ArgumentFacts(mlir::ModuleOp module, tt::FuncOp kernel);
  Facts of(mlir::Value value) const { return facts.lookup(value); }
  /// The largest constant that the scalar argument is divided by, or 0.
  int64_t dividedBy(unsigned argument) const { return divisors[argument]; }

private:
  void put(mlir::Value value, const Facts &more) { changed |= facts[value].join(more); }
  void putAll(mlir::ValueRange to, mlir::ValueRange from);
  Facts joined(mlir::ValueRange values) const;
  void flow(mlir::Operation *op);
  bool flowControl(mlir::Operation *op);
  Facts transfer(mlir::Operation *op);
  Facts whatIsLoaded(mlir::Value from, mlir::Type type) const;

  mlir::ModuleOp module;
  llvm::DenseMap<mlir::Value, Facts> facts;
  int64_t divisors[ArgSet().size()] = {};
  bool changed = false;
};

} // namespace fathom::interp

#endif
