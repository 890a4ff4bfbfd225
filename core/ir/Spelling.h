// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a module is written: the same IR has several spellings, one for each age of Triton's
// releases.
//
// The default is the canonical spelling, which is what Triton 3.6.0 prints. The printers of tt, ttg
// and their neighbours consult the spelling of the context's tt dialect; printWithSpelling sets it
// for one print. Reading needs no spelling: the parsers take them all.
//
//   tt.load %p evictionPolicy = evict_last : !tt.ptr<f32> 3.0 to 3.8 tt.load %p {cachePolicy =
//   #tt.cache_policy<cache_modifier = none, eviction_policy = evict_last>} : ...         3.9
#ifndef FATHOM_CORE_IR_SPELLING_H
#define FATHOM_CORE_IR_SPELLING_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace fathom {

struct Spelling {
  // tt
  /// `{allow_reorder = false}`, always written, for the keyword of tt.reshape.
  bool reshapeAttribute = false;
  /// `{cachePolicy = #tt.cache_policy<...>}` for the two clauses of loads and stores.
  bool cachePolicyAttribute = false;
  /// tt.print carries isSigned.
  bool printSigns = true;
  /// tt.assert carries file, function and line.
  bool assertPosition = false;
  /// tt.dot_scaled separates scales by commas, without the word `scale`.
  bool dotScaledCommas = false;
  /// f8E4M3FN is written f8E4M3FNUZ.
  bool fp8FnuzForFn = false;
  /// `tt.experimental_descriptor_load` and its kin.
  bool experimentalDescriptors = false;
  /// Descriptors' integers have no sign.
  bool signlessDescriptors = false;
  /// `!tt.tensordesc<8x8xf16>` for `!tt.tensordesc<tensor<8x8xf16>>`.
  bool bareTensorDesc = false;

  // ttg and its neighbours
  /// `triton_gpu` for `ttg`, `triton_nvidia_gpu` for `ttng`.
  bool tritonGpuNames = false;
  /// `#triton_gpu.shared<{..., hasLeadingOffset = false}>` for the two later encodings.
  bool sharedEncoding = false;
  /// `!tt.memdesc` for `!ttg.memdesc`.
  bool ttMemDesc = false;
  /// `CTAsPerCGA`, `CTASplitNum` and `CTAOrder` for `CGALayout`.
  bool ctaParameters = false;
  /// A memdesc does not say its memory space.
  bool memdescWithoutSpace = false;
  /// A memdesc that is a view does not say its buffer's shape.
  bool memdescWithoutBuffer = false;
  /// `tt.trans` of a memdesc for `ttg.memdesc_trans`.
  bool transOfBuffers = false;
  /// `amdgpu` for `amdg`.
  bool amdgpuNames = false;
  /// `dot_async` for `warp_group_dot`.
  bool dotAsyncNames = false;
  /// ttg.async_commit_group has no word `tokens`.
  bool bareTokens = false;
  /// `versionMajor` and `versionMinor` of amd_mfma.
  bool mfmaMajorMinor = false;
  /// amd_mfma's instrShape has no third entry.
  bool mfmaWithoutK = false;
  /// Accesses by buffer write the pointer's type.
  bool bufferPointers = false;
};

/// The module's text in the spelling, without locations.
std::string printWithSpelling(mlir::ModuleOp module, const Spelling &spelling);

namespace tt {
/// The spelling that printers of this context follow.
const Spelling &spellingOf(mlir::MLIRContext *context);
} // namespace tt

} // namespace fathom

#endif
