// Tests the verbs on the subjects that this build has.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class RunTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (run_modecheck({"subjects"}).out.find("yes: ") == std::string::npos) GTEST_SKIP() << "no subject was built";
    folder_ = fs::temp_directory_path() / ("modecheck-run-" + std::to_string(getpid()));
    fs::create_directories(folder_);
    program_ = path("two.prog");
    std::ofstream(program_)
        << "modecheck 1\nr3 = add.Tensor(r0, r1)\nInferenceMode(enabled=true) {\n  r4 = mul.Tensor(r3, r0)\n}\n";
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  // Runs a campaign and returns its JSON. Accepts exit codes 0 and 1, because findings do not matter here.
  json campaign(std::vector<std::string> more) {
    std::vector<std::string> words{"run", "--programs", "60", "--no-controls", "--verbose", "--json", path("out.json")};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run_modecheck(words);
    EXPECT_TRUE(ran.code == 0 || ran.code == 1) << ran.out << ran.err;
    EXPECT_NE(ran.out.find("backward returned"), std::string::npos);
    std::ifstream in(path("out.json"));
    return json::parse(in);
  }

  fs::path folder_;
  std::string program_;
};

// The lines of `text` that do not begin with '#'.
std::string without_comments(const std::string& text) {
  std::string kept;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with('#')) kept += line + '\n';
  return kept;
}

// Formats a number with commas, for example "1,234,567".
std::string with_commas(std::uint64_t number) {
  std::string out = std::to_string(number);
  for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(out.size()) - 3; at > 0; at -= 3)
    out.insert(static_cast<std::size_t>(at), 1, ',');
  return out;
}

// Returns the value in the summary's line with this name. Two spaces end the value.
std::string value_in(const std::string& summary, const std::string& name) {
  std::size_t at = summary.find("\n  " + name + " ");
  if (at == std::string::npos) return "there is no line " + name;
  at = summary.find_first_not_of(' ', at + 3 + name.size());
  return summary.substr(at, summary.find("  ", at) - at);
}

// Returns the words of the first line that begins with the name, for example "canary:cpu  0.1.0  4,830  80  6  0".
std::vector<std::string> words_of_line(const std::string& text, const std::string& first) {
  const std::size_t at = text.find("\n  " + first + " ");
  if (at == std::string::npos) return {};
  std::istringstream line(text.substr(at + 3, text.find('\n', at + 3) - at - 3));
  return {std::istream_iterator<std::string>(line), {}};
}

std::string percent_of(double share) {
  std::array<char, 32> out{};
  std::snprintf(out.data(), out.size(), "%.1f %%", 100 * share);
  return out.data();
}

