// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes blocked layouts that fill a shape.
#include "core/passes/DefaultLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fathom;

Machine Machine::of(Operation *op) {
  return {ttg::lookupNumWarps(op).value_or(4), ttg::lookupThreadsPerWarp(op).value_or(32),
          ttg::lookupNumCtas(op).value_or(1)};
}

/// What of `left` fits `room`, taken from `left`.
static int64_t take(int64_t &left, int64_t room) {
  int64_t taken = std::max<int64_t>(1, std::min(left, room));
  left /= taken;
  return taken;
}

/// The images of the block number's bits, counted in parts: the slowest dims are split, and the rest of the blocks repeats. The shape becomes that of one block's part.
static llvm::SmallVector<DenseI32ArrayAttr> splitOverBlocks(MLIRContext *context,
                                                            llvm::MutableArrayRef<int64_t> shape,
                                                            llvm::ArrayRef<int32_t> sizePerThread,
                                                            llvm::ArrayRef<int32_t> order,
                                                            int64_t blocks) {
  llvm::SmallVector<llvm::SmallVector<int32_t>> perDim(shape.size());
  for (int32_t dim : llvm::reverse(order)) {
    int64_t parts = take(blocks, shape[dim] / sizePerThread[dim]);
    shape[dim] /= parts;
    for (int64_t part = 1; part < parts; part *= 2)
      perDim[dim].push_back(int32_t(part));
  }
  llvm::SmallVector<DenseI32ArrayAttr> bases;
  llvm::SmallVector<int32_t> basis(shape.size(), 0);
  for (int32_t dim : order)
    for (int32_t image : perDim[dim]) {
      basis[dim] = image;
      bases.push_back(DenseI32ArrayAttr::get(context, basis));
      basis[dim] = 0;
    }
  for (; blocks > 1; blocks /= 2)
    bases.push_back(DenseI32ArrayAttr::get(context, basis));
  return bases;
}

ttg::BlockedEncodingAttr fathom::blockedFor(MLIRContext *context, llvm::ArrayRef<int64_t> shape,
                                            llvm::ArrayRef<int32_t> sizePerThread,
                                            llvm::ArrayRef<int32_t> order, const Machine &machine) {
  llvm::SmallVector<int64_t> part(shape);
  llvm::SmallVector<DenseI32ArrayAttr> cga;
  if (machine.blocks > 1)
    cga = splitOverBlocks(context, part, sizePerThread, order, machine.blocks);
  llvm::SmallVector<int32_t> lanesOf(shape.size(), 1), warpsOf(shape.size(), 1);
  int64_t lanes = machine.lanes, warps = machine.warps;
  for (int32_t dim : order) {
    int64_t room = part[dim] / sizePerThread[dim];
    lanesOf[dim] = int32_t(take(lanes, room));
    warpsOf[dim] = int32_t(take(warps, room / lanesOf[dim]));
    // Warps come after all lanes: a dim that has not taken the last lane has no room for warps.
  }
  lanesOf[order.back()] *= int32_t(lanes);
  warpsOf[order.back()] *= int32_t(warps);
  return ttg::BlockedEncodingAttr::get(context, sizePerThread, lanesOf, warpsOf, order, cga);
}

ttg::BlockedEncodingAttr fathom::defaultBlocked(MLIRContext *context, llvm::ArrayRef<int64_t> shape,
                                                const Machine &machine) {
  llvm::SmallVector<int32_t> ones(shape.size(), 1),
      order(llvm::reverse(llvm::to_vector(llvm::seq<int32_t>(0, int32_t(shape.size())))));
  return blockedFor(context, shape, ones, order, machine);
}
