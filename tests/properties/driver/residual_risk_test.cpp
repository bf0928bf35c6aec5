// Tests the estimate of how likely the next program shows something new, against known values and against what the next
// programs of a search do show.
#include "properties/campaign/residual_risk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <random>

#include "properties/campaign/run_transitions.h"
#include "properties/campaign/signature_counts.h"
#include "properties/campaign/transition_counts.h"
#include "properties/campaign/transition_set.h"
#include "properties/generate/generator.h"
#include "properties/lockstep/spec_oracle.h"

namespace modecheck::properties {
namespace {

// The tables of Clopper and Pearson, and R's binom.test(3, 100) and binom.test(30, 1000).
TEST(ResidualRisk, TheIntervalIsThatOfClopperAndPearson) {
  const Chance three = chance_of(3, 100);
  EXPECT_DOUBLE_EQ(three.estimate, 0.03);
  EXPECT_NEAR(three.low, 0.006229972, 1e-8);
  EXPECT_NEAR(three.high, 0.085176053, 1e-8);
  const Chance half = chance_of(5, 10);
  EXPECT_NEAR(half.low, 0.187086028, 1e-8);
  EXPECT_NEAR(half.high, 0.812913972, 1e-8);
  const Chance thirty = chance_of(30, 1000);
  EXPECT_NEAR(thirty.low, 0.020327, 1e-5);
  EXPECT_NEAR(thirty.high, 0.042554, 1e-5);
}

TEST(ResidualRisk, WithoutSuccessTheBoundIsTheRuleOfThree) {
  for (const std::uint64_t programs : {20, 1'000, 1'000'000, 2'000'000'000}) {
    const Chance none = chance_of(0, programs);
    EXPECT_EQ(none.estimate, 0);
    EXPECT_EQ(none.low, 0);
    EXPECT_NEAR(std::pow(1 - none.high, static_cast<double>(programs)), 0.05, 1e-6);
    EXPECT_NEAR(none.high * static_cast<double>(programs), 3, 0.22);
    const Chance all = chance_of(programs, programs);
    EXPECT_EQ(all.high, 1);
    EXPECT_NEAR(all.low, 1 - none.high, 1e-12);
  }
  EXPECT_EQ(chance_of(0, 0).high, 1);
}

TEST(ResidualRisk, LargeNumbersHaveNarrowIntervals) {
  const Chance chance = chance_of(1'000'000, 1'000'000'000);
  EXPECT_NEAR(chance.low, 0.001 - 1.96e-6, 1e-8);
  EXPECT_NEAR(chance.high, 0.001 + 1.96e-6, 1e-8);
}

TEST(ResidualRisk, ProgramsAreCountedAndNotThings) {
  // Program 7 alone showed two things, program 9 alone showed one; two things were shown twice or more.
  const Discovery discovery = discovery_of({{1, {1, 7}}, {2, {1, 7}}, {3, {1, 9}}, {4, {2, 0}}, {5, {30, 1}}}, 100);
  EXPECT_EQ(discovery.shown, 5U);
  EXPECT_EQ(discovery.once, 3U);
  EXPECT_EQ(discovery.twice, 1U);
  EXPECT_EQ(discovery.alone, 2U);
  EXPECT_DOUBLE_EQ(chance_of_new(discovery).estimate, 0.02);
}

// Searches for things that are equally rare. How often does the interval hold the share of programs that would show a
// thing which the search has not met?
TEST(ResidualRisk, TheIntervalHoldsWhatIsLeft) {
  constexpr std::uint64_t kPrograms = 2'000;
  constexpr int kSearches = 400;
  std::mt19937_64 random(1);
  for (const int things : {1, 6, 30, 100}) {
    for (const double shown_on_average : {0.5, 2.0, 3.1, 5.0}) {
      const double chance = shown_on_average / kPrograms;
      std::binomial_distribution<std::uint64_t> programs(kPrograms, chance);
      int held = 0;
      for (int search = 0; search < kSearches; ++search) {
        std::map<std::uint64_t, Showings> shown;
        int left = 0;
        for (int thing = 0; thing < things; ++thing) {
          const auto number = static_cast<std::uint64_t>(thing);
          const std::uint64_t count = programs(random);
          if (count > 0) shown[number] = {count, number};
          left += count == 0 ? 1 : 0;
        }
        const Chance interval = chance_of_new(discovery_of(shown, kPrograms));
        held += interval.low <= left * chance && left * chance <= interval.high ? 1 : 0;
      }
      // 400 searches of an interval that holds in 93.7 % make fewer than 90 % once in a thousand times.
      EXPECT_GT(held, kSearches * 9 / 10) << things << " things, each shown " << shown_on_average << " times";
    }
  }
}

TEST(SignatureCounts, CountProgramsAndLeaveOutWhatIsTooMuch) {
  const auto counts = std::make_unique<SignatureCounts>();
  for (std::uint64_t i = 1; i <= SignatureCounts::kMost + 5; ++i) counts->add(i * 1'000'003, i);
  counts->add(1'000'003, 0);
  EXPECT_EQ(counts->left_out(), 5U);
  std::size_t seen = 0;
  counts->visit([&](std::uint64_t id, const Showings& shown) {
    ++seen;
    EXPECT_EQ(shown.programs, id == 1'000'003 ? 2U : 1U);
    EXPECT_EQ(shown.first, id == 1'000'003 ? 0U : id / 1'000'003);
  });
  EXPECT_EQ(seen, SignatureCounts::kMost);
  counts->clear();
  EXPECT_EQ(counts->left_out(), 0U);
  counts->visit([&](std::uint64_t, const Showings&) { ADD_FAILURE() << "an entry is left"; });
  EXPECT_NE(SignatureCounts::id_of({"V4", "a:cpu", "abs", ""}), SignatureCounts::id_of({"V4", "a:cpu", "neg", ""}));
}

// Runs programs on the specification alone.
class TransitionCountsTest : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kSeed = 3;

  template <typename Each>
  void run(std::uint64_t begin, std::uint64_t end, Each&& each) {
    for (std::uint64_t i = begin; i < end; ++i) {
      generator_.program_into(program_, kSeed, i);
      each(program_, oracle_->run(program_));
    }
  }

  std::unique_ptr<Oracle> oracle_ = spec_oracle()(spec::DeviceKind::Cpu);
  Generator generator_{GeneratorOptions{}};
  spec::Program program_;
};

TEST_F(TransitionCountsTest, JoiningPartsGivesTheWhole) {
  const auto whole = std::make_unique<TransitionCounts>();
  std::vector<std::unique_ptr<TransitionCounts>> parts;
  for (int i = 0; i < 3; ++i) parts.push_back(std::make_unique<TransitionCounts>());
  std::uint64_t number = 0;
  run(0, 1'500, [&](const spec::Program& program, const Expected& expected) {
    whole->add_run(program, expected);
    parts[number++ % 3]->add_run(program, expected);
  });
  const Discovery expected = TransitionCounts::joined({whole.get()});
  EXPECT_EQ(expected.programs, 1'500U);
  EXPECT_GT(expected.once, 0U);
  EXPECT_GT(expected.twice, 0U);
  EXPECT_GE(expected.once, expected.alone);
  for (const std::vector<const TransitionCounts*>& order :
       {std::vector<const TransitionCounts*>{parts[0].get(), parts[1].get(), parts[2].get()},
        std::vector<const TransitionCounts*>{parts[2].get(), parts[0].get(), parts[1].get()}}) {
    const Discovery joined = TransitionCounts::joined(order);
    EXPECT_EQ(joined.programs, expected.programs);
    EXPECT_EQ(joined.shown, expected.shown);
    EXPECT_EQ(joined.once, expected.once);
    EXPECT_EQ(joined.twice, expected.twice);
    EXPECT_EQ(joined.alone, expected.alone);
  }
}

// After 4,000 programs the estimate says how many of other programs show a transition that those 4,000 did not show.
TEST_F(TransitionCountsTest, TheEstimateIsWhatTheNextProgramsShow) {
  constexpr std::uint64_t kSearched = 4'000;
  constexpr std::uint64_t kNext = 4'000;
  const auto counts = std::make_unique<TransitionCounts>();
  const auto before = std::make_unique<TransitionSet>();
  run(0, kSearched, [&](const spec::Program& program, const Expected& expected) {
    counts->add_run(program, expected);
    before->add_run(program, expected);
  });
  std::uint64_t seen = 0;
  run(kSearched, kSearched + kNext, [&](const spec::Program& program, const Expected& expected) {
    bool shows_a_new_one = false;
    visit_transitions(program, expected, [&](std::size_t, const Transition& transition) {
      shows_a_new_one |= !before->contains(transition);
    });
    seen += shows_a_new_one ? 1 : 0;
  });
  const Chance chance = chance_of_new(TransitionCounts::joined({counts.get()}));
  const double share = static_cast<double>(seen) / static_cast<double>(kNext);
  EXPECT_GT(share, chance.estimate / 2);
  EXPECT_LT(share, chance.estimate * 2);
  EXPECT_LT(chance.low, chance.estimate);
  EXPECT_GT(chance.high, chance.estimate);
}

}  // namespace
}  // namespace modecheck::properties
