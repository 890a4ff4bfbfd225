// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks encodings against worked tables, and that random ones on random shapes hold every element.
#include "core/layout/Encodings.h"

#include <random>

#include "core/ir/Dialects.h"
#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"

using namespace fathom;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

class EncodingsTest : public testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();

  mlir::Attribute parse(const std::string &text) {
    mlir::Attribute encoding = mlir::parseAttribute("#ttg." + text, context.get());
    EXPECT_TRUE(encoding) << text;
    return encoding;
  }
  /// The layout's text, or "error: " and what is wrong.
  std::string map(const std::string &text, ArrayRef<int64_t> shape, unsigned elementBits = 0) {
    auto layout = toLinearLayout(shape, parse(text), elementBits);
    return layout ? layout->toString() : "error: " + llvm::toString(layout.takeError());
  }
};

const std::string blocked = "blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], "
                            "warpsPerCTA = [2, 1], order = [1, 0]}>";

std::string mma(const std::string &version, const std::string &warps, const std::string &instr) {
  return "nvidia_mma<{versionMajor = " + version + ", versionMinor = 0, warpsPerCTA = " + warps +
         ", instrShape = " + instr + "}>";
}

std::string dotOp(unsigned operand, const std::string &parent, unsigned kWidth) {
  return "dot_op<{opIdx = " + std::to_string(operand) + ", parent = #ttg." + parent +
         (kWidth ? ", kWidth = " + std::to_string(kWidth) : "") + "}>";
}

TEST_F(EncodingsTest, Blocked) {
  EXPECT_EQ(map(blocked, {8, 32}), "register: (0,1) (0,2); lane: (0,4) (0,8) (0,16) (1,0) (2,0); "
                                   "warp: (4,0); block: -> dim0 8, dim1 32");
  // Larger: repeats along dim1, then dim0. Smaller: lanes share.
  EXPECT_EQ(map(blocked, {16, 64}),
            "register: (0,1) (0,2) (0,32) (8,0); lane: (0,4) (0,8) (0,16) (1,0) (2,0); "
            "warp: (4,0); block: -> dim0 16, dim1 64");
  EXPECT_EQ(map(blocked, {2, 8}), "register: (0,1) (0,2); lane: (0,4) (0,0) (0,0) (1,0) (0,0); "
                                  "warp: (0,0); block: -> dim0 2, dim1 8");
  EXPECT_EQ(map(blocked, {1, 2}), "register: (0,1) (0,0); lane: (0,0) (0,0) (0,0) (0,0) (0,0); "
                                  "warp: (0,0); block: -> dim0 1, dim1 2");
}

TEST_F(EncodingsTest, BlocksInBothSpellings) {
  std::string head = "blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], "
                     "warpsPerCTA = [1, 1], order = [1, 0], ";
  std::string expected = "register: (1,0); lane: (0,1) (0,2) (0,4) (0,8) (0,16); warp:; "
                         "block: (2,0) (0,0) -> dim0 4, dim1 32";
  EXPECT_EQ(map(head + "CGALayout = [[1, 0], [0, 0]]}>", {4, 32}), expected);
  EXPECT_EQ(map(head + "CTAsPerCGA = [2, 2], CTASplitNum = [2, 1], CTAOrder = [0, 1]}>", {4, 32}),
            expected);
}

TEST_F(EncodingsTest, Slice) {
  EXPECT_EQ(map("slice<{dim = 1, parent = #ttg." + blocked + "}>", {8}),
            "register:; lane: (0) (0) (0) (1) (2); warp: (4); block: -> dim0 8");
  EXPECT_EQ(map("slice<{dim = 0, parent = #ttg." + blocked + "}>", {64}),
            "register: (1) (2) (32); lane: (4) (8) (16) (0) (0); warp: (0); block: -> dim0 64");
  // The innermost slice is taken last.
  std::string three = "blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 8, 4], "
                      "warpsPerCTA = [2, 1, 1], order = [2, 1, 0]}>";
  EXPECT_EQ(
      map("slice<{dim = 0, parent = #ttg.slice<{dim = 1, parent = #ttg." + three + "}>}>", {8}),
      "register: (1); lane: (2) (4) (0) (0) (0); warp: (0); block: -> dim0 8");
}

