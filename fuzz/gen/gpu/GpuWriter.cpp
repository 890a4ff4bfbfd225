// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws a GPU and layouts, writes a program for them, and draws passes.
#include "fuzz/gen/gpu/GpuWriter.h"

#include "fuzz/gen/gpu/GpuProgram.h"

#include "llvm/ADT/StringExtras.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

namespace {
struct GpuRow {
  Row row;
  Where where;
};
} // namespace

static ArrayRef<GpuRow> ownRows() {
  static const GpuRow rows[] = {
#define GPU_ROW(name, weight, place, where, function)                                              \
  {{name, weight, Family::Memory, Place::place,                                                    \
    [](Writer &w) { function(static_cast<GpuWriter &>(w)); }},                                     \
   Where::where},
#include "fuzz/gen/gpu/GpuOps.def"
  };
  return rows;
}

static std::vector<Row> rowsWhere(llvm::function_ref<bool(Where)> has) {
  std::vector<Row> rows;
  for (const Row &row : allRows())
    if (row.family != Family::Legacy) // Block pointers are gone before layouts come.
      rows.push_back(row);
  for (const GpuRow &own : ownRows()) {
    rows.push_back(own.row);
    if (!has(own.where))
      rows.back().weight = 0;
  }
  return rows;
}

ArrayRef<Row> gen::gpuRows() {
  static const std::vector<Row> rows = rowsWhere([](Where) { return true; });
  return rows;
}

/// The same with no weight on what the GPU does not have.
static ArrayRef<Row> rowsOf(const Gpu &gpu) {
  auto of = [](Gpu gpu) { return rowsWhere([gpu](Where where) { return isThere(where, gpu); }); };
  auto example = [](llvm::StringRef target, int64_t warps) {
    return Gpu{llvm::cantFail(parseTarget(target)), warps};
  };
  static const std::vector<Row> mma = of(example("cuda:80", 4)),
                                warpGroup = of(example("cuda:90", 4)),
                                mfma = of(example("hip:gfx942", 4)),
                                wmma = of(example("hip:gfx1100", 4));
  return isThere(Where::WarpGroup, gpu) ? warpGroup
         : isThere(Where::Mma, gpu)     ? mma
         : isThere(Where::Mfma, gpu)    ? mfma
                                        : wmma;
}

static Gpu drawGpu(Choices &choices) {
  static const llvm::StringLiteral names[] = {"cuda:80", "cuda:90",     "hip:gfx942",
                                              "cuda:90", "hip:gfx950",  "hip:gfx1100",
                                              "cuda:86", "hip:gfx1201", "cuda:100"};
  Gpu gpu{llvm::cantFail(parseTarget(choices.pick(ArrayRef(names)))), 4};
  gpu.warps = choices.pick({4, 4, 8, 2, 1, 4, 8, 16});
  return gpu;
}

GpuWriter::GpuWriter(Choices &choices, const Profile &profile, MLIRContext &context,
                     RowCounts *counts)
    : GpuWriter(drawGpu(choices), choices, profile, context, counts) {}

GpuWriter::GpuWriter(Gpu gpu, Choices &choices, const Profile &profile, MLIRContext &context,
                     RowCounts *counts)
    : Writer(choices, profile, context, counts, rowsOf(gpu)), gpu(gpu),
      passNumber(choices.below(1 << 16)), layouts(gpu, choices) {
  b.setListener(this);
}

OwningOpRef<ModuleOp> GpuWriter::program() {
  OwningOpRef<ModuleOp> module = Writer::program();
  (*module)->setAttr(ttg::numWarpsName, b.getI32IntegerAttr(gpu.warps));
  (*module)->setAttr(ttg::numCtasName, b.getI32IntegerAttr(1));
  (*module)->setAttr(ttg::threadsPerWarpName, b.getI32IntegerAttr(gpu.lanes()));
  (*module)->setAttr(ttg::targetName, b.getStringAttr(gpu.target.str()));
  giveLayouts(*module, layouts, numbers);
  return module;
}

void GpuWriter::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) { drawNumber(op); }
void GpuWriter::notifyBlockInserted(Block *block, Region *, Region::iterator) {
  if (block->getNumArguments())
    drawNumber(block);
}

