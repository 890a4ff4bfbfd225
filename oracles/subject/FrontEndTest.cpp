// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks in which releases a front end writes an op. The expectations were met by their front ends: see FrontEnd.def.
#include "oracles/subject/FrontEnd.h"

#include "core/ir/Dialects.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

#include <gtest/gtest.h>

using namespace fathom;

/// "-" for each of 3.1.0, 3.3.1, 3.6.0 and 3.9.0 whose front end has the program, else "x".
static std::string refusedBy(const llvm::Twine &ops,
                             llvm::StringRef arguments = "%p: !tt.ptr<f16>, %n: i32") {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string text = ("tt.func public @k(" + arguments + ") {\n" + ops + "\ntt.return }").str();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  if (!module)
    return "cannot be read";
  std::string answer;
  for (llvm::StringRef release : {"3.1.0", "3.3.1", "triton:3.6.0", "3.9.0"}) {
    llvm::Expected<std::string> why = beyondFrontEnd(*module, release);
    answer += !why ? '?' : why->empty() ? '-' : 'x';
    llvm::consumeError(why.takeError());
  }
  return answer;
}

static std::string dot(int m, int n, int k, llvm::StringRef a, llvm::StringRef b,
                       llvm::StringRef c) {
  auto tile = [](int rows, int columns, llvm::StringRef element) {
    return llvm::formatv("tensor<{0}x{1}x{2}>", rows, columns, element).str();
  };
  auto constant = [](llvm::StringRef name, llvm::StringRef type, llvm::StringRef element) {
    return llvm::formatv("{0} = arith.constant dense<{1}> : {2}\n", name,
                         element.starts_with("i") ? "1" : "1.0", type)
        .str();
  };
  std::string x = tile(m, k, a), y = tile(k, n, b), z = tile(m, n, c);
  return refusedBy(constant("%a", x, a) + constant("%b", y, b) + constant("%c", z, c) +
                   "%d = tt.dot %a, %b, %c : " + x + " * " + y + " -> " + z);
}

TEST(FrontEnd, products) {
  EXPECT_EQ(dot(16, 16, 16, "f16", "f16", "f32"), "----");
  EXPECT_EQ(dot(8, 16, 16, "f16", "f16", "f32"), "xx--");
  EXPECT_EQ(dot(16, 4, 16, "f16", "f16", "f32"), "xx--");
  EXPECT_EQ(dot(16, 16, 8, "f16", "f16", "f32"), "xxxx");
  EXPECT_EQ(dot(16, 16, 8, "f32", "f32", "f32"), "xxx-");
  EXPECT_EQ(dot(16, 16, 16, "i8", "i8", "i32"), "xxxx");
  EXPECT_EQ(dot(16, 16, 32, "i8", "i8", "i32"), "----");
  EXPECT_EQ(dot(16, 16, 32, "f8E5M2", "f8E4M3FN", "f32"), "----");
  EXPECT_EQ(dot(16, 16, 16, "f8E5M2", "f8E5M2", "f32"), "-xxx");
  EXPECT_EQ(dot(16, 16, 16, "f64", "f64", "f64"), "xx--");
  EXPECT_EQ(dot(16, 16, 16, "bf16", "bf16", "bf16"), "xxxx");
}

TEST(FrontEnd, descriptors) {
  auto load = [](llvm::StringRef block) {
    std::string sizes, strides, zeros;
    for (size_t dim = 0; dim < block.count('x'); ++dim) {
      sizes += dim ? ", %n" : "%n";
      zeros += dim ? ", %z" : "%z";
      strides += dim + 1 < block.count('x') ? "%s, " : "%one";
    }
    return refusedBy("%z = arith.constant 0 : i32\n%one = arith.constant 1 : i64\n%s = "
                     "arith.constant 64 : i64\n%d = tt.make_tensor_descriptor %p, [" +
                     sizes + "], [" + strides + "] : <f16>, <tensor<" + block +
                     ">>\n%x = tt.descriptor_load %d[" + zeros + "] : !tt.tensordesc<tensor<" +
                     block + ">> -> tensor<" + block + ">");
  };
  EXPECT_EQ(load("8x16xf16"), "x---");
  EXPECT_EQ(load("4x16xf16"), "xx--");
  EXPECT_EQ(load("8x8xf16"), "xx--");
  EXPECT_EQ(load("8x4xf16"), "xxxx");
  EXPECT_EQ(load("64xf16"), "xx--");
}

TEST(FrontEnd, atomics) {
  auto atomic = [](llvm::StringRef kind, llvm::StringRef type) {
    return refusedBy("%t = arith.constant true\n%v = arith.constant 1" +
                         llvm::Twine(type.starts_with("i") ? "" : ".0") + " : " + type +
                         "\n%r = tt.atomic_rmw " + kind + ", acq_rel, gpu, %q, %v, %t : (!tt.ptr<" +
                         type + ">, " + type + ", i1) -> " + type,
                     ("%q: !tt.ptr<" + type + ">").str());
  };
  EXPECT_EQ(atomic("fadd", "f16"), "----");
  EXPECT_EQ(atomic("fadd", "bf16"), "xx--");
  EXPECT_EQ(atomic("exch", "f16"), "xxxx");
  EXPECT_EQ(atomic("add", "i32"), "----");
  EXPECT_EQ(atomic("add", "i16"), "xxxx");
}

TEST(FrontEnd, whatIsNoTtir) {
  EXPECT_EQ(refusedBy("%0 = ub.poison : i32"), "xxxx");
  EXPECT_EQ(refusedBy("", "%x: tensor<8xf32>"), "xxxx");
  EXPECT_EQ(refusedBy("%0 = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>"),
            "----");
}

TEST(FrontEnd, ofNoReleaseIsAnError) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>("tt.func @k() { tt.return }", context.get());
  llvm::Expected<std::string> why = beyondFrontEnd(*module, "2.1.0");
  EXPECT_FALSE(bool(why));
  llvm::consumeError(why.takeError());
}
