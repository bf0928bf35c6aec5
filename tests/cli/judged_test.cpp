// Tests that reports say how much was judged, and that a run that judged nothing does not report agreement.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

// The specification drops this command, because the gradient would be a sparse tensor, and programs have none.
const std::string kDropped = "r0 = embedding(r3, r5, sparse=true)\n";

class JudgedTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-judged-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string put(const char* name, const std::string& commands) {
    const fs::path file = folder_ / name;
    std::ofstream(file) << "modecheck 1\n" << commands;
    return file.string();
  }
  static Ran replay(const std::string& file) { return run_modecheck({"replay", "--subjects", "engine:cpu", file}); }

  fs::path folder_;
};

TEST_F(JudgedTest, ReplaySaysHowMuchWasJudged) {
  const Ran ran = replay(put("some.prog", kDropped + "add_.Scalar(r3, 1)\n"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("2 commands, 1 dropped, 1 judged. The specification and engine:cpu agree."), std::string::npos)
      << ran.out;
}

TEST_F(JudgedTest, AgreementAboutNothingIsNone) {
  for (const std::string& commands : {kDropped, std::string("}\n"), std::string()}) {
    const Ran ran = replay(put("nothing.prog", commands));
    EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
    EXPECT_NE(ran.out.find("nothing was judged."), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find(" agree."), std::string::npos) << ran.out;
  }
}

TEST_F(JudgedTest, ReduceSaysHowMuchWasJudged) {
  const Ran ran = run_modecheck({"reduce", "--subjects", "engine:cpu", put("nothing.prog", kDropped)});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("(1 command, 1 dropped, 0 judged)"), std::string::npos) << ran.err;
}

TEST_F(JudgedTest, ExplainDoesNotSpeakOfAgreement) {
  const Ran ran = run_modecheck({"explain", "--subjects", "engine:cpu", put("nothing.prog", kDropped)});
  EXPECT_NE(ran.out.find("Nothing was judged (1 command, 1 dropped, 0 judged)"), std::string::npos) << ran.out;
}

TEST_F(JudgedTest, AFindingSaysHowMuchWasJudged) {
  const std::string program =
      put("mismatches.prog", "InferenceMode() {\n  InferenceMode() {\n    add_.Scalar(r3, 1)\n  }\n}\n");
  const Ran ran = run_modecheck({"replay", "--ignore-known", "--subjects", "canary:cpu", program});
  EXPECT_EQ(ran.code, 1) << ran.out;
  EXPECT_NE(ran.out.find("judged   5 commands, 3 judged"), std::string::npos) << ran.out;
}

// The template for plug-ins supports almost no operator, so judging ends at the first command of every program.
TEST_F(JudgedTest, ARunThatJudgedNextToNothingIsNotClean) {
  const std::string file = (folder_ / "out.json").string();
  const Ran ran = run_modecheck(
      {"run", "--subjects", "template:cpu", "--programs", "300", "--no-controls", "--verbose", "--json", file});
  EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("says next to nothing about it."), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("No new findings"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("cut short: programs whose judging ended"), std::string::npos) << ran.out;
  std::ifstream in(file);
  const nlohmann::json out = nlohmann::json::parse(in);
  EXPECT_EQ(out.at("barely_judged").size(), 1U);
}

TEST_F(JudgedTest, WhatOnlyNamesHasToRun) {
  const Ran ran = run_modecheck(
      {"run", "--subjects", "engine:cpu", "--programs", "20", "--no-controls", "--only", "ThreadLocalStateGuard"});
  EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("No command of what --only names was run"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace modecheck::cli
