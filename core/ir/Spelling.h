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
  bool reshapeAttribute = false; ///< `{allow_reorder = false}`, always written, for the keyword.
  bool cachePolicyAttribute =
      false;                   ///< `{cachePolicy = #tt.cache_policy<...>}` for the two clauses.
  bool bareTensorDesc = false; ///< `!tt.tensordesc<8x8xf16>` for `!tt.tensordesc<tensor<8x8xf16>>`.
  bool printSigns = true;      ///< tt.print carries isSigned.
  bool assertPosition = false; ///< tt.assert carries file, function and line.
  bool dotScaledCommas =
      false; ///< tt.dot_scaled separates scales by commas, without the word `scale`.
  bool fp8FnuzForFn = false;            ///< f8E4M3FN is written f8E4M3FNUZ.
  bool experimentalDescriptors = false; ///< `tt.experimental_descriptor_load` and its kin.
  bool tritonGpuNames = false;          ///< `triton_gpu` for `ttg`, `triton_nvidia_gpu` for `ttng`.
  bool sharedEncoding =
      false; ///< `#triton_gpu.shared<{..., hasLeadingOffset = false}>` for the two later encodings.
  bool ttMemDesc = false;      ///< `!tt.memdesc` for `!ttg.memdesc`.
  bool ctaParameters = false;  ///< `CTAsPerCGA`, `CTASplitNum` and `CTAOrder` for `CGALayout`.
  bool memdescSubview = false; ///< `memdesc_subview` for `memdesc_index` and `memdesc_subslice`.
  bool ttgBarrier = false;     ///< `ttg.barrier all` for `gpu.barrier`.
};

/// The module's text in the spelling, without locations.
std::string printWithSpelling(mlir::ModuleOp module, const Spelling &spelling);

} // namespace fathom

#endif
