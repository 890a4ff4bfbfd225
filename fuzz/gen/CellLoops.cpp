// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that loads and stores one place. Can see loads that are hoisted, merged or started early over the store (K5, K3).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Loops.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

#include "core/ir/TritonGPU.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

static constexpr auto allMemories = ttg::AddrSpace::Local | ttg::AddrSpace::GlobalRead |
                                    ttg::AddrSpace::GlobalWrite | ttg::AddrSpace::TensorRead |
                                    ttg::AddrSpace::TensorWrite;

// A loop whose state is in memory: each iteration loads what the one before stored, at a place that does not change. Barriers keep the threads
// that hold copies of an element together.
void gen::cellInLoop(Writer &w) {
  Type element = w.choices.pick({w.types.i32, w.types.f32, w.types.i64, w.types.f16});
  Shape shape = w.choices.chance(30) ? Shape{} : w.shape();
  Type type = shape.empty() ? element : Type(w.tensor(shape, element));
  Value pointers = distinctAddress(w, shape, element, Buffer::Out);
  SmallVector<Carried, 6> carried(1);
  carried[0].init = w.get(type);
  for (const Carried &extra : drawCarried(w, 2))
    carried.push_back(extra);
  auto barrier = [&] { ttg::BarrierOp::create(w.b, w.loc, allMemories); };
  writeFor(w, drawTrip(w, 6), carried,
           [&](Value counter, ValueRange arguments, MutableArrayRef<Value> next) {
             Value old = tt::LoadOp::create(w.b, w.loc, pointers);
             barrier();
             if (w.choices.chance(30))
               w.statements(1);
             next[0] = combine(w, arguments[0], old);
             Value step = w.cast(counter, element);
             Value fresh = combine(w, old, shape.empty() ? step : splat(w, step, shape));
             tt::StoreOp::create(w.b, w.loc, pointers, w.choices.chance(50) ? fresh : next[0]);
             barrier();
             for (unsigned at = 1; at < carried.size(); ++at)
               next[at] = nextValue(w, carried[at], arguments[at], arguments);
           });
}
