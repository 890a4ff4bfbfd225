// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of ttg: a view of a buffer in shared or tensor memory, and the token of an asynchronous copy.
#ifndef FATHOM_CORE_IR_TRITONGPUTYPES
#define FATHOM_CORE_IR_TRITONGPUTYPES

include "core/ir/TritonGPUDialect.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

def TTG_AsyncToken : TypeDef<TritonGPU_Dialect, "AsyncToken"> {
  let mnemonic = "async.token";
  let summary = "orders an asynchronous op before those that wait for it";
}

def TTG_MemDesc : TypeDef<TritonGPU_Dialect, "MemDesc", [ShapedTypeInterface]> {
  let mnemonic = "memdesc";
  let summary = "a view of a buffer";
  let description = [{
    `!ttg.memdesc<64x32xf16, #shared, #smem, mutable, 3x64x32>`: shape and element type of the view, the encoding of the buffer, the
    memory it is in, whether it may be written, and the shape of the whole buffer where that differs. Texts of 2024 spell it
    `!tt.memdesc` and may leave out the memory, which is then shared memory.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
      "::mlir::Attribute":$encoding, "::mlir::Attribute":$memorySpace, "bool":$mutableMemory,
      ArrayRefParameter<"int64_t">:$allocShape);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
        "::mlir::Attribute":$encoding, "::mlir::Attribute":$memorySpace, CArg<"bool", "false">:$mutableMemory), [{
      return $_get(elementType.getContext(), shape, elementType, encoding, memorySpace, mutableMemory, shape);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool hasRank() const { return true; }
    /// The same buffer seen in another shape or element type.
    MemDescType cloneWith(std::optional<::llvm::ArrayRef<int64_t>> shape, ::mlir::Type elementType) const;
    bool isInSharedMemory() const;
    bool isInTensorMemory() const;
    /// Whether this is a part of a larger buffer.
    bool isView() const { return getShape() != getAllocShape(); }
  }];
}

#endif
