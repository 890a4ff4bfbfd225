// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For tests of ops on shared memory: a module with the encodings and types that they need, and text with some words replaced.
//
//   runGpu(replaced(text, {{"WAIT", "1"}, {"SLOTS", "3"}}), {ints({1, 2}), zeros(2)})
#ifndef FATHOM_ORACLES_INTERP_GPUTESTING_H
#define FATHOM_ORACLES_INTERP_GPUTESTING_H

#include "oracles/interp/InterpTesting.h"

namespace fathom::interp {

inline std::string replaced(std::string text,
                            std::initializer_list<std::pair<const char *, const char *>> words) {
  for (auto [word, by] : words)
    for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += std::strlen(by))
      text.replace(at, std::strlen(word), by);
  return text;
}

inline std::string gpuModule(llvm::StringRef functions, llvm::StringRef target = "cuda:90") {
  return (R"(
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#s2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#s2t = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#swizzled = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#nt = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 16}>
#t = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 16, colStride = 1>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #s, #smem, mutable>
!pi32 = tensor<32x!tt.ptr<i32>, #b>
!ti32 = tensor<32xi32, #b>
!tile = !ttg.memdesc<32xi32, #s, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #s, #smem, mutable>
!rows = !ttg.memdesc<8x16xf16, #n, #smem, mutable>
!lhs = !ttg.memdesc<64x16xf16, #n, #smem, mutable>
!rhs = !ttg.memdesc<16x16xf16, #n, #smem, mutable>
!acc = tensor<64x16xf32, #mma>
!sum = !ttg.memdesc<128x16xf32, #tmem, #ttng.tensor_memory, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = ")" +
          target + "\"} {\n" + functions + "}\n")
      .str();
}

inline RunResult runGpu(llvm::StringRef functions, const std::vector<TestArg> &args,
                        Semantics semantics = Semantics::Ieee, llvm::StringRef target = "cuda:90") {
  return runIr(gpuModule(functions, target), semantics, args);
}

/// 0, 1, 2, ...
inline TestArg counting(int32_t count) {
  std::vector<int32_t> numbers(count);
  for (int32_t k = 0; k < count; ++k)
    numbers[k] = k;
  return ints(numbers);
}
inline TestArg zeros(int32_t count) { return ints(std::vector<int32_t>(count)); }

/// The run ended with this kind of stop and a message that contains `part`.
inline void expectStop(const RunResult &result, Stop::Kind kind, llvm::StringRef part) {
  ASSERT_TRUE(result.outcome.stop) << "the run ended well";
  EXPECT_EQ(result.outcome.stop->kind, kind) << result.outcome.stop->message;
  EXPECT_TRUE(llvm::StringRef(result.outcome.stop->message).contains(part))
      << result.outcome.stop->message;
}
inline void expectEnd(const RunResult &result) {
  EXPECT_FALSE(result.outcome.stop)
      << stopKindName(result.outcome.stop->kind).str() << ": " << result.outcome.stop->message;
}

} // namespace fathom::interp

#endif
