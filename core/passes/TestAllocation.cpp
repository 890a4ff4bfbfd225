// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// test-print-allocation: a remark for each place in shared memory, and each function's size:
//
//   remark: offset = 0, size = 8192             at a ttg.local_alloc
//   remark: scratch offset = 0, size = 4608     at an op with scratch memory
//   remark: virtual offset = 0, size = 512      at a call: the callee's frame
//   remark: size = 8192                         at the function
#include "core/analysis/Allocation.h"
#include "core/passes/Passes.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TESTALLOCATION
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

struct TestAllocation : fathom::impl::TestAllocationBase<TestAllocation> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<ModuleAllocation> allocation = ModuleAllocation::of(module);
    if (failed(allocation))
      return signalPassFailure();
    for (auto function : module.getOps<FunctionOpInterface>())
      if (!function.isExternal())
        print(function, (*allocation)[function]);
  }

  static StringRef prefix(Allocation::Buffer::Kind kind) {
    switch (kind) {
    case Allocation::Buffer::Kind::Explicit:
      return "";
    case Allocation::Buffer::Kind::Scratch:
      return "scratch ";
    case Allocation::Buffer::Kind::Frame:
      return "virtual ";
    }
    llvm_unreachable("a kind of buffer");
  }

  void print(FunctionOpInterface function, const Allocation &allocation) {
    function.emitRemark() << function.getName();
    for (const Allocation::Buffer &buffer : allocation.buffers())
      buffer.op->emitRemark() << prefix(buffer.kind) << "offset = " << buffer.offset
                              << ", size = " << buffer.bytes;
    function.emitRemark() << "size = " << allocation.bytes();
  }
};

} // namespace
