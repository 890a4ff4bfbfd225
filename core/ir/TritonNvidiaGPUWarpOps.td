// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvws: how warps of NVIDIA's GPUs hand buffers to each other, while a kernel is split into partitions.
#ifndef FATHOM_CORE_IR_TRITONNVIDIAGPUWARPOPS
#define FATHOM_CORE_IR_TRITONNVIDIAGPUWARPOPS

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def NVWS_Dialect : Dialect {
  let name = "nvws";
  let cppNamespace = "::fathom::nvws";
  let summary = "tokens by which producing and consuming warps take turns";
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerTypes();
  }];
}

def NVWS_Token : TypeDef<NVWS_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "whose turn it is at a buffer";
}

// A token, or a tensor of one for each buffer, which numBuffers counts.
def NVWS_Tokens : AnyTypeOf<[NVWS_Token, RankedTensorOf<[NVWS_Token]>], "token or tensor of tokens">;

class NVWS_Op<string mnemonic, list<Trait> traits = []> : Op<NVWS_Dialect, mnemonic, traits>;

def NVWS_CreateTokenOp : NVWS_Op<"create_token", [MemoryEffects<[MemAlloc]>]> {
  let summary = "tokens for numBuffers buffers";
  let arguments = (ins I32Attr:$numBuffers, OptionalAttr<I32Attr>:$loadType);
  let results = (outs NVWS_Tokens:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

class NVWS_Turn<string mnemonic, string what, dag more, string text> : NVWS_Op<mnemonic, [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = what;
  let arguments = !con((ins NVWS_Tokens:$token, I32:$idx), more);
  let assemblyFormat = "$token `,` $idx " # text # " attr-dict `:` type(operands)";
}
def NVWS_ProducerAcquireOp : NVWS_Turn<"producer_acquire", "waits until buffer idx may be written",
    (ins I1:$phase), "`,` $phase">;
def NVWS_ProducerCommitOp : NVWS_Turn<"producer_commit", "says that buffer idx is written", (ins), "">;
def NVWS_ConsumerWaitOp : NVWS_Turn<"consumer_wait", "waits until buffer idx is written",
    (ins I1:$phase), "`,` $phase">;
def NVWS_ConsumerReleaseOp : NVWS_Turn<"consumer_release", "says that buffer idx may be written", (ins), "">;

#endif
