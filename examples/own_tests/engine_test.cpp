// GoogleTest tests that check an engine with modecheck: one line checks many random programs, another line one program.
// If the tests are sharded, GoogleTest gives each shard some of the tests, and a property some of its programs.
#include <modecheck/gtest.h>

namespace {

// The engine under test has only `neg` and assignments, so programs use these only.
modecheck::Profile what_mine_has() {
  modecheck::Profile profile;
  profile.programs = 2000;
  profile.only = {"neg", "assign"};
  profile.max_commands = 4;
  return profile;
}

TEST(Mine, KeepsTheRulesInRandomPrograms) { EXPECT_TRUE(modecheck::gtest::keeps_rules(MINE, what_mine_has())); }

MODECHECK_PROPERTY(Mine, KeepsTheRulesInEveryShard, MINE, what_mine_has());

TEST(Mine, NegatesTwice) {
  EXPECT_TRUE(modecheck::gtest::keeps_rules_in(MINE, "modecheck 1\nr4 = neg(r3)\nr5 = neg(r4)\n"));
}

}  // namespace
