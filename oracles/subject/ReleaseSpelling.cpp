// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which release of Triton spells what, and what it cannot say. Every row was tried on the releases
// themselves.
#include "oracles/subject/ReleaseSpelling.h"

#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"
#include "core/passes/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace fathom;
using llvm::Expected;
using llvm::StringRef;

namespace {

/// The minor version of the newest release known; the major version is 3.
constexpr int newest = 9;

/// The last release with block pointers; who ports a kernel to a later one writes pointers and masks instead.
constexpr int lastWithBlockPointers = 7;

/// "3.1.0", "triton:3.1.0" and "3.1.0+git" are 1.
Expected<int> minorVersion(StringRef release) {
  StringRef version = release;
  version.consume_front("triton:");
  unsigned major, minor;
  if (version.consumeInteger(10, major) || !version.consume_front(".") ||
      version.consumeInteger(10, minor))
    return llvm::createStringError("'%s' is no Triton version; it is written as 3.6.0",
                                   release.str().c_str());
  if (major < 3)
    return llvm::createStringError(
        "Triton %s is older than 3.0.0, the first that can be spelled for", release.str().c_str());
  return major > 3 ? newest : std::min<int>(minor, newest);
}

/// The releases 3.first to 3.last that have an op.
struct OpSpan {
  StringRef name;
  int first, last;
};
constexpr OpSpan opSpans[] = {
    {"math.clampf", 6, newest},
    {"math.erfc", 3, newest},
    {"math.isfinite", 3, newest},
    {"math.isinf", 3, newest},
    {"math.isnan", 3, newest},
    {"math.isnormal", 3, newest},
    {"math.sincos", 7, newest},
    {"tt.advance", 0, lastWithBlockPointers},
    {"tt.atomic_load", 9, newest},
    {"tt.atomic_poll", 9, newest},
    {"tt.atomic_store", 9, newest},
    {"tt.descriptor_gather", 3, newest},
    {"tt.descriptor_reduce", 4, newest},
    {"tt.descriptor_scatter", 3, newest},
    {"tt.dot_scaled", 2, newest},
    {"tt.gather", 3, newest},
    {"tt.grid_dependency_launch_dependents", 9, newest},
    {"tt.grid_dependency_wait", 9, newest},
    {"tt.make_tensor_descriptor", 3, newest},
    {"tt.make_tensor_ptr", 0, lastWithBlockPointers},
    {"tt.map_elementwise", 5, newest},
    {"tt.map_elementwise.return", 5, newest},
    {"tt.reinterpret_tensor_descriptor", 3, 3},
    {"tt.unsplat", 5, newest},
    {"ub.unreachable", 7, newest},
};

Spelling spellingOfMinor(int minor) {
  Spelling spelling;
  spelling.reshapeAttribute = minor <= 1;
  spelling.printSigns = minor >= 2;
  spelling.assertPosition = minor <= 1;
  spelling.fp8FnuzForFn = minor <= 1;
  spelling.dotScaledCommas = minor == 2;
  spelling.tritonGpuNames = minor <= 2;
  spelling.experimentalDescriptors = minor <= 3;
  spelling.signlessDescriptors = minor <= 3;
  spelling.bareTensorDesc = minor >= 8;
  spelling.cachePolicyAttribute = minor >= 9;
  spelling.sharedEncoding = minor <= 2;
  spelling.ttMemDesc = minor <= 2;
  spelling.memdescWithoutSpace = minor <= 1;
  spelling.memdescWithoutBuffer = minor <= 2;
  spelling.transOfBuffers = minor <= 2;
  spelling.ctaParameters = minor <= 5;
  spelling.amdgpuNames = minor <= 5;
  spelling.dotAsyncNames = minor <= 1;
  spelling.bareTokens = minor <= 4;
  spelling.mfmaMajorMinor = minor <= 4;
  spelling.mfmaWithoutK = minor <= 5;
  spelling.bufferPointers = minor >= 9;
  return spelling;
}

/// What a release cannot say of one op, or "".
std::string refusal(Operation *op, int minor) {
  StringRef name = op->getName().getStringRef();
  if (const OpSpan *span = llvm::find_if(opSpans, [&](auto &row) { return row.name == name; });
      span != std::end(opSpans) && (minor < span->first || minor > span->last))
    return "has no such op";

  auto cannot = [](StringRef what) { return ("cannot say " + what).str(); };
  auto hasCv = [](tt::CacheModifier cache) { return cache == tt::CacheModifier::Cv; };
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([&](tt::LoadOp load) -> std::string {
        tt::CacheModifier cache = load.getCache();
        if (hasCv(cache) && minor < 2)
          return cannot("cacheModifier = cv");
        if (minor >= 9 && (cache == tt::CacheModifier::Wb || cache == tt::CacheModifier::Wt))
          return cannot("cacheModifier = wb or wt of a load");
        return "";
      })
      .Case([&](tt::StoreOp store) -> std::string {
        tt::CacheModifier cache = store.getCache();
        if (hasCv(cache) && minor < 2)
          return cannot("cacheModifier = cv");
        if (minor >= 9 && (hasCv(cache) || cache == tt::CacheModifier::Ca))
          return cannot("cacheModifier = ca or cv of a store");
        return "";
      })
      .Case([&](tt::DotOp dot) -> std::string {
        auto precision = dot.getInputPrecision();
        if (minor < 6 &&
            (precision == tt::InputPrecision::Bf16x3 || precision == tt::InputPrecision::Bf16x6))
          return cannot("inputPrecision = bf16x3 or bf16x6");
        return "";
      })
      .Case([&](tt::DotScaledOp dot) -> std::string {
        if (minor > 2)
          return "";
        if (!dot.getAScale() || dot.getBScale())
          return cannot("a dot_scaled but with a scale of the first operand alone");
        for (tt::ScaledElement element : {dot.getAElemType(), dot.getBElemType()})
          if (element == tt::ScaledElement::BF16 || element == tt::ScaledElement::FP16)
            return cannot("a dot_scaled of bf16 or fp16");
        return "";
      })
      .Case([&](tt::HistogramOp histogram) -> std::string {
        return histogram.getMask() && minor < 4 ? cannot("the mask of a histogram") : "";
      })
      .Case([&](tt::MakeTensorDescOp make) -> std::string {
        bool padded = make.getPadding() != tt::PaddingOption::Zero;
        return padded && minor < 5 ? cannot("the padding of a descriptor") : "";
      })
      .Case<tt::DescriptorLoadOp, tt::DescriptorStoreOp>([&](auto access) -> std::string {
        bool raw = isa<tt::PointerType>(access.getDesc().getType());
        if (raw && minor > 2)
          return cannot("a descriptor that is a pointer");
        return "";
      })
      .Case([&](scf::ForOp loop) -> std::string {
        return loop.getUnsignedCmp() && minor < 5 ? cannot("an unsigned scf.for") : "";
      })
      .Default(std::string());
}

/// What a release cannot say of a type, or "".
std::string refusal(Type type, int minor) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return refusal(tensor.getElementType(), minor);
  if (auto pointer = dyn_cast<tt::PointerType>(type)) {
    if (tt::isBlockPointer(type) && minor > 7)
      return "has no block pointers";
    return refusal(pointer.getPointeeType(), minor);
  }
  if (isa<tt::TensorDescType>(type) && minor < 3)
    return "has no tensor descriptors";
  if (type.isInteger(4) && minor < 2)
    return "has no i4";
  return "";
}

