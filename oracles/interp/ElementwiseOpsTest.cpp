// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses, library functions, mapped regions, and inline assembly.
#include "oracles/interp/FloatFunctions.h"
#include "oracles/interp/Ptx.h"
#include "oracles/interp/TensorTesting.h"
#include "oracles/interp/numbers/Ring.h"

#include <cmath>

namespace fathom::interp {
namespace {

TEST(ElementwiseOps, OffsetsAreSignedAndCountElements) {
  TensorKernel kernel;
  unsigned buffer = kernel.pointer("p", "f64", bufferOf(std::vector<double>(1024)));
  kernel.input("4xi8", bufferOf<int8_t>({0, 127, -1, -128}));
  kernel.input("i32", ints({512}));
  kernel.body("%m = tt.addptr %p, %1 : !tt.ptr<f64>, i32\n%s = tt.splat %m : !tt.ptr<f64> -> "
              "tensor<4x!tt.ptr<f64>>\n"
              "%q = tt.addptr %s, %0 : tensor<4x!tt.ptr<f64>>, tensor<4xi8>\n%a = tt.ptr_to_int %q "
              ": tensor<4x!tt.ptr<f64>> -> tensor<4xi64>\n"
              "%b = tt.bitcast %s : tensor<4x!tt.ptr<f64>> -> tensor<4x!tt.ptr<i1>>\n%c = "
              "tt.addptr %b, %0 : tensor<4x!tt.ptr<i1>>, tensor<4xi8>\n"
              "%d = tt.ptr_to_int %c : tensor<4x!tt.ptr<i1>> -> tensor<4xi64>");
  unsigned a = kernel.output("%a", "4xi64"), d = kernel.output("%d", "4xi64");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  int64_t base = r.memory->buffers[buffer]->base + 512 * 8;
  EXPECT_EQ(r.as<int64_t>(a),
            (std::vector<int64_t>{base, base + 127 * 8, base - 8, base - 128 * 8}));
  EXPECT_EQ(r.as<int64_t>(d), (std::vector<int64_t>{base, base + 127, base - 1, base - 128}));
}

TEST(ElementwiseOps, HighHalves) {
  TensorKernel kernel;
  kernel.input("4xi32", bufferOf<uint32_t>({0xffffffff, 2, 0x80000000, 0x12345678}));
  kernel.input("4xi32", bufferOf<uint32_t>({0xffffffff, 3, 2, 0x87654321}));
  kernel.body("%h = tt.mulhiui %0, %1 : tensor<4xi32>");
  unsigned h = kernel.output("%h", "4xi32");
  RunResult r = kernel.run(Semantics::Ieee);
  EXPECT_EQ(
      r.as<uint32_t>(h),
      (std::vector<uint32_t>{0xfffffffe, 0, 1, uint32_t(0x12345678ull * 0x87654321ull >> 32)}));
}

//===--- tt.extern_elementwise ---===//

std::string externCall(llvm::StringRef name, llvm::StringRef symbol, llvm::StringRef operands,
                       llvm::StringRef types, bool pure = true) {
  return ("%" + name + " = tt.extern_elementwise " + operands +
          " {libname = \"\", libpath = \"\", symbol = \"" + symbol +
          "\", pure = " + (pure ? "true" : "false") + "} : " + types)
      .str();
}
const char *oneFloat = "(tensor<4xf32>) -> tensor<4xf32>",
           *twoFloats = "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>";

TEST(ElementwiseOps, LibraryFunctions) {
  TensorKernel kernel;
  std::vector<float> x = {0.5f, -0.25f, 2, 3};
  kernel.input("4xf32", floats(x));
  kernel.body(externCall("t", "__nv_tanhf", "%0", oneFloat));
  kernel.body(externCall("p", "__nv_powf", "%0, %0", twoFloats));
  kernel.body(externCall("o", "__ocml_exp2_f32", "%0", oneFloat));
  kernel.body(externCall("d", "__nv_fdiv_rn", "%0, %0", twoFloats));
  kernel.body(externCall("m", "__nv_fmaxf", "%0, %t", twoFloats));
  unsigned t = kernel.output("%t", "4xf32"), p = kernel.output("%p", "4xf32"),
           o = kernel.output("%o", "4xf32"), d = kernel.output("%d", "4xf32"),
           m = kernel.output("%m", "4xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (unsigned k = 0; k < 4; ++k) {
    EXPECT_EQ(r.as<float>(t)[k], float(std::tanh(double(x[k]))));
    if (k != 1)
      EXPECT_EQ(r.as<float>(p)[k], float(std::pow(double(x[k]), double(x[k]))));
    EXPECT_EQ(r.as<float>(o)[k], float(std::exp2(double(x[k]))));
    EXPECT_EQ(r.as<float>(d)[k], 1);
    EXPECT_EQ(r.as<float>(m)[k], std::fmax(x[k], r.as<float>(t)[k]));
  }
  // In the algebra they are the functions of the math dialect.
  kernel.body("%t2 = math.tanh %0 : tensor<4xf32>");
  unsigned t2 = kernel.output("%t2", "4xf32");
  RunResult again = kernel.run(Semantics::Algebra);
  EXPECT_EQ(again.ring(t), again.ring(t2));
}

TEST(ElementwiseOps, UnknownLibraryFunctionsAreOpaque) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({1, 2, 1, 3}));
  kernel.input("4xi32", ints({1, 1, 1, 1}));
  kernel.body(
      externCall("a", "mystery", "%0, %1", "(tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>"));
  kernel.body(
      externCall("b", "mystery", "%0, %1", "(tensor<4xf32>, tensor<4xi32>) -> tensor<4xi8>"));
  kernel.body(
      externCall("c", "other", "%0, %1", "(tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>"));
  unsigned a = kernel.output("%a", "4xf32"), b = kernel.output("%b", "4xi8"),
           c = kernel.output("%c", "4xf32");
  RunResult r = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.ring(a)[0], r.ring(a)[2]);
  EXPECT_NE(r.ring(a)[0], r.ring(a)[1]);
  EXPECT_NE(r.ring(a)[0], r.ring(c)[0]);
  EXPECT_EQ(r.as<uint8_t>(b)[0], r.as<uint8_t>(b)[2]);
  RunResult again = kernel.run(Semantics::Ieee);
  ASSERT_TRUE(again.outcome.stop);
  EXPECT_EQ(again.outcome.stop->kind, Stop::Kind::Unsupported);
  EXPECT_NE(again.stop().find("mystery"), std::string::npos);
}

