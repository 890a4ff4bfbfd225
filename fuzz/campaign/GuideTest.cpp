// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/Guide.h"

#include "fuzz/Choices.h"

#include "gtest/gtest.h"

using namespace fathom;

namespace {

constexpr uint64_t unit = uint64_t(1) << 20; ///< A weight of 1.

Features named(std::initializer_list<llvm::StringRef> names) {
  Features features;
  for (llvm::StringRef name : names)
    features.add(name);
  return features;
}

std::vector<uint8_t> bytes(size_t count, uint8_t value) {
  return std::vector<uint8_t>(count, value);
}

/// Learns programs that meet nothing up to the end of the epoch.
void endEpoch(Guide &guide) {
  do
    guide.learn({}, {});
  while (guide.learned() % Guide::epoch != 0);
}

/// What some program of a run meets, and its choices; one in eight fails.
void learnSome(Guide &guide, uint64_t number) {
  Random random(number * 77 + 1);
  Features met;
  for (size_t i = 0, count = 3 + random.below(9); i < count; ++i)
    met.add("feeds|a|" + std::to_string(random.below(1 + random.below(400))));
  std::vector<uint8_t> choices = randomBytes(3, number, 1 + random.below(40));
  guide.learn(met, number % 8 == 0 ? std::vector<uint8_t>() : choices, number % 3);
}

TEST(Guide, weighsWhatItKeepsByRarity) {
  Guide guide;
  guide.learn(named({"feeds|a", "feeds|b"}), bytes(90, 0xaa));
  guide.learn(named({"feeds|b", "feeds|c"}), bytes(40, 0xbb));
  endEpoch(guide);
  // 1 and 1.5, as in the header.
  uint64_t later = 2 * Guide::epoch - 1;
  EXPECT_EQ(guide.draw(later + 1 - Guide::epoch, 0), std::nullopt)
      << "the second epoch is drawn from nothing";
  endEpoch(guide);
  EXPECT_EQ(guide.draw(later + 1, 0), bytes(90, 0xaa));
  EXPECT_EQ(guide.draw(later + 1, unit - 1), bytes(90, 0xaa));
  EXPECT_EQ(guide.draw(later + 1, unit), bytes(40, 0xbb));
  EXPECT_EQ(guide.draw(later + 1, unit * 5 / 2 - 1), bytes(40, 0xbb));
  EXPECT_EQ(guide.draw(later + 1, unit * 5 / 2), bytes(90, 0xaa)) << "tickets go round";
  endEpoch(guide);
  EXPECT_EQ(guide.draw(later + 1 + Guide::epoch, unit), bytes(40, 0xbb)) << "weighed anew";
}

TEST(Guide, keepsTheSmallestAndForgetsTheOthers) {
  Guide guide;
  for (size_t size : {30, 20, 25})
    guide.learn(named({"feeds|a"}), bytes(size, uint8_t(size)));
  endEpoch(guide);
  EXPECT_EQ(guide.kept(), 1u);
  endEpoch(guide);
  for (uint64_t ticket : {uint64_t(0), unit / 3, unit})
    EXPECT_EQ(guide.draw(2 * Guide::epoch, ticket), bytes(20, 20));
}

TEST(Guide, countsWhatFailedAndDoesNotGoOnFromIt) {
  Guide guide;
  guide.learn(named({"feeds|a"}), {});
  endEpoch(guide);
  endEpoch(guide);
  EXPECT_EQ(guide.features().size(), 1u);
  EXPECT_EQ(guide.draw(2 * Guide::epoch, 0), std::nullopt);
}

TEST(Guide, keepsNoMoreThanItSays) {
  Guide guide;
  for (uint64_t number = 0; number < Guide::mostKept + 3 * Guide::epoch; ++number)
    guide.learn(named({"feeds|" + std::to_string(number)}), bytes(4, uint8_t(number)));
  endEpoch(guide);
  // What is still drawn for the epoch that runs is forgotten one epoch later.
  endEpoch(guide);
  EXPECT_EQ(guide.kept(), Guide::mostKept);
}

TEST(Guide, drawsTheSameHoweverFarItHasLearnedByThen) {
  constexpr uint64_t epoch = Guide::epoch;
  Guide guide;
  std::vector<std::optional<std::vector<uint8_t>>> early;
  for (uint64_t number = 0; number < 8 * epoch; ++number) {
    if (number == 6 * epoch) // Ready for the seventh epoch, and not for more.
      for (uint64_t n = 7 * epoch; n < 8 * epoch; ++n)
        early.push_back(guide.draw(n, n * n * 0x9e3779b9));
    EXPECT_TRUE(guide.isReadyFor(number));
    EXPECT_EQ(guide.isReadyFor(7 * epoch), number >= 6 * epoch);
    if (number >= 7 * epoch) {
      EXPECT_EQ(guide.draw(number, number * number * 0x9e3779b9), early[number - 7 * epoch]);
    }
    learnSome(guide, number);
  }
}

TEST(Guide, goesOnFromItsTextAsIfNothingHadHappened) {
  Guide undisturbed, killed;
  for (uint64_t number = 0; number < 10 * Guide::epoch; ++number) {
    learnSome(undisturbed, number);
    learnSome(killed, number);
    if (number % 37 == 0 || number % Guide::epoch == 0)
      killed = llvm::cantFail(Guide::parse(killed.text(), "guide"));
    ASSERT_EQ(killed.draw(number + 1, number * 0x9e3779b97f4a7c15),
              undisturbed.draw(number + 1, number * 0x9e3779b97f4a7c15))
        << number;
  }
  EXPECT_GT(undisturbed.kept(), 50u);
  EXPECT_EQ(killed.text(), undisturbed.text());
  EXPECT_EQ(killed.learned(), 10 * Guide::epoch);
}

TEST(Guide, makesProgramsInTheWayThatYieldsMost) {
  Guide guide;
  EXPECT_EQ(guide.percent(0, 1), 33u);
  EXPECT_EQ(guide.percent(0, 2), 33u);
  // What is changed meets nothing new; what is crossed, twice as much as what is new.
  uint64_t features = 0;
  auto learnEpoch = [&] {
    for (uint64_t number = 0; number < 2 * Guide::epoch; ++number) {
      size_t parents = number % 2 ? 0 : 1 + number / 2 % 2;
      Features met;
      for (uint64_t fresh = parents == 2 ? 2 : parents == 1 ? 0 : 1; fresh; --fresh)
        met.add("feeds|" + std::to_string(features++));
      guide.learn(met, bytes(3, 1), parents);
    }
  };
  learnEpoch();
  uint64_t next = 3 * Guide::epoch;
  EXPECT_EQ(guide.percent(next, 1), 10u);
  EXPECT_EQ(guide.percent(next, 0), 34u);
  EXPECT_EQ(guide.percent(next, 2), 56u);
  std::map<size_t, unsigned> counts;
  for (uint64_t rngSeed = 0; rngSeed < 2000; ++rngSeed)
    ++counts[guide.parentsFor(next, rngSeed).size()];
  EXPECT_NEAR(counts[1], 200, 50);
  EXPECT_NEAR(counts[2], 1120, 100);
  // What was found long ago counts less and less.
  for (int epochs = 0; epochs < 12; ++epochs)
    endEpoch(guide);
  EXPECT_LT(guide.percent(guide.learned(), 0), 12u);
}

TEST(Guide, aTextThatIsNoneIsAnError) {
  for (llvm::StringRef text :
       {"", "x\n", "3\nkept\t1\t0\n", "3\n2\tfeeds|a\t9\n", "3\nkept\t1\t0\t0\txy\n",
        "3\n2\tno feature\t\n", "3\nway\t1\t2\t3\tx\n"}) {
    llvm::Expected<Guide> guide = Guide::parse(text, "some-file");
    ASSERT_FALSE(bool(guide)) << text.str();
    EXPECT_NE(llvm::toString(guide.takeError()).find("some-file"), std::string::npos);
  }
}

} // namespace
