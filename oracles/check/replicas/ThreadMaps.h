// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether elements that an op needs lie in the registers of the same thread.
#ifndef FATHOM_ORACLES_CHECK_REPLICAS_THREADMAPS_H
#define FATHOM_ORACLES_CHECK_REPLICAS_THREADMAPS_H

#include "oracles/check/replicas/ElementNeeds.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace fathom {

enum class Found {
  All,     ///< Every thread has what it needs.
  Missing, ///< Some thread does not.
  Unknown  ///< A layout has no map.
};

/// The layouts of tensors, as the numbers of the elements that bits of a place stand for.
class ThreadMaps {
public:
  struct Images {
    /// Of the bits of register, lane, warp and block. Registers that hold copies are left out: releases differ in whether they are there.
    std::array<std::vector<uint64_t>, 4> bits;
  };
  /// Null if the layout has no map.
  const Images *of(mlir::RankedTensorType type);

  Found find(const ElementNeed &need);

  /// tt.reshape with allow_reorder, tt.cat: the registers of the operands are the result's, in their order. All: each element of the result is one
  /// of an operand, the same one wherever it has copies, and none is lost.
  Found keepsElements(mlir::RankedTensorType result, mlir::RankedTensorType operand,
                      unsigned operands);

private:
  std::map<const void *, std::optional<Images>> known;
};

} // namespace fathom

#endif
