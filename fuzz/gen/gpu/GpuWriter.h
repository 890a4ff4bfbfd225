// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes programs with layouts: TTGIR. "Layouts first": a GPU and a few layouts are drawn, then statements as for TTIR, then each value gets a layout.
//
// It is a Writer whose table has the rows of Ops.def and those of GpuOps.def. They write tensors without layouts; for each op that is written a number is drawn, by which
// GiveLayouts decides in the end. Buffers in shared memory are values of the pool: every buffer that is visible has been written as a whole, and
// no copy into it is under way.
#ifndef FATHOM_FUZZ_GEN_GPU_GPUWRITER_H
#define FATHOM_FUZZ_GEN_GPU_GPUWRITER_H

#include "core/ir/TritonGPU.h"
#include "fuzz/gen/Writer.h"
#include "fuzz/gen/gpu/GiveLayouts.h"

namespace fathom::gen {

class GpuWriter : public Writer, private mlir::OpBuilder::Listener {
public:
  GpuWriter(Choices &choices, const Profile &profile, mlir::MLIRContext &context,
            RowCounts *counts);

  /// Writes the whole program, with layouts.
  mlir::OwningOpRef<mlir::ModuleOp> program();
  /// A pipeline of Passes.def that has something to do in the program, with so many stages of software pipelines.
  std::string passes(mlir::ModuleOp program, int stages) const;

  // --- Buffers in shared memory ---
  /// The type of a buffer whose layout is of that kind of Layouts.def, or of a random one.
  ttg::MemDescType bufferType(ArrayRef<int64_t> shape, Type element, bool isMutable,
                              llvm::StringRef kind = "");
  /// As the type of a list of so many buffers.
  static ttg::MemDescType listOf(int64_t count, ttg::MemDescType one);
  /// Whether it is a list of buffers (a tiled layout that does not say its rank is of rank 2).
  static bool isList(ttg::MemDescType type) {
    return type.getShape().size() > ttg::rankOf(type.getEncoding()).value_or(2);
  }
  /// A visible buffer that satisfies the predicate, or null.
  Value findBuffer(llvm::function_ref<bool(ttg::MemDescType)> wanted);
  Value load(Value buffer, Value token = {});
  /// Buffer number `index` of a list.
  Value at(Value list, Value index);
  /// A tile that fits a buffer of the program: of numbers, 16 KiB or less.
  Value tileToShare();
  /// A buffer may be made of so many bytes.
  static constexpr int64_t mostBytes = 16384;

  Gpu gpu;

protected:
  void drawPalette() override;

private:
  GpuWriter(Gpu gpu, Choices &choices, const Profile &profile, mlir::MLIRContext &context,
            RowCounts *counts);
  void notifyOperationInserted(mlir::Operation *op, mlir::OpBuilder::InsertPoint) override;
  void notifyBlockInserted(mlir::Block *block, mlir::Region *, mlir::Region::iterator) override;
  void drawNumber(void *key) { numbers[key] = choices.below(1 << 16); }

  uint64_t passNumber;
  Layouts layouts;
  LayoutNumbers numbers;
};

#define GPU_ROW(name, weight, place, where, function) void function(GpuWriter &w);
#include "fuzz/gen/gpu/GpuOps.def"

} // namespace fathom::gen

#endif
