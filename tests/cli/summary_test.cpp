// Tests what `run` prints: the summary fits a screen, states the verdict first, and says what was not judged.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/cli/process.h"
#include "tests/cli/pseudo_terminal.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class SummaryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-summary-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  static bool is_there(const char* plugin) {
    return run_modecheck({"subjects"}).out.find(std::string(plugin) + ".so") != std::string::npos;
  }

  // Runs a campaign on libtorch that ignores all known mismatches, and returns its JSON.
  json unknown_torch(const char* profile) {
    const Ran ran = run_modecheck({"run", "--subjects", "torch:cpu", "--ignore-known", "--programs", "3000", "--shrink",
                                   "0", "--no-controls", "--profile", profile, "--json", path("out.json")});
    EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
    if (std::string(profile) != "all") {
      EXPECT_NE(ran.out.find("rules that --profile " + std::string(profile) + " left out"), std::string::npos)
          << ran.out;
    }
    std::ifstream in(path("out.json"));
    return json::parse(in);
  }

  fs::path folder_;
};

// Returns the text that stays on the terminal: without control sequences, and without lines that were overwritten.
std::string printed_on(const std::string& terminal) {
  std::string out;
  for (std::size_t i = 0; i < terminal.size(); ++i) {
    if (terminal[i] == '\033') {
      const bool erases = terminal.compare(i, 3, "\033[K") == 0;
      while (i < terminal.size() && std::isalpha(static_cast<unsigned char>(terminal[i])) == 0) ++i;
      if (erases) out.erase(out.rfind('\n') == std::string::npos ? 0 : out.rfind('\n') + 1);
    } else if (terminal[i] != '\r') {
      out += terminal[i];
    }
  }
  return out;
}

std::vector<std::string> lines_of_text(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out.push_back(line);
  return out;
}

void expect_a_screen(const std::string& text, std::size_t columns) {
  const std::vector<std::string> lines = lines_of_text(text);
  EXPECT_LE(lines.size(), 40U) << text;
  EXPECT_GE(lines.size(), 12U) << text;
  for (const std::string& line : lines) EXPECT_LE(line.size(), columns) << line << "\nin\n" << text;
  ASSERT_GT(lines.size(), 2U);
  EXPECT_TRUE(lines[2].find("new finding") != std::string::npos) << "the verdict is not the first thing:\n" << text;
}

TEST_F(SummaryTest, FitsAScreenOfAnyWidth) {
  std::vector<std::vector<std::string>> runs{{"run", "--subjects", "engine:cpu", "--programs", "300"},
                                             {"run", "--subjects", "canary:cpu", "--programs", "600"}};
  if (is_there("torch"))
    runs.push_back({"run", "--subjects", "torch:cpu", "--ignore-known", "--programs", "1500", "--shrink", "3"});
  for (const std::vector<std::string>& run : runs) {
    expect_a_screen(run_modecheck(run).out, 100);
    for (const int columns : {80, 100})
      expect_a_screen(printed_on(run_in_terminal(run, columns)), static_cast<std::size_t>(columns));
  }
}

// A run on libtorch has the longest table of known mismatches, so it is the hardest to fit on a screen.
TEST_F(SummaryTest, WhatIsKnownFitsAScreenToo) {
  if (!is_there("torch")) GTEST_SKIP() << "no libtorch was built";
  const std::string shown = printed_on(run_in_terminal({"run", "--programs", "3000"}, 80));
  expect_a_screen(shown, 80);
  for (const char* part : {"Known: the search met ", "wrong gradient", "not judged", "A mismatch is an answer"})
    EXPECT_NE(shown.find(part), std::string::npos) << part << "\n" << shown;
}

TEST_F(SummaryTest, VerbosePrintsTheTablesAndQuietTheVerdict) {
  const std::vector<std::string> run{"run", "--subjects", "canary:cpu", "--programs", "400", "--shrink", "2"};
  const auto with = [&](const char* option) {
    std::vector<std::string> words = run;
    words.emplace_back(option);
    return run_modecheck(words);
  };
  const std::string shown = run_modecheck(run).out;
  const Ran verbose = with("--verbose");
  for (const char* part : {"rules touched", "other reason", "\n  with     modecheck ", "resembles"}) {
    EXPECT_NE(verbose.out.find(part), std::string::npos) << part << "\n" << verbose.out;
    EXPECT_EQ(shown.find(part), std::string::npos) << part;
  }
  const Ran quiet = with("--quiet");
  EXPECT_EQ(quiet.code, 1);
  EXPECT_EQ(lines_of_text(quiet.out).size(), 1U) << quiet.out;
  EXPECT_NE(quiet.out.find("new findings, of 1 kind, in 400 programs."), std::string::npos) << quiet.out;
  EXPECT_EQ(run_modecheck({"run", "--quiet", "--verbose"}).code, 2);
}

