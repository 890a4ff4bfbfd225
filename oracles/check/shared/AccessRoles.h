// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an op does to buffers in shared memory: which of its operands it reads and writes, by which threads, and when.
#ifndef FATHOM_ORACLES_CHECK_SHARED_ACCESSROLES_H
#define FATHOM_ORACLES_CHECK_SHARED_ACCESSROLES_H

#include "core/ir/TritonGPU.h"

namespace fathom {

struct AccessRole {
  int operand = 0; ///< Its number; -1: the op's result.
  bool writes = false;
  enum class Who {
    Threads, ///< Those that hold the elements of a tensor of the type `threads`.
    Many,    ///< Any.
    Elected  ///< One that the block elects.
  } who = Who::Many;
  mlir::RankedTensorType threads = {};
  enum class Engine {
    Thread,     ///< A thread reads or writes, and is done.
    Copy,       ///< cp.async and its like.
    Tma,        ///< Over a copy engine.
    TensorCore, ///< wgmma and its like: the threads of a warp group wait for their own.
    Gen5,       ///< tcgen05: a barrier in memory tells all who wait for it.
  } engine = Engine::Thread;
};

llvm::SmallVector<AccessRole, 2> accessRoles(mlir::Operation *op);

/// Whether all threads of the block meet there, and all have done their accesses of shared memory.
bool isBlockBarrier(mlir::Operation *op);
/// Whether it may be done by such a barrier inside: atomics that order memory.
bool mayHoldBarrier(mlir::Operation *op);
/// Whether its lowering has such a barrier in front: one thread gives the tensor cores what all have written.
bool beginsWithBarrier(mlir::Operation *op);

} // namespace fathom

#endif
