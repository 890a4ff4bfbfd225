// RUN: fathom-opt %s -split-input-file -verify-diagnostics
// What is wrong with an encoding, and where.

// expected-error @+1 {{an encoding of this kind needs 'order'}}
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4]}>

// -----

// expected-error @+1 {{an encoding of this kind has no 'more'}}
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], more = 1}>

// -----

// expected-error @+1 {{'order' must be a list of numbers that are not negative}}
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [-1]}>

// -----

// expected-error @+1 {{order must be a permutation of 0 to 1}}
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 1]}>

// -----

// expected-error @+1 {{threadsPerWarp must hold powers of two, not 24}}
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [24], warpsPerCTA = [4], order = [0]}>

// -----

// expected-error @+1 {{must have the same length}}
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// -----

// expected-error @+1 {{each basis of CGALayout must have 1 entries}}
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1, 0]]}>

// -----

// expected-error @+1 {{'CTAsPerCGA' must be powers of two, each a multiple of its CTASplitNum, with CTAOrder a permutation}}
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CTAsPerCGA = [2], CTASplitNum = [4], CTAOrder = [0]}>

// -----

// expected-error @+1 {{the parent of a slice must be an encoding of tensors in registers}}
#s = #ttg.slice<{dim = 0, parent = #ttg.shared_memory}>

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @+1 {{a slice of dim 0 needs a parent of rank 2 or more, and this one has 1}}
#s = #ttg.slice<{dim = 0, parent = #b}>

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @+1 {{opIdx must be 0 or 1}}
#d = #ttg.dot_op<{opIdx = 2, parent = #b}>

// -----

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// expected-error @+1 {{a dot_op of an nvidia_mma of version 2 needs a kWidth}}
#d = #ttg.dot_op<{opIdx = 0, parent = #m}>

// -----

// expected-error @+1 {{versionMajor must be from 1 to 5}}
#m = #ttg.nvidia_mma<{versionMajor = 9, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>

// -----

// expected-error @+1 {{two bases of a linear encoding have the same image 1 in dim 0}}
#l = #ttg.linear<{register = [[1]], lane = [[1]], warp = [], block = []}>

// -----

// expected-error @+1 {{no basis of the linear encoding has the image 2 in dim 0}}
#l = #ttg.linear<{register = [[1]], lane = [[4]], warp = [], block = []}>

// -----

// expected-error @+1 {{each basis of a linear encoding must be zero or one power of two in one dim}}
#l = #ttg.linear<{register = [[1, 1]], lane = [], warp = [], block = []}>

// -----

// expected-error @+1 {{each basis of lane must have 2 entries}}
#l = #ttg.linear<{register = [[1, 0]], lane = [[1]], warp = [], block = []}>

// -----

// expected-error @+1 {{swizzlingByteWidth must be 0, 32, 64 or 128}}
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 16, transposed = false, elementBitWidth = 16}>

// -----

// expected-error @+1 {{vec must hold powers of two, not 3}}
#s = #ttg.swizzled_shared<{vec = 3, perPhase = 1, maxPhase = 1, order = [0]}>

// -----

// expected-error @+1 {{the intervals must differ from one another}}
#p = #ttg.padded_shared<[4:+2, 4:+4] {order = [1, 0], shape = [2, 4]}>

// -----

// expected-error @+1 {{partitionLayout must be an encoding of buffers}}
#q = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 4, partitionDim = 0, partitionLayout = #ttg.shared_memory}>

// -----

// expected-error @+1 {{either colStride or unpacked must be said}}
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64>

// -----

// expected-error @+1 {{'blockM' is given twice}}
#t = #ttng.tensor_memory_encoding<blockM = 128, blockM = 64>
