// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The encodings of tensor memory (Blackwell).
#ifndef FATHOM_CORE_IR_TRITONNVIDIAGPUENCODINGS
#define FATHOM_CORE_IR_TRITONNVIDIAGPUENCODINGS

include "core/ir/TritonGPUEncodings.td"

def TTNG_TensorMemorySpace : AttrDef<TritonNvidiaGPU_Dialect, "TensorMemorySpace"> {
  let mnemonic = "tensor_memory";
  let summary = "the memory of 128 rows beside the tensor cores";
}

def TTNG_TensorMemoryEncoding : AttrDef<TritonNvidiaGPU_Dialect, "TensorMemoryEncoding"> {
  let mnemonic = "tensor_memory_encoding";
  let summary = "blocks of blockM x blockN over the rows of tensor memory, M first";
  // Releases up to 3.5 say `unpacked` (an element takes 32 bits) where later ones say colStride, the distance of two
  // elements of a row; the one that is not said is empty. The cluster is split by CTASplitM and CTASplitN, or by CGALayout.
  let parameters = (ins "unsigned":$blockM, "unsigned":$blockN, "std::optional<unsigned>":$colStride,
      "std::optional<bool>":$unpacked, "unsigned":$ctaSplitM, "unsigned":$ctaSplitN,
      ArrayRefParameter<"::mlir::DenseI32ArrayAttr">:$cgaBases, "bool":$twoCTAs, "bool":$fp4Padded);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def TTNG_TensorMemoryScalesEncoding : AttrDef<TritonNvidiaGPU_Dialect, "TensorMemoryScalesEncoding"> {
  let mnemonic = "tensor_memory_scales_encoding";
  let summary = "scales of a block-scaled product, repeated over the warps";
  let parameters = (ins "unsigned":$ctaSplitM, "unsigned":$ctaSplitN,
      ArrayRefParameter<"::mlir::DenseI32ArrayAttr">:$cgaBases, "::fathom::ttng::BlockRepOrder":$blockRepOrder);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif
