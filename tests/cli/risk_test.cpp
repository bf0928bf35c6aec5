// Tests what `run` and `merge` say of the next program, and of known mismatches that a run did not meet.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "cli/report/risk_text.h"
#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class RiskTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-risk-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  // Runs programs of seed 1 and returns what the JSON says of the next program. `out` gets the summary.
  json risk_of(const char* subject, const char* programs, std::vector<std::string> more, std::string* out = nullptr) {
    std::vector<std::string> call{"run",      "--subjects", subject,         "--programs", programs,
                                  "--shrink", "0",          "--no-controls", "--json",     file("out.json")};
    call.insert(call.end(), more.begin(), more.end());
    const Ran ran = run_modecheck(call);
    EXPECT_EQ(ran.code & ~1, 0) << ran.out << ran.err;
    if (out != nullptr) *out = one_line(ran.out);
    std::ifstream in(file("out.json"));
    return json::parse(in).at("residual_risk");
  }

  // Returns the text with each run of spaces and ends of lines as one space, so that it does not matter where lines
  // end.
  static std::string one_line(const std::string& text) { return std::regex_replace(text, std::regex("\\s+"), " "); }

  fs::path folder_;
};

TEST_F(RiskTest, ACleanRunBoundsWhatItMissed) {
  std::string out;
  const json risk = risk_of("engine:cpu", "500", {"--jobs", "1"}, &out);
  EXPECT_NE(out.find("No mismatch in 500 programs: at 95 % confidence, fewer than 1 program in 167 shows one."),
            std::string::npos)
      << out;
  EXPECT_NE(out.find("The next program shows a transition of the model that none has shown with a chance of "),
            std::string::npos)
      << out;
  const json& signatures = risk.at("signatures");
  EXPECT_EQ(signatures.at("programs"), 500);
  EXPECT_EQ(signatures.at("shown"), 0);
  EXPECT_EQ(signatures.at("chance"), 0.0);
  EXPECT_NEAR(signatures.at("high").get<double>(), 1 - std::pow(0.05, 1.0 / 500), 1e-9);
  const json& transitions = risk.at("transitions");
  EXPECT_EQ(transitions.at("programs"), 500);
  EXPECT_GT(transitions.at("alone"), 0);
  EXPECT_GE(transitions.at("once"), transitions.at("alone"));
  EXPECT_GT(transitions.at("shown"), transitions.at("once"));
  EXPECT_LT(transitions.at("low"), transitions.at("chance"));
  EXPECT_GT(transitions.at("high"), transitions.at("chance"));
  // The number of processes changes nothing.
  EXPECT_EQ(risk_of("engine:cpu", "500", {"--jobs", "3"}), risk);
}

TEST_F(RiskTest, ShardsTogetherAreTheWholeRun) {
  std::string out;
  const json whole = risk_of("canary:cpu", "512", {"--jobs", "2"}, &out);
  EXPECT_GT(whole.at("signatures").at("alone"), 0);
  EXPECT_LE(whole.at("signatures").at("first").size(), whole.at("signatures").at("shown"));
  std::vector<std::string> merge{"merge"};
  for (int i = 1; i <= 3; ++i) {
    const std::string results = file("shard" + std::to_string(i));
    risk_of("canary:cpu", "512", {"--slice", "32", "--shard", std::to_string(i) + "/3", "--results", results});
    merge.push_back(results);
  }
  // One of them goes on with its own results, and is joined twice.
  const json again = risk_of("canary:cpu", "512", {"--slice", "32", "--shard", "1/3", "--resume", file("shard1")});
  EXPECT_EQ(again.at("transitions").at("programs"), 0) << "a record keeps no transitions";
  merge.push_back(merge[1]);
  const std::string merged = one_line(run_modecheck(merge).out);
  const std::size_t begin = out.find("The next program shows a signature of a mismatch that none has shown");
  ASSERT_NE(begin, std::string::npos) << out;
  const std::string sentence = out.substr(begin, out.find(").", begin) + 2 - begin);
  EXPECT_NE(merged.find(sentence), std::string::npos) << sentence << "\n" << merged;
  const json recorded = risk_of("canary:cpu", "512", {"--slice", "32", "--results", file("all")});
  EXPECT_EQ(recorded, whole);
}

TEST(RiskTextTest, AnIntervalThatBeginsAtZeroHasNoLowEnd) {
  properties::Discovery one;
  one.programs = 300'000;
  one.shown = 40;
  one.once = one.alone = 4;
  one.twice = 3;
  EXPECT_EQ(
      signature_risk(one, 0, true),
      "The next program shows a signature of a mismatch that none has shown with a chance of 1 in 75,000 (95 %: at "
      "most 1 in 29,200).");
}

TEST_F(RiskTest, ThePageSaysItToo) {
  risk_of("engine:cpu", "200", {"--html", file("page.html"), "--html-depth", "1"});
  std::ostringstream page;
  page << std::ifstream(file("page.html")).rdbuf();
  EXPECT_NE(page.str().find("<p>No mismatch in 200 programs: at 95 % confidence"), std::string::npos);
}

// An installation whose only known mismatch is one of libtorch's that is said to be the engine's. Its program does not
// show it in the engine.
class GoneTest : public RiskTest {
 protected:
  void SetUp() override {
    RiskTest::SetUp();
    fs::create_directories(folder_ / "bin");
    command_ = file("bin/modecheck");
    fs::copy_file(MODECHECK_PROGRAM, command_);
    setenv("MODECHECK_SUBJECT_PATH", (fs::path(MODECHECK_BUILD) / "subjects").c_str(), 1);
    const fs::path known = folder_ / "share/modecheck/known/as-strided-of-a-view";
    fs::create_directories(known);
    const fs::path source = fs::path(MODECHECK_SOURCE) / "known/as-strided-of-a-view";
    fs::copy_file(source / "cause.json", known / "cause.json");
    std::ostringstream program;
    program << std::ifstream(source / "s3-backward.prog").rdbuf();
    std::string text = std::regex_replace(program.str(), std::regex("torch:cpu"), "engine:cpu");
    text =
        std::regex_replace(text, std::regex("\"versions\": *\\[[^\\]]*\\]"), "\"versions\": [\"" + version() + "\"]");
    std::ofstream(known / "s3-backward.prog") << text;
  }
  void TearDown() override {
    unsetenv("MODECHECK_SUBJECT_PATH");
    RiskTest::TearDown();
  }

  // Returns the version of the engine.
  std::string version() {
    const std::string line = run_modecheck({"subjects"}).out;
    std::smatch found;
    EXPECT_TRUE(std::regex_search(line, found, std::regex("engine:cpu +(\\S+)"))) << line;
    return found[1];
  }

  // Says that `met` of 1,000 programs met the known mismatch, and returns what a run of 300 programs says.
  std::string summary(int met, const std::vector<std::string>& more = {}) {
    std::ofstream(folder_ / "share/modecheck/known/findability.json")
        << json{{"subject", "engine:cpu"}, {"version", version()}, {"programs", 1000}, {"met", {{"s3-backward", met}}}};
    std::vector<std::string> call{"run", "--subjects", "engine:cpu", "--programs", "300", "--no-controls"};
    call.insert(call.end(), more.begin(), more.end());
    const Ran ran = run_program(command_, call);
    EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
    EXPECT_NE(ran.out.find("no longer shows in engine:cpu"), std::string::npos) << ran.out;
    return one_line(ran.out);
  }

  std::string command_;
};

TEST_F(GoneTest, EnoughProgramsSayThatItIsGone) {
  // 1 - (1000 / 1300)^20 is 0.9947.
  EXPECT_NE(summary(20).find("The search did not meet it in 300 programs either, so it is gone at 99.4 % "
                             "(docs/FINDABILITY.md says 1 program in 50)."),
            std::string::npos);
  const std::string text = summary(20, {"--verbose"});
  EXPECT_NE(text.find("The programs are enough to say at 99 % that 1 of them can no longer be met: s3-backward."),
            std::string::npos)
      << text;
}

TEST_F(GoneTest, TooFewProgramsSayHowManyAreNeeded) {
  const std::string text = summary(1, {"--json", file("out.json")});
  EXPECT_NE(text.find("but 99,000 are needed to say at 99 % that it is gone (docs/FINDABILITY.md says 1 program in "
                      "1,000)."),
            std::string::npos)
      << text;
  std::ifstream in(file("out.json"));
  const json known = json::parse(in).at("known").at(0);
  EXPECT_EQ(known.at("measured_programs"), 1000);
  EXPECT_EQ(known.at("measured_met"), 1);
  EXPECT_EQ(known.at("gone_after"), 99'000);
  EXPECT_NE(summary(0).find("neither did the 1,000 programs of docs/FINDABILITY.md"), std::string::npos);
}

TEST_F(GoneTest, OtherProgramsSayNothing) {
  for (const std::vector<std::string>& other :
       {std::vector<std::string>{"--max-commands", "5"}, {"--without", "cos"}, {"--profile", "semantics"}})
    EXPECT_EQ(summary(20, other).find("FINDABILITY"), std::string::npos) << other[0];
}

}  // namespace
}  // namespace modecheck::cli
