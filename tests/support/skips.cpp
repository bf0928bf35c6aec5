// A program of one test that skips itself: what CI makes of it is looked at by the tests beside it.
#include <gtest/gtest.h>

TEST(Skips, Itself) { GTEST_SKIP() << "as it is meant to"; }
