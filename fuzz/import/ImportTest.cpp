// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs of the generator are followed to their end, found again by search, and imported; other programs become entries of a corpus.
#include "fuzz/import/Import.h"

#include "core/ir/Dialects.h"
#include "fuzz/import/ChoiceKind.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

using namespace fathom;

namespace {

std::string textOf(mlir::ModuleOp program) {
  std::string text;
  llvm::raw_string_ostream out(text);
  program.print(out);
  return text;
}

TestCase generated(const Profile &profile, uint64_t index, mlir::MLIRContext &context) {
  return generateTestCase(randomBytes(/*seed=*/5, index, profile.bytes), profile, context);
}

/// Looks for new constants and arguments at each choice, as the search does.
struct Poller : ChoicesWatcher {
  explicit Poller(Follower &follower) : follower(follower) {}
  void length() override {}
  void weights(llvm::ArrayRef<unsigned>) override {}
  void choice(size_t, unsigned, uint64_t) override { follower.poll(); }
  void beginStatement() override {}
  void endStatement() override {}
  Follower &follower;
};

/// Whether the generator, with the bytes, is seen to write the program.
bool follows(mlir::ModuleOp program, llvm::ArrayRef<uint8_t> bytes, const Profile &profile) {
  Followed followed(program);
  Follower follower(followed);
  Poller poller(follower);
  Choices choices(bytes, &poller);
  drawOptions(choices);
  gen::Writer writer(choices, profile, *program.getContext(), nullptr);
  writer.b.setListener(&follower);
  mlir::OwningOpRef<mlir::ModuleOp> written = writer.program();
  if (!follower.failed())
    follower.finish(*written);
  return !follower.failed();
}

class ImportTest : public testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  const Profile &small = *findProfile("small");

  Imported import(const std::string &text, llvm::StringRef name) {
    llvm::SmallString<128> folder;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("import", folder));
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    llvm::cantFail(writeFileAtomically(path, text));
    // One for all tests: it learns for seconds.
    static std::unique_ptr<mlir::MLIRContext> theirs = makeContext();
    static const Profile *profiles[] = {&small};
    static Importer importer(profiles, {.runs = 4000}, *theirs);
    Imported imported = llvm::cantFail(importer.import(path));
    llvm::sys::fs::remove_directories(folder);
    return imported;
  }
};

} // namespace

TEST_F(ImportTest, FollowsWhatTheGeneratorWrites) {
  for (llvm::StringRef name : {"small", "default"}) {
    const Profile &profile = *findProfile(name);
    constexpr unsigned programs = 300;
    unsigned followed = 0;
    for (unsigned i = 0; i != programs; ++i) {
      std::vector<uint8_t> bytes = randomBytes(/*seed=*/5, i, profile.bytes);
      TestCase test = generateTestCase(bytes, profile, *context);
      followed += follows(*test.program, bytes, profile);
      if (i != 0)
        continue;
      bytes[bytes.size() / 4] ^= 0x55; // Another program.
      if (textOf(*generateTestCase(bytes, profile, *context).program) != textOf(*test.program))
        EXPECT_FALSE(follows(*test.program, bytes, profile));
    }
    // A few write blocks in another order than they stand in.
    EXPECT_GE(followed, programs * 98 / 100) << name.str();
  }
}

TEST_F(ImportTest, FindsChoicesOfSmallPrograms) {
  Experience experience(small, /*programs=*/2000, *context);
  constexpr unsigned programs = 20;
  unsigned found = 0;
  for (unsigned i = 0; i != programs; ++i) {
    TestCase test = generated(small, i, *context);
    Found result = findChoices(*test.program, small, experience, {.runs = 4000});
    EXPECT_LE(result.runs, 4000u);
    if (!result.bytes)
      continue;
    ++found;
    EXPECT_EQ(textOf(*generateTestCase(*result.bytes, small, *context).program),
              textOf(*test.program));
  }
  EXPECT_GE(found, 4u);
}

TEST_F(ImportTest, ExperienceLeadsFurther) {
  Experience experiences[] = {{small, /*programs=*/0, *context}, {small, 2000, *context}};
  double matched[2] = {};
  for (unsigned i = 0; i != 12; ++i)
    for (int experienced : {0, 1}) {
      TestCase test = generated(small, i, *context);
      Found result = findChoices(*test.program, small, experiences[experienced], {.runs = 500});
      matched[experienced] += double(result.matched) / result.size / 12;
    }
  EXPECT_GT(matched[1], matched[0] + 0.1) << matched[0];
}

TEST_F(ImportTest, KeepsAnOriginThatMakesTheProgram) {
  TestCase test = generated(small, 2, *context);
  Imported imported = import(printTestCase(test), "a.mlir");
  EXPECT_TRUE(imported.choices);
  EXPECT_EQ(imported.test.origin, test.origin);
}

TEST_F(ImportTest, SearchesWhereTheOriginIsOfAnotherProgram) {
  TestCase test = generated(small, 15, *context);
  std::string origin = test.origin;
  test.origin = generated(small, 2, *context).origin;
  Imported imported = import(printTestCase(test), "b.mlir");
  EXPECT_TRUE(imported.choices) << imported.how;
  EXPECT_NE(imported.test.origin, test.origin);
  EXPECT_EQ(textOf(*llvm::cantFail(regenerate(imported.test.origin, *context)).program),
            textOf(*test.program));
  EXPECT_EQ(imported.test.launch, test.launch);
}

TEST_F(ImportTest, MakesAnEntryOfWhatTheGeneratorDoesNotWrite) {
  Imported imported = import(R"(
    tt.func public @twice(%p: !tt.ptr<f32>) {
      %range = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
      %base = tt.splat %p : !tt.ptr<f32> -> tensor<4096x!tt.ptr<f32>>
      %at = tt.addptr %base, %range : tensor<4096x!tt.ptr<f32>>, tensor<4096xi32>
      %x = tt.load %at : tensor<4096x!tt.ptr<f32>>
      %y = arith.addf %x, %x : tensor<4096xf32>
      tt.store %at, %y : tensor<4096x!tt.ptr<f32>>
      tt.return
    })",
                             "twice.ttir");
  EXPECT_FALSE(imported.choices);
  EXPECT_EQ(imported.test.origin, "import:twice.ttir");
  EXPECT_FALSE(imported.test.launch.empty());
  EXPECT_NE(imported.how.find("before '"), std::string::npos) << imported.how;
}
