// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Promises of who computes products: whatever a target's matrix unit can do, it does.
#include "oracles/check/promises/Promises.h"

#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"

using namespace llvm;

namespace fathom {

namespace {
/// A product by threads.
struct Product {
  mlir::Type left, right, sum;
  int64_t rows, columns, depth;
  bool mayTruncate; ///< Operands of f32 to tf32.
};
} // namespace

static std::optional<Product> productByThreads(mlir::Operation *op) {
  auto dot = dyn_cast<tt::DotOp>(op);
  if (!dot || !isa<ttg::BlockedEncodingAttr>(dot.getType().getEncoding()))
    return std::nullopt;
  ArrayRef<int64_t> shape = dot.getType().getShape();
  return Product{mlir::getElementTypeOrSelf(dot.getA()),
                 mlir::getElementTypeOrSelf(dot.getB()),
                 dot.getType().getElementType(),
                 shape[shape.size() - 2],
                 shape.back(),
                 dot.getA().getType().getShape().back(),
                 dot.getInputPrecision() == tt::InputPrecision::Tf32};
}

/// Operands of 16 bits or less with a sum that no unit lacks.
static bool isPlain(const Product &product) {
  if (product.left != product.right)
    return false;
  if (product.left.isF16() || product.left.isBF16())
    return product.sum.isF32();
  return product.left.isInteger(8) && product.sum.isInteger(32);
}

/// Says a product that is left to threads though there are no more that the unit does not take. Of what it was given: afterwards operands have the
/// sum's type.
static std::string findLeft(const PassRun &run, function_ref<bool(const Product &)> takes) {
  unsigned most = 0, left = 0;
  mlir::ModuleOp(run.before).walk([&](mlir::Operation *op) {
    std::optional<Product> product = productByThreads(op);
    most += isa<tt::DotScaledOp>(op) || (product && !takes(*product));
  });
  std::string found;
  mlir::ModuleOp(run.after).walk([&](mlir::Operation *op) {
    if (productByThreads(op) && ++left > most && found.empty())
      found = printedOp(op);
  });
  return found;
}

/// PTX ISA, "mma": m16n8 of any m and n (what is missing is repeated), at least 256 bits along k.
std::string productsAreOnNvidiaUnits(const PassRun &run) {
  unsigned capability = 0;
  run.target.arch.getAsInteger(10, capability);
  if (run.target.vendor != Vendor::cuda || capability < 80)
    return "";
  return findLeft(run, [](const Product &product) {
    bool truncates =
        product.left.isF32() && product.right.isF32() && product.sum.isF32() && product.mayTruncate;
    return (truncates || isPlain(product)) &&
           product.depth * product.left.getIntOrFloatBitWidth() >= 256;
  });
}

/// CDNA3 manual, "mfma": 16 rows and columns, k of 16 in 16 bits, of 32 in 8 (gfx942). RDNA3 manual, "wmma": 16 of each.
std::string productsAreOnAmdUnits(const PassRun &run) {
  if (run.target.arch != "gfx942" && run.target.arch != "gfx1100")
    return "";
  return findLeft(run, [](const Product &product) {
    return isPlain(product) && product.rows >= 16 && product.columns >= 16 &&
           product.depth >= (product.left.isInteger(8) ? 32 : 16);
  });
}

std::string threadsHaveOneType(const PassRun &run) {
  return findOp(run.after, [](mlir::Operation *op) {
    std::optional<Product> product = productByThreads(op);
    return product && product->left.isIntOrFloat() &&
           product->left.isInteger() == product->sum.isInteger() &&
           product->left.getIntOrFloatBitWidth() < product->sum.getIntOrFloatBitWidth();
  });
}

std::string scaledProductsAreGone(const PassRun &run) {
  return findOp(run.after, [](mlir::Operation *op) {
    auto dot = dyn_cast<tt::DotScaledOp>(op);
    if (!dot)
      return false;
    using Element = tt::ScaledElement;
    Element left = dot.getAElemType(), right = dot.getBElemType();
    auto isSixBits = [](Element element) {
      return element == Element::E2M3 || element == Element::E3M2;
    };
    bool isMixed = (left == Element::BF16 && right == Element::FP16) ||
                   (left == Element::FP16 && right == Element::BF16);
    return !isSixBits(left) && !isSixBits(right) && !isMixed;
  });
}

} // namespace fathom
