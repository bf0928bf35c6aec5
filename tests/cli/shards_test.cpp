// Tests the shards of `exhaust` and `compare`, the variables that name a shard, and the exit code of a machine that
// fails.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <sstream>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

const Words kExhaust{"exhaust", "--subjects", "canary:cpu", "--depth",       "2",
                     "--slice", "16",         "--quiet",    "--no-controls", "--ignore-known"};
const Words kCompare{"compare", "--subjects", "engine:cpu,canary:cpu", "--programs", "400",
                     "--slice", "8",          "--no-controls"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class ShardsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-shards-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  std::string bytes_of(const std::string& name) const {
    std::ostringstream out;
    out << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return out.str();
  }
  std::string joined(const Words& files) const {
    const Ran ran = run_modecheck(with(with({"merge"}, files), {"--output", file("joined")}));
    EXPECT_EQ(ran.code & ~1, 0) << ran.out << ran.err;
    return bytes_of("joined");
  }
  // Runs all shards of a command line, and checks that their results in any order are those of the whole.
  void expect_shards_are_the_whole(const Words& command, int shards) {
    const Ran ran = run_modecheck(with(command, {"--results", file("whole"), "--jobs", "2"}));
    ASSERT_EQ(ran.code & ~1, 0) << ran.out << ran.err;
    const std::string whole = joined({file("whole")});
    Words files;
    for (int i = 1; i <= shards; ++i) {
      files.push_back(file("shard" + std::to_string(i)));
      const Ran one = run_modecheck(with(command, {"--resume", files.back(), "--jobs", "1", "--shard",
                                                   std::to_string(i) + "/" + std::to_string(shards)}));
      ASSERT_EQ(one.code & ~1, 0) << one.out << one.err;
      EXPECT_NE(bytes_of("shard" + std::to_string(i)), bytes_of("whole"));
    }
    std::mt19937 random(3);
    for (int i = 0; i < 3; ++i) {
      std::shuffle(files.begin(), files.end(), random);
      EXPECT_EQ(joined(files), whole);
    }
    fs::rename(file("joined"), file("all"));
    EXPECT_EQ(joined({file("all"), files[0], file("all")}), whole);
    files.pop_back();
    EXPECT_NE(joined(files), whole);
  }

  fs::path folder_;
};

// MODECHECK_SHARDS is the number of shards, which the night sets to 64.
int number_of_shards() {
  const char* const asked = std::getenv("MODECHECK_SHARDS");
  return asked == nullptr ? 5 : std::atoi(asked);
}

TEST_F(ShardsTest, OfExhaustAreTheWhole) { expect_shards_are_the_whole(kExhaust, number_of_shards()); }

TEST_F(ShardsTest, OfCompareAreTheWhole) {
  const Words more = number_of_shards() > 50 ? Words{"--programs", "1600"} : Words{};
  Words command = kCompare;
  if (!more.empty()) *std::find(command.begin(), command.end(), "400") = more[1];
  expect_shards_are_the_whole(command, number_of_shards());
}

// The results of all shorter programs come first, and each shard begins with them. Then its file has no more of the
// shorter programs, and a shard searches its own programs only.
TEST_F(ShardsTest, OfExhaustBeginWithWhatShorterProgramsShow) {
  const Words engine{"exhaust", "--subjects", "engine:cpu", "--slice", "16", "--quiet", "--no-controls", "--depth"};
  ASSERT_EQ(run_modecheck(with(engine, {"2", "--results", file("shorter")})).code, 0);
  ASSERT_EQ(run_modecheck(with(engine, {"3", "--results", file("whole")})).code, 0);
  Words files;
  for (const std::string shard : {"1/2", "2/2"}) {
    files.push_back(file("of" + shard.substr(0, 1)));
    fs::copy_file(file("shorter"), files.back());
    ASSERT_EQ(run_modecheck(with(engine, {"3", "--shard", shard, "--resume", files.back()})).code, 0);
    EXPECT_EQ(bytes_of("of" + shard.substr(0, 1)).find(bytes_of("shorter")), 0U);
  }
  EXPECT_EQ(joined(files), joined({file("whole")}));
  // Without a shard the same file is the whole, and the table has all states.
  const Ran whole = run_modecheck({"exhaust", "--subjects", "engine:cpu", "--slice", "16", "--no-controls", "--depth",
                                   "3", "--resume", file("joined")});
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_NE(whole.out.find("13,428"), std::string::npos) << whole.out;
}

// libtorch shows known mismatches, after which programs do not stand for their states: the shards must agree on them.
TEST_F(ShardsTest, OfExhaustKnowWhichShorterProgramsMismatch) {
  if (run_modecheck({"subjects"}).out.find("torch.so") == std::string::npos) GTEST_SKIP() << "no libtorch was built";
  expect_shards_are_the_whole(
      {"exhaust", "--subjects", "torch:cpu", "--depth", "3", "--slice", "64", "--quiet", "--no-controls"}, 2);
  EXPECT_NE(bytes_of("whole").find("\"mismatching\""), std::string::npos);
}