TEST_F(EncodingsTest, NvidiaMma) {
  EXPECT_EQ(map(mma("2", "[2, 2]", "[16, 8]"), {32, 32}),
            "register: (0,1) (8,0) (0,16); lane: (0,2) (0,4) (1,0) (2,0) (4,0); "
            "warp: (0,8) (16,0); block: -> dim0 32, dim1 32");
  EXPECT_EQ(map(mma("3", "[4, 1]", "[16, 32, 16]"), {64, 32}),
            "register: (0,1) (8,0) (0,8) (0,16); lane: (0,2) (0,4) (1,0) (2,0) (4,0); "
            "warp: (16,0) (32,0); block: -> dim0 64, dim1 32");
  EXPECT_EQ(map(mma("3", "[4, 2]", "[16, 16, 16]"), {128, 64}),
            "register: (0,1) (8,0) (0,8) (0,32) (64,0); lane: (0,2) (0,4) (1,0) (2,0) (4,0); "
            "warp: (16,0) (32,0) (0,16); block: -> dim0 128, dim1 64");
  EXPECT_EQ(map(mma("2", "[2, 1, 1]", "[1, 16, 8]"), {4, 16, 8}),
            "register: (0,0,1) (0,8,0) (2,0,0); lane: (0,0,2) (0,0,4) (0,1,0) (0,2,0) (0,4,0); "
            "warp: (1,0,0); block: -> dim0 4, dim1 16, dim2 8");
}

TEST_F(EncodingsTest, OperandsOfNvidiaMma) {
  std::string parent = mma("2", "[2, 2]", "[16, 8]");
  // Warps that lie beside one another have the same rows of A, those below one another the same
  // columns of B.
  EXPECT_EQ(map(dotOp(0, parent, 2), {32, 32}),
            "register: (0,1) (8,0) (0,8) (0,16); lane: (0,2) (0,4) (1,0) (2,0) (4,0); "
            "warp: (0,0) (16,0); block: -> dim0 32, dim1 32");
  EXPECT_EQ(map(dotOp(1, parent, 2), {32, 32}),
            "register: (1,0) (8,0) (16,0) (0,16); lane: (2,0) (4,0) (0,1) (0,2) (0,4); "
            "warp: (0,8) (0,0); block: -> dim0 32, dim1 32");
  EXPECT_EQ(map(dotOp(0, mma("3", "[4, 1]", "[16, 32, 16]"), 2), {64, 16}),
            "register: (0,1) (8,0) (0,8); lane: (0,2) (0,4) (1,0) (2,0) (4,0); "
            "warp: (16,0) (32,0); block: -> dim0 64, dim1 16");
  // Without a kWidth, 32 bits of elements.
  EXPECT_EQ(map(dotOp(0, mma("3", "[4, 1]", "[16, 32, 16]"), 0), {64, 16}, 16),
            map(dotOp(0, mma("3", "[4, 1]", "[16, 32, 16]"), 2), {64, 16}));
}

TEST_F(EncodingsTest, OperandsOfABlockedProduct) {
  std::string parent = "blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], "
                       "warpsPerCTA = [2, 2], order = [1, 0]}>";
  EXPECT_EQ(map(dotOp(0, parent, 0), {16, 4}),
            "register: (0,1) (0,2) (1,0); lane: (0,0) (0,0) (0,0) (2,0) (4,0); "
            "warp: (0,0) (8,0); block: -> dim0 16, dim1 4");
  EXPECT_EQ(map(dotOp(1, parent, 0), {4, 32}),
            "register: (0,1) (1,0) (2,0); lane: (0,2) (0,4) (0,8) (0,0) (0,0); "
            "warp: (0,16) (0,0); block: -> dim0 4, dim1 32");
}

