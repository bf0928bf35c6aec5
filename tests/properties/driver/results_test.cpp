// Tests the results of campaigns: joining them in any order, and a file that was cut short.
#include "properties/campaign/results.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <system_error>

#include "properties/campaign/results_file.h"

namespace modecheck::properties {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSize = 4;

Slice slice(std::uint64_t first, std::uint64_t done) {
  Slice out;
  out.first = first;
  out.done = done;
  out.counts["programs"] = done;
  out.counts["run_of/7"] = 100 * first + done;
  // Every slice shows one signature in its first program, and a second one that no other slice shows.
  out.counts["signature/000000000000002a"] = 1;
  out.firsts["signature/000000000000002a"] = kSize * first;
  out.counts["signature/00000000000000" + std::to_string(50 + first)] = 1;
  out.firsts["signature/00000000000000" + std::to_string(50 + first)] = kSize * first + 1;
  return out;
}

FindingMessage mismatch(const char* operation, std::uint64_t index) {
  return {{"V4", "fake:cpu", operation, ""}, Severity::WrongState, "sizes", index, "modecheck 1\n"};
}

Results results() { return {"a campaign", kSize}; }

// Results that overlap: whole slices, beginnings of slices, and mismatches with the same signature.
std::vector<Results> parts() {
  std::vector<Results> out;
  for (std::uint64_t i = 0; i < 9; ++i) {
    Results one = results();
    one.add(slice(i, kSize));
    if (i > 0) one.add(slice(i - 1, i % kSize));
    one.add(slice(i + 1, 2));
    one.add(mismatch(i % 2 == 0 ? "abs" : "neg", 40 - i));
    if (i % 3 == 0) one.add_gone("id" + std::to_string(i), "fake:cpu 1");
    out.push_back(one);
  }
  return out;
}

TEST(Results, TheOrderOfJoiningDoesNotMatter) {
  std::vector<Results> all = parts();
  Results expected = results();
  for (const Results& one : all) expected.join(one);
  EXPECT_EQ(expected.total().counts.at("programs"), 9 * kSize + 2);
  EXPECT_EQ(expected.total().counts.at("run_of/7"), 3'600 + 9 * kSize + 902);
  EXPECT_EQ(expected.slices().size(), 3U);  // slices 0 to 7, slice 8, and the beginning of slice 9
  EXPECT_EQ(expected.mismatches().begin()->second.index, 32U);
  const std::map<std::uint64_t, Showings> signatures = signatures_of(expected.total());
  EXPECT_EQ(signatures.size(), 11U);
  EXPECT_EQ(signatures.at(0x2a).programs, 10U);
  EXPECT_EQ(signatures.at(0x2a).first, 0U);
  EXPECT_EQ(signatures.at(0x53).first, 3 * kSize + 1);
  std::mt19937 random(1);
  for (int i = 0; i < 100; ++i) {
    std::shuffle(all.begin(), all.end(), random);
    // Join the parts in two groups, some of them twice.
    Results left = results();
    Results right = results();
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k < 6) left.join(all[k]);
      if (k > 3) right.join(all[k]);
    }
    right.join(left);
    right.join(left);
    ASSERT_EQ(to_text(right), to_text(expected));
  }
}

// A subject that answers differently each time gives one range of programs two results.
TEST(Results, TheOrderOfJoiningUnequalResultsDoesNotMatter) {
  Results one = results();
  one.add(slice(3, 2));
  one.add(mismatch("abs", 12));
  Results other = results();
  Slice more = slice(3, 2);
  more.counts["signature/0000000000000063"] = 1;
  other.add(more);
  FindingMessage longer = mismatch("abs", 12);
  longer.program += "abs(r0)\n";
  other.add(longer);
  Results left = one;
  left.join(other);
  Results right = other;
  right.join(one);
  EXPECT_EQ(to_text(left), to_text(right));
  EXPECT_EQ(left.total().counts.count("signature/0000000000000063"), 1U);
  EXPECT_EQ(left.mismatches().begin()->second.program, "modecheck 1\n");
}

TEST(Results, OfAnotherCampaignAreRefused) {
  Results one = results();
  EXPECT_THROW(one.join(Results("another campaign", kSize)), std::invalid_argument);
  EXPECT_THROW(one.join(Results("a campaign", 2 * kSize)), std::invalid_argument);
  Slice wide = slice(1, kSize);
  wide.slices = 2;
  EXPECT_THROW(one.add(wide), std::invalid_argument);
  EXPECT_THROW(one.add(slice(0, kSize + 1)), std::invalid_argument);
  EXPECT_EQ(to_text(one), to_text(results()));
}