//===--- tt.map_elementwise ---===//

TEST(ElementwiseOps, MapsRegionsAtOnce) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({1, 2, 3, 4}), {1, 1, 0, 1});
  kernel.input("f32", floats({10}));
  kernel.body(
      "%s = tt.splat %1 : f32 -> tensor<4xf32>\n"
      "%r:2 = \"tt.map_elementwise\"(%0, %s) <{pack = 1 : i32}> ({\n^bb0(%a: f32, %b: f32):\n"
      "  %p = arith.mulf %a, %b : f32\n  %q = arith.addf %b, %b : f32\n  tt.map_elementwise.return "
      "%p, %q : f32, f32\n"
      "}) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)\n"
      "%w:2 = \"tt.map_elementwise\"(%0, %s) <{pack = 2 : i32}> ({\n^bb0(%a0: f32, %a1: f32, %b0: "
      "f32, %b1: f32):\n"
      "  %p = arith.addf %a0, %a1 : f32\n  %q = arith.mulf %a1, %b0 : f32\n  %c = arith.constant "
      "1.0 : f32\n  %d = arith.addf %b1, %c : f32\n"
      "  tt.map_elementwise.return %p, %q, %b0, %d : f32, f32, f32, f32\n"
      "}) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)");
  unsigned p = kernel.output("%r#0", "4xf32"), q = kernel.output("%r#1", "4xf32"),
           first = kernel.output("%w#0", "4xf32"), second = kernel.output("%w#1", "4xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.poison(p), (std::vector<uint8_t>{0, 0, Undefined, 0}));
  EXPECT_EQ(r.as<float>(p)[3], 40);
  EXPECT_EQ(r.as<float>(q), (std::vector<float>{20, 20, 20, 20}));
  EXPECT_EQ(r.as<float>(first)[0], 3);
  EXPECT_EQ(r.as<float>(first)[1], 20);
  EXPECT_EQ(r.poison(first), (std::vector<uint8_t>{0, 0, Undefined, 0}));
  EXPECT_EQ(r.as<float>(second), (std::vector<float>{10, 11, 10, 11}));
}