TEST_F(EncodingsTest, Mfma) {
  std::string old = "amd_mfma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 2], "
                    "instrShape = [32, 32], isTransposed = false}>";
  std::string expected = "register: (1,0) (2,0) (8,0) (16,0) (0,64); lane: (0,1) (0,2) (0,4) (0,8) "
                         "(0,16) (4,0); warp: (0,32) (32,0); block: -> dim0 64, dim1 128";
  EXPECT_EQ(map(old, {64, 128}), expected);
  EXPECT_EQ(map("amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], "
                "isTransposed = false}>",
                {64, 128}),
            expected);
  EXPECT_EQ(map("amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], "
                "isTransposed = true}>",
                {64, 16}),
            "register: (0,1) (0,2); lane: (1,0) (2,0) (4,0) (8,0) (0,4) (0,8); "
            "warp: (16,0) (32,0); block: -> dim0 64, dim1 16");
  // Two tiles of a warp side by side before the next warp's, and all of N before more of M.
  EXPECT_EQ(map("amd_mfma<{version = 4, warpsPerCTA = [1, 2], instrShape = [16, 16, 32], "
                "isTransposed = false, tilesPerWarp = [2, 2]}>",
                {64, 128}),
            "register: (1,0) (2,0) (0,16) (0,64) (16,0) (32,0); lane: (0,1) (0,2) (0,4) (0,8) "
            "(4,0) (8,0); warp: (0,32); block: -> dim0 64, dim1 128");
  EXPECT_EQ(map(dotOp(1, old, 4), {16, 128}),
            "register: (1,0) (2,0) (8,0) (0,64); lane: (0,1) (0,2) (0,4) (0,8) (0,16) (4,0); "
            "warp: (0,32) (0,0); block: -> dim0 16, dim1 128");
}

TEST_F(EncodingsTest, Wmma) {
  EXPECT_EQ(map("amd_wmma<{version = 1, isTransposed = false, warpsPerCTA = [2, 2]}>", {32, 64}),
            "register: (2,0) (4,0) (8,0) (0,32); lane: (0,1) (0,2) (0,4) (0,8) (1,0); "
            "warp: (0,16) (16,0); block: -> dim0 32, dim1 64");
  std::string bases = "amd_wmma<{version = 2, isTransposed = true, "
                      "ctaLayout = {register = [[0, 1]], warp = [[1, 0]]}}>";
  EXPECT_EQ(map(bases, {32, 64}),
            "register: (0,1) (0,2) (0,4) (0,16) (0,32); lane: (1,0) (2,0) (4,0) (8,0) (0,8); "
            "warp: (16,0); block: -> dim0 32, dim1 64");
  // So 3.9.0 writes one warp.
  EXPECT_EQ(map("amd_wmma<{version = 1, isTranspose = true, ctaLayout = {}}>", {16, 32}),
            "register: (0,2) (0,4) (0,8) (0,16); lane: (1,0) (2,0) (4,0) (8,0) (0,1); "
            "warp:; block: -> dim0 16, dim1 32");
  EXPECT_EQ(map(dotOp(0, bases, 8), {32, 16}),
            "register: (0,1) (0,2) (0,4); lane: (1,0) (2,0) (4,0) (8,0) (0,8); "
            "warp: (16,0); block: -> dim0 32, dim1 16");
  EXPECT_EQ(map(dotOp(1, bases, 8), {16, 32}),
            "register: (1,0) (2,0) (4,0) (0,16); lane: (0,1) (0,2) (0,4) (0,8) (8,0); "
            "warp: (0,0); block: -> dim0 16, dim1 32");
}

