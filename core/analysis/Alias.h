// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which buffers in shared memory each value of a function may be.
//
//   %a = ttg.local_alloc : () -> !ttg.memdesc<3x64xf16, ..>        %a    buffer 0
//   %b = ttg.local_alloc %x                                        %b    buffer 1
//   %v = ttg.memdesc_index %a[%i]                                  %v    buffer 0
//   %s = arith.select %c, %v, %b                                   %s    buffers 0 and 1
//   %t = ttg.async_copy_global_to_local %p, %v                     %t    buffer 0, until something waits for the token
//
// Buffers are what ttg.local_alloc gives, and the function's arguments. Values flow through views, selects, loops, branches and the
// captures of partitions. Tokens of copies, and products of asynchronous dots, stand for the buffers that are still written or read when
// the op is over: whoever has such a value has a reason to leave the buffer alone. They end at the wait that ends the access.
#ifndef FATHOM_CORE_ANALYSIS_ALIAS_H
#define FATHOM_CORE_ANALYSIS_ALIAS_H

#include "mlir/IR/Region.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace fathom {

class BufferAliases {
public:
  /// Of the function whose body it is.
  explicit BufferAliases(mlir::Region &body);

  /// The buffers, in the order of the text: arguments, then allocations. A buffer's number is its place here.
  llvm::ArrayRef<mlir::Value> buffers() const { return all; }

  /// The numbers of the buffers that the value may be, ascending; none if it is no buffer.
  llvm::ArrayRef<unsigned> of(mlir::Value value) const {
    auto entry = sets.find(value);
    return entry == sets.end() ? llvm::ArrayRef<unsigned>() : entry->second;
  }

private:
  void addBuffer(mlir::Value value);

  llvm::SmallVector<mlir::Value> all;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned, 2>> sets;
};

/// Whether the value is a buffer in shared memory.
bool isSharedBuffer(mlir::Value value);
/// Whether the op gives a part of a buffer.
bool isPartOfBuffer(mlir::Operation *op);

} // namespace fathom

#endif
