// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/RunState.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace fathom;

TEST(Shard, eachProgramIsInOneOfThem) {
  for (unsigned count : {1u, 2u, 3u, 7u})
    for (uint64_t program = 0; program < 1000; ++program) {
      unsigned owners = 0;
      for (unsigned index = 0; index < count; ++index)
        owners += Shard{index, count}.has(program);
      EXPECT_EQ(owners, 1u) << program << " of " << count;
    }
}

TEST(Shard, firstFromIsTheNextThatItHas) {
  for (unsigned count : {1u, 2u, 5u})
    for (unsigned index = 0; index < count; ++index)
      for (uint64_t from = 0; from < 700; ++from) {
        Shard shard{index, count};
        uint64_t next = from;
        while (!shard.has(next))
          ++next;
        EXPECT_EQ(shard.firstFrom(from), next);
      }
}

TEST(Shard, isWrittenIOfN) {
  EXPECT_EQ(llvm::cantFail(parseShard("1/4")), (Shard{1, 4}));
  for (const char *text : {"", "4", "4/4", "-1/4", "1/0", "a/b", "1/2/3"})
    EXPECT_NE(llvm::toString(parseShard(text).takeError()).find("--shard takes I/N"),
              std::string::npos)
        << text;
}

static RunState example() {
  RunState state;
  state.identity = {"profile small",          ~uint64_t(0), {1, 4},
                    {"core", "triton:3.1.0"}, {"cuda:80"},  "stage=ttir"};
  state.next = 96;
  state.counts.programs = 32;
  state.counts.trials = 64;
  state.counts.seconds = 1.5;
  state.counts.failures["no-crash: timeout: \"it\" hung"] = 3;
  state.counts.known["no-crash: timeout: \"it\" hung"] = 1;
  state.counts.looks["no-crash: timeout: \"it\" hung"] = 2;
  state.counts.inconclusive["refused"] = 7;
  return state;
}

TEST(RunState, isReadBackAsItWas) {
  RunState state = example();
  RunState read = llvm::cantFail(parseRunState(printRunState(state), "run.json"));
  EXPECT_EQ(printRunState(read), printRunState(state));
  EXPECT_EQ(read.identity.name(), state.identity.name());
  EXPECT_EQ(read.identity.seed, ~uint64_t(0));
}

TEST(RunState, whatIsNoneIsAnErrorThatNamesTheFile) {
  for (const char *text : {"", "no", "{}", "[1]", "{\"next\": 1}"})
    EXPECT_NE(llvm::toString(parseRunState(text, "run.json").takeError()).find("'run.json'"),
              std::string::npos)
        << text;
}

TEST(RunState, whatDecidesVerdictsDecidesTheName) {
  std::string name = example().identity.name();
  EXPECT_EQ(name.find("seed-18446744073709551615-shard-1-of-4-"), 0u) << name;
  auto changed = [&](auto change) {
    RunIdentity identity = example().identity;
    change(identity);
    return identity.name();
  };
  EXPECT_NE(name, changed([](RunIdentity &i) { i.source = "profile deep"; }));
  EXPECT_NE(name, changed([](RunIdentity &i) { i.seed = 0; }));
  EXPECT_NE(name, changed([](RunIdentity &i) { i.shard.index = 0; }));
  EXPECT_NE(name, changed([](RunIdentity &i) { i.subjects.pop_back(); }));
  EXPECT_NE(name, changed([](RunIdentity &i) { i.targets = {"cuda:90"}; }));
  EXPECT_NE(name, changed([](RunIdentity &i) { i.options.clear(); }));
}

TEST(Journal, hasALineForFindingsAndNowAndThen) {
  llvm::SmallString<128> path;
  llvm::sys::fs::createTemporaryFile("fathom-journal", "jsonl", path);
  auto lines = [&] {
    auto file = llvm::MemoryBuffer::getFile(path);
    return (*file)->getBuffer().count('\n');
  };
  CampaignCounts counts;
  Journal journal(path.str().str());
  for (unsigned second = 0; second < 3600; ++second) {
    counts.seconds = second;
    counts.programs += 10;
    llvm::cantFail(journal.note(counts, 0, std::nullopt));
  }
  size_t quiet = lines();
  EXPECT_GT(quiet, 50u);
  EXPECT_LT(quiet, 400u);
  llvm::cantFail(journal.note(counts, 1, 42));
  EXPECT_EQ(lines(), quiet + 1);
  auto file = llvm::MemoryBuffer::getFile(path);
  llvm::StringRef last = (*file)->getBuffer().rtrim().rsplit('\n').second;
  auto line = llvm::cantFail(llvm::json::parse(last));
  EXPECT_EQ(line.getAsObject()->getInteger("programs"), 36000);
  EXPECT_EQ(line.getAsObject()->getInteger("findings"), 1);
  EXPECT_EQ(line.getAsObject()->getInteger("features"), 42);
  llvm::sys::fs::remove(path);
  EXPECT_NE(
      llvm::toString(Journal("/proc/no/journal").note(counts, 0, {})).find("/proc/no/journal"),
      std::string::npos);
}
