// GoogleTest tests of an engine: a line for many random programs, and a line for one program.
#include <modecheck/gtest.h>

namespace {

// The engine has `neg` and assignments only, so programs are made of these.
modecheck::Profile what_mine_has() {
  modecheck::Profile profile;
  profile.programs = 2000;
  profile.only = {"neg", "assign"};
  profile.max_commands = 4;
  return profile;
}

TEST(Mine, KeepsTheRulesInRandomPrograms) { EXPECT_TRUE(modecheck::gtest::keeps_rules(MINE, what_mine_has())); }

TEST(Mine, NegatesTwice) {
  EXPECT_TRUE(modecheck::gtest::keeps_rules_in(MINE, "modecheck 1\nr4 = neg(r3)\nr5 = neg(r4)\n"));
}

}  // namespace
