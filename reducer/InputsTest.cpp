// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is read of a failing program in each of the forms that people have it in.
#include "reducer/Inputs.h"
#include "core/ir/Dialects.h"
#include "reducer/PassList.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

using namespace fathom;
using namespace llvm;

namespace {

TEST(PassListTest, AnchorsAreTakenOff) {
  EXPECT_EQ("tritongpu-coalesce,tt.func(cse)",
            withoutAnchor(" builtin.module(tritongpu-coalesce,tt.func(cse))"));
  EXPECT_EQ("cse", withoutAnchor("any(cse)"));
  EXPECT_EQ("cse", withoutAnchor("cse"));
}

TEST(PassListTest, NamesAreLeftOfPassesWithOptions) {
  EXPECT_EQ("convert-triton-to-tritongpu,cse,canonicalize,triton-licm",
            namesOfPasses("convert-triton-to-tritongpu{num-warps=4 target=cuda:80},tt.func(cse,"
                          "canonicalize{a={b,c}}),triton-licm"));
  EXPECT_EQ("cse", namesOfPasses("cse"));
  EXPECT_EQ("", namesOfPasses(""));
}

TEST(PassListTest, RunLinesSayPasses) {
  EXPECT_EQ("tritongpu-pipeline{num-stages=3},canonicalize",
            passesOfRunLine("// RUN: triton-opt %s -split-input-file "
                            "-tritongpu-pipeline=num-stages=3 --canonicalize | FileCheck %s"));
  EXPECT_EQ("tritongpu-assign-latencies,tritongpu-pipeline{num-stages=3 a=b}",
            passesOfRunLine("// RUN: triton-opt %s -tritongpu-assign-latencies "
                            "-tritongpu-pipeline=\"num-stages=3 a=b\" -mlir-print-local-scope"));
  EXPECT_EQ("cse,tt.func(canonicalize)",
            passesOfRunLine("// RUN: fathom-opt %s "
                            "--pass-pipeline='builtin.module(cse,tt.func(canonicalize))'"));
  EXPECT_EQ("", passesOfRunLine("// RUN: not fathom check %s --oracle no-crash | FileCheck %s"));
  EXPECT_EQ("", passesOfRunLine("// RUN: triton-opt %s -split-input-file | triton-opt -cse"));
}

TEST(PassListTest, ClassesHaveNamesOnTheCommandLine) {
  for (auto [passClass, name] :
       {std::pair{"TritonGPURemoveLayoutConversions", "tritongpu-remove-layout-conversions"},
        {"TritonGPUPipeline", "tritongpu-pipeline"},
        {"TritonAMDGPUStreamPipelineV2", "tritonamdgpu-stream-pipeline-v2"},
        {"TritonNvidiaGPUPlanCTA", "triton-nvidia-gpu-plan-cta"},
        {"TritonRewriteTensorPointer", "triton-rewrite-tensor-pointer"},
        {"ConvertTritonGPUToLLVM", "convert-triton-gpu-to-llvm"},
        {"ConvertTritonToTritonGPU", "convert-triton-to-tritongpu"},
        {"AllocateSharedMemory", "allocate-shared-memory"},
        {"LoopInvariantCodeMotion", "loop-invariant-code-motion"},
        {"NVWSLowerAref", "nvws-lower-aref"},
        {"SymbolDCE", "symbol-dce"},
        {"SCCP", "sccp"},
        {"CSE", "cse"}})
    EXPECT_EQ(name, commandLineName(passClass));
}

constexpr StringLiteral kernel = R"(module {
  tt.func public @NAME(%p: !tt.ptr<f32>, %x: f32) {
    tt.store %p, %x : !tt.ptr<f32>
    tt.return
  }
}
)";

std::string kernelCalled(const std::string &name) {
  std::string text = kernel.str();
  return text.replace(text.find("NAME"), 4, name);
}

class InputsTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(sys::fs::createUniqueDirectory("inputs", folder)); }
  void TearDown() override { sys::fs::remove_directories(folder); }

  std::string write(StringRef name, StringRef text) {
    SmallString<128> path(folder);
    sys::path::append(path, name);
    cantFail(errorCodeToError(sys::fs::create_directories(sys::path::parent_path(path))));
    cantFail(writeFileAtomically(path, text));
    return path.str().str();
  }
  std::vector<Input> parse(StringRef text) {
    return cantFail(parseInputs(text, "t.mlir", *context));
  }
  static std::string print(const Input &input) {
    std::string text;
    raw_string_ostream(text) << input.test.program.get();
    return text;
  }

  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  SmallString<128> folder;
};

TEST_F(InputsTest, ATestCaseIsOneInput) {
  std::vector<Input> inputs = parse("// TARGET: cuda:90\n" + kernelCalled("one"));
  ASSERT_EQ(1u, inputs.size());
  EXPECT_EQ("t.mlir", inputs[0].name);
  EXPECT_EQ("cuda:90", inputs[0].test.targets.at(0).str());
}