// The campaign judges the canary, so it has findings. The JSON and the summary must agree about them.
TEST_F(RunTest, TheJsonSaysWhatTheSummarySays) {
  const Ran ran = run_modecheck({"run", "--subjects", "canary:cpu", "--programs", "400", "--seed", "3", "--shrink", "3",
                                 "--verbose", "--json", path("out.json"), "--junit", path("out.xml")});
  EXPECT_EQ(ran.code, 1) << ran.err;
  std::ifstream in(path("out.json"));
  const json out = json::parse(in);
  EXPECT_EQ(out.at("seed"), 3);
  EXPECT_EQ(out.at("clean"), false);
  EXPECT_EQ(value_in(ran.out, "programs"), "400");
  EXPECT_EQ(out.at("programs"), 400);
  EXPECT_EQ(value_in(ran.out, "commands"), with_commas(out.at("commands")));
  EXPECT_EQ(value_in(ran.out, "dropped"), percent_of(out.at("shares").at("dropped")));
  // The summary names the most frequent reason for dropped commands first.
  std::uint64_t most = 0;
  std::string reason;
  for (const json& one : out.at("dropped"))
    if (one.at("commands") > most) {
      most = one.at("commands");
      reason = one.at("reason");
    }
  EXPECT_NE(ran.out.find("of the commands: " + reason + " "), std::string::npos) << ran.out;
  EXPECT_EQ(value_in(ran.out, "rejected"), percent_of(out.at("shares").at("rejected")));
  EXPECT_EQ(value_in(ran.out, "in InferenceMode"), percent_of(out.at("shares").at("in_inference_mode")));
  EXPECT_EQ(value_in(ran.out, "backward returned"), percent_of(out.at("shares").at("backward_returned")));
  EXPECT_EQ(value_in(ran.out, "run twice"), percent_of(out.at("shares").at("run_twice")));
  const auto touched = std::count_if(out.at("rules").begin(), out.at("rules").end(),
                                     [](const json& rule) { return rule.at("hits") > 0; });
  EXPECT_EQ(value_in(ran.out, "rules touched"),
            std::to_string(touched) + " of " + std::to_string(out.at("rules").size()));
  for (const json& subject : out.at("subjects")) {
    EXPECT_EQ(subject.at("judged"), subject.at("name") == "canary:cpu") << subject;
    if (subject.at("judged") != true) continue;
    EXPECT_EQ(
        words_of_line(ran.out, "canary:cpu"),
        (std::vector<std::string>{"canary:cpu", subject.at("version"), with_commas(subject.at("commands_judged")),
                                  with_commas(subject.at("programs_with_mismatch")),
                                  with_commas(subject.at("other_reason")), with_commas(subject.at("cut_short"))}));
  }
  ASSERT_GT(out.at("findings").size(), 3U);
  EXPECT_NE(ran.out.find("  " + std::to_string(out.at("findings").size()) + " new findings"), std::string::npos);
  for (const json& finding : out.at("findings")) {
    EXPECT_EQ(finding.at("rule"), "V3");
    EXPECT_EQ(finding.at("subject"), "canary:cpu");
    EXPECT_EQ(finding.at("text").get<std::string>().rfind("modecheck 1\n", 0), 0U) << finding;
  }
  // The summary shows the first finding of a kind in full, in the words that the JSON has.
  const std::string sentence = out.at("findings")[0].at("sentence");
  EXPECT_NE(ran.out.find(sentence.substr(0, 60)), std::string::npos) << sentence;
  for (const json& control : out.at("controls"))
    EXPECT_NE(ran.out.find("control: " + control.at("name").get<std::string>()), std::string::npos) << control;
  std::ostringstream junit;
  junit << std::ifstream(path("out.xml")).rdbuf();
  // The JUnit file has one test case for the subject, and a failure for each finding.
  EXPECT_NE(junit.str().find("failures=\"1\""), std::string::npos) << junit.str().substr(0, 500);
  std::size_t failures = 0;
  for (std::size_t at = 0; (at = junit.str().find("<failure ", at)) != std::string::npos; ++at) ++failures;
  EXPECT_EQ(failures, out.at("findings").size());
}

