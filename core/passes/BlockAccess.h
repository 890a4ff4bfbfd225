// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The addresses and the bounds of a block of a tensor in memory, as tensors.
//
// A block of 2 x 4 at (3, 8) of a row-major tensor of 5 x 10, strides (10, 1):
//
//   places    dim 0: [[3], [4]]          dim 1: [[8, 9, 10, 11]]
//   pointers  base + [[38 39 40 41], [48 49 50 51]]
//   inside    [[1 1 0 0], [1 1 0 0]]
//
// All arithmetic is on i64: neither a place nor its distance from the base is cut off.
#ifndef FATHOM_CORE_PASSES_BLOCKACCESS_H
#define FATHOM_CORE_PASSES_BLOCKACCESS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace fathom {

class BlockAccess {
public:
  /// `base` is a pointer to an element; sizes and strides are i64, in elements. A null stride is 1.
  BlockAccess(mlir::OpBuilder &b, mlir::Location loc, llvm::ArrayRef<int64_t> block,
              mlir::Value base, llvm::ArrayRef<mlir::Value> shape,
              llvm::ArrayRef<mlir::Value> strides)
      : b(b), loc(loc), block(block), base(base), shape(shape), strides(strides),
        places(block.size()) {}

  /// The block begins at an i64 in a dimension.
  void beginAt(unsigned dim, mlir::Value offset);
  /// The places of a dimension are those of a tensor of i32, one for each element of the block along it.
  void listPlaces(unsigned dim, mlir::Value list);

  /// A tensor of pointers of the block's shape. Every dimension has its places.
  mlir::Value pointers();
  /// Where the places in these dimensions are within the tensor; null for no dimension.
  mlir::Value inside(llvm::ArrayRef<int32_t> dims);

private:
  mlir::Value alongDim(mlir::Value list, unsigned dim);
  mlir::Value toBlock(mlir::Value value);

  mlir::OpBuilder &b;
  mlir::Location loc;
  llvm::ArrayRef<int64_t> block;
  mlir::Value base;
  llvm::ArrayRef<mlir::Value> shape, strides;
  llvm::SmallVector<mlir::Value> places; ///< Of each dimension, of shape 1 x .. x n x .. x 1.
};

/// What is read outside of a tensor: 0, or NaN of a float.
mlir::TypedAttr paddingValue(mlir::RankedTensorType type, bool nan);

} // namespace fathom

#endif
