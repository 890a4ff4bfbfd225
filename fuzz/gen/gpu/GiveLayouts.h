// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives each tensor of a program a layout, drawn at random, and puts conversions where an op needs another: TTIR, and ops of ttg, ttng and amdg on tensors without
// layouts, become TTGIR.
//
//   %x = tt.load %p : tensor<64x!tt.ptr<f32>>                    %x = tt.load %p : tensor<64x!tt.ptr<f32>, #blocked>
//   %y = math.exp %x : tensor<64xf32>                 becomes    %c = ttg.convert_layout %x : tensor<64xf32, #blocked> -> tensor<64xf32, #slice>
//                                                                %y = math.exp %c : tensor<64xf32, #slice>
//
// An op whose result may have any layout (a load from shared memory, a constant, a conversion) draws one. One that computes in place takes that of
// an operand, or draws one, and has its operands converted. What shape ops, reductions and products result in is inferred, from operands that
// are as they need them. Each value that a region or a block carries has a layout of its own, to which what is yielded is converted.
//
// Ensures: the module verifies if it did without layouts; each thread has what it computes with; values and effects are unchanged.
#ifndef FATHOM_FUZZ_GEN_GPU_GIVELAYOUTS_H
#define FATHOM_FUZZ_GEN_GPU_GIVELAYOUTS_H

#include "fuzz/gen/gpu/Layouts.h"

#include "mlir/IR/BuiltinOps.h"

namespace fathom::gen {

/// Numbers that decide the layouts of an op's or a block's values. What has none draws the simplest.
using LayoutNumbers = llvm::DenseMap<void *, unsigned>;

void giveLayouts(mlir::ModuleOp module, Layouts &layouts, const LayoutNumbers &numbers);

} // namespace fathom::gen

#endif