TEST(ElementwiseOps, MapsRegionsThatBranch) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({1, 5, 3, 4}), {1, 1, 0, 1});
  kernel.input("4xf32", floats({2, 2, 2, 4}));
  kernel.body("%c = arith.constant 0.5 : f32\n"
              "%r = \"tt.map_elementwise\"(%0, %1) <{pack = 1 : i32}> ({\n^bb0(%a: f32, %b: f32):\n"
              "  %g = arith.cmpf ogt, %a, %b : f32\n  cf.cond_br %g, ^bb1, ^bb2\n^bb1:\n  %d = "
              "arith.subf %a, %b : f32\n  cf.br ^bb3(%d : f32)\n"
              "^bb2:\n  %e = arith.mulf %b, %c : f32\n  cf.br ^bb3(%e : f32)\n^bb3(%x: f32):\n  "
              "tt.map_elementwise.return %x : f32\n"
              "}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>");
  unsigned out = kernel.output("%r", "4xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  // A branch on an element that was not loaded does no harm: its lane alone is undefined.
  EXPECT_EQ(r.poison(out), (std::vector<uint8_t>{0, 0, Undefined, 0}));
  EXPECT_EQ(r.as<float>(out)[0], 1);
  EXPECT_EQ(r.as<float>(out)[1], 3);
  EXPECT_EQ(r.as<float>(out)[3], 2);
  RunResult again = kernel.run(Semantics::Algebra);
  ASSERT_EQ(again.stop(), "");
  EXPECT_EQ(again.ring(out)[1], 3);
  EXPECT_EQ(again.ring(out)[3], 2);
}

//===--- Inline assembly ---===//

uint64_t runPtx(llvm::StringRef text, std::vector<uint64_t> inputs) {
  llvm::Expected<PtxProgram> program = PtxProgram::parse(text, inputs.size() + 1);
  if (!program) {
    ADD_FAILURE() << text.str() << ": " << llvm::toString(program.takeError());
    return 0;
  }
  std::vector<PtxProgram::Register> registers = {{}};
  for (uint64_t input : inputs)
    registers.push_back({input});
  program->run(registers, 1);
  return registers[0][0];
}

struct PtxRow {
  const char *text;
  std::vector<uint64_t> inputs;
  uint64_t result;
};
uint64_t bitsOf(float number) { return llvm::bit_cast<uint32_t>(number); }