TEST_F(InputsTest, ACrashReproducerHasItsPipeline) {
  std::string text = kernelCalled("crash") + R"---(
{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(convert-triton-to-tritongpu{num-warps=4 target=\"cuda:80\"}, tritongpu-coalesce)",
      disable_threading: false,
      verify_each: true
    }
  }
#-}
)---";
  for (const std::string &around : {std::string(), std::string("k.py:7:0: error: planted\n")}) {
    std::vector<Input> inputs = parse(around + text + around);
    ASSERT_EQ(1u, inputs.size());
    EXPECT_EQ("convert-triton-to-tritongpu{num-warps=4 target=\"cuda:80\"}, tritongpu-coalesce",
              inputs[0].test.passes);
    EXPECT_NE(std::string::npos, print(inputs[0]).find("@crash"));
  }
}

TEST_F(InputsTest, PartsOfATestShareItsRunLine) {
  std::vector<Input> inputs =
      parse("// RUN: triton-opt %s -split-input-file -tritongpu-coalesce | FileCheck %s\n\n" +
            kernelCalled("one") + "\n// -----\n\n// CHECK-LABEL: two\n" + kernelCalled("two") +
            "// -----\n// nothing\n");
  ASSERT_EQ(2u, inputs.size());
  EXPECT_EQ("t.mlir#1", inputs[0].name);
  EXPECT_EQ("t.mlir#2", inputs[1].name);
  for (const Input &input : inputs)
    EXPECT_EQ("tritongpu-coalesce", input.test.passes);
  EXPECT_NE(std::string::npos, print(inputs[1]).find("@two"));
  EXPECT_EQ(std::string::npos, print(inputs[1]).find("@one"));
}

TEST_F(InputsTest, MessagesHaveTheLinesOfTheFile) {
  Expected<std::vector<Input>> inputs = parseInputs(
      kernelCalled("one") + "// -----\nmodule {\n  tt.nonsense\n}\n", "t.mlir", *context);
  ASSERT_FALSE(bool(inputs));
  std::string said = toString(inputs.takeError());
  EXPECT_NE(std::string::npos, said.find("t.mlir:9:")) << said;
}

TEST_F(InputsTest, ACachedFileHasItsMetadata) {
  std::string path = write("cache/HASH/k.ttir", kernelCalled("cached"));
  write("cache/HASH/k.json", R"({"hash": "1", "target": {"backend": "hip", "arch": "gfx942",
      "warp_size": 64}, "num_warps": 8, "num_ctas": 1, "num_stages": 2,
      "triton_version": "3.6.0", "name": "k"})");
  std::vector<Input> inputs = cantFail(readInputs(path, *context));
  ASSERT_EQ(1u, inputs.size());
  const TestCase &test = inputs[0].test;
  EXPECT_EQ("hip:gfx942", test.targets.at(0).str());
  EXPECT_EQ("triton:3.6.0", test.subjects.at(0));
  EXPECT_EQ((CompileOptions{8, 2, 1}), test.options);
}

TEST_F(InputsTest, AFolderIsReadFromTheEarliestStageOn) {
  write("cache/A/k.source", kernelCalled("source"));
  write("cache/A/k.ttgir", kernelCalled("later"));
  write("cache/A/k.llir", "; not IR of ours");
  write("cache/A/k.json", R"({"target": {"backend": "cuda", "arch": 90, "warp_size": 32}})");
  write("cache/A/__grp__k.json", "{}");
  write("cache/B/l.ttir", kernelCalled("other"));
  std::vector<Input> inputs = cantFail(readInputs((folder + "/cache").str(), *context));
  ASSERT_EQ(3u, inputs.size());
  const char *endings[] = {"A/k.source", "A/k.ttgir", "B/l.ttir"};
  for (auto [input, ending] : zip(inputs, endings))
    EXPECT_TRUE(StringRef(input.name).ends_with(ending)) << input.name;
  EXPECT_EQ("cuda:90", inputs[1].test.targets.at(0).str());
  EXPECT_TRUE(inputs[2].test.targets.empty());
}

TEST_F(InputsTest, WhatHoldsNoProgramIsSaid) {
  for (auto [path, why] :
       {std::pair{(folder + "/nowhere.mlir").str(), "cannot read"},
        {write("empty.mlir", ""), "holds no module"},
        {write("comment.mlir", "// -----\n// -----\n"), "holds no module"},
        {write("none/kernel.llir", ""), "cannot"},
        {sys::path::parent_path(write("none/kernel.llir", "")).str(), "no kernel in it"}}) {
    Expected<std::vector<Input>> inputs = readInputs(path, *context);
    if (inputs) {
      ADD_FAILURE() << path << " was read";
      continue;
    }
    std::string said = toString(inputs.takeError());
    EXPECT_NE(std::string::npos, said.find(StringRef(why) == "cannot" ? "no module" : why)) << said;
  }
}

} // namespace
