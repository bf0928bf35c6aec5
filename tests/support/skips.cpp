// This program has one test, which skips itself. Tests in this folder check how MODECHECK_REQUIRE_ALL treats the skip.
#include <gtest/gtest.h>

TEST(Skips, Itself) { GTEST_SKIP() << "as it is meant to"; }