TEST(Ptx, Instructions) {
  const PtxRow rows[] = {
      {"add.u32 $0, $1, $2;", {0xffffffff, 3}, 2},
      {"add.s64 $0, $1, -1;", {0}, ~0ull},
      {"sub.u16 $0, $1, $2;", {1, 2}, 0xffff},
      {"mul.lo.u32 $0, $1, $2;", {0x10001, 0x10001}, 0x20001},
      {"mul.hi.u32 $0, $1, $2;", {0xffffffff, 0xffffffff}, 0xfffffffe},
      {"mul.hi.s32 $0, $1, $2;", {0xffffffff, 0xffffffff}, 0},
      {"mul.wide.s16 $0, $1, $2;", {0xffff, 2}, 0xfffffffe},
      {"mad.lo.s32 $0, $1, $2, $3;", {3, 4, 5}, 17},
      {"and.b32 $0, $1, 0x0f0f0f0f;", {0x12345678}, 0x02040608},
      {"not.b32 $0, $1;", {0xff00ff00}, 0x00ff00ff},
      {"shl.b32 $0, $1, 4;", {0x12345678}, 0x23456780},
      {"shl.b32 $0, $1, $2;", {1, 32}, 0},
      {"shr.s32 $0, $1, $2;", {0x80000000, 40}, 0xffffffff},
      {"shr.u32 $0, $1, 31;", {0x80000000}, 1},
      {"min.s32 $0, $1, $2;", {0xffffffff, 1}, 0xffffffff},
      {"max.u32 $0, $1, $2;", {0xffffffff, 1}, 0xffffffff},
      // (a & b) | c is the table 0xea.
      {"lop3.b32 $0, $1, $2, $3, 0xea;", {0xff00ff00, 0x0ff00ff0, 0x0000000f}, 0x0f000f0f},
      {"prmt.b32 $0, $1, $2, 0x5410;", {0x44332211, 0x88776655}, 0x66552211},
      {"prmt.b32 $0, $1, $2, 0x000f;", {0, 0x80000000}, 0x000000ff},
      {"bfe.u32 $0, $1, 4, 8;", {0x12345678}, 0x67},
      {"bfe.s32 $0, $1, 4, 8;", {0x00000f80}, 0xfffffff8},
      {"bfi.b32 $0, $1, $2, 8, 4;", {0xa, 0x12345678}, 0x12345a78},
      {"popc.b32 $0, $1;", {0xf0f0}, 8},
      {"clz.b32 $0, $1;", {1}, 31},
      {"brev.b32 $0, $1;", {1}, 0x80000000},
      {"{ .reg .pred p; setp.lt.s32 p, $1, $2; selp.b32 $0, $1, $2, p; }",
       {0xfffffff0, 5},
       0xfffffff0},
      {"{ .reg .pred %p<2>; setp.ge.u32 %p1, $1, $2; mov.u32 $0, 7; @!%p1 mov.u32 $0, 9; }",
       {1, 2},
       9},
      {"cvt.u32.u8 $0, $1;", {0x1ff}, 0xff},
      {"cvt.s32.s8 $0, $1;", {0x180}, 0xffffff80},
      {"cvt.rn.f32.s32 $0, $1;", {0xffffffff}, bitsOf(-1)},
      {"cvt.rzi.s32.f32 $0, $1;", {bitsOf(-2.9f)}, 0xfffffffe},
      {"cvt.rni.s32.f32 $0, $1;", {bitsOf(2.5f)}, 2},
      {"cvt.rzi.u8.f32 $0, $1;", {bitsOf(300)}, 255},
      {"cvt.rzi.s8.f32 $0, $1;", {bitsOf(-300)}, 0x80},
      {"cvt.f32.f16 $0, $1;", {0x3c00}, bitsOf(1)},
      {"cvt.rn.f16.f32 $0, $1;", {bitsOf(65520)}, 0x7c00},
      {"cvt.rz.f16.f32 $0, $1;", {bitsOf(65520)}, 0x7bff},
      {"cvt.rn.bf16x2.f32 $0, $1, $2;", {bitsOf(2), bitsOf(1)}, 0x40003f80},
      {"cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;", {bitsOf(1e9f), bitsOf(1)}, 0x7e38},
      {"cvt.rn.f16x2.e4m3x2 $0, $1;", {0x3840}, 0x3c004000},
      {"add.f32 $0, $1, $2;", {bitsOf(1), bitsOf(0.5f)}, bitsOf(1.5f)},
      {"fma.rn.f32 $0, $1, $2, $3;", {bitsOf(3), bitsOf(4), bitsOf(0.5f)}, bitsOf(12.5f)},
      {"mul.f16x2 $0, $1, $2;", {0x3c004000, 0xc0004200}, 0xc0004600},
      {"fma.rn.bf16x2 $0, $1, $2, $3;", {0x3f804000, 0x40003f80, 0x3f80bf80}, 0x40403f80},
      {"neg.f32 $0, $1;", {bitsOf(2)}, bitsOf(-2)},
      {"max.NaN.f32 $0, $1, $2;", {bitsOf(2), bitsOf(3)}, bitsOf(3)},
      {"mov.b32 $0, 0f3F800000; // one", {}, bitsOf(1)},
      {"{\n .reg .b16 lo, hi; /* halves */\n mov.b32 {lo, hi}, $1;\n mov.b32 $0, {hi, lo};\n}",
       {0x11112222},
       0x22221111},
  };
  for (const PtxRow &row : rows)
    EXPECT_EQ(runPtx(row.text, row.inputs), row.result) << row.text;
}

TEST(Ptx, SaysWhatItDoesNotUnderstand) {
  for (const char *text :
       {"mov.u32 $0, %laneid;", "ld.global.b32 $0, [$1];", "add.u32 $0, $1", "bar.sync 0;",
        "add.rz.f32 $0, $1, $1;", "v_mov_b32 $0, $1", "shf.l.wrap.b32 $0, $1, $1, $1;"}) {
    llvm::Expected<PtxProgram> program = PtxProgram::parse(text, 2);
    // The end of a last instruction may be missing.
    EXPECT_EQ(bool(program), llvm::StringRef(text) == "add.u32 $0, $1, $1") << text;
    if (!program)
      EXPECT_NE(llvm::toString(program.takeError()).find("inline assembly"), std::string::npos);
  }
}