TEST(Results, WhatIsKnownOfASlice) {
  Results one = results();
  one.add(slice(4, 3));
  EXPECT_EQ(one.slice(4).done, 3U);
  EXPECT_EQ(one.slice(5).done, 0U);
  for (std::uint64_t i = 4; i < 8; ++i) one.add(slice(i, kSize));
  EXPECT_EQ(one.slice(5).done, kSize);
  EXPECT_EQ(one.slice(3).done, 0U);
  EXPECT_EQ(one.slice(8).done, 0U);
}

class ResultsFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-results-" + std::to_string(getpid()));
    fs::create_directories(folder_);
    file_ = folder_ / "results.jsonl";
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& text) const { std::ofstream(file_, std::ios::binary) << text; }
  std::string text() const {
    std::ostringstream out;
    out << std::ifstream(file_, std::ios::binary).rdbuf();
    return out.str();
  }

  fs::path folder_;
  fs::path file_;
};

TEST_F(ResultsFileTest, HoldsWhatWasAdded) {
  Results expected = results();
  {
    ResultsFile file(file_, results(), false);
    for (const std::uint64_t done : {1, 3, 4}) {
      file.add(slice(2, done));
      expected.add(slice(2, done));
    }
    file.add(mismatch("abs", 9));
    file.add(mismatch("abs", 11));
    file.add_gone("id", "fake:cpu 1");
  }
  expected.add(mismatch("abs", 9));
  expected.add_gone("id", "fake:cpu 1");
  EXPECT_EQ(to_text(read_results(file_)), to_text(expected));
  EXPECT_THROW(ResultsFile(file_, results(), false), ResultsError);
  EXPECT_THROW(ResultsFile(file_, Results("another campaign", kSize), true), ResultsError);
}

TEST_F(ResultsFileTest, AFileThatHoldsSomethingElseIsNotEmptied) {
  for (const bool resumes : {false, true}) {
    write("a note without an end");
    EXPECT_THROW(ResultsFile(file_, results(), resumes), ResultsError);
    EXPECT_EQ(std::filesystem::file_size(file_), 21U);
  }
}

TEST_F(ResultsFileTest, OneProcessAtATimeAddsToAFile) {
  const auto tries = [&] {
    const pid_t child = fork();
    if (child == 0) {
      try {
        ResultsFile(file_, results(), true);
        _exit(0);
      } catch (const std::system_error&) {
        _exit(1);
      }
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
  };
  {
    const ResultsFile file(file_, results(), false);
    EXPECT_EQ(tries(), 1);
  }
  EXPECT_EQ(tries(), 0);
}

// A crash of the machine leaves a beginning of the file. Whatever its length, the campaign goes on with its whole
// lines.
TEST_F(ResultsFileTest, GoesOnAfterAnyCut) {
  {
    ResultsFile file(file_, results(), false);
    for (std::uint64_t i = 0; i < 3; ++i) file.add(slice(i, kSize));
    file.add(mismatch("abs", 9));
  }
  const std::string whole = text();
  const std::string complete = to_text(read_results(file_));
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    write(whole.substr(0, size));
    {
      ResultsFile file(file_, results(), true);
      const std::size_t end = whole.substr(0, size).rfind('\n');
      EXPECT_EQ(text(), end == std::string::npos ? to_text(results()) : whole.substr(0, end + 1)) << size;
      for (std::uint64_t i = 0; i < 3; ++i)
        if (file.results().slice(i).done < kSize) file.add(slice(i, kSize));
      file.add(mismatch("abs", 9));
    }
    ASSERT_EQ(to_text(read_results(file_)), complete) << "cut to " << size << " bytes";
  }
}

TEST_F(ResultsFileTest, AMalformedLineIsNamed) {
  const std::string begin = to_text(results());
  for (const char* const line :
       {"{}", "[]", "no JSON", "{\"slice\":[0,1],\"counts\":{}}", "{\"slice\":[1,2,8],\"counts\":{},\"firsts\":{}}",
        "{\"slice\":[0,1,4],\"counts\":{\"programs\":-}}", "{\"mismatching\":[1e30]}", "{\"mismatching\":[-1]}"}) {
    write(begin + line + "\n");
    try {
      read_results(file_);
      ADD_FAILURE() << line;
    } catch (const ResultsError& error) {
      EXPECT_NE(std::string(error.what()).find("results.jsonl:2: "), std::string::npos) << error.what();
    }
  }
  for (const char* const line :
       {"", "{\"modecheck_results\":2", "{}\n", "{\"modecheck_results\":1}\n", "{\"modecheck_results\":3}\n",
        "{\"campaign\":\"\",\"modecheck_results\":2,\"slice_size\":60000000000000000000}\n"}) {
    write(line);
    EXPECT_THROW(read_results(file_), ResultsError) << line;
  }
}

}  // namespace
}  // namespace modecheck::properties