// GitHub's code scanning rejects a result that has no message or location, or whose rule has no description.
TEST_F(RunTest, SarifHasAResultForEachFindingUnderItsRule) {
  const Ran ran = run_modecheck({"run", "--subjects", "canary:cpu", "--programs", "400", "--seed", "3", "--shrink", "3",
                                 "--no-controls", "--findings", path("found"), "--json", path("out.json"), "--sarif",
                                 path("out.sarif")});
  EXPECT_EQ(ran.code, 1) << ran.err;
  std::ifstream in(path("out.json"));
  const json findings = json::parse(in).at("findings");
  std::ifstream sarif_in(path("out.sarif"));
  const json sarif = json::parse(sarif_in);
  EXPECT_EQ(sarif.at("version"), "2.1.0");
  ASSERT_EQ(sarif.at("runs").size(), 1U);
  const json& rules = sarif.at("runs").at(0).at("tool").at("driver").at("rules");
  const json& results = sarif.at("runs").at(0).at("results");
  ASSERT_GT(findings.size(), 0U);
  ASSERT_EQ(results.size(), findings.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const json& result = results.at(i);
    EXPECT_EQ(result.at("ruleId"), findings.at(i).at("rule"));
    EXPECT_EQ(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id"), result.at("ruleId"));
    const std::string text = result.at("message").at("text");
    EXPECT_EQ(text.find(findings.at(i).at("sentence").get<std::string>()), 0U) << text;
    const std::string file =
        result.at("locations").at(0).at("physicalLocation").at("artifactLocation").at("uri").get<std::string>();
    EXPECT_TRUE(fs::exists(file)) << file;
    EXPECT_EQ(result.at("partialFingerprints").at("modecheckSignature/v1"), findings.at(i).at("signature"));
  }
}

TEST_F(RunTest, SarifWithoutFindingsIsWhole) {
  campaign({"--subjects", "engine:cpu", "--sarif", path("out.sarif")});
  std::ifstream in(path("out.sarif"));
  const json sarif = json::parse(in);
  EXPECT_EQ(sarif.at("runs").at(0).at("results"), json::array());
}

// A user can name a plug-in by its file, as the GitHub action of this repository does.
TEST_F(RunTest, ASubjectIsNamedByItsFile) {
  if (run_modecheck({"subjects"}).out.find("canary.so") == std::string::npos) GTEST_SKIP() << "no canary was built";
  const fs::path file = path("modecheck_subject_mine.so");
  fs::copy_file(fs::path(MODECHECK_BUILD) / "subjects/modecheck_subject_canary.so", file);
  for (const std::string& name : {file.string(), file.string() + ":cpu"}) {
    const Ran ran = run_modecheck({"run", "--subjects", name, "--programs", "400", "--seed", "3", "--shrink", "1",
                                   "--no-controls", "--junit", path("out.xml"), "--json", path("out.json")});
    EXPECT_EQ(ran.code, 1) << ran.err;
    std::ifstream in(path("out.json"));
    // Findings name the subject after the plug-in's file, although the plug-in calls itself canary.
    for (const json& finding : json::parse(in).at("findings")) EXPECT_EQ(finding.at("subject"), "mine:cpu");
    std::ostringstream junit;
    junit << std::ifstream(path("out.xml")).rdbuf();
    EXPECT_NE(junit.str().find("name=\"mine:cpu\""), std::string::npos) << junit.str().substr(0, 500);
    EXPECT_NE(junit.str().find("<failure "), std::string::npos) << junit.str().substr(0, 500);
  }
  const Ran missing = run_modecheck({"run", "--subjects", "./nothing.so"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_NE(missing.err.find("--subjects: there is no file './nothing.so'"), std::string::npos) << missing.err;
  const Ran twice = run_modecheck({"run", "--subjects", file.string() + "," + file.string() + ":cpu"});
  EXPECT_EQ(twice.code, 2);
  EXPECT_NE(twice.err.find("'mine:cpu' is named twice"), std::string::npos) << twice.err;
}

// An installed plug-in for libtorch does not load if libtorch is missing. That is no error unless the user names it.
TEST_F(RunTest, ASubjectThatNobodyNamedAndThatDoesNotLoadIsLeftOut) {
  std::ofstream(path("modecheck_subject_torch.so")) << "no library";
  setenv("MODECHECK_SUBJECT_PATH", folder_.c_str(), 1);
  const Ran unnamed = run_modecheck({"run", "--programs", "20", "--no-controls"});
  const Ran named = run_modecheck({"run", "--programs", "20", "--no-controls", "--subjects", "torch:cpu"});
  unsetenv("MODECHECK_SUBJECT_PATH");
  EXPECT_EQ(unnamed.code, 0) << unnamed.err;
  EXPECT_NE(unnamed.err.find("judging without it: --subjects: 'torch:cpu' is not available"), std::string::npos)
      << unnamed.err;
  EXPECT_NE(unnamed.out.find("engine:cpu"), std::string::npos) << unnamed.out;
  EXPECT_EQ(named.code, 2) << named.err;
}

TEST_F(RunTest, ThreadsDoNotDisturbOneAnother) {
  const Ran ran = run_modecheck({"parallel", "--programs", "2000", "--threads", "3", "--seed", "5"});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("2,000 programs, 3 at once"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("Each program went as it goes alone."), std::string::npos) << ran.out;
  // `parallel` fails, and says why, if the canary is missing. The canary is a faulty subject that shows that `parallel`
  // can find threads that disturb one another.
  if (run_modecheck({"subjects"}).out.find("canary.so") == std::string::npos) GTEST_SKIP() << "no canary was built";
  EXPECT_NE(ran.out.find("control: race canary            found by program"), std::string::npos) << ran.out;
#if defined(__SANITIZE_ADDRESS__) || defined(MODECHECK_ADDRESS_SANITIZER) || defined(MODECHECK_THREAD_SANITIZER)
  // Under a sanitizer the search may end too early to find a gradient that guards make wrong (the sanctioned hole). The
  // report then says how far the search came.
  EXPECT_NE(ran.out.find("control: sanctioned hole of G5  "), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("control: sanctioned hole of G5  NOT found"), std::string::npos) << ran.out;
#else
  EXPECT_NE(ran.out.find("control: sanctioned hole of G5  found by program"), std::string::npos) << ran.out;
#endif
  EXPECT_NE(ran.out.find("control: allocations that fail  nothing mismatches in "), std::string::npos) << ran.out;
  const Ran without = run_modecheck({"parallel", "--programs", "10", "--no-controls"});
  EXPECT_EQ(without.code, 0) << without.err;
  EXPECT_EQ(without.out.find("control"), std::string::npos) << without.out;
}

// If an operator ends the subject's process, the report names the programs that ran at that moment. It also says what
// each of these programs does alone.
TEST_F(RunTest, ADeathAmongThreadsNamesThePrograms) {
  ASSERT_EQ(setenv("MODECHECK_SUBJECT_PATH", MODECHECK_HOSTILE_FOLDER, /*overwrite=*/1), 0);
  const Ran ran = run_modecheck({"parallel", "--subject", "hostile:cpu", "--programs", "2000", "--threads", "2"});
  unsetenv("MODECHECK_SUBJECT_PATH");
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("The process has died"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("alone"), std::string::npos) << ran.out;
}

// The canary is the engine with one fault, so comparing the two subjects must find that fault only.
TEST_F(RunTest, ComparingNamesWhatOnlyOneShows) {
  const Ran ran = run_modecheck(
      {"compare", "--subjects", "engine:cpu,canary:cpu", "--programs", "400", "--json", path("compared.json")});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("only in engine:cpu 0.1.0: 0"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("(new) canary:cpu says"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("in both: 0"), std::string::npos) << ran.out;
  std::ifstream in(path("compared.json"));
  const json out = json::parse(in);
  EXPECT_EQ(out.at("programs"), 400);
  EXPECT_TRUE(out.at("only_in_first").empty());
  EXPECT_TRUE(out.at("in_both").empty());
  EXPECT_NE(ran.out.find("control: canary                 found by program"), std::string::npos) << ran.out;
  ASSERT_FALSE(out.at("only_in_second").empty());
  for (const json& one : out.at("only_in_second")) {
    EXPECT_EQ(one.at("rule"), "V3") << one.dump();
    EXPECT_EQ(one.at("known"), false);
    EXPECT_NE(one.at("program").get<std::string>().find("{"), std::string::npos) << "two guards are needed";
  }
}

// If the canary is the first of the two subjects, its fault is listed for the first subject.
TEST_F(RunTest, ComparingHasTwoSides) {
  const Ran ran = run_modecheck(
      {"compare", "--subjects", "canary:cpu,engine:cpu", "--programs", "400", "--json", path("turned.json")});
  EXPECT_EQ(ran.code, 1) << ran.err;
  std::ifstream in(path("turned.json"));
  const json out = json::parse(in);
  EXPECT_FALSE(out.at("only_in_first").empty());
  EXPECT_TRUE(out.at("only_in_second").empty());
}

// The engine and libtorch support every operation, so judging never ends at an unsupported one.
TEST_F(RunTest, NothingIsLacking) {
  const json out = campaign({});
  for (const json& operation : out.at("operations"))
    EXPECT_FALSE(operation.contains("unsupported")) << operation.dump();
  for (const json& subject : out.at("subjects"))
    if (subject.at("judged")) {
      EXPECT_EQ(subject.at("cut_short"), 0) << subject.dump();
    }
}

TEST_F(RunTest, ProgramsDoNotDependOnTheNumberOfProcesses) {
  const json one = campaign({"--jobs", "1"});
  const json three = campaign({"--jobs", "3"});
  EXPECT_EQ(one.at("commands"), three.at("commands"));
  EXPECT_EQ(one.at("rules"), three.at("rules"));
  EXPECT_EQ(one.at("shares"), three.at("shares"));
  EXPECT_NE(one.at("commands"), campaign({"--seed", "2"}).at("commands"));
}

TEST_F(RunTest, FiltersAndLengthsAreKept) {
  const json out = campaign({"--subjects", "engine:cpu", "--only", "add_,InferenceMode", "--max-commands", "6"});
  // The campaign also counts commands that the generator proposed and dropped. Nobody judges those.
  EXPECT_LE(out.at("subjects").at(0).at("commands_judged"), 60 * 6);
  for (int program = 0; program < 60; ++program) {
    const Ran drawn = run_modecheck(
        {"draw", "--program", std::to_string(program), "--only", "add_,InferenceMode", "--max-commands", "6"});
    // The first line is the header. Each other line is a command.
    EXPECT_LE(std::count(drawn.out.begin(), drawn.out.end(), '\n'), 1 + 6) << drawn.out;
  }
}

TEST_F(RunTest, FindingsLieInTheFolder) {
  const json out = campaign({"--findings", path("findings"), "--ignore-known"});
  for (const json& finding : out.at("findings")) {
    const std::string file = finding.at("file");
    if (file.empty()) continue;  // the campaign could not reproduce this finding, so it has no file
    EXPECT_TRUE(fs::exists(file));
    EXPECT_TRUE(fs::exists(finding.at("cpp")));
    const Ran again = run_modecheck({"replay", "--ignore-known", file});
    EXPECT_EQ(again.code, 1) << again.out;
  }
}

// --only RULE shows the findings at commands that the rule decides, whatever rule the findings are reported under. K1
// decides the kind of a new tensor, and no finding is reported under K1.
TEST_F(RunTest, ARuleThatNothingIsToldByCanBeAskedFor) {
  if (run_modecheck({"subjects"}).out.find("torch.so") == std::string::npos) GTEST_SKIP() << "no libtorch was built";
  const Ran ran = run_modecheck(
      {"run", "--only", "K1", "--subjects", "torch:cpu", "--ignore-known", "--programs", "2000", "--shrink", "0"});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("not looked for: what --only"), std::string::npos) << ran.out;
}

// A run on the engine checks itself by three controls, without an option. Two of them must find a fault: a planted one,
// and a wrong gradient that rule H allows. The third must find none, while memory runs out in the engine.
TEST_F(RunTest, EveryCampaignHasItsControls) {
  if (run_modecheck({"subjects"}).out.find("starved.so") == std::string::npos) GTEST_SKIP() << "no engine was built";
  const Ran ran =
      run_modecheck({"run", "--subjects", "engine:cpu", "--programs", "20", "--json", path("controls.json")});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  std::ifstream in(path("controls.json"));
  const json controls = json::parse(in).at("controls");
  ASSERT_EQ(controls.size(), 3U);
  EXPECT_EQ(controls.at(0).at("found"), true);
  EXPECT_EQ(controls.at(1).at("found"), true);
  EXPECT_EQ(controls.at(2).at("name"), "allocations that fail");
  EXPECT_EQ(controls.at(2).at("wanted"), false);
  EXPECT_EQ(controls.at(2).at("found"), false);
  EXPECT_GT(controls.at(2).at("programs"), 10);
}

// This test copies the command into a folder that holds the engine's plug-in only. The plug-ins that the controls need
// are missing there.
TEST_F(RunTest, AControlThatCannotBeRunFailsTheCampaign) {
  const fs::path engine = fs::path(MODECHECK_BUILD) / "subjects" / "modecheck_subject_engine.so";
  if (!fs::exists(engine)) GTEST_SKIP() << "no engine was built";
  fs::copy_file(MODECHECK_PROGRAM, path("modecheck"));
  fs::copy_file(engine, path("modecheck_subject_engine.so"));
  const Ran ran = run_program(path("modecheck"), {"run", "--subjects", "engine:cpu", "--programs", "20"});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("NOT looked for: its subject is not there"), std::string::npos) << ran.out;
}

TEST_F(RunTest, OneProgramInSixteenRunsTwice) {
  EXPECT_DOUBLE_EQ(campaign({}).at("shares").at("run_twice"), 4.0 / 60);  // programs 0, 16, 32 and 48 of 60 run twice
}

// Given a campaign's seed and a number, `draw` prints that program of the campaign.
TEST_F(RunTest, DrawPrintsAProgramOfTheCampaign) {
  const Ran ran = run_modecheck({"run", "--subjects", "canary:cpu", "--programs", "40", "--shrink", "0", "--json",
                                 path("drawn.json"), "--no-controls"});
  ASSERT_EQ(ran.code, 1) << ran.out << ran.err;
  std::ifstream in(path("drawn.json"));
  const json finding = json::parse(in).at("findings").at(0);
  const Ran drawn = run_modecheck({"draw", "--program", std::to_string(finding.at("program").get<int>())});
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  const std::string text = finding.at("text");
  const std::string number = std::to_string(finding.at("program").get<int>());
  EXPECT_NE(text.find("# Seed 1, program " + number + ", not shrunk."), std::string::npos) << text;
  EXPECT_EQ(drawn.out, without_comments(text));
}

// With --shrink 1 only one finding is shrunk. The findings that are not shrunk have the same cause, so the report must
// still count one kind.
TEST_F(RunTest, WhatWasNotShrunkIsNoOtherKind) {
  const Ran ran =
      run_modecheck({"run", "--subjects", "canary:cpu", "--programs", "300", "--shrink", "1", "--no-controls"});
  ASSERT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_NE(ran.out.find(", of 1 kind"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("It was not shrunk"), std::string::npos) << ran.out;
}

TEST_F(RunTest, AFolderIsReplayed) {
  const Ran ran = run_modecheck({"replay", fs::path(program_).parent_path().string()});
  EXPECT_NE(ran.out.find("two.prog"), std::string::npos) << ran.out << ran.err;
  EXPECT_NE(run_modecheck({"replay", MODECHECK_BUILD}).err.find("holds no program"), std::string::npos);
}

TEST_F(RunTest, ReplayAndExplain) {
  const Ran replayed = run_modecheck({"replay", program_});
  EXPECT_TRUE(replayed.code == 0 || replayed.code == 1) << replayed.err;
  EXPECT_NE(replayed.out.find("two.prog"), std::string::npos);
  const Ran told = run_modecheck({"explain", program_});
  EXPECT_EQ(told.code, 0) << told.err;
  for (const char* part : {"r3 = add.Tensor(r0, r1)", "InferenceMode", "route: "})
    EXPECT_NE(told.out.find(part), std::string::npos) << told.out;
}

TEST_F(RunTest, EmitWritesCpp) {
  const Ran shown = run_modecheck({"emit", program_, "--as", "cpp"});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_NE(shown.out.find("#include <torch/torch.h>"), std::string::npos);
  EXPECT_EQ(run_modecheck({"emit", program_, "--as", "cpp", "--out", path("two.cpp")}).code, 0);
  EXPECT_TRUE(fs::exists(path("two.cpp")));
}

TEST_F(RunTest, ReduceNeedsAMismatch) {
  const Ran ran = run_modecheck({"reduce", program_});
  if (ran.code == 2) {
    EXPECT_NE(ran.err.find("there is nothing to reduce"), std::string::npos) << ran.err;
  }
}

// The simulated device runs kernels on the host, or poses as a GPU that needs libmodecheck_gpu's kernels. Without that
// library the second way cannot be tested.
TEST_F(RunTest, NoMismatchOnTheSimulatedDevice) {
  for (const char* const manner : {"host", "gpu"}) {
    ASSERT_EQ(setenv("MODECHECK_SIMULATE", manner, /*overwrite=*/1), 0);
    const Ran ran =
        run_modecheck({"run", "--subjects", "engine:sim", "--programs", "3000", "--seed", "1", "--verbose"});
    unsetenv("MODECHECK_SIMULATE");
    if (ran.out.find("libmodecheck_gpu has no kernel") != std::string::npos &&
        !fs::exists(fs::path(MODECHECK_BUILD) / "subjects" / "libmodecheck_gpu.so"))
      GTEST_SKIP()
          << "libmodecheck_gpu was not built: it is where there is a GPU, and on request (ninja modecheck_gpu)";
    EXPECT_EQ(ran.code, 0) << manner << '\n' << ran.out << ran.err;
  }
}

// The generator replaces commands that the model of the simulated device drops. The report must count them, although
// its counts come from the first subject, which runs on the CPU.
TEST_F(RunTest, CommandsThatTheGeneratorReplacedAreCountedAsDropped) {
  const Ran ran = run_modecheck({"run", "--subjects", "engine:cpu,engine:sim", "--programs", "300", "--no-controls",
                                 "--quiet", "--json", path("dropped.json")});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  std::uint64_t dropped = 0;
  const auto result = nlohmann::json::parse(std::ifstream(path("dropped.json")));
  for (const auto& reason : result.at("dropped")) dropped += reason.at("commands").get<std::uint64_t>();
  EXPECT_GT(dropped, 30U);
}

TEST_F(RunTest, ExhaustSaysWhatItRan) {
  if (run_modecheck({"subjects"}).out.find("engine.so") == std::string::npos) GTEST_SKIP() << "no engine was built";
  const Ran ran = run_modecheck({"exhaust", "--depth", "2", "--json", path("out.json")});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("states of the model"), std::string::npos) << ran.out;
  std::ifstream in(path("out.json"));
  const json out = json::parse(in);
  EXPECT_EQ(out.at("depth"), 2);
  EXPECT_EQ(out.at("pruning"), true);
  EXPECT_EQ(out.at("clean"), true);
  EXPECT_GE(out.at("alphabet").size(), 30U);
  ASSERT_EQ(out.at("levels").size(), 2U);
  const json& level = out.at("levels").at(1);
  EXPECT_EQ(level.at("programs"), level.at("new_states").get<int>() + level.at("not_continued").get<int>());
  EXPECT_EQ(out.at("programs"), out.at("levels").at(0).at("programs").get<int>() + level.at("programs").get<int>());
  EXPECT_FALSE(out.contains("seed"));
  ASSERT_EQ(out.at("controls").size(), 3U);
  EXPECT_EQ(out.at("controls").at(0).at("found"), true);
  EXPECT_EQ(out.at("controls").at(1).at("name"), "sanctioned hole of G5");
  EXPECT_EQ(out.at("controls").at(1).at("found"), true);
  EXPECT_EQ(out.at("controls").at(2).at("wanted"), false);
  EXPECT_EQ(out.at("controls").at(2).at("found"), false);
}

// Compares the first rows of both tables in docs/EXHAUSTIVE.md with the command's output. Deeper rows take a minute,
// and would differ only if these rows did.
TEST_F(RunTest, TheTablesOfShortProgramsAreThese) {
  std::ifstream file(MODECHECK_SOURCE "/docs/EXHAUSTIVE.md");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto grouped = [](int number) {
    std::string out = std::to_string(number);
    for (int at = static_cast<int>(out.size()) - 3; at > 0; at -= 3) out.insert(static_cast<std::size_t>(at), 1, ',');
    return out;
  };
  const auto rows_of = [&](std::vector<std::string> words, std::vector<const char*> columns) {
    words.insert(words.end(), {"--depth", "3", "--json", path("levels.json")});
    EXPECT_EQ(run_modecheck(words).code, 0);
    std::ifstream in(path("levels.json"));
    std::string out;
    for (const json& level : json::parse(in).at("levels")) {
      for (const char* column : columns) out += "| " + grouped(level.at(column)) + " ";
      out += "|\n";
    }
    return out;
  };
  const std::string exhausted = rows_of({"exhaust"}, {"commands", "programs", "new_states", "not_continued"});
  EXPECT_NE(text.find(exhausted), std::string::npos) << exhausted;
  const std::string explored = rows_of({"explore"}, {"commands", "programs", "new_states", "new_transitions"});
  EXPECT_NE(text.find(explored), std::string::npos) << explored;
}

TEST_F(RunTest, ExhaustFindsTheCanaryWithAndWithoutPruning) {
  if (run_modecheck({"subjects"}).out.find("canary.so") == std::string::npos) GTEST_SKIP() << "no canary was built";
  for (const char* const pruning : {"--pruning", "--no-pruning"}) {
    const Ran ran = run_modecheck({"exhaust", "--subjects", "canary:cpu", "--depth", "3", "--verbose", pruning});
    EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
    EXPECT_NE(ran.out.find("V3  canary:cpu"), std::string::npos) << ran.out;
  }
}

TEST_F(RunTest, ExploreCountsWhatACampaignReached) {
  const json reached = [&] {
    campaign({"--coverage", path("coverage.json")});
    std::ifstream in(path("coverage.json"));
    return json::parse(in).at("transitions");
  }();
  EXPECT_GT(reached.size(), 50U);
  const Ran ran =
      run_modecheck({"explore", "--depth", "3", "--reached", path("coverage.json"), "--json", path("out.json")});
  EXPECT_EQ(ran.code, 0) << ran.err;
  std::ifstream in(path("out.json"));
  const json out = json::parse(in);
  const std::size_t reachable = out.at("transitions").size();
  EXPECT_GT(reachable, 500U);
  EXPECT_GT(out.at("reached"), 10);
  EXPECT_EQ(out.at("reached").get<std::size_t>() + out.at("never").size(), reachable);
  for (const json& never : out.at("never"))
    EXPECT_EQ(std::find(reached.begin(), reached.end(), never), reached.end()) << never;
  EXPECT_NE(ran.out.find("transitions reached"), std::string::npos) << ran.out;
}

TEST_F(RunTest, ExploreEndsBeforeThereAreTooManyPrograms) {
  const Ran ran = run_modecheck({"explore", "--depth", "9", "--programs", "2000"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("--programs 2,000: 3 commands more would be"), std::string::npos) << ran.out;
}

TEST_F(RunTest, ACanaryIsFound) {
  if (run_modecheck({"subjects"}).out.find("canary.so") == std::string::npos) GTEST_SKIP() << "no canary was built";
  const Ran ran =
      run_modecheck({"run", "--subjects", "canary:cpu", "--programs", "500", "--no-controls", "--max-commands", "12"});
  EXPECT_EQ(ran.code, 1) << ran.out;
  EXPECT_NE(ran.out.find("new finding"), std::string::npos);
}

// Rule E1: whichever allocation of a command fails, the state stays unchanged and the command can be tried again.
TEST_F(RunTest, AllocationsThatFailLeaveNothingBehind) {
  const Ran ran = run_modecheck({"run", "--subjects", "starved:cpu", "--programs", "2000", "--no-controls"});
  EXPECT_EQ(ran.code, 0) << ran.out;
}

TEST_F(RunTest, FindingsDocument) {
  const Ran ran = run_modecheck({"findings"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out.find("# Findings"), 0U);
}

}  // namespace
}  // namespace modecheck::cli
