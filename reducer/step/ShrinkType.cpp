// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces an element type by a narrower or more usual one of its kind, through the whole program.
#include "reducer/Reduction.h"
#include "reducer/Retype.h"

#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;

namespace fathom {

namespace {
struct Narrowing {
  Type from, to;
};
} // namespace

static SmallVector<Narrowing> narrowings(MLIRContext *context) {
  Builder builder(context);
  Type i64 = builder.getI64Type(), i32 = builder.getI32Type(), i16 = builder.getIntegerType(16);
  Type f64 = builder.getF64Type(), f32 = builder.getF32Type(), f16 = builder.getF16Type();
  Type bf16 = builder.getBF16Type();
  SmallVector<Narrowing> all{
      {i64, i32}, {i16, builder.getI8Type()}, {f64, f32}, {f32, f16}, {f64, f16}, {bf16, f16}};
  for (Type f8 : {Type(Float8E5M2Type::get(context)), Type(Float8E4M3FNType::get(context)),
                  Type(Float8E4M3FNUZType::get(context)), Type(Float8E5M2FNUZType::get(context))})
    all.push_back({f8, f16});
  return all;
}

static bool uses(ModuleOp program, Type wanted) {
  AttrTypeWalker walker;
  walker.addWalk(
      [&](Type type) { return type == wanted ? WalkResult::interrupt() : WalkResult::advance(); });
  return program
      .walk([&](Operation *op) {
        for (Type type : op->getResultTypes())
          if (walker.walk(type).wasInterrupted())
            return WalkResult::interrupt();
        for (Region &region : op->getRegions())
          for (Block &block : region)
            for (Type type : block.getArgumentTypes())
              if (walker.walk(type).wasInterrupted())
                return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

void shrinkType(Candidate candidate, Chunk &chunk) {
  SmallVector<Narrowing> chosen;
  for (const Narrowing &narrowing : narrowings(candidate.program->getContext()))
    if (uses(candidate.program, narrowing.from) && chunk.take())
      chosen.push_back(narrowing);
  if (chosen.empty())
    return;
  retype(candidate.program, {nullptr, [&](Type type) -> Type {
                               for (const Narrowing &narrowing : chosen)
                                 if (narrowing.from == type)
                                   return narrowing.to;
                               return {};
                             }});
}

} // namespace fathom
