// Tests the numbers and durations that options accept as values.
#include <gtest/gtest.h>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

TEST(OptionNumbers, AreDecimalAndInTheirRange) {
  struct Case {
    std::vector<std::string> call;
    const char* message;
  };
  const Case cases[] = {
      {{"run", "--seed", "99999999999999999999999"},
       "--seed: '99999999999999999999999' is no whole number from 0 to 18446744073709551615"},
      {{"run", "--programs", "0x10"}, "--programs: '0x10' is no whole number from 1 to"},
      {{"run", "--jobs", "99999999999999999999999"},
       "--jobs: '99999999999999999999999' is no whole number from 1 to 256"},
      {{"run", "--shrink", "-1"}, "--shrink: '-1' is no whole number from 0 to 1000000"},
      {{"run", "--max-commands", "1e1"}, "--max-commands: '1e1' is no whole number from 1 to 64"},
      {{"run", "--html-depth", " 2"}, "--html-depth: ' 2' is no whole number from 1 to 6"},
      {{"exhaust", "--depth", "9"}, "--depth: '9' is no whole number from 1 to 8"},
      {{"explore", "--depth", "0x2"}, "--depth: '0x2' is no whole number from 1 to 64"},
      {{"draw", "--program", "99999999999999999999999"}, "--program: '99999999999999999999999' is no whole number"},
      {{"compare", "--subjects", "engine:cpu,canary:cpu", "--programs", "+5"}, "--programs: '+5' is no whole number"},
      {{"parallel", "--threads", "0x2"}, "--threads: '0x2' is no whole number from 1 to"}};
  for (const Case& one : cases) {
    const Ran ran = run_modecheck(one.call);
    EXPECT_EQ(ran.code, 2) << one.message;
    EXPECT_NE(ran.err.find(one.message), std::string::npos) << ran.err;
  }
}

TEST(OptionNumbers, LeadingZerosMeanNothing) {
  const Ran ten = run_modecheck({"draw", "--seed", "010", "--program", "010"});
  EXPECT_EQ(ten.code, 0) << ten.err;
  EXPECT_EQ(ten.out, run_modecheck({"draw", "--seed", "10", "--program", "10"}).out);
}

TEST(OptionDurations, MayHaveFractions) {
  const Ran ran = run_modecheck({"run", "--subjects", "engine:cpu", "--no-controls", "--time", "0.05s"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find(" s searching, "), std::string::npos) << ran.out;
  const auto refused = [](const char* time, const char* message) {
    const Ran tried = run_modecheck({"run", "--time", time});
    EXPECT_EQ(tried.code, 2) << time;
    EXPECT_NE(tried.err.find(message), std::string::npos) << tried.err;
  };
  refused("0s", "--time: '0s' is no time from 1ms to 720h");
  refused("0.0001s", "--time: '0.0001s' is no time from 1ms to 720h");
  refused("1000h", "--time: '1000h' is no time from 1ms to 720h");
  refused("5", "--time: '5' is no duration");
  refused("1.2.3s", "--time: '1.2.3s' is no duration");
  refused("-5s", "--time: '-5s' is no duration");
}

}  // namespace
}  // namespace modecheck::cli
