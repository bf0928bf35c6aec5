// Tests the completion scripts in a real bash, and the manual page with mandoc.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

class CompletionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-completion-" + std::to_string(getpid()));
    fs::create_directories(folder_);
    script_ = put("modecheck.bash", run_modecheck({"completion", "bash"}).out);
    put("one.prog", "modecheck 1\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string put(const char* name, const std::string& text) const {
    const fs::path file = folder_ / name;
    std::ofstream(file) << text;
    return file.string();
  }

  // Returns the words that bash offers at the end of the line.
  std::vector<std::string> offered(const std::string& line) const {
    const Ran ran = run_program(
        "/bin/bash", {"--norc", "-c",
                      "cd \"$1\" && source modecheck.bash && complete -p modecheck >/dev/null && COMP_LINE=$2 && "
                      "COMP_POINT=${#COMP_LINE} && _modecheck && printf '%s\\n' \"${COMPREPLY[@]}\"",
                      "bash", folder_.string(), line});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    std::vector<std::string> out;
    std::istringstream lines(ran.out);
    for (std::string word; std::getline(lines, word);)
      if (!word.empty()) out.push_back(word);
    return out;
  }

  fs::path folder_;
  std::string script_;
};

using Words = std::vector<std::string>;

// Returns the verbs that --help lists, and for each verb the options that its own --help lists.
std::vector<std::pair<std::string, Words>> verbs_and_options() {
  std::vector<std::pair<std::string, Words>> out;
  std::istringstream lines(run_modecheck({"--help"}).out);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == "Verbs:") {
      inside = true;
    } else if (line.empty()) {
      inside = false;
    } else if (inside && line[2] != ' ') {
      out.push_back({line.substr(2, line.find(' ', 2) - 2), {}});
    }
  }
  for (auto& [verb, options] : out) {
    std::istringstream help(run_modecheck({verb, "--help"}).out);
    for (std::string line; std::getline(help, line);) {
      if (line.rfind("  -", 0) != 0) continue;
      for (std::size_t at = 0; (at = line.find("--", at)) != std::string::npos && at < 26; at += 2)
        options.push_back(line.substr(at, line.find_first_of(" ,{", at) - at));
    }
  }
  return out;
}

// Whether a line of the text contains both strings.
bool has_line_with(const std::string& text, const std::string& part, const std::string& other) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find(part) != std::string::npos && line.find(other) != std::string::npos) return true;
  return false;
}

TEST_F(CompletionTest, BashOffersVerbsOptionsAndValues) {
  EXPECT_EQ(offered("modecheck rep"), Words{"replay"});
  EXPECT_EQ(offered("modecheck run --prof"), Words{"--profile"});
  EXPECT_EQ(offered("modecheck run --profile "), (Words{"semantics", "operators", "all"}));
  EXPECT_EQ(offered("modecheck run --profile o"), Words{"operators"});
  EXPECT_EQ(offered("modecheck emit --as p"), Words{"python"});
  EXPECT_EQ(offered("modecheck completion f"), Words{"fish"});
  EXPECT_EQ(offered("modecheck replay on"), Words{"one.prog"});
  EXPECT_EQ(offered("modecheck run --json one"), Words{"one.prog"});
  EXPECT_EQ(offered("modecheck run --seed "), Words{}) << "a number cannot be completed";
  const Words verbs = offered("modecheck ");
  for (const auto& [verb, options] : verbs_and_options())
    EXPECT_NE(std::find(verbs.begin(), verbs.end(), verb), verbs.end()) << verb;
}

// bash splits a word at a colon, so the completion replaces only the part after the colon.
TEST_F(CompletionTest, BashOffersSubjectsAfterAColonAndAComma) {
  EXPECT_EQ(offered("modecheck run --subjects engine:c"), Words{"cpu"});
  EXPECT_EQ(offered("modecheck run --subjects canary:cpu,engine:c"), Words{"cpu"});
  const Words all = offered("modecheck run --subjects ");
  EXPECT_NE(std::find(all.begin(), all.end(), "engine:cpu"), all.end());
}

TEST_F(CompletionTest, EveryOptionIsInEveryScriptAndInTheManual) {
  const std::vector<std::pair<std::string, Words>> verbs = verbs_and_options();
  EXPECT_GT(verbs.size(), 12U);
  const std::string bash = run_modecheck({"completion", "bash"}).out;
  const std::string zsh = run_modecheck({"completion", "zsh"}).out;
  const std::string fish = run_modecheck({"completion", "fish"}).out;
  const std::string manual = run_modecheck({"man"}).out;
  for (const auto& [verb, options] : verbs) {
    EXPECT_NE(manual.find(".SS \"modecheck " + verb + "\""), std::string::npos) << verb;
    EXPECT_FALSE(options.empty()) << verb << " has no option, not even --help";
    for (const std::string& option : options) {
      std::string in_roff;
      for (const char c : option) in_roff += c == '-' ? std::string("\\-") : std::string(1, c);
      EXPECT_NE(bash.find(option), std::string::npos) << verb << " " << option;
      EXPECT_NE(zsh.find("'" + option + "["), std::string::npos) << verb << " " << option;
      EXPECT_TRUE(has_line_with(fish, "__fish_seen_subcommand_from " + verb + "'", " -l " + option.substr(2) + " "))
          << verb << " " << option;
      EXPECT_NE(manual.find("\\fB" + in_roff + "\\fR"), std::string::npos) << verb << " " << option;
    }
  }
}

TEST_F(CompletionTest, AnUnknownShellNamesTheNearest) {
  const Ran ran = run_modecheck({"completion", "bsh"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("'bsh' is no shell that is known here (did you mean 'bash'?)"), std::string::npos) << ran.err;
}

TEST_F(CompletionTest, MandocAcceptsTheManual) {
  if (!fs::exists("/usr/bin/mandoc")) GTEST_SKIP() << "mandoc is not installed";
  const std::string page = put("modecheck.1", run_modecheck({"man"}).out);
  const Ran checked = run_program("/usr/bin/mandoc", {"-T", "lint", "-W", "warning", page});
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
  const Ran shown = run_program("/usr/bin/mandoc", {"-T", "ascii", page});
  EXPECT_NE(shown.out.find("there is no new finding"), std::string::npos) << shown.out;
  // mandoc must complain about a page that is wrong; otherwise this test could not fail.
  EXPECT_NE(run_program("/usr/bin/mandoc", {"-T", "lint", "-W", "warning", put("wrong.1", ".TH x\n.SS\n.XX\n")}).code,
            0);
}

}  // namespace
}  // namespace modecheck::cli