// `compare --resume` on the joined results searches nothing and prints the comparison.
TEST_F(ShardsTest, OfCompareGiveTheWholeComparison) {
  const Ran whole = run_modecheck(with(kCompare, {"--results", file("whole")}));
  EXPECT_EQ(whole.code, 1) << whole.err;
  Words files;
  for (const std::string shard : {"1/2", "2/2"}) {
    files.push_back(file("of" + shard.substr(0, 1)));
    EXPECT_EQ(run_modecheck(with(kCompare, {"--shard", shard, "--results", files.back()})).code & ~1, 0);
  }
  joined(files);
  fs::copy_file(file("joined"), file("before"));
  const Ran again = run_modecheck(with(kCompare, {"--resume", file("joined")}));
  const auto tables = [](const std::string& text) { return text.substr(0, text.find("This was shard")); };
  EXPECT_EQ(tables(again.out), tables(whole.out));
  EXPECT_EQ(bytes_of("joined"), bytes_of("before"));
}

// Two builds of one commit with different changed sources have one name.
TEST_F(ShardsTest, MergeWarnsOfABuildFromChangedSources) {
  EXPECT_EQ(run_modecheck(with(kCompare, {"--results", file("compare")})).code & ~1, 0);
  const std::string text = bytes_of("compare");
  const std::regex build("modecheck ([0-9.]+)( \\([0-9a-f]+\\+?\\))?: ");
  const auto merged = [&](const char* name, const char* named) {
    std::ofstream(folder_ / name) << std::regex_replace(text, build, named, std::regex_constants::format_first_only);
    return run_modecheck({"merge", file(name), file(name)}).out;
  };
  EXPECT_NE(merged("changed", "modecheck $1 (3e12f00+): ").find("differed from its commit"), std::string::npos);
  EXPECT_EQ(merged("committed", "modecheck $1 (3e12f00): ").find("differed from its commit"), std::string::npos);
}

TEST_F(ShardsTest, OfOtherVerbsAreRefused) {
  EXPECT_EQ(run_modecheck(with(kExhaust, {"--results", file("exhaust")})).code & ~1, 0);
  EXPECT_EQ(run_modecheck(with(kCompare, {"--results", file("compare")})).code & ~1, 0);
  const Ran merged = run_modecheck({"merge", file("exhaust"), file("compare")});
  EXPECT_EQ(merged.code, 2);
  EXPECT_NE(merged.err.find("of different campaigns"), std::string::npos) << merged.err;
  EXPECT_NE(merged.err.find("modecheck compare"), std::string::npos) << merged.err;
  const Ran resumed = run_modecheck(with(kCompare, {"--resume", file("exhaust")}));
  EXPECT_EQ(resumed.code, 2);
  EXPECT_NE(resumed.err.find("another campaign"), std::string::npos) << resumed.err;
  const Ran too_many = run_modecheck(with(kCompare, {"--shard", "1/64"}));
  EXPECT_EQ(too_many.code, 2);
  EXPECT_NE(too_many.err.find("give all shards --slice 4 or less"), std::string::npos) << too_many.err;
}

// Runs the command with variables such as "TEST_TOTAL_SHARDS=3".
Ran run_with(const Words& variables, const Words& words) {
  return run_program("/usr/bin/env", with(with(variables, {MODECHECK_PROGRAM}), words));
}

TEST_F(ShardsTest, VariablesOfBazelAndGoogleTestNameThem) {
  const Words run{"run", "--subjects", "engine:cpu", "--programs", "90", "--quiet", "--no-controls"};
  const Ran bazel = run_with({"TEST_TOTAL_SHARDS=3", "TEST_SHARD_INDEX=1", "TEST_SHARD_STATUS_FILE=" + file("status")},
                             with(run, {"--json", file("json")}));
  EXPECT_EQ(bazel.code, 0) << bazel.err;
  EXPECT_NE(bazel.out.find("This was shard 2 of 3"), std::string::npos) << bazel.out;
  EXPECT_TRUE(fs::exists(file("status")));
  const Ran googletest = run_with({"GTEST_TOTAL_SHARDS=3", "GTEST_SHARD_INDEX=0"}, run);
  EXPECT_NE(googletest.out.find("This was shard 1 of 3"), std::string::npos) << googletest.out;
  // The option comes first.
  const Ran option =
      run_with({"TEST_TOTAL_SHARDS=3", "TEST_SHARD_INDEX=9"}, with(run, {"--shard", "2/4", "--slice", "8"}));
  EXPECT_EQ(option.code, 0) << option.err;
  EXPECT_NE(option.out.find("This was shard 2 of 4."), std::string::npos) << option.out;
}

