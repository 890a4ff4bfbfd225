// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// test-print-membar: inserts `ttg.barrier local` where threads of a block have to wait for each other.
//
//   ttg.local_store %x, %m                  ttg.local_store %x, %m
//   %y = ttg.local_load %m             ->   ttg.barrier local
//                                           %y = ttg.local_load %m
//
// core/analysis/Membar.h has the analysis. Places in shared memory are those of the attributes that allocate-shared-memory wrote, or what it
// would write.
//
// Promises: two accesses of one byte of shared memory, one of them a write, have a barrier in between on each way from one to the other, or are
// ordered by what the ops promise (mbarriers, waits). Running it again inserts nothing.
//
// Bugs of this kind of pass: a loop's back edge is left out (M36), accesses through a view are not seen (M33), a barrier before the wait for a
// copy is taken for one after it, captures of partitions.
#include "core/analysis/Membar.h"
#include "core/passes/Passes.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TESTMEMBAR
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

struct TestMembar : fathom::impl::TestMembarBase<TestMembar> {
  void runOnOperation() override {
    FailureOr<ModuleAllocation> allocation = ModuleAllocation::of(getOperation());
    if (failed(allocation))
      return signalPassFailure();
    allocation->takePlacesFromAttributes();
    for (Operation *op : placesOfBarriers(*allocation)) {
      OpBuilder builder(op);
      ttg::BarrierOp::create(builder, op->getLoc(), ttg::AddrSpace::Local);
    }
  }
};

} // namespace