TEST_F(EncodingsTest, Linear) {
  std::string bases = "linear<{register = [[0, 1], [4, 0]], lane = [[1, 0], [2, 0]], "
                      "warp = [[0, 2]], block = []}>";
  EXPECT_EQ(map(bases, {8, 4}), "register: (0,1) (4,0); lane: (1,0) (2,0); warp: (0,2); "
                                "block: -> dim0 8, dim1 4");
  // Registers walk along dim1 first, so it repeats there first.
  EXPECT_EQ(map(bases, {16, 8}),
            "register: (0,1) (4,0) (0,4) (8,0); lane: (1,0) (2,0); warp: (0,2); "
            "block: -> dim0 16, dim1 8");
  // Registers past the end go away, lanes share.
  EXPECT_EQ(map(bases, {2, 4}), "register: (0,1); lane: (1,0) (0,0); warp: (0,2); "
                                "block: -> dim0 2, dim1 4");
}

TEST_F(EncodingsTest, Shared) {
  EXPECT_EQ(map("swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 4, order = [1, 0]}>", {4, 4}),
            "offset: (0,1) (0,2) (1,1) (2,2); block: -> dim0 4, dim1 4");
  EXPECT_EQ(map("swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>", {8}),
            "offset: (1) (2) (4); block: -> dim0 8");
  // Each block swizzles its own half.
  EXPECT_EQ(map("swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 4, order = [1, 0], "
                "CGALayout = [[0, 1]]}>",
                {4, 4}),
            "offset: (0,1) (1,1) (2,0); block: (0,2) -> dim0 4, dim1 4");
  EXPECT_EQ(
      map("amd_rotating_shared<{vec = 1, perPhase = 1, maxPhase = 2, order = [1, 0]}>", {8, 4}),
      "offset: (0,1) (0,2) (1,1) (2,1) (4,0); block: -> dim0 8, dim1 4");
  EXPECT_EQ(map("nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>",
                {16, 32}),
            "offset: (0,1) (0,2) (0,4) (0,8) (1,0) (2,0) (4,8) (8,0) (0,16); "
            "block: -> dim0 16, dim1 32");
  EXPECT_EQ(map("padded_shared<[32:+4] {order = [1, 0], shape = [2, 4]}>", {2, 4}),
            "offset: (0,1) (0,2) (1,0); block: -> dim0 2, dim1 4");
  EXPECT_EQ(map("shared_linear<{offset = [[0, 1], [1, 1]]}, alignment = 16>", {2, 2}),
            "offset: (0,1) (1,1); block: -> dim0 2, dim1 2");
}

TEST_F(EncodingsTest, PaddedOffset) {
  auto encoding = mlir::cast<ttg::PaddedSharedEncodingAttr>(
      parse("padded_shared<[32:+4, 128:+8] {order = [1, 0], shape = [16, 32]}>"));
  EXPECT_EQ(paddedOffset(encoding, 31), 31u);
  EXPECT_EQ(paddedOffset(encoding, 32), 36u);
  EXPECT_EQ(paddedOffset(encoding, 64), 72u);
  EXPECT_EQ(paddedOffset(encoding, 128), 128u + 16 + 8);
}

