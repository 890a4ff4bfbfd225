// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds a program by the builders of tt that find result types themselves, and looks at the types.
#include "core/ir/Dialects.h"
#include "core/ir/Triton.h"

#include "mlir/AsmParser/AsmParser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace fathom;

namespace {

struct Builders : testing::Test {
  std::unique_ptr<MLIRContext> context = makeContext();
  OpBuilder builder{context.get()};
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  tt::FuncOp function;

  void SetUp() override {
    builder.setInsertionPointToEnd(module->getBody());
    Type arguments[] = {type("!tt.ptr<f32>"),
                        type("f32"),
                        type("i32"),
                        type("i64"),
                        type("tensor<16x32xf16>"),
                        type("tensor<32x16xf16>"),
                        type("tensor<16x16xf32>")};
    function = tt::FuncOp::create(builder, loc, "f", builder.getFunctionType(arguments, {}));
    builder.setInsertionPointToStart(function.addEntryBlock());
  }

  void TearDown() override {
    tt::ReturnOp::create(builder, loc);
    EXPECT_TRUE(succeeded(verify(*module)));
  }

  Type type(StringRef text) { return mlir::parseType(text, context.get()); }
  Value argument(unsigned index) { return function.getArgument(index); }

  void expectType(Value value, StringRef expected) {
    std::string text;
    llvm::raw_string_ostream(text) << value.getType();
    EXPECT_EQ(text, expected.str());
  }
};

TEST_F(Builders, Shapes) {
  Value range = tt::MakeRangeOp::create(builder, loc, -4, 4);
  expectType(range, "tensor<8xi32>");
  Value column = tt::ExpandDimsOp::create(builder, loc, range, 1);
  expectType(column, "tensor<8x1xi32>");
  Value wide = tt::BroadcastOp::create(builder, loc, column, ArrayRef<int64_t>{8, 4});
  expectType(wide, "tensor<8x4xi32>");
  Value turned = tt::TransOp::create(builder, loc, wide, ArrayRef<int32_t>{1, 0});
  expectType(turned, "tensor<4x8xi32>");
  Value flat = tt::ReshapeOp::create(builder, loc, turned, ArrayRef<int64_t>{32}, true);
  expectType(flat, "tensor<32xi32>");
  Value joined = tt::JoinOp::create(builder, loc, flat, flat);
  expectType(joined, "tensor<32x2xi32>");
  auto split = tt::SplitOp::create(builder, loc, joined);
  expectType(split.getOutLHS(), "tensor<32xi32>");
  expectType(tt::CatOp::create(builder, loc, flat, flat), "tensor<64xi32>");
  Value zeros = tt::SplatOp::create(builder, loc, argument(1), ArrayRef<int64_t>{64});
  expectType(zeros, "tensor<64xf32>");
  expectType(tt::GatherOp::create(builder, loc, zeros, range, 0), "tensor<8xf32>");
  Value one = tt::SplatOp::create(builder, loc, argument(1), ArrayRef<int64_t>{1, 1});
  expectType(tt::UnsplatOp::create(builder, loc, one), "f32");
}

TEST_F(Builders, Memory) {
  Value range = tt::MakeRangeOp::create(builder, loc, 0, 8);
  Value base = tt::SplatOp::create(builder, loc, argument(0), ArrayRef<int64_t>{8});
  Value pointers = tt::AddPtrOp::create(builder, loc, base, range);
  Value bound = tt::SplatOp::create(builder, loc, argument(2), ArrayRef<int64_t>{8});
  Value mask = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, range, bound);
  Value other = tt::SplatOp::create(builder, loc, argument(1), ArrayRef<int64_t>{8});
  Value loaded = tt::LoadOp::create(builder, loc, pointers, mask, other, tt::CacheModifier::Cg);
  expectType(loaded, "tensor<8xf32>");
  expectType(tt::LoadOp::create(builder, loc, argument(0)), "f32");
  tt::StoreOp::create(builder, loc, pointers, loaded, mask);
  expectType(tt::AtomicRMWOp::create(builder, loc, tt::RmwKind::FAdd, pointers, loaded, mask),
             "tensor<8xf32>");
  Value block = tt::MakeTensorPtrOp::create(
      builder, loc, argument(0), ValueRange{argument(3), argument(3)},
      ValueRange{argument(3), argument(3)}, ValueRange{argument(2), argument(2)},
      ArrayRef<int64_t>{16, 8}, ArrayRef<int32_t>{1, 0});
  expectType(block, "!tt.ptr<tensor<16x8xf32>>");
  Value moved = tt::AdvanceOp::create(builder, loc, block, ValueRange{argument(2), argument(2)});
  expectType(tt::LoadOp::create(builder, loc, moved, ArrayRef<int32_t>{0}, tt::PaddingOption::Zero),
             "tensor<16x8xf32>");
  Value descriptor =
      tt::MakeTensorDescOp::create(builder, loc, argument(0), ValueRange{argument(2), argument(2)},
                                   ValueRange{argument(3), argument(3)}, ArrayRef<int64_t>{16, 8});
  expectType(descriptor, "!tt.tensordesc<tensor<16x8xf32>>");
  expectType(
      tt::DescriptorLoadOp::create(builder, loc, descriptor, ValueRange{argument(2), argument(2)}),
      "tensor<16x8xf32>");
}

TEST_F(Builders, Compute) {
  Value product = tt::DotOp::create(builder, loc, argument(4), argument(5), argument(6),
                                    tt::InputPrecision::Tf32);
  expectType(product, "tensor<16x16xf32>");
  auto sum = tt::ReduceOp::create(builder, loc, ValueRange{product, product}, 0);
  expectType(sum->getResult(1), "tensor<16xf32>");
  auto scan = tt::ScanOp::create(builder, loc, ValueRange{product, product}, 1, true);
  expectType(scan->getResult(0), "tensor<16x16xf32>");
  for (Region *region : {&sum.getCombineOp(), &scan.getCombineOp()}) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Type> types(4, builder.getF32Type());
    Block *body = builder.createBlock(region, region->end(), types, SmallVector<Location>(4, loc));
    Value first = arith::AddFOp::create(builder, loc, body->getArgument(0), body->getArgument(2));
    Value second = arith::MulFOp::create(builder, loc, body->getArgument(1), body->getArgument(3));
    if (region == &sum.getCombineOp())
      tt::ReduceReturnOp::create(builder, loc, ValueRange{first, second});
    else
      tt::ScanReturnOp::create(builder, loc, ValueRange{first, second});
  }
  expectType(tt::GetProgramIdOp::create(builder, loc, tt::ProgramAxis::Y), "i32");
  tt::PrintOp::create(builder, loc, " x: ", false, ValueRange{product, argument(2)});
}

// Where operands have layouts, the result's is inferred.
TEST_F(Builders, Layouts) {
  Type operand = type("tensor<8xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = "
                      "[1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>>");
  auto result = tt::inferExpandDims(cast<RankedTensorType>(operand), 1,
                                    []() -> InFlightDiagnostic { return {}; });
  ASSERT_TRUE(result);
  EXPECT_EQ(result, type("tensor<8x1xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = "
                         "[8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>"));
}

} // namespace
