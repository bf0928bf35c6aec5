// Tests that the shards of a check run each of its programs once, and none of them twice.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <regex>
#include <stdexcept>
#include <string>

#include "modecheck/check.h"

namespace modecheck {
namespace {

namespace fs = std::filesystem;

// Returns what a shell command prints to both of its streams.
std::string printed_by(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen((command + " 2>&1").c_str(), "r"), pclose);
  if (pipe == nullptr) throw std::runtime_error("the shell does not start");
  std::string out;
  for (int c = fgetc(pipe.get()); c != EOF; c = fgetc(pipe.get())) out.push_back(static_cast<char>(c));
  return out;
}

// Returns how often a text stands in another.
int count(const std::string& text, const std::string& part) {
  int out = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
  return out;
}

// Returns the number of programs that a report says were searched.
int programs_in(const std::string& report) {
  std::smatch match;
  if (!std::regex_search(report, match, std::regex("No new findings in ([0-9,]+) program"))) return -1;
  return std::stoi(std::regex_replace(match[1].str(), std::regex(","), ""));
}

TEST(HarnessShards, RunEachProgramOnce) {
  for (const std::uint64_t programs : {2U, 30U, 301U}) {
    Profile profile;
    profile.programs = programs;
    profile.shard.count = 4;
    int sum = 0;
    for (profile.shard.number = 0; profile.shard.number < 4; ++profile.shard.number) {
      const CheckResult result = check_programs("engine:cpu", profile);
      EXPECT_TRUE(result.passed()) << result.report;
      const bool has_none = profile.shard.number >= programs;
      EXPECT_EQ(result.report.find("fewer programs than shards") != std::string::npos, has_none) << result.report;
      if (!has_none) sum += programs_in(result.report);
    }
    EXPECT_EQ(sum, static_cast<int>(programs));
  }
}

TEST(HarnessShards, AShardThatDoesNotExistIsAnError) {
  Profile profile;
  profile.shard = {4, 4};
  EXPECT_THROW(check_programs("engine:cpu", profile), std::invalid_argument);
}

TEST(HarnessShards, APropertyRunsItsPartInEachShardOfGoogleTest) {
  std::string all;
  for (int i = 0; i < 3; ++i) {
    const std::string shard = std::to_string(i);
    const std::string out =
        printed_by("GTEST_TOTAL_SHARDS=3 GTEST_SHARD_INDEX=" + shard + " " MODECHECK_SHARDED_PROGRAM);
    EXPECT_EQ(count(out, "[ RUN      ] Canary.KeepsTheRules"), 1) << out;
    EXPECT_EQ(count(out, "This was shard " + std::to_string(i + 1) + " of 3."), 1) << out;
    EXPECT_EQ(count(out, "[ RUN      ] Plain."), 1) << out;
    all += out;
  }
  EXPECT_EQ(count(all, "[ RUN      ] Plain."), 3);
  const std::string whole = printed_by(MODECHECK_SHARDED_PROGRAM);
  EXPECT_EQ(count(whole, "[ RUN      ] Canary.KeepsTheRules"), 1) << whole;
  EXPECT_EQ(count(whole, "This was shard"), 0) << whole;
}

// A RapidCheck program has no GoogleTest that reads the variables.
TEST(HarnessShards, TheEnvironmentNamesTheShardOfOtherPrograms) {
  EXPECT_EQ(shard_of_environment().count, 1U);
  const fs::path status = fs::temp_directory_path() / ("modecheck-shard-" + std::to_string(getpid()));
  setenv("TEST_TOTAL_SHARDS", "5", 1);
  setenv("TEST_SHARD_INDEX", "3", 1);
  setenv("TEST_SHARD_STATUS_FILE", status.c_str(), 1);
  const Shard shard = shard_of_environment();
  EXPECT_EQ(shard.number, 3U);
  EXPECT_EQ(shard.count, 5U);
  EXPECT_TRUE(fs::exists(status));
  setenv("TEST_SHARD_INDEX", "5", 1);
  EXPECT_THROW(shard_of_environment(), std::invalid_argument);
  for (const char* const name : {"TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX", "TEST_SHARD_STATUS_FILE"}) unsetenv(name);
  fs::remove(status);
}

}  // namespace
}  // namespace modecheck