TEST_F(EncodingsTest, ErrorsSayWhatIsWrong) {
  EXPECT_EQ(map(blocked, {8}), "error: an encoding of rank 2 on a tensor of rank 1");
  EXPECT_EQ(map(blocked, {8, 24}), "error: a dimension of size 24, which is not a power of two");
  EXPECT_EQ(map(blocked, {8, mlir::ShapedType::kDynamic}),
            "error: a dimension of size -9223372036854775808, which is not a power of two");
  EXPECT_EQ(map(mma("5", "[4, 1]", "[16, 32, 16]"), {64, 32}),
            "error: nvidia_mma of version 5 has no layout in registers");
  EXPECT_EQ(map(mma("3", "[4, 1]", "[16, 24, 16]"), {64, 32}),
            "error: no layout for an instruction of 16 x 24");
  EXPECT_EQ(map("amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [8, 8, 8], "
                "isTransposed = false}>",
                {64, 32}),
            "error: no layout for an mfma of 8 x 8");
  EXPECT_EQ(map("swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], "
                "hasLeadingOffset = true}>",
                {64, 64}),
            "error: hasLeadingOffset needs an element width");
  EXPECT_EQ(
      map("nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>",
          {4, 64}),
      "error: a tensor with 64 contiguous elements and 4 rows is smaller than a box of 64 "
      "elements and 8 rows");
  EXPECT_EQ(map("shared_linear<{offset = [[0, 1], [1, 1]]}, alignment = 16>", {2, 4}),
            "error: bases for size 2 in dim 1 of a buffer where it has size 4");
  EXPECT_EQ(map("generic_linear<{register = [[1, 1]], lane = [], warp = [], block = []}>", {2, 2}),
            "error: no place holds some elements of the tensor");
  EXPECT_EQ(map("blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], "
                "order = [0], CGALayout = [[2]]}>",
                {128}),
            "error: the blocks do not cover the tensor");
  std::string big = "1073741824";
  EXPECT_EQ(map("blocked<{sizePerThread = [" + big + "], threadsPerWarp = [" + big +
                    "], warpsPerCTA = [" + big + "], order = [0]}>",
                {1}),
            "error: the layout would have about 2^90 places");
  auto none = toLinearLayout({8}, mlir::Attribute());
  EXPECT_EQ(llvm::toString(none.takeError()), "the tensor has no encoding");
}

TEST_F(EncodingsTest, BackToALinearEncoding) {
  mlir::Attribute encoding = parse(mma("2", "[2, 2]", "[16, 8]"));
  LinearLayout layout = llvm::cantFail(toLinearLayout({32, 32}, encoding));
  auto linear = toLinearEncoding(context.get(), layout);
  EXPECT_EQ(llvm::cantFail(toLinearLayout({32, 32}, linear)), layout);
}

//===--- Random encodings ---===//

class RandomEncodings : public EncodingsTest, public testing::WithParamInterface<unsigned> {
protected:
  std::mt19937 rng{GetParam()};
  unsigned below(unsigned n) { return rng() % n; }
  int64_t size(unsigned maxBits) { return int64_t(1) << below(maxBits + 1); }

