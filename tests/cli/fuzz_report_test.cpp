// Tests how an input that the fuzz target leaves behind becomes a reduced program and a report of `run`. The fault that
// is planted in the subject `canary` serves as the finding.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMismatchMark =
    "modecheck 1\nr3 = add.Tensor(r0, r1)\nr4 = mul.Tensor(r3, r0)\nNoGradGuard() {\n  NoGradGuard() {\n"
    "    add_.Tensor(r3, r1)\n    r5 = relu(r4)\n  }\n}\n";
constexpr const char* kAgrees = "modecheck 1\nr3 = add.Tensor(r0, r1)\nadd_.Tensor(r3, r1)\n";

class FuzzReportTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (run_modecheck({"subjects"}).out.find("canary") == std::string::npos) GTEST_SKIP() << "the canary was not built";
    folder_ = fs::temp_directory_path() / ("modecheck-fuzz-report-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  // Returns a file with the bytes that a fuzz target would leave for the program.
  std::string input_of(const char* program) {
    std::ofstream(path("wanted.prog")) << program;
    const Ran ran = run_program(MODECHECK_FUZZ_INPUT, {"to-bytes", path("wanted.prog"), path("crash-1")});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return path("crash-1");
  }
  static std::string content(const std::string& file) {
    std::ostringstream out;
    out << std::ifstream(file).rdbuf();
    return out.str();
  }
  static std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  fs::path folder_;
};

TEST_F(FuzzReportTest, AnInputBecomesAReducedProgramWithTheReportOfRun) {
  const std::string input = input_of(kMismatchMark);
  const Ran ran = run_program(MODECHECK_FUZZ_REPORT, {MODECHECK_BUILD, "canary:cpu", path("kept"), input});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("V3  canary:cpu"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("<-- mismatch"), std::string::npos) << ran.out;
  const std::string kept = path("kept/crash-1.prog");
  // The program has fewer commands; its comments may be of any length.
  const std::string reduced = content(kept);
  const auto comments = lines(reduced) - lines(std::regex_replace(reduced, std::regex("#[^\n]*\n"), ""));
  EXPECT_LT(lines(reduced) - comments, lines(kMismatchMark)) << reduced;
  EXPECT_EQ(run_modecheck({"replay", kept, "--subjects", "canary:cpu"}).code, 1);
  EXPECT_EQ(run_modecheck({"replay", kept, "--subjects", "engine:cpu"}).code, 0);
}

TEST_F(FuzzReportTest, AnInputWithoutMismatchIsSaidToBeOne) {
  const std::string input = input_of(kAgrees);
  const Ran ran = run_program(MODECHECK_FUZZ_REPORT, {MODECHECK_BUILD, "canary:cpu", path("kept"), input});
  EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
  EXPECT_NE(ran.err.find("shows no mismatch"), std::string::npos) << ran.err;
  EXPECT_TRUE(fs::exists(path("kept/crash-1.prog")));
}

// In this test a script replaces the built command. For a program that calls relu, the script kills itself with a
// signal, as if the model had crashed.
TEST_F(FuzzReportTest, AnInputThatStopsTheSpecificationIsReducedToWhatStopsIt) {
  const std::string input = input_of(kMismatchMark);
  fs::create_directories(folder_ / "build" / "cli");
  fs::create_directories(folder_ / "build" / "fuzz");
  fs::create_symlink(MODECHECK_FUZZ_INPUT, folder_ / "build" / "fuzz" / "fuzz_input");
  const fs::path command = folder_ / "build" / "cli" / "modecheck";
  std::ofstream(command) << "#!/bin/sh\ngrep -q 'relu' \"$2\" && kill -ILL $$\nexit 0\n";
  fs::permissions(command, fs::perms::owner_all);
  const Ran ran = run_program(MODECHECK_FUZZ_REPORT, {path("build"), "engine:cpu", path("kept"), input});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("The specification itself stops"), std::string::npos) << ran.out;
  const std::string kept = content(path("kept/crash-1.prog"));
  EXPECT_NE(kept.find("relu"), std::string::npos) << kept;
  EXPECT_EQ(kept.find("mul"), std::string::npos) << kept;
  EXPECT_EQ(kept.find("NoGradGuard"), std::string::npos) << kept;
}

}  // namespace
}  // namespace modecheck::cli
