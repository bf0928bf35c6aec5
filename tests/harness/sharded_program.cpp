// A program of a property and of plain tests, which harness_shards_test.cpp runs under the variables of shards. The
// property is one of the canary, whose fault every part of its programs shows, so each shard prints its report.
#include "modecheck/gtest.h"

namespace {

modecheck::Profile profile() {
  modecheck::Profile out;
  out.programs = 3'000;
  out.seed = 3;
  return out;
}

MODECHECK_PROPERTY(Canary, KeepsTheRules, "canary:cpu", profile());

TEST(Plain, First) {}
TEST(Plain, Second) {}
TEST(Plain, Third) {}

}  // namespace