  std::string list(ArrayRef<int64_t> numbers) {
    std::string text;
    for (int64_t number : numbers)
      text += (text.empty() ? "[" : ", ") + std::to_string(number);
    return text + "]";
  }
  std::string sizes(unsigned rank, unsigned maxBits) {
    SmallVector<int64_t> numbers;
    for (unsigned i = 0; i != rank; ++i)
      numbers.push_back(size(maxBits));
    return list(numbers);
  }
  std::string order(unsigned rank) {
    SmallVector<int64_t> numbers;
    for (unsigned i = 0; i != rank; ++i)
      numbers.push_back(i);
    std::shuffle(numbers.begin(), numbers.end(), rng);
    return list(numbers);
  }
  std::string cga(unsigned rank) {
    SmallVector<int64_t> one(rank, 0), none(rank, 0);
    one[below(rank)] = 1;
    switch (below(4)) {
    case 0:
      return ", CGALayout = [" + list(one) + "]";
    case 1:
      return ", CGALayout = [" + list(one) + ", " + list(none) + "]";
    default:
      return "";
    }
  }
  std::string randomBlocked(unsigned rank) {
    return "blocked<{sizePerThread = " + sizes(rank, 3) + ", threadsPerWarp = " + sizes(rank, 3) +
           ", warpsPerCTA = " + sizes(rank, 2) + ", order = " + order(rank) + cga(rank) + "}>";
  }
  std::string randomProduct(unsigned rank) {
    std::string one = rank == 3 ? "1, " : "";
    switch (below(5)) {
    case 0:
      return mma("2", sizes(rank, 2), "[" + one + "16, 8]");
    case 1:
      return mma("3", sizes(rank, 2), "[16, " + std::to_string(8 << below(6)) + ", 16]");
    case 2: {
      const char *shapes[] = {"[32, 32, 8]", "[16, 16, 16]", "[4, 64, 4]", "[64, 4, 4]"};
      return "amd_mfma<{version = 3, warpsPerCTA = " + sizes(rank, 2) +
             ", instrShape = " + shapes[below(4)] +
             ", isTransposed = " + (below(2) ? "true" : "false") + cga(rank) +
             ", tilesPerWarp = " + sizes(rank, 1) + "}>";
    }
    case 3:
      return "amd_wmma<{version = " + std::to_string(1 + below(2)) +
             ", isTransposed = " + (below(2) ? "true" : "false") +
             ", warpsPerCTA = " + sizes(rank, 2) + cga(rank) + "}>";
    default:
      return randomBlocked(rank);
    }
  }
  std::string randomTensor(unsigned &rank) {
    switch (below(4)) {
    case 0:
      rank = 1 + below(3);
      return randomBlocked(rank);
    case 1:
      rank = 2 + below(2);
      return randomProduct(rank);
    case 2: {
      rank = 2 + below(2);
      std::string parent = randomProduct(rank);
      bool isBlocked = parent[0] == 'b';
      bool isWgmma = parent.find("versionMajor = 3") != std::string::npos;
      return dotOp(isWgmma ? 0 : below(2), parent, isBlocked ? 0 : 1 << below(5));
    }
    default: {
      std::string parent = randomTensor(rank);
      if (rank == 1)
        return parent;
      return "slice<{dim = " + std::to_string(below(rank--)) + ", parent = #ttg." + parent + "}>";
    }
    }
  }
  std::string randomBuffer(unsigned rank) {
    switch (below(3)) {
    case 0:
      return "swizzled_shared<{vec = " + std::to_string(size(4)) +
             ", perPhase = " + std::to_string(size(3)) + ", maxPhase = " + std::to_string(size(3)) +
             ", order = " + order(rank) + cga(rank) + "}>";
    case 1:
      return "amd_rotating_shared<{vec = " + std::to_string(size(4)) +
             ", perPhase = " + std::to_string(size(3)) + ", maxPhase = " + std::to_string(size(3)) +
             ", order = " + order(rank) + "}>";
    default:
      return "nvmma_shared<{swizzlingByteWidth = " +
             std::to_string(below(2) ? 16 << (1 + below(3)) : 0) +
             ", transposed = " + (below(2) ? "true" : "false") +
             ", elementBitWidth = " + std::to_string(8 << below(3)) +
             (rank == 2 ? "" : ", rank = " + std::to_string(rank)) + "}>";
    }
  }
  SmallVector<int64_t> shape(unsigned rank, unsigned maxBits) {
    SmallVector<int64_t> sizes;
    for (unsigned i = 0; i != rank; ++i)
      sizes.push_back(size(maxBits));
    return sizes;
  }
  void expectCovers(const LinearLayout &layout, ArrayRef<int64_t> shape, const std::string &text) {
    EXPECT_TRUE(layout.isSurjective()) << text << " " << layout.toString();
    for (auto [axis, size] : llvm::enumerate(shape))
      EXPECT_EQ(layout.outSize(Dim::axis(axis)), uint64_t(size)) << text;
  }
};

