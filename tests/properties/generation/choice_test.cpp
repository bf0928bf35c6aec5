#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "properties/choice/choice_bytes.h"
#include "properties/choice/choice_odometer.h"
#include "properties/choice/choice_random.h"

namespace modecheck::properties {
namespace {

TEST(RandomChoice, IsTheSameForTheSameSeedEverywhere) {
  // The expected numbers are written down, because another machine, compiler or standard library must give the same
  // ones.
  RandomChoice choice(program_seed(1, 0));
  for (const std::uint32_t expected : {693u, 971u, 426u, 806u, 359u, 845u, 827u, 287u})
    EXPECT_EQ(choice.below(1000), expected);
}

TEST(RandomChoice, ProgramsAndSeedsDiffer) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint64_t index = 0; index < 100; ++index) seeds.insert(program_seed(seed, index));
  EXPECT_EQ(seeds.size(), 10000u);
}

TEST(RandomChoice, EveryOutcomeIsAboutAsLikely) {
  RandomChoice choice(7);
  std::vector<int> count(10);
  for (int i = 0; i < 100000; ++i) ++count[choice.below(10)];
  for (const int n : count) EXPECT_NEAR(n, 10000, 500);
}

TEST(BytesChoice, TakesOneByteADecisionAndZeroAtTheEnd) {
  const std::uint8_t bytes[] = {7, 1, 2, 255};
  BytesChoice choice(bytes, sizeof bytes);
  EXPECT_EQ(choice.below(1), 0u);
  EXPECT_EQ(choice.below(5), 2u);
  EXPECT_EQ(choice.below(1000), 0x102u % 1000);
  EXPECT_FALSE(choice.exhausted());
  EXPECT_EQ(choice.below(256), 255u);
  EXPECT_TRUE(choice.exhausted());
  EXPECT_EQ(choice.below(256), 0u);
}

TEST(OdometerChoice, VisitsEverySequenceOnce) {
  OdometerChoice choice;
  std::vector<std::vector<std::uint32_t>> seen;
  do {
    std::vector<std::uint32_t> run{choice.below(3)};
    // The number of further decisions depends on the first decision.
    for (std::uint32_t i = 0; i < run[0]; ++i) run.push_back(choice.below(2));
    seen.push_back(run);
  } while (choice.advance());
  const std::vector<std::vector<std::uint32_t>> all{{0}, {1, 0}, {1, 1}, {2, 0, 0}, {2, 0, 1}, {2, 1, 0}, {2, 1, 1}};
  EXPECT_EQ(seen, all);
}

}  // namespace
}  // namespace modecheck::properties