TEST(ElementwiseOps, AssemblyOnPackedElements) {
  TensorKernel kernel;
  kernel.input("8xi8", bufferOf<uint8_t>({1, 2, 3, 4, 250, 6, 7, 8}), {1, 1, 1, 1, 1, 0, 1, 1});
  kernel.input("8xi32", ints({10, 20, 30, 40, 50, 60, 70, 80}));
  kernel.body("%r:2 = tt.elementwise_inline_asm \"{ .reg .b8 t<4>; mov.b32 {t0, t1, t2, t3}, $8; "
              "cvt.u32.u8 $0, t0; cvt.u32.u8 $1, t1; cvt.u32.u8 $2, t2; cvt.u32.u8 $3, t3; "
              "mov.b32 $4, $9; mov.b32 $5, $10; mov.b32 $6, $11; mov.b32 $7, $12; }\" {constraints "
              "= \"=r,=r,=r,=r,=r,=r,=r,=r,r,r,r,r,r\", packed_element = 4 : i32, pure = true} "
              "%0, %1 : tensor<8xi8>, tensor<8xi32> -> tensor<8xi32>, tensor<8xi32>");
  unsigned first = kernel.output("%r#0", "8xi32"), second = kernel.output("%r#1", "8xi32");
  for (Semantics semantics : {Semantics::Ieee, Semantics::Algebra}) {
    RunResult r = kernel.run(semantics);
    ASSERT_EQ(r.stop(), "");
    std::vector<int32_t> numbers = r.as<int32_t>(first);
    numbers[5] = 0; // Not loaded.
    EXPECT_EQ(numbers, (std::vector<int32_t>{1, 2, 3, 4, 250, 0, 7, 8}));
    EXPECT_EQ(r.poison(first), (std::vector<uint8_t>{0, 0, 0, 0, 0, Undefined, 0, 0}));
    EXPECT_EQ(r.as<int32_t>(second)[7], 80);
  }
}

TEST(ElementwiseOps, AssemblyOnFloats) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({1, 2, -3, 0.5f}));
  auto assembly = [](const std::string &name, const std::string &text) {
    return "%" + name + " = tt.elementwise_inline_asm \"" + text +
           "\" {constraints = \"=f,f\", packed_element = 1 : i32, pure = true} %0 : tensor<4xf32> "
           "-> tensor<4xf32>";
  };
  kernel.body(assembly("e", "ex2.approx.ftz.f32 $0, $1;") + "\n" +
              assembly("d", "add.f32 $0, $1, $1;") + "\n%f = math.exp2 %0 : tensor<4xf32>");
  unsigned e = kernel.output("%e", "4xf32"), d = kernel.output("%d", "4xf32"),
           f = kernel.output("%f", "4xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<float>(e), (std::vector<float>{2, 4, 0.125f, std::sqrt(2.0f)}));
  EXPECT_EQ(r.as<float>(d), (std::vector<float>{2, 4, -6, 1}));
  RunResult again = kernel.run(Semantics::Algebra);
  ASSERT_EQ(again.stop(), "");
  EXPECT_EQ(again.ring(e), again.ring(f));
  // Opaque, but a function.
  EXPECT_NE(again.ring(d)[0], again.ring(d)[1]);
  EXPECT_NE(again.ring(d)[0], 2);
}

/// Rounds ties away, and within slack what may be rounded elsewhere; in the ring it is a cast.
TEST(ElementwiseOps, AssemblyThatRoundsToTf32) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({1 + 0x1p-11f, -1 - 0x1p-11f, 1 + 0x1p-12f, 0.5f}));
  kernel.body("%r = tt.elementwise_inline_asm \"cvt.rna.tf32.f32 $0, $1;\" {constraints = "
              "\"=r,r\", packed_element = 1 : i32, pure = true} %0 : tensor<4xf32> -> "
              "tensor<4xf32>\n%rest = arith.subf %0, %r : tensor<4xf32>");
  unsigned out = kernel.output("%r", "4xf32"), rest = kernel.output("%rest", "4xf32");
  RunResult r = kernel.run(Semantics::Ieee), algebra = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop() + algebra.stop(), "");
  EXPECT_EQ(r.as<float>(out), (std::vector<float>{1 + 0x1p-10f, -1 - 0x1p-10f, 1, 0.5f}));
  EXPECT_TRUE(r.poison(out).empty());
  EXPECT_TRUE(r.slack(out).empty());
  EXPECT_EQ(algebra.ring(out)[0], ring::fromDouble(1 + 0x1p-11));
  EXPECT_EQ(algebra.ring(rest), (std::vector<int32_t>(4, 0)));
}

} // namespace
} // namespace fathom::interp
