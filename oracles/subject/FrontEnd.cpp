// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks the rules of FrontEnd.def of each op.
#include "oracles/subject/FrontEnd.h"

#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"
#include "oracles/subject/ReleaseSpelling.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fathom;

namespace {

constexpr int newest = 9;

Type elementOf(Value value) { return getElementTypeOrSelf(value.getType()); }
unsigned bitsOf(Value value) {
  Type element = elementOf(value);
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
}
bool isFp8(Value value) { return isa<FloatType>(elementOf(value)) && bitsOf(value) == 8; }
ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}
size_t rankOf(Value value) { return shapeOf(value).size(); }

bool isDotOperand(Value value) {
  Type element = elementOf(value);
  return isa<FloatType>(element) || element.isInteger(8);
}

bool isDotResult(Value operand, Value result) {
  Type from = elementOf(operand), to = elementOf(result);
  if (from.isInteger(8))
    return to.isInteger(32);
  if (from.isF64())
    return to.isF64();
  return to.isF32() || (to.isF16() && (from.isF16() || isFp8(operand)));
}

struct DotSize {
  int64_t m, n, k;
};
DotSize dotSize(tt::DotOp op) {
  ArrayRef<int64_t> a = shapeOf(op.getA()), b = shapeOf(op.getB());
  return {a[a.size() - 2], b.back(), a.back()};
}

/// Of a descriptor's block; empty for what is none.
ArrayRef<int64_t> blockOf(Type type) {
  auto descriptor = dyn_cast<tt::TensorDescType>(type);
  return descriptor ? descriptor.getLoadedType().getShape() : ArrayRef<int64_t>();
}
int64_t bytesOf(tt::TensorDescType type) {
  return type.getLoadedType().getElementTypeBitWidth() / 8;
}

/// Of two dimensions, with fewer than 8 rows or with rows of less than 32 bytes.
bool isSmallBlock(Type type) {
  ArrayRef<int64_t> block = blockOf(type);
  return block.size() == 2 &&
         (block[0] < 8 || block[1] * bytesOf(cast<tt::TensorDescType>(type)) < 32);
}

/// What TTIR is made of, as front ends write it.
std::string foreign(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  bool isKnown = llvm::is_contained({"tt", "arith", "math", "scf", "cf", "builtin"}, dialect) ||
                 isa<ttg::BarrierOp, LLVM::AssumeOp>(op) ||
                 op->getName().getStringRef() == "gpu.barrier";
  if (!isKnown)
    return "an op of another dialect";
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && tensor.getEncoding())
      return "a layout";
  if (auto function = dyn_cast<tt::FuncOp>(op); function && function.isPublic())
    if (llvm::any_of(function.getArgumentTypes(), llvm::IsaPred<RankedTensorType>))
      return "a kernel that is launched with a tensor";
  return "";
}

std::string refusal(Operation *op, int minor) {
  if (std::string why = foreign(op); !why.empty())
    return why;
#define REFUSES(Op, first, last, why, test)                                                        \
  if (Op op_ = dyn_cast<Op>(op); op_ && minor >= first && minor <= last)                           \
    if ([](Op op) { return test; }(op_))                                                           \
      return why;
#include "oracles/subject/FrontEnd.def"
  return "";
}

} // namespace

llvm::Expected<std::string> fathom::beyondFrontEnd(ModuleOp program, StringRef release) {
  if (llvm::Expected<Spelling> spelling = spellingOfRelease(release); !spelling)
    return spelling.takeError();
  release.consume_front("triton:");
  int major = 0, minor = 0;
  release.split('.').first.getAsInteger(10, major);
  release.split('.').second.split('.').first.getAsInteger(10, minor);
  if (major > 3)
    minor = newest;
  std::string reason;
  program.walk([&](Operation *op) {
    std::string why = refusal(op, std::min(minor, newest));
    if (why.empty())
      return WalkResult::advance();
    reason = (op->getName().getStringRef() + ": " + why).str();
    return WalkResult::interrupt();
  });
  if (!reason.empty())
    return reason;
  llvm::Expected<std::string> printed = printForRelease(program, release);
  return printed ? std::string() : llvm::toString(printed.takeError());
}