TEST_F(SummaryTest, ColoursAndProgressAreForTerminals) {
  const std::vector<std::string> run{"run", "--subjects", "engine:cpu", "--time", "600ms", "--no-controls"};
  const std::string erases = "\r\033[K";
  const std::string plain = run_modecheck(run).out + run_modecheck(run).err;
  EXPECT_EQ(plain.find('\033'), std::string::npos) << plain;
  const std::string coloured = run_in_terminal(run, 80);
  EXPECT_NE(coloured.find("\033[32m"), std::string::npos) << coloured;
  EXPECT_NE(coloured.find(erases), std::string::npos) << coloured;
  const std::string uncoloured = run_in_terminal(run, 80, {{"NO_COLOR", "1"}});
  EXPECT_EQ(uncoloured.find("\033[32m"), std::string::npos) << uncoloured;
  EXPECT_NE(uncoloured.find(erases), std::string::npos) << "NO_COLOR is about colours only";
  EXPECT_NE(run_in_terminal(run, 80, {{"NO_COLOR", ""}}).find("\033[32m"), std::string::npos);
  EXPECT_EQ(run_in_terminal(run, 80, {{"TERM", "dumb"}}).find('\033'), std::string::npos);
  std::vector<std::string> quiet = run;
  quiet.emplace_back("--quiet");
  EXPECT_EQ(run_in_terminal(quiet, 80).find('\033'), std::string::npos);
}

std::set<std::string> rules_of_findings(const json& result) {
  std::set<std::string> out;
  for (const json& finding : result.at("findings")) out.insert(finding.at("rule").get<std::string>());
  return out;
}

std::set<std::string> rules_not_judged(const json& result) {
  std::set<std::string> out;
  for (const json& one : result.at("not_judged")) {
    EXPECT_GT(one.at("mismatches").get<std::uint64_t>(), 0U) << one;
    out.insert(one.at("rule").get<std::string>());
  }
  return out;
}

// In these programs libtorch has mismatches of several classes. A profile must report the classes that it judges, and
// count the mismatches of the other classes.
TEST_F(SummaryTest, AProfileReportsItsClassesAndCountsTheOthers) {
  if (!is_there("torch")) GTEST_SKIP() << "no libtorch was built";
  const json semantics = unknown_torch("semantics");
  for (const char* rule : {"E2", "E3", "values"}) {
    EXPECT_EQ(rules_not_judged(semantics).count(rule), 1U) << rule;
  }
  for (const char* rule : {"E2", "E3"}) EXPECT_EQ(rules_of_findings(semantics).count(rule), 0U) << rule;
  for (const char* rule : {"M2", "K2", "S3", "V2", "W1", "E1"})
    EXPECT_EQ(rules_of_findings(semantics).count(rule), 1U) << rule;
  const json operators = unknown_torch("operators");
  for (const char* rule : {"M2", "E2", "E3", "values"}) EXPECT_EQ(rules_of_findings(operators).count(rule), 1U) << rule;
  for (const char* rule : {"M2", "E2", "E3", "values"}) EXPECT_EQ(rules_not_judged(operators).count(rule), 0U) << rule;
  const json all = unknown_torch("all");
  EXPECT_TRUE(rules_not_judged(all).empty()) << all.at("not_judged");
  EXPECT_EQ(all.at("profile"), "all");
}

TEST_F(SummaryTest, AnUnknownProfileNamesTheNearest) {
  const Ran ran = run_modecheck({"run", "--profile", "semantic"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("--profile: there is no profile 'semantic' (did you mean 'semantics'?)"), std::string::npos)
      << ran.err;
}

TEST_F(SummaryTest, TheVersionNamesTheSubjects) {
  const Ran ran = run_modecheck({"--version"});
  EXPECT_EQ(ran.code, 0);
  const std::string listed = run_modecheck({"subjects"}).out;
  std::size_t available = 0;
  for (const std::string& line : lines_of_text(listed)) {
    if (line.find("yes: ") == std::string::npos) continue;
    ++available;
    std::istringstream words(line);
    std::string name;
    std::string version;
    words >> name >> version;
    EXPECT_NE(ran.out.find("\n" + name + " "), std::string::npos) << name << "\n" << ran.out;
    EXPECT_NE(ran.out.find(version), std::string::npos) << version << "\n" << ran.out;
  }
  EXPECT_GT(available, 0U);
}

// The exit codes in --help are the same as those in docs/USING.md.
TEST_F(SummaryTest, TheExitCodesAreDocumented) {
  std::ostringstream document;
  document << std::ifstream(MODECHECK_SOURCE "/docs/USING.md").rdbuf();
  const std::string help = run_modecheck({"--help"}).out;
  std::size_t codes = 0;
  for (const std::string& line : lines_of_text(help.substr(help.find("Exit codes:")))) {
    std::istringstream words(line);
    std::string code;
    words >> code;
    if (code.empty() || std::isdigit(static_cast<unsigned char>(code[0])) == 0) continue;
    ++codes;
    std::string meaning;
    std::getline(words >> std::ws, meaning);
    EXPECT_NE(document.str().find("| " + code + " | " + meaning + " |"), std::string::npos) << line;
  }
  EXPECT_EQ(codes, 7U) << help;
}

}  // namespace
}  // namespace modecheck::cli
