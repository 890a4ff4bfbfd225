// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The encoding attributes of ttg, and what can be asked of an encoding of any kind.
//
// What an encoding means as a map is said in core/layout; here is only its text and its parameters. Accessors are
// generated from TritonGPUEncodings.td: BlockedEncodingAttr::getSizePerThread() and so on, lists of numbers as
// ArrayRef<int32_t>, bases as ArrayRef<DenseI32ArrayAttr>:
//
//   for (mlir::DenseI32ArrayAttr basis : linear.getLaneBases())
//     use(basis.asArrayRef());                                   // one entry a dim of the tensor
#ifndef FATHOM_CORE_IR_TRITONGPUENCODINGS_H
#define FATHOM_CORE_IR_TRITONGPUENCODINGS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

#include "core/ir/TritonGPUDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "core/ir/TritonGPUEncodings.h.inc"

namespace fathom::ttg {

/// Whether the attribute lays a tensor over registers, lanes, warps and blocks.
bool isDistributed(mlir::Attribute encoding);

/// Whether the attribute lays a buffer out in shared memory.
bool isShared(mlir::Attribute encoding);

/// The rank of the tensors that the encoding is for; nothing where it fits several (nvmma_shared without a rank, one
/// block) or is not an encoding.
std::optional<unsigned> rankOf(mlir::Attribute encoding);

/// The images of the bits of the block number; empty for one block.
llvm::ArrayRef<mlir::DenseI32ArrayAttr> cgaBasesOf(mlir::Attribute encoding);

/// The numbers of lanes of a warp, warps of a block and blocks of a cluster that a distributed encoding is for,
/// nothing where the encoding does not say it.
struct Extent {
  std::optional<int64_t> lanes, warps, blocks;
};
Extent extentOf(mlir::Attribute encoding);

/// swizzled_shared with hasLeadingOffset as nvmma_shared, known now that the buffer's element type is; else itself.
mlir::Attribute withElementWidth(mlir::Attribute encoding, unsigned elementBitWidth, unsigned rank);

} // namespace fathom::ttg

#endif
