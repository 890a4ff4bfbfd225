// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a kernel is launched: the grid, and what each argument is. A test case says it in its LAUNCH line, which is
//
//   grid=2,1,1 rng-seed=7 args=f16[4096];i64[64]{0..63};out:f32[1024];i32=48;f32=0.5
//
// with one entry for each argument of the kernel, in order. `args=` may be missing if there are none.
//
//   i32=48  f32=0.5  i1=1    a scalar
//   f16[4096]                a buffer of 4096 elements that is only read
//   out:f32[1024]            a buffer that is only stored to; starts with zeros
//   inout:f32[1024]          a buffer that is read and stored to; starts like one that is read
//   atomic:i32[64]           a buffer that atomics update; starts with zeros
//   desc:f16[256x64]         a tensor descriptor of a buffer that holds a row-major tensor of that shape; out:, inout: and
//                            atomic: go before it
//
// All buffers are disjoint, and each begins at an address that any alignment divides. After the size, braces say what a buffer that is
// read or read and stored to holds, floats too:
//
//   f16[64]                  RNG numbers as below
//   i32[64]{-8..7}           RNG integers that lie in these bounds
//   i32[64]{5}               all equal
//   i32[64]{0+16i}           element i is 0 + 16 i: where rows begin
//   i32[64]{3+5i%64}         element i is 3 + (5 i mod 64)
//   i32[8]{128|256|32}       these three over and over
//   i64[4]{->f16[4096]}      addresses: element i is that of a buffer of its own that looks like this. Also with out:, inout:, atomic: after
//                            the arrow, and for elements that are pointers: ptr[4]{->f16[4096]}
//
// RNG numbers depend on the RNG seed, the argument's number, the type and the element's index alone: a longer buffer has
// the same beginning. Floats are chosen so that sums and products of thousands of them are exact in f32, and so that no result is
// zero by habit: of 64, 48 are integers from -4 to 4 other than 0, small ones more often; 6 are 0, one is -0; 9 are powers of two from
// 1/16 to 16 in magnitude. (A type that lacks one of them has the nearest that it can represent.) Of the integers, a half lies in -8..7, a quarter in -128..127,
// and a quarter is any bits.
#ifndef FATHOM_ORACLES_INTERP_LAUNCH_H
#define FATHOM_ORACLES_INTERP_LAUNCH_H

#include "oracles/interp/Memory.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fathom::interp {

struct LaunchArg;

/// What a buffer holds before the launch.
struct Contents {
  enum class Kind {
    Zeros,     ///< Of out and atomic buffers: nothing is written in braces.
    Rng,       ///< Nothing is written in braces.
    Bounds,    ///< first..last
    Sequence,  ///< first + step * i, or first + (step * i mod modulus)
    List,      ///< list[i mod size]
    Addresses, ///< ->pointee
  };
  Kind kind = Kind::Rng;
  int64_t first = 0, last = 0;
  int64_t step = 0, modulus = 0; ///< Modulus 0: there is none.
  std::vector<int64_t> list;
  std::vector<LaunchArg> pointee; ///< One.

  static Contents bounds(int64_t first, int64_t last);
  static Contents sequence(int64_t first, int64_t step, int64_t modulus = 0);
};

struct LaunchArg {
  enum class Kind { Scalar, Input, Output, InOut, Atomic };
  Kind kind = Kind::Scalar;
  std::string type;           ///< Of the scalar or of the elements: "f16", "i32", "ptr".
  uint64_t count = 0;         ///< Elements of a buffer.
  std::vector<int64_t> shape; ///< Of a descriptor's tensor; empty: it is a pointer.
  Contents contents;          ///< Of a buffer.
  int64_t integer = 0;        ///< Of an integer scalar.
  double number = 0;          ///< Of a float scalar.

  bool isBuffer() const { return kind != Kind::Scalar; }
};

struct Launch {
  uint32_t grid[3] = {1, 1, 1};
  uint64_t rngSeed = 0;
  std::vector<LaunchArg> args;

  uint64_t programs() const { return uint64_t(grid[0]) * grid[1] * grid[2]; }
};

/// An error says which part of the line is wrong.
llvm::Expected<Launch> parseLaunch(llvm::StringRef line);
/// parseLaunch reads it back as it was.
std::string printLaunch(const Launch &launch);

/// What a LAUNCH line calls an element type: "f16", "i32", "ptr".
std::string launchTypeName(mlir::Type type);
/// The element type of that name, or null. (A ptr points to i8.)
mlir::Type launchTypeNamed(llvm::StringRef name, mlir::MLIRContext *context);

/// Makes the buffers in an empty memory, fills them, and gives the arguments' values: "arg2" is the buffer of argument 2, "arg2[0]" the first of those
/// that its elements point to. The memory's bytes are the same in both semantics. An error if the launch does not fit the kernel: another number of
/// arguments or another type, a scalar that breaks the argument's tt.divisibility, a buffer larger than its tt.pointer_range.
///
/// With a `limit` other than 0, a buffer that is accessed past its end grows up to so many bytes, with the numbers that a longer
/// one has.
llvm::Expected<std::vector<Value>> materialise(const Launch &launch, mlir::Operation *kernel,
                                               Memory &memory, uint64_t limit = 0);

/// Finds a launch for a kernel that has none: runs it with buffers that grow, over assignments of its scalars, its grid and the integers in its buffers
/// that its text suggests, and takes the one under which it ends well in both semantics and does most: enters all its blocks, stores to all that
/// it can store to, and neither races nor stores undefined values if that can be. Buffers are then as long as what is accessed.
/// Deterministic. An error says what was tried and how that ended.
llvm::Expected<Launch> deduceLaunch(mlir::ModuleOp module);

} // namespace fathom::interp

#endif
