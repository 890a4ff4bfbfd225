// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs Python reproducers with the releases that are in the cache: one fails as it is said to, one compiles.
#include "reducer/PythonReproducer.h"

#include "core/ir/Dialects.h"
#include "oracles/subject/ReleaseSpelling.h"
#include "oracles/subject/Releases.h"
#include "oracles/subject/TritonWorker.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

#include <gtest/gtest.h>

using namespace fathom;

namespace {

/// What issue 4178 comes down to: a while that takes up the result of a for with a dot.
constexpr const char *whileAfterFor = R"(
module {
  tt.func public @kernel(%p: !tt.ptr<f16>, %ub: i32, %cond: i1) {
    %a = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %b = arith.constant dense<0.000000e+00> : tensor<16x32xf16>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<16x32x!tt.ptr<f16>>
    %sum = scf.for %i = %c0 to %ub step %c1 iter_args(%acc = %b) -> (tensor<16x32xf16>) : i32 {
      %dot = tt.dot %a, %b, %acc : tensor<16x16xf16> * tensor<16x32xf16> -> tensor<16x32xf16>
      scf.yield %dot : tensor<16x32xf16>
    }
    %fixed = scf.while (%acc = %sum) : (tensor<16x32xf16>) -> tensor<16x32xf16> {
      scf.condition(%cond) %acc : tensor<16x32xf16>
    } do {
    ^bb0(%acc: tensor<16x32xf16>):
      %load = tt.load %ptrs : tensor<16x32x!tt.ptr<f16>>
      scf.yield %load : tensor<16x32xf16>
    }
    tt.store %ptrs, %fixed : tensor<16x32x!tt.ptr<f16>>
    tt.return
  }
}
)";

/// The script's exit code (negative: a signal) and what it said.
std::pair<int, std::string> runIn(const std::string &release) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  TestCase test = llvm::cantFail(parseTestCase(whileAfterFor, "while-after-for", *context));
  std::string script =
      writePythonReproducer({.text = llvm::cantFail(printForRelease(*test.program, release)),
                             .isTtgir = false,
                             .target = llvm::cantFail(parseTarget("cuda:80")),
                             .options = {},
                             .release = release,
                             .signature = {}});
  llvm::SmallString<128> folder;
  EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("fathom-reproducer", folder));
  std::string path = (folder + "/reproduce.py").str(), said = (folder + "/said").str();
  llvm::cantFail(writeFileAtomically(path, script));

  TritonInstall install = llvm::cantFail(findTriton(release));
  std::string pythonPath = "PYTHONPATH=" + install.folder, home = "HOME=" + folder.str().str();
  std::vector<llvm::StringRef> environment{pythonPath, home, "PATH=/usr/local/bin:/usr/bin:/bin"};
  int code = llvm::sys::ExecuteAndWait(install.python, {install.python, path}, environment,
                                       {std::nullopt, said, said}, /*SecondsToWait=*/120);
  std::string text = (*llvm::MemoryBuffer::getFile(said))->getBuffer().str();
  llvm::sys::fs::remove_directories(folder);
  return {code, text};
}

TEST(PythonReproducerTest, FailsInTheReleaseItIsFor) {
  if (!llvm::is_contained(llvm::cantFail(cachedReleases()), "3.1.0"))
    GTEST_SKIP() << "Triton 3.1.0 is not in the cache";
  auto [code, said] = runIn("3.1.0");
  EXPECT_NE(0, code);
  EXPECT_NE(said.find("Assertion `rewrittenValue' failed"), std::string::npos) << said;
}

TEST(PythonReproducerTest, CompilesWhereItIsFixed) {
  std::vector<std::string> releases = llvm::cantFail(cachedReleases());
  if (releases.empty() || releases.back() < "3.2.0")
    GTEST_SKIP() << "no newer Triton is in the cache";
  auto [code, said] = runIn(releases.back());
  EXPECT_EQ(0, code) << said;
  EXPECT_TRUE(llvm::StringRef(said).ends_with("compiled\n")) << said; // Some warn first.
}

} // namespace