TEST_P(RandomEncodings, TensorsAreCovered) {
  for (unsigned round = 0; round != 50; ++round) {
    unsigned rank;
    std::string text = randomTensor(rank);
    SmallVector<int64_t> sizes = shape(rank, 7);
    mlir::Attribute encoding = parse(text);
    auto layout = toLinearLayout(sizes, encoding);
    ASSERT_TRUE(bool(layout)) << text << ": " << llvm::toString(layout.takeError());
    expectCovers(*layout, sizes, text);
    SmallVector<Dim, 4> dims = {Dim::reg(), Dim::lane(), Dim::warp(), Dim::block()};
    EXPECT_EQ(layout->inDims(), dims) << text;
    ttg::Extent extent = ttg::extentOf(encoding);
    EXPECT_EQ(int64_t(layout->inSize(Dim::lane())), extent.lanes) << text;
    EXPECT_EQ(int64_t(layout->inSize(Dim::warp())), extent.warps) << text;
    EXPECT_EQ(int64_t(layout->inSize(Dim::block())), extent.blocks) << text;
  }
}

TEST_P(RandomEncodings, BuffersAreCoveredOnce) {
  for (unsigned round = 0; round != 50; ++round) {
    unsigned rank = 1 + below(3);
    std::string text = randomBuffer(rank);
    SmallVector<int64_t> sizes = shape(rank, 9);
    auto layout = toLinearLayout(sizes, parse(text));
    if (!layout) {
      EXPECT_NE(llvm::toString(layout.takeError()).find("smaller than a box"), std::string::npos);
      continue;
    }
    expectCovers(*layout, sizes, text);
    EXPECT_TRUE(layout->sublayout({Dim::offset()}, layout->outDims()).isInjective()) << text;
  }
}

TEST_P(RandomEncodings, LinearEncodingsSayTheSame) {
  unsigned rank;
  std::string text = randomTensor(rank);
  SmallVector<int64_t> sizes = shape(rank, 7);
  LinearLayout layout = llvm::cantFail(toLinearLayout(sizes, parse(text)));
  auto linear = toLinearEncoding(context.get(), layout);
  if (linear.getRank())
    EXPECT_EQ(llvm::cantFail(toLinearLayout(sizes, linear)), layout) << text;
}

TEST_P(RandomEncodings, WildNumbersAreMappedOrRefused) {
  mlir::ScopedDiagnosticHandler quiet(context.get(), [](mlir::Diagnostic &) {});
  const char *wild[] = {"0",  "1",  "2",   "3",   "4",    "5",          "8",         "12",
                        "16", "32", "64",  "128", "256",  "512",        "1024",      "65536",
                        "-1", "7",  "100", "[]",  "true", "1073741824", "2147483647"};
  const int64_t sizes[] = {1,
                           1,
                           2,
                           4,
                           8,
                           16,
                           64,
                           1024,
                           0,
                           -1,
                           3,
                           mlir::ShapedType::kDynamic,
                           int64_t(1) << 20,
                           int64_t(1) << 40,
                           int64_t(1) << 62};
  unsigned mapped = 0, refused = 0;
  for (unsigned round = 0; round != 400; ++round) {
    unsigned rank = 1 + below(3);
    std::string text = below(4) ? randomTensor(rank) : randomBuffer(rank);
    for (unsigned i = 0, count = 1 + below(3); i != count; ++i) {
      size_t begin = text.find_first_of("0123456789", below(text.size()));
      if (begin == std::string::npos)
        continue;
      size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
      text.replace(begin, end - begin, wild[below(std::size(wild))]);
    }
    mlir::Attribute encoding = mlir::parseAttribute("#ttg." + text, context.get());
    if (!encoding)
      continue;
    SmallVector<int64_t> shape;
    for (unsigned i = 0, count = below(4) ? rank : below(5); i != count; ++i)
      shape.push_back(sizes[below(below(3) ? 8 : std::size(sizes))]);
    auto layout = toLinearLayout(shape, encoding, below(2) ? 16 : below(200));
    ++(layout ? mapped : refused);
    if (layout)
      expectCovers(*layout, shape, text);
    else
      EXPECT_NE(llvm::toString(layout.takeError()), "") << text;
  }
  EXPECT_GT(mapped, 20u);
  EXPECT_GT(refused, 20u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomEncodings, testing::Range(0u, 20u));

} // namespace
