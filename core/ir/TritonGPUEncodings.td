// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The encodings of ttg: where each element of a tensor or of a shared buffer lives.
//
// An encoding is written `#ttg.name<{key = value, ...}>`, keys in any order. Encodings that spread over the blocks of
// a cluster have `cgaBases`: the images of the bits of the block number (`CGALayout = [[1, 0]]`: bit 0 of the block
// number selects the upper half of dim 0). Empty means one block. The older spelling of the same, CTAsPerCGA,
// CTASplitNum and CTAOrder, is read and turned into bases: per dim of CTAOrder, log2(CTASplitNum) bases that
// split the dim and then log2(CTAsPerCGA / CTASplitNum) zero bases that repeat it.
#ifndef FATHOM_CORE_IR_TRITONGPUENCODINGS
#define FATHOM_CORE_IR_TRITONGPUENCODINGS

include "core/ir/TritonGPUDialect.td"

class TTG_Encoding<string name, string keyword> : AttrDef<TritonGPU_Dialect, name # "Encoding"> {
  let mnemonic = keyword;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def TTG_Ints : ArrayRefParameter<"int32_t">;

// Images of the bits of one input dimension, least significant bit first; a basis has one entry a dim of the tensor.
def TTG_Bases : ArrayRefParameter<"::mlir::DenseI32ArrayAttr">;

//===-- Tensors in registers --===//

def TTG_BlockedEncoding : TTG_Encoding<"Blocked", "blocked"> {
  let summary = "a tile of sizePerThread * threadsPerWarp * warpsPerCTA, repeated; order is fastest dim first";
  let parameters = (ins TTG_Ints:$sizePerThread, TTG_Ints:$threadsPerWarp, TTG_Ints:$warpsPerCTA, TTG_Ints:$order,
      TTG_Bases:$cgaBases);
}

def TTG_SliceEncoding : TTG_Encoding<"Slice", "slice"> {
  let summary = "the parent's layout with dimension dim taken out";
  let parameters = (ins "unsigned":$dim, "::mlir::Attribute":$parent);
}

def TTG_DotOperandEncoding : TTG_Encoding<"DotOperand", "dot_op"> {
  let summary = "operand opIdx (0 or 1) of a product whose result has the parent's layout; kWidth 0 when not said";
  let parameters = (ins "unsigned":$opIdx, "::mlir::Attribute":$parent, "unsigned":$kWidth);
}

def TTG_NvidiaMmaEncoding : TTG_Encoding<"NvidiaMma", "nvidia_mma"> {
  let summary = "the result of NVIDIA's mma (versionMajor 2), wgmma (3) and tcgen05 (5)";
  let parameters = (ins "unsigned":$versionMajor, "unsigned":$versionMinor, TTG_Ints:$warpsPerCTA,
      TTG_Bases:$cgaBases, TTG_Ints:$instrShape);
}

def TTG_AMDMfmaEncoding : TTG_Encoding<"AMDMfma", "amd_mfma"> {
  let summary = "the result of AMD's mfma; instrShape is [m, n] up to 3.4 and [m, n, k] later";
  // versionMinor is 0 in later releases, which have no such key. elementBitWidth 0: not said, 32. tilesPerWarp empty:
  // all ones.
  let parameters = (ins "unsigned":$version, "unsigned":$versionMinor, TTG_Ints:$warpsPerCTA, TTG_Ints:$instrShape,
      "bool":$isTransposed, TTG_Bases:$cgaBases, TTG_Ints:$tilesPerWarp, "unsigned":$elementBitWidth);
}

def TTG_AMDWmmaEncoding : TTG_Encoding<"AMDWmma", "amd_wmma"> {
  let summary = "the result of AMD's wmma";
  // Warps are said by warpsPerCTA and tilesPerWarp (up to 3.5), or by ctaRegister and ctaWarp (bases over whole
  // instruction tiles); the other pair is empty. instrShape empty: 16x16x16.
  let parameters = (ins "unsigned":$version, "bool":$isTransposed, TTG_Ints:$warpsPerCTA, TTG_Ints:$tilesPerWarp,
      TTG_Bases:$ctaRegister, TTG_Bases:$ctaWarp, TTG_Bases:$cgaBases, TTG_Ints:$instrShape);
}