llvm::Error checkModule(ModuleOp module, int minor, StringRef release) {
  std::string message;
  module.walk([&](Operation *op) {
    std::string why = refusal(op, minor);
    auto look = [&](TypeRange types) {
      for (Type type : types)
        if (why.empty())
          why = refusal(type, minor);
    };
    look(op->getOperandTypes());
    look(op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        look(block.getArgumentTypes());
    if (why.empty())
      return WalkResult::advance();
    message = ("Triton " + StringRef(release.consume_front("triton:") ? release : release) + " " +
               why + " (at " + op->getName().getStringRef() + ")")
                  .str();
    return WalkResult::interrupt();
  });
  if (message.empty())
    return llvm::Error::success();
  return llvm::createStringError(message);
}

/// The program with pointers and masks for its block pointers; null if it has none, or they cannot be rewritten.
OwningOpRef<ModuleOp> withoutBlockPointers(ModuleOp module) {
  if (!module.walk([](tt::MakeTensorPtrOp) { return WalkResult::interrupt(); }).wasInterrupted())
    return nullptr;
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager manager(module.getContext());
  manager.addPass(createTritonRewriteTensorPointer());
  if (failed(manager.run(*copy)))
    return nullptr;
  return copy;
}

/// Replaces or weakens what older releases do not read. Each edit keeps the meaning, or allows
/// fewer results than before.
class Older {
public:
  Older(ModuleOp module, int minor) : module(module), minor(minor) {}

  /// Whether there is anything to do, so that a module that is fine need not be copied.
  bool needed() {
    return module
        .walk([&](Operation *op) {
          return edit(op, /*apply=*/false) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }
  void run() {
    SmallVector<Operation *> ops;
    module.walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      edit(op, /*apply=*/true);
  }

private:
  bool edit(Operation *op, bool apply) {
    StringRef name = op->getName().getStringRef();
    if (minor < 9 && isa<tt::ApproxDivFOp>(op)) {
      // Before there was an op for it, a plain division was the approximate one.
      if (apply) {
        OpBuilder builder(op);
        auto division =
            arith::DivFOp::create(builder, op->getLoc(), op->getOperand(0), op->getOperand(1));
        op->replaceAllUsesWith(division);
        op->erase();
      }
      return true;
    }
    if (minor < 2)
      if (auto check = dyn_cast<tt::AssertOp>(op);
          check && !isa<RankedTensorType>(check.getCondition().getType())) {
        // Only tensors could be asserted.
        if (apply) {
          OpBuilder builder(op);
          check.getConditionMutable().assign(tt::SplatOp::create(
              builder, op->getLoc(), check.getCondition(), ArrayRef<int64_t>{1}));
        }
        return true;
      }
    if (minor == 2)
      if (auto dot = dyn_cast<tt::DotScaledOp>(op);
          dot && !(dot.getA().getType().getElementType().isInteger() &&
                   dot.getB().getType().getElementType().isInteger())) {
        if (apply)
          passBytes(dot);
        return true;
      }
    if (minor < 2 && name == "llvm.intr.assume") {
      if (apply)
        op->erase();
      return true;
    }
    if (minor < 5 && isa<ttg::MemDescIndexOp, ttg::MemDescSubsliceOp>(op)) {
      if (apply)
        viewByOffsets(op);
      return true;
    }
    if (minor < 7 && name == "ttg.barrier") {
      if (apply) {
        OpBuilder builder(op);
        gpu::BarrierOp::create(builder, op->getLoc());
        op->erase();
      }
      return true;
    }
    if (minor < 5)
      if (auto branch = dyn_cast<cf::CondBranchOp>(op); branch && branch.getBranchWeightsAttr()) {
        if (apply)
          branch.removeBranchWeightsAttr();
        return true;
      }
    if (minor < 5)
      if (auto truncate = dyn_cast<arith::TruncIOp>(op);
          truncate && truncate.getOverflowFlags() != arith::IntegerOverflowFlags::none) {
        if (apply)
          truncate.setOverflowFlags(arith::IntegerOverflowFlags::none);
        return true;
      }
    if (minor < 2) {
      if (auto extend = dyn_cast<arith::ExtFOp>(op); extend && extend.getFastmath()) {
        if (apply)
          extend.removeFastmathAttr();
        return true;
      }
      if (auto truncate = dyn_cast<arith::TruncFOp>(op); truncate && truncate.getFastmath()) {
        if (apply)
          truncate.removeFastmathAttr();
        return true;
      }
    }
    return false;
  }

  /// 3.2 took the operands of a dot_scaled as bytes, whatever they are.
  void passBytes(tt::DotScaledOp dot) {
    OpBuilder builder(dot);
    for (OpOperand *operand : {&dot.getAMutable(), &dot.getBMutable()}) {
      auto type = cast<RankedTensorType>(operand->get().getType());
      if (!type.getElementType().isInteger())
        operand->set(tt::BitcastOp::create(builder, dot.getLoc(), type.clone(builder.getI8Type()),
                                           operand->get()));
    }
  }

  /// Up to 3.4 there was one op for the two views, whose offsets are values.
  void viewByOffsets(Operation *op) {
    OpBuilder builder(op);
    auto constant = [&](int32_t value) -> Value {
      return arith::ConstantIntOp::create(builder, op->getLoc(), value, 32);
    };
    SmallVector<Value> offsets;
    if (auto index = dyn_cast<ttg::MemDescIndexOp>(op)) {
      offsets.push_back(index.getIndex());
      for (int64_t dim = 1; dim < index.getSrc().getType().getRank(); ++dim)
        offsets.push_back(constant(0));
    } else {
      for (int32_t offset : cast<ttg::MemDescSubsliceOp>(op).getOffsets())
        offsets.push_back(constant(offset));
    }
    auto view = ttg::MemDescSubviewOp::create(builder, op->getLoc(), op->getResult(0).getType(),
                                              op->getOperand(0), offsets);
    op->replaceAllUsesWith(view);
    op->erase();
  }

  ModuleOp module;
  int minor;
};

} // namespace

Expected<Spelling> fathom::spellingOfRelease(StringRef release) {
  Expected<int> minor = minorVersion(release);
  if (!minor)
    return minor.takeError();
  return spellingOfMinor(*minor);
}

Expected<std::string> fathom::printForRelease(ModuleOp module, StringRef release) {
  Expected<int> minor = minorVersion(release);
  if (!minor)
    return minor.takeError();
  OwningOpRef<ModuleOp> rewritten;
  if (*minor > lastWithBlockPointers && (rewritten = withoutBlockPointers(module)))
    module = *rewritten;
  if (llvm::Error error = checkModule(module, *minor, release))
    return error;
  Spelling spelling = spellingOfMinor(*minor);
  if (!Older(module, *minor).needed())
    return printWithSpelling(module, spelling);
  OwningOpRef<ModuleOp> copy = module.clone();
  Older(*copy, *minor).run();
  return printWithSpelling(*copy, spelling);
}
