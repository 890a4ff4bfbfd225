// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far a convert_layout has to move data: nowhere, within threads, within warps, within blocks, or between blocks.
//
// Let M take a place in the destination to the place in the source that holds its element, M = to.invertAndCompose(from). What M leaves alone
// needs no hardware: strip the dims that it maps to themselves, from the outside in. What is left names the class:
//
//   from                          to                            M                              class
//   register 1, lane 2 4          the same                      nothing                        Alias
//   register 1 2, lane 4          register 2 1, lane 4          register                       Registers: renamed
//   register 1, lane 2 4          register 2, lane 1 4          register, lane                 Lanes: shuffles
//   lane 1, warp 2                lane 2, warp 1                lane, warp                     Warps: shared memory
//   warp 1, block 2               warp 2, block 1               warp, block                    Blocks: memory of other blocks
//
// Where the source holds copies, M reads the nearest: a broadcast over lanes is read from the own lane.
#ifndef FATHOM_CORE_LAYOUT_CONVERSIONCLASS_H
#define FATHOM_CORE_LAYOUT_CONVERSIONCLASS_H

#include "core/layout/LinearLayout.h"
#include "mlir/IR/BuiltinTypes.h"

namespace fathom {

enum class ConversionClass { Alias, Registers, Lanes, Warps, Blocks };

llvm::StringRef toString(ConversionClass kind);

/// Both layouts are (register, lane, warp, block) -> axes of the same sizes; `from` is surjective.
ConversionClass conversionClass(const LinearLayout &from, const LinearLayout &to);

/// Of tensors of one shape. An error where a layout has no map.
llvm::Expected<ConversionClass> conversionClass(mlir::RankedTensorType from,
                                                mlir::RankedTensorType to);

} // namespace fathom

#endif
