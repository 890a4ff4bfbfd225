// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that text which MLIR does not survive is refused at its place, and that no other text is.
#include "core/ir/ReadModule.h"

#include "core/ir/Dialects.h"

#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace fathom;

namespace {

std::string repeat(const std::string &text, unsigned count) {
  std::string result;
  for (unsigned i = 0; i != count; ++i)
    result += text;
  return result;
}

/// "LINE:COLUMN reason", or nothing.
std::string problem(const std::string &text) {
  auto bad = findUnreadable(text);
  return bad ? llvm::formatv("{0}:{1} {2}", bad->line, bad->column, bad->reason).str() : "";
}

TEST(ReadModuleTest, NestingIsLimited) {
  for (std::string pair : {"[]", "()", "{}", "<>"}) {
    auto nested = [&](unsigned deep) {
      return repeat(pair.substr(0, 1), deep) + "1" + repeat(pair.substr(1), deep);
    };
    EXPECT_EQ(problem("a\n" + nested(500)), "");
    EXPECT_EQ(problem("a\n" + nested(501)), "2:501 nested more than 500 deep");
  }
  // One after another is not deep, and strings, comments and arrows hold no brackets.
  EXPECT_EQ(problem(repeat("[1], ", 2000)), "");
  EXPECT_EQ(problem(repeat("\"[\", ", 2000)), "");
  EXPECT_EQ(problem(repeat("// [\n", 2000)), "");
  EXPECT_EQ(problem(repeat("(() -> 1 >= 2 <= 3), ", 2000)), "");
  EXPECT_EQ(problem("\"" + repeat("\\\"[", 2000) + "\""), "");
}

TEST(ReadModuleTest, AliasesCountAsWhatTheyStandFor) {
  auto chain = [](unsigned count) {
    std::string text = "#a0 = 1\n";
    for (unsigned i = 1; i != count; ++i)
      text += llvm::formatv("#a{0} = [#a{1}]\n", i, i - 1).str();
    return text;
  };
  EXPECT_EQ(problem(chain(200)), "");
  EXPECT_NE(problem(chain(2000)).find("nested more than 500 deep"), std::string::npos);
  // The next piece of a split file defines its own.
  EXPECT_EQ(problem(repeat(chain(100) + "// -----\n", 20)), "");
}

TEST(ReadModuleTest, AffineMapsAreLimited) {
  EXPECT_EQ(problem("affine_map<(d0) -> (d0" + repeat(" + d0", 400) + ")>"), "");
  EXPECT_NE(problem("affine_map<(d0) -> (d0" + repeat(" + d0", 600) + ")>").find("an affine map"),
            std::string::npos);
  EXPECT_NE(problem("affine_set<(d0) : (" + repeat("-", 1100) + "d0 >= 0)>").find("an affine map"),
            std::string::npos);
  EXPECT_EQ(problem(repeat("affine_map<(d0) -> (d0 + 1)>, ", 1000)), "");
}

TEST(ReadModuleTest, DenseArraysOfIndex) {
  EXPECT_EQ(problem("x = array<index: 1>"), "1:11 array<index> is not a dense array; its elements "
                                            "are integers or floats of a given width");
  EXPECT_EQ(problem("array< // type\n index>").substr(0, 3), "2:2");
  EXPECT_EQ(problem("!i = index\nx = array<!i: 1>").substr(0, 4), "2:11");
  EXPECT_EQ(problem("array<i32: 1> array<f32> !llvm.array<4 x i8> vector<4xindex>"), "");
}

TEST(ReadModuleTest, ReadsNoByteBeyondTheText) {
  // The text ends where readable memory ends.
  size_t page = size_t(::sysconf(_SC_PAGESIZE));
  char *pages = static_cast<char *>(
      ::mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(pages, MAP_FAILED);
  ASSERT_EQ(::mprotect(pages + page, page, PROT_NONE), 0);
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::ScopedDiagnosticHandler quiet(context.get(),
                                      [](mlir::Diagnostic &) { return mlir::success(); });
  for (llvm::StringRef text : {"\"not closed", "module {", "module {}", "@", "// comment", "0x"}) {
    char *start = pages + page - text.size();
    std::copy(text.begin(), text.end(), start);
    bool read = bool(readModule({start, text.size()}, mlir::ParserConfig(context.get()), "t"));
    EXPECT_EQ(read, text == "module {}" || text == "// comment") << text.str();
  }
  ::munmap(pages, 2 * page);
}

TEST(ReadModuleTest, MasksOfBarriersMayBeWords) {
  auto context = makeContext();
  mlir::ParserConfig config(context.get());
  auto masks = [&](const std::string &mask) {
    auto module = readModule("module { llvm.func @f() {\n rocdl.sched.barrier " + mask +
                                 " loc(\"a\")\n rocdl.sched.group.barrier " + mask +
                                 ", 4, 2\n rocdl.s.setprio 1\n llvm.return } }",
                             config, "a.mlir");
    std::string text;
    if (module)
      llvm::raw_string_ostream(text) << *module;
    return text;
  };
  std::string numbers = masks("0");
  EXPECT_NE(numbers.find("rocdl.sched.group.barrier 0, 4, 2"), std::string::npos) << numbers;
  EXPECT_EQ(masks("none"), numbers);
  EXPECT_EQ(masks("non_mem_non_sideeffect"), masks("1"));
  EXPECT_EQ(masks("valu|salu|ds_write"), masks("518"));
  mlir::ScopedDiagnosticHandler quiet(context.get(), [](mlir::Diagnostic &) {});
  EXPECT_EQ(masks("valu|else"), "");
}

TEST(ReadModuleTest, ReadsOrSaysWhere) {
  auto context = makeContext();
  std::string said;
  mlir::ScopedDiagnosticHandler handler(context.get(), [&](mlir::Diagnostic &diagnostic) {
    llvm::raw_string_ostream(said) << diagnostic.getLocation() << ": " << diagnostic;
    return mlir::success();
  });
  mlir::ParserConfig config(context.get());
  auto module =
      readModule("module attributes {\"triton_gpu.num-warps\" = 4 : i32} {}", config, "a.mlir");
  ASSERT_TRUE(module);
  EXPECT_TRUE((*module)->hasAttr("ttg.num-warps"));
  EXPECT_EQ(said, "");
  EXPECT_FALSE(readModule("module attributes {a = array<index: 1>} {}", config, "a.mlir"));
  EXPECT_EQ(said, "loc(\"a.mlir\":1:30): array<index> is not a dense array; its elements are "
                  "integers or floats of a "
                  "given width");
}

} // namespace
