// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What TMA, NVIDIA's unit that copies blocks of tensors to shared memory and back, can do for ops on descriptors, and how the blocks lie there.
//
//   !tt.tensordesc<tensor<128x64xf16>>      rows of 128 bytes: swizzled over 128 bytes, each copy a box of 128 x 64
//   !tt.tensordesc<tensor<512x256xi8>>      rows of 256 bytes: swizzled over 128 bytes, boxes of 256 x 128
//   !tt.tensordesc<tensor<4x64xf16>>        less than 8 rows: row by row
//   !tt.tensordesc<tensor<16x4xf16>>        rows of 8 bytes: none
//
// The limits and numbers are those of the PTX ISA: "Tensors", "tensormap.replace", "cp.async.bulk.tensor", "cp.reduce.async.bulk.tensor".
#ifndef FATHOM_CORE_PASSES_TMABLOCKS_H
#define FATHOM_CORE_PASSES_TMABLOCKS_H

#include "core/ir/TritonNvidiaGPU.h"

namespace fathom {

/// How blocks of the type lie in shared memory. `rows`: that many rows are copied at once, where it is not the block that says it (rows that are gathered).
/// Null: TMA cannot copy such blocks.
ttg::NVMMASharedEncodingAttr tmaLayout(tt::TensorDescType type, std::optional<int64_t> rows = {});

/// The buffer that the op on a descriptor reads or writes: the tensor's shape in the layout that the descriptor's type says. Null: none has
/// been said, or the tensor is no such block.
ttg::MemDescType tmaBuffer(tt::TensorDescType type, mlir::RankedTensorType tensor, bool isMutable);

/// How many bytes a copy brings into the buffer.
int64_t tmaBytes(ttg::MemDescType buffer);

/// A barrier in shared memory.
ttg::MemDescType barrierType(mlir::MLIRContext *context);

/// The numbers of rows, in the layout that TMA takes them in.
mlir::Value inTmaRows(mlir::OpBuilder &b, mlir::Location loc, mlir::Value rows);

/// Starts to copy what the tt.descriptor_load or tt.descriptor_gather reads into the buffer; the barrier counts its bytes.
mlir::Operation *startTmaCopy(mlir::OpBuilder &b, mlir::Operation *read, mlir::Value buffer,
                              mlir::Value barrier, mlir::Value pred);

/// The sizes of one copy, outermost first.
llvm::SmallVector<int64_t> tmaBox(tt::TensorDescType type);

/// The number of the element's type in a descriptor.
unsigned tmaElementNumber(mlir::Type element);

/// The compute capability of the module's GPU, or 0.
int tmaCapability(mlir::ModuleOp module);

/// Whether the descriptor is used only in the trip that it is made in, of any loop around it: its memory may be written again in the next one.
bool isUsedAtOnce(tt::MakeTensorDescOp make);

/// Whether TMA of that compute capability can do what the op asks of a descriptor. True of ops that ask nothing.
bool canUseTma(mlir::Operation *op, int capability);

} // namespace fathom

#endif
