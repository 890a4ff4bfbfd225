// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element types as lanes.
#include "oracles/interp/Element.h"

#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fathom::interp {

static std::optional<FloatKind> floatKindOf(mlir::Type type) {
  return TypeSwitch<mlir::Type, std::optional<FloatKind>>(type)
      .Case<mlir::Float16Type>([](auto) { return FloatKind::F16; })
      .Case<mlir::BFloat16Type>([](auto) { return FloatKind::BF16; })
      .Case<mlir::Float32Type>([](auto) { return FloatKind::F32; })
      .Case<mlir::Float64Type>([](auto) { return FloatKind::F64; })
      .Case<mlir::FloatTF32Type>([](auto) { return FloatKind::TF32; })
      .Case<mlir::Float8E4M3FNType>([](auto) { return FloatKind::F8E4M3FN; })
      .Case<mlir::Float8E4M3FNUZType>([](auto) { return FloatKind::F8E4M3FNUZ; })
      .Case<mlir::Float8E5M2Type>([](auto) { return FloatKind::F8E5M2; })
      .Case<mlir::Float8E5M2FNUZType>([](auto) { return FloatKind::F8E5M2FNUZ; })
      .Default([](mlir::Type) { return std::optional<FloatKind>(); });
}

/// The element of a tensor or a buffer; the type itself otherwise.
static mlir::Type scalarOf(mlir::Type type) {
  if (auto shaped = dyn_cast<mlir::ShapedType>(type))
    return shaped.getElementType();
  return type;
}

std::optional<Element> elementOf(mlir::Type type, Semantics semantics) {
  type = scalarOf(type);
  Element element;
  if (std::optional<FloatKind> kind = floatKindOf(type)) {
    element.isFloat = true;
    element.kind = *kind;
    element.bits = type.getIntOrFloatBitWidth();
    element.bytes = (element.bits + 7) / 8;
    element.ieee = element.bits == 64 ? Lane::F64 : Lane::F32;
    element.lane = semantics == Semantics::Algebra ? Lane::Ring : element.ieee;
    return element;
  }
  if (auto pointer = dyn_cast<tt::PointerType>(type)) {
    if (isa<mlir::RankedTensorType>(pointer.getPointeeType()))
      return std::nullopt;
    element.isPointer = true;
    element.bits = 64;
  } else if (isa<mlir::IndexType>(type)) {
    element.bits = 64;
  } else if (auto integer = dyn_cast<mlir::IntegerType>(type)) {
    element.bits = integer.getWidth();
  } else {
    return std::nullopt;
  }
  if (element.bits > 64)
    return std::nullopt;
  element.ieee = element.lane = element.bits <= 8    ? Lane::U8
                                : element.bits <= 16 ? Lane::U16
                                : element.bits <= 32 ? Lane::U32
                                                     : Lane::U64;
  element.bytes = laneBytes(element.lane);
  return element;
}

int64_t elementCount(mlir::Type type) {
  auto shaped = dyn_cast<mlir::ShapedType>(type);
  return shaped ? shaped.getNumElements() : 1;
}

} // namespace fathom::interp