TEST_F(ShardsTest, OfVariablesRunEachProgramOnce) {
  Words files;
  for (int i = 0; i < 3; ++i) {
    files.push_back(file("shard" + std::to_string(i)));
    const Ran ran = run_with({"TEST_TOTAL_SHARDS=3", "TEST_SHARD_INDEX=" + std::to_string(i)},
                             {"run", "--subjects", "engine:cpu", "--programs", "100", "--slice", "8", "--quiet",
                              "--no-controls", "--results", files.back()});
    EXPECT_EQ(ran.code, 0) << ran.err;
  }
  EXPECT_EQ(run_modecheck({"run", "--subjects", "engine:cpu", "--programs", "100", "--slice", "8", "--quiet",
                           "--no-controls", "--results", file("whole")})
                .code,
            0);
  EXPECT_EQ(joined(files), joined({file("whole")}));
}

TEST_F(ShardsTest, VariablesThatNameNoShardAreErrors) {
  const Words run{"run", "--subjects", "engine:cpu", "--programs", "90", "--no-controls"};
  const std::vector<std::pair<Words, std::string>> calls{
      {{"TEST_TOTAL_SHARDS=3", "TEST_SHARD_INDEX=3"}, "name no shard"},
      {{"TEST_TOTAL_SHARDS=3"}, "TEST_SHARD_INDEX: '' is no whole number"},
      {{"GTEST_TOTAL_SHARDS=x", "GTEST_SHARD_INDEX=0"}, "'x' is no whole number"},
      {{"TEST_TOTAL_SHARDS=3", "TEST_SHARD_INDEX=1", "GTEST_TOTAL_SHARDS=3", "GTEST_SHARD_INDEX=2"},
       "different shards"},
      {{"TEST_TOTAL_SHARDS=3", "TEST_SHARD_INDEX=1", "TEST_SHARD_STATUS_FILE=/no/file"}, "cannot be written"},
      {{"TEST_TOTAL_SHARDS=200", "TEST_SHARD_INDEX=1"}, "ask for fewer shards or more programs"}};
  for (const auto& [variables, wanted] : calls) {
    const Ran ran = run_with(variables, run);
    EXPECT_EQ(ran.code, 2) << wanted;
    EXPECT_NE(ran.err.find(wanted), std::string::npos) << wanted << ": " << ran.err;
  }
}

// This program has GoogleTest's shards itself, and takes Bazel's. What its tests start must not be a shard.
TEST(ProbeOfShards, First) { EXPECT_EQ(std::getenv("GTEST_TOTAL_SHARDS"), nullptr); }
TEST(ProbeOfShards, Second) { EXPECT_EQ(std::getenv("TEST_TOTAL_SHARDS"), nullptr); }

TEST_F(ShardsTest, OfOurTestProgramsHaveTheirTestsOnly) {
  const std::string self = fs::read_symlink("/proc/self/exe").string();
  std::string all;
  for (const std::string index : {"0", "1"}) {
    const Ran ran = run_program(
        "/usr/bin/env", {"TEST_TOTAL_SHARDS=2", "TEST_SHARD_INDEX=" + index,
                         "TEST_SHARD_STATUS_FILE=" + file("status" + index), self, "--gtest_filter=ProbeOfShards.*"});
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_NE(ran.out.find("[  PASSED  ] 1 test."), std::string::npos) << ran.out;
    EXPECT_TRUE(fs::exists(file("status" + index)));
    all += ran.out;
  }
  EXPECT_NE(all.find("ProbeOfShards.First"), std::string::npos);
  EXPECT_NE(all.find("ProbeOfShards.Second"), std::string::npos);
}

// A file that may not grow is what a full disk looks like to a search. A scheduler may start such a shard again, and
// the shard goes on.
TEST_F(ShardsTest, OfAMachineThatFailsEndWith4) {
  const Words run{"run", "--subjects", "canary:cpu", "--programs", "512",          "--slice",
                  "16",  "--shrink",   "0",          "--quiet",    "--no-controls"};
  const Ran ran =
      run_program("/bin/bash", with({"-c", "trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\"", MODECHECK_PROGRAM},
                                    with(run, {"--resume", file("full")})));
  EXPECT_EQ(ran.code, 4) << ran.out << ran.err;
  EXPECT_NE(ran.err.find("goes on with --resume"), std::string::npos) << ran.err;
  EXPECT_EQ(run_modecheck(with(run, {"--resume", file("full")})).code, 1);
  EXPECT_EQ(run_modecheck(with(run, {"--results", file("whole")})).code, 1);
  EXPECT_EQ(joined({file("full")}), joined({file("whole")}));
}

}  // namespace
}  // namespace modecheck::cli
