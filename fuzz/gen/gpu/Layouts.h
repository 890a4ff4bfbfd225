// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws layouts of tensors and of buffers in shared memory, of every kind that the GPU has (Layouts.def).
//
// A program has a few recipes, each a kind and a number; a recipe gives any tensor a layout, whatever its rank and shape, so that tensors of one
// program meet in the same layouts now and then:
//
//   recipe {blocked, 0}: tensor<64x32xf32> -> #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
//                        tensor<128xi8>    -> #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#ifndef FATHOM_FUZZ_GEN_GPU_LAYOUTS_H
#define FATHOM_FUZZ_GEN_GPU_LAYOUTS_H

#include "core/ir/TritonGPU.h"
#include "core/target/Target.h"
#include "fuzz/Choices.h"

#include "llvm/ADT/DenseMap.h"

namespace fathom::gen {

/// What a program is written for: its GPU, and the threads that run it.
struct Gpu {
  Target target;
  int64_t warps = 4;

  int64_t lanes() const { return target.warpSize; }
  bool isCuda() const { return target.vendor == Vendor::cuda; }
};

/// Which GPUs have a kind of layout.
enum class Where : uint8_t {
  Anywhere,
  Mma,       ///< NVIDIA's, mma.sync.
  WarpGroup, ///< NVIDIA's of compute capability 9.0, and a program of whole warp groups.
  Amd,
  Mfma, ///< AMD's with 64 lanes.
  Wmma, ///< AMD's with 32 lanes.
};
bool isThere(Where where, const Gpu &gpu);

/// A number as a series of choices, each 0 once it is used up.
class Dice {
public:
  explicit Dice(uint64_t number) : number(number) {}
  unsigned below(unsigned bound) {
    unsigned value = number % bound;
    number /= bound;
    return value;
  }
  template <typename T> T pick(std::initializer_list<T> from) {
    return from.begin()[below(from.size())];
  }

private:
  uint64_t number;
};

struct LayoutKind {
  llvm::StringLiteral name;
  unsigned weight;
  Where where;
  mlir::Attribute (*make)(const Gpu &, Dice &, mlir::RankedTensorType);
};
llvm::ArrayRef<LayoutKind> tensorLayouts();
llvm::ArrayRef<LayoutKind> bufferLayouts();

/// The layouts of one program.
class Layouts {
public:
  /// Draws the recipes.
  Layouts(Gpu gpu, Choices &choices);

  /// The layout that recipe number `which` (of any number) gives a tensor.
  mlir::Attribute of(unsigned which, mlir::RankedTensorType tensor);

  /// For the result of a product: the recipe's, if it is one that products of these operands can have, or else a blocked one.
  mlir::Attribute ofProduct(unsigned which, mlir::RankedTensorType result,
                            mlir::RankedTensorType operand);
  /// For operand 0 or 1 of a product with a result in that layout.
  static mlir::Attribute ofOperand(unsigned operand, mlir::Attribute result, mlir::Type element);
  /// For the accumulator of a ttng.warp_group_dot.
  mlir::Attribute ofWarpGroupProduct(unsigned which, mlir::RankedTensorType result,
                                     mlir::Type operand);

  /// The same map under the name of a linear layout; null where it has none.
  static mlir::Attribute asLinear(mlir::RankedTensorType tensor);

  const Gpu gpu;

private:
  struct Recipe {
    const LayoutKind *kind;
    uint64_t number;
  };
  llvm::SmallVector<Recipe, 8> recipes;
  llvm::DenseMap<std::pair<mlir::Type, unsigned>, mlir::Attribute> made;
};

/// The layout of a buffer of the shape and element type, of that kind, or of a random one.
mlir::Attribute drawBufferLayout(const Gpu &gpu, Choices &choices, mlir::RankedTensorType like,
                                 llvm::StringRef kind = "");

/// A number that a Dice reads.
uint64_t drawNumber(Choices &choices);

} // namespace fathom::gen

#endif