// Beside the tiles that products want: any rank, from one element on.
void GpuWriter::drawPalette() {
  Writer::drawPalette();
  for (unsigned left = choices.pick({2, 3, 1, 4}); left > 0; --left) {
    Shape shape;
    int64_t room = choices.pick({1024, 256, 4096, 64, 8});
    for (unsigned rank = choices.pick({2, 1, 3, 2, 4}); rank > 0; --rank) {
      int64_t dim = std::min<int64_t>(room, int64_t(1) << choices.below(7));
      room /= dim;
      shape.push_back(dim);
    }
    palette.shapes.push_back(shape);
  }
}

// --- Passes ---

namespace {
struct Pipeline {
  unsigned weight;
  Where where;
  llvm::StringLiteral what, passes;
};
} // namespace

static const Pipeline pipelines[] = {
#define PIPELINE(weight, where, what, passes) {weight, Where::where, what, passes},
#include "fuzz/gen/gpu/Passes.def"
};

std::string GpuWriter::passes(ModuleOp program, int stages) const {
  llvm::DenseSet<OperationName> names;
  program.walk([&](Operation *op) { names.insert(op->getName()); });
  auto applies = [&](const Pipeline &pipeline) {
    return isThere(pipeline.where, gpu) && llvm::any_of(names, [&](OperationName name) {
             return name.getStringRef().starts_with(pipeline.what);
           });
  };
  unsigned total = 0;
  for (const Pipeline &pipeline : pipelines)
    total += applies(pipeline) ? pipeline.weight : 0;
  unsigned ticket = passNumber % total;
  for (const Pipeline &pipeline : pipelines) {
    unsigned weight = applies(pipeline) ? pipeline.weight : 0;
    if (ticket < weight) {
      std::string text = pipeline.passes.str();
      for (auto [what, by] :
           {std::pair("{arch}", gpu.target.arch.str()), {"{stages}", llvm::utostr(stages)}})
        for (size_t at; (at = text.find(what)) != std::string::npos;)
          text.replace(at, llvm::StringRef(what).size(), by);
      return text;
    }
    ticket -= weight;
  }
  llvm_unreachable("the first pipeline is for all programs");
}

// --- Buffers in shared memory ---

ttg::MemDescType GpuWriter::bufferType(ArrayRef<int64_t> shape, Type element, bool isMutable,
                                       llvm::StringRef kind) {
  Attribute layout = drawBufferLayout(gpu, choices, tensor(shape, element), kind);
  return ttg::MemDescType::get(shape, element, layout,
                               ttg::SharedMemorySpaceAttr::get(b.getContext()), isMutable);
}

ttg::MemDescType GpuWriter::listOf(int64_t count, ttg::MemDescType one) {
  Shape shape{count};
  llvm::append_range(shape, one.getShape());
  return ttg::MemDescType::get(shape, one.getElementType(), one.getEncoding(), one.getMemorySpace(),
                               /*mutableMemory=*/true);
}

Value GpuWriter::findBuffer(llvm::function_ref<bool(ttg::MemDescType)> wanted) {
  return find([&](Value value) {
    auto type = dyn_cast<ttg::MemDescType>(value.getType());
    return type && wanted(type);
  });
}

Value GpuWriter::load(Value buffer, Value token) {
  auto type = cast<ttg::MemDescType>(buffer.getType());
  return ttg::LocalLoadOp::create(b, loc, tensor(type.getShape(), type.getElementType()), buffer,
                                  token);
}

Value GpuWriter::at(Value list, Value index) {
  auto type = cast<ttg::MemDescType>(list.getType());
  auto one =
      ttg::MemDescType::get(type.getShape().drop_front(), type.getElementType(), type.getEncoding(),
                            type.getMemorySpace(), type.getMutableMemory());
  return ttg::MemDescIndexOp::create(b, loc, one, list, index);
}

Value GpuWriter::tileToShare() {
  auto fits = [](Type type) {
    auto shaped = dyn_cast<RankedTensorType>(type);
    if (!shaped || !shaped.getElementType().isIntOrFloat())
      return false;
    int64_t bits = std::max<int64_t>(8, shaped.getElementTypeBitWidth());
    return shaped.getNumElements() * bits <= mostBytes * 8;
  };
  if (!choices.chance(25))
    if (Value value = find([&](Value value) { return fits(value.getType()); }))
      return value;
  Type element = choices.pick({types.f32, types.f16, types.i8, types.i32, types.f64, types.i1,
                               types.bf16, types.i16, types.i64, types.f8});
  RankedTensorType type = tensor(shape(), element);
  if (!fits(type))
    type = tensor({palette.m, 16}, types.f16);
  return make(type);
}
