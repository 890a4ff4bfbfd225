// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the operand that a tensor is read as.
#include "core/passes/OperandRead.h"

using namespace mlir;
using namespace fathom;

std::optional<OperandRead> fathom::readAsOperand(RankedTensorType tensor) {
  auto operand = dyn_cast_or_null<ttg::DotOperandEncodingAttr>(tensor.getEncoding());
  if (!operand || tensor.getRank() < 2)
    return {};
  return OperandRead{operand, unsigned(tensor.getRank()) - (operand.getOpIdx() == 0 ? 1 : 2)};
}

std::optional<OperandRead> fathom::readAsOperand(Value tensor) {
  if (std::optional<OperandRead> read = readAsOperand(cast<RankedTensorType>(tensor.getType())))
    return read;
  std::optional<OperandRead> all;
  for (Operation *user : tensor.getUsers()) {
    auto trans = dyn_cast<tt::TransOp>(user);
    std::optional<OperandRead> read = trans ? readAsOperand(trans.getType()) : std::nullopt;
    if (!read)
      return {};
    read->kDim = trans.getOrder()[read->kDim];
    if (all && !all->isLike(*read))
      return {};
    all = read;
  }
  return all;
}
