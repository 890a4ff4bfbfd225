// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of the integers and pointers of a program along each dimension of their tensors: how
// far they are consecutive, by which powers of two they divide, and how far they are equal.
//
//   %pid   = tt.get_program_id x                    c 1    d 1     k 1
//   %base  = %pid * 1024                            c 1    d 1024  k 1
//   %range = 0 1 2 .. 1023                          c 1024 d 2^62  k 1      (2^62: as zero)
//   %off   = splat %base + %range                   c 1024 d 1024  k 1
//   %mask  = %off < splat %n, n divisible by 16     c 1    d 1     k 16
//   %ptr   = addptr splat %p, %off, p div. by 16    c 1024 d 16    k 1      a load of f32: 4 at once
//
// What the numbers say, all powers of two. Cut dimension `dim` into aligned groups, the other
// indices fixed:
//
//   contiguity c    in each group of c, element i is the first one + i (a pointer: + i elements),
//                   modulo 2^wrapBits (see below)
//   divisibility d  the first element of each group of c divides by d (a pointer: in bytes)
//   constancy k     in each group of k, all elements are equal
//   constant        all elements are this number, read as signed
//
// A scalar is a tensor of shape {1}. A float has no divisibility beyond 1.
//
// Sums wrap. `n + (0 .. 127)` in i32 may pass 2^31 in the middle of a group, and what is consecutive
// modulo 2^32 is not so once it is extended and added to a pointer. The program means that it does
// not happen, and the order in which a layout walks through memory should follow what is meant;
// what may be accessed at once should not. So `contiguity` is a claim modulo 2^wrapBits, the
// narrowest sum on the way, and `exactContiguity` one about the values as they are: a group that
// starts at a multiple of its own size passes no power of two. Everything that decides what is
// correct uses the latter; contiguity(Value), alignment, maskAlignment and vectorWidth do.
//
// Poison and undefined elements (a masked load without `other`) satisfy every claim.
//
// One thing is assumed. `x / 16` is constant over groups of 16, and `x % 16` consecutive, only
// where x is not negative (-16 / 16 = -1, but -15 / 16 = 0). That x is so is proved where it can
// be. Where it cannot, it is assumed of an index that is made of program ids, ranges, induction
// variables and constants that are not negative, by + * / % min and max: of what means a place in
// a tensor, as long as the tensor's size fits its type. Facts that stand on this say `assumed`.
// Nothing is assumed of an argument, a loaded value or a difference.
#ifndef FATHOM_CORE_ANALYSIS_AXISINFO_H
#define FATHOM_CORE_ANALYSIS_AXISINFO_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace fathom {

class AxisInfo {
public:
  /// The largest divisibility there is, 2^62: that of zero.
  static constexpr unsigned maxLog = 62;

  /// Nothing known of a value of this type.
  static AxisInfo unknown(mlir::Type type);

  unsigned rank() const { return axes.size(); }
  int64_t contiguity(unsigned dim) const { return int64_t(1) << axes[dim].contiguity; }
  int64_t divisibility(unsigned dim) const { return int64_t(1) << axes[dim].divisibility; }
  int64_t constancy(unsigned dim) const { return int64_t(1) << axes[dim].constancy; }
  std::optional<int64_t> constant() const { return number; }

  /// The sums on the way to this value were taken modulo 2^wrapBits at least.
  unsigned wrapBits() const { return wrap; }
  /// How many elements along `dim`, from aligned starts on, are consecutive without a wrap. Not more
  /// than contiguity(dim), and not more than the first of them divides by, in elements.
  int64_t exactContiguity(unsigned dim) const;

  /// Whether the facts hold only if indices do not wrap (above).
  bool assumed() const { return onIndices; }

  bool operator==(const AxisInfo &) const = default;
  /// What holds of both.
  AxisInfo join(const AxisInfo &other) const;
  /// "contiguity = [4, 1], divisibility = [16, 1], constancy = [1, 1], constant_value = <none>"
  void print(llvm::raw_ostream &os) const;

  // The rest is for the rules. Logarithms to base 2.
  struct Axis {
    uint8_t contiguity = 0, divisibility = 0, constancy = 0;
    bool operator==(const Axis &) const = default;
  };
  /// What each element at a multiple of 2^group along `dim` divides by.
  unsigned divisibilityAt(unsigned dim, unsigned group) const;
  /// Claims less contiguity, and what divides the first elements of the smaller groups.
  void limitContiguity(unsigned dim, unsigned contiguity);
  unsigned exactLog(unsigned dim) const;

  static constexpr uint8_t anySign = 255, indexSign = 254;
  bool isNotNegative() const { return below < indexSign; }

  llvm::SmallVector<Axis, 4> axes;
  std::optional<int64_t> number;
  uint8_t wrap = 64;
  uint8_t unit = 0;        ///< Log of the bytes that a pointer points to; 0 for an integer.
  uint8_t below = anySign; ///< All elements are in [0, 2^below); indexSign: assumed not negative.
  bool onIndices = false;
};

/// The facts of a module, or of one function and what it calls.
///
///   AxisInfoAnalysis facts(module);
///   facts.lookup(load.getPtr()).divisibility(1)          // 16
///   facts.vectorWidth(load)                              // 4: elements in one access of a thread
///
/// Linear in the length of the program, times the depth of its loops at worst. The facts are those of
/// when it was made. A value that is made later gets its facts when it is looked up, from its
/// operands'; before an op is erased its results must be forgotten, as their addresses may come
/// back for other values.
class AxisInfoAnalysis {
public:
  /// A module, or a function: then the arguments are those of any caller.
  explicit AxisInfoAnalysis(mlir::Operation *root);
  ~AxisInfoAnalysis();
  AxisInfoAnalysis(const AxisInfoAnalysis &) = delete;

  /// The facts of any value; unknown for what has no numbers in it.
  const AxisInfo &lookup(mlir::Value value);
  /// To be called for the results of an op that is going to be erased.
  void forget(mlir::Value value);
  /// Says what is known of a value that stands for another one.
  void transfer(mlir::Value from, mlir::Value to);

  // What one access can do. The value is a tensor with an encoding, and all is along the encoding's
  // fastest dimension, in elements. 1 for a scalar, and without an encoding.

  /// How many elements are consecutive in memory, from one on that divides by the size of all.
  unsigned alignment(mlir::Value pointers);
  /// The same of what one thread holds in consecutive registers.
  unsigned contiguity(mlir::Value pointers);
  /// How many mask elements, aligned, are equal.
  unsigned maskAlignment(mlir::Value mask);

  /// Elements in one access: min(128 bits / element, contiguity).
  unsigned vectorWidth(mlir::Value pointers);
  /// The same with the mask's constancy, for a tt.load, tt.store, tt.atomic_rmw,
  /// ttg.async_copy_global_to_local, or an access of amdg by base and offsets. 1 for any other op.
  unsigned vectorWidth(mlir::Operation *access);
  template <typename Op, std::enable_if_t<std::is_base_of_v<mlir::OpState, Op>, bool> = true>
  unsigned vectorWidth(Op access) {
    return vectorWidth(access.getOperation());
  }

private:
  struct Solver;
  std::unique_ptr<Solver> solver;
};

/// The dimensions of a layout, fastest first: along order[0] a thread's first registers go, then its
/// lanes. For encodings of every kind, from the layout as a map.
llvm::SmallVector<int32_t> layoutOrder(mlir::RankedTensorType type);

/// How many of a thread's registers, from the first on, are consecutive elements along `dim`.
unsigned contiguousRegisters(mlir::RankedTensorType type, unsigned dim);

} // namespace fathom

#endif