class TTG_LinearEncodingOf<string name, string keyword> : TTG_Encoding<name, keyword> {
  let parameters = (ins TTG_Bases:$registerBases, TTG_Bases:$laneBases, TTG_Bases:$warpBases, TTG_Bases:$blockBases);
  let extraClassDeclaration = [{
    /// The rank of the tensor; 0 where no basis is given.
    unsigned getRank() const;
  }];
}

def TTG_LinearEncoding : TTG_LinearEncodingOf<"Linear", "linear"> {
  let summary = "the bases as they are; without its zero bases a bijection";
}

def TTG_GenericLinearEncoding : TTG_LinearEncodingOf<"GenericLinear", "generic_linear"> {
  let summary = "as linear, but a basis may have several nonzero entries";
}

//===-- Shared memory --===//

def TTG_SwizzledSharedEncoding : TTG_Encoding<"SwizzledShared", "swizzled_shared"> {
  let summary = "row r of vec-wide groups is rotated by xor with (r / perPhase) % maxPhase";
  // hasLeadingOffset: the older spelling of nvmma_shared, whose element width is not known before the buffer's type
  // is read. The memdesc type that holds it turns it into nvmma_shared.
  let parameters = (ins "unsigned":$vec, "unsigned":$perPhase, "unsigned":$maxPhase, TTG_Ints:$order,
      TTG_Bases:$cgaBases, "bool":$hasLeadingOffset);
}

def TTG_NVMMASharedEncoding : TTG_Encoding<"NVMMAShared", "nvmma_shared"> {
  let summary = "the tiled layout that wgmma, tcgen05 and TMA read and write";
  // rank is what releases up to 3.6 write for buffers whose rank is not 2; 0: not said.
  let parameters = (ins "unsigned":$swizzlingByteWidth, "bool":$transposed, "unsigned":$elementBitWidth,
      "bool":$fp4Padded, TTG_Bases:$cgaBases, "unsigned":$rank);
  let extraClassDeclaration = [{
    /// The swizzle in the terms of swizzled_shared: (perPhase, maxPhase) is (4, 2), (2, 4), (1, 8) for 32, 64, 128
    /// bytes and (1, 1) without; vec is 128 / elementBitWidth.
    unsigned getPerPhase() const;
    unsigned getMaxPhase() const;
    unsigned getVec() const;
  }];
}

def TTG_PaddedSharedEncoding : TTG_Encoding<"PaddedShared", "padded_shared"> {
  let summary = "after a linear map of the offset, paddings[i] elements are left free after each intervals[i]";
  // `{order, shape}` is read as the bases of the identity in that order. `{order}` alone (3.4) keeps the
  // order, with no bases: the shape is the buffer's.
  let parameters = (ins TTG_Ints:$intervals, TTG_Ints:$paddings, TTG_Ints:$order, TTG_Bases:$offsetBases,
      TTG_Bases:$blockBases);
}

def TTG_SharedLinearEncoding : TTG_Encoding<"SharedLinear", "shared_linear"> {
  let summary = "the bases from offset in elements to index, as they are; alignment in bytes";
  let parameters = (ins TTG_Bases:$offsetBases, TTG_Bases:$blockBases, "unsigned":$alignment);
}

def TTG_AMDRotatingSharedEncoding : TTG_Encoding<"AMDRotatingShared", "amd_rotating_shared"> {
  let summary = "as swizzled_shared, xor with ((r / perPhase) % maxPhase) ^ ((r / (perPhase * maxPhase)) % maxPhase)";
  let parameters = (ins "unsigned":$vec, "unsigned":$perPhase, "unsigned":$maxPhase, TTG_Ints:$order,
      TTG_Bases:$cgaBases);
}

def TTG_PartitionedSharedEncoding : TTG_Encoding<"PartitionedShared", "partitioned_shared"> {
  let summary = "numGroups groups of numPartitions pieces along partitionDim, piece i in partition i % numPartitions";
  let parameters = (ins "unsigned":$numPartitions, "unsigned":$numGroups, "unsigned":$partitionDim,
      "::mlir::Attribute":$partitionLayout);
}

def TTG_SharedMemorySpace : AttrDef<TritonGPU_Dialect, "SharedMemorySpace"> {
  let mnemonic = "shared_memory";
  let summary = "the memory that the threads of a block share";
}

#endif
