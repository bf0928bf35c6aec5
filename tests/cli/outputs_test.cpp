// Tests output files. The command tries them before a run, writes each of them whole or not at all, and reports an
// error if an output is lost.
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

class OutputsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-outputs-" + std::to_string(getpid()));
    fs::create_directories(folder_);
    program_ = (folder_ / "two.prog").string();
    std::ofstream(program_) << "modecheck 1\nr3 = add.Tensor(r0, r1)\n";
    mismatching_ = (folder_ / "mismatching.prog").string();
    std::ofstream(mismatching_) << "modecheck 1\nInferenceMode() {\n  InferenceMode() {\n    add_.Scalar(r3, 1)\n";
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
  std::string program_;
  std::string mismatching_;  // the file of a program that shows the canary's fault
};

// Returns the arguments of a call for each verb in --help; each of these calls prints something. `audit` itself prints
// only its help to standard output, which else is the audited script's.
std::vector<std::vector<std::string>> calls_of_all_verbs(const std::string& program, const std::string& mismatching,
                                                         const std::string& results) {
  return {{"run", "--subjects", "engine:cpu", "--programs", "20", "--no-controls"},
          {"exhaust", "--depth", "1", "--no-controls"},
          {"sweep", "--list"},
          {"explore", "--depth", "1"},
          {"merge", results},
          {"compare", "--subjects", "engine:cpu,canary:cpu", "--programs", "20", "--no-controls"},
          {"parallel", "--programs", "20", "--no-controls"},
          {"replay", "--subjects", "engine:cpu", program},
          {"reduce", "--subjects", "canary:cpu", mismatching},
          {"explain", "--subjects", "engine:cpu", program},
          {"draw", "--program", "1"},
          {"pack", "--programs", "0", "--no-known", "--output", results + ".pack", program},
          {"emit", program, "--as", "cpp"},
          {"rules"},
          {"operators"},
          {"operator", "add.Tensor"},
          {"subjects"},
          {"findings"},
          {"known", "--subjects", "engine:cpu", "as-strided-of-a-view"},
          {"completion", "bash"},
          {"audit", "--help"},
          {"man"}};
}

TEST_F(OutputsTest, AFullStandardOutputIsAnError) {
  const std::string results = (folder_ / "results").string();
  EXPECT_EQ(
      run_modecheck({"run", "--subjects", "engine:cpu", "--programs", "20", "--no-controls", "--results", results})
          .code,
      0);
  const std::string help = run_modecheck({"--help"}).out;
  std::istringstream lines(help.substr(help.find("Verbs:")));
  std::string line;
  std::getline(lines, line);
  std::vector<std::string> verbs;
  while (std::getline(lines, line) && !line.empty())
    if (line.size() > 2 && line[2] != ' ') verbs.push_back(line.substr(2, line.find(' ', 2) - 2));
  std::vector<std::string> tried;
  for (const std::vector<std::string>& call : calls_of_all_verbs(program_, mismatching_, results)) {
    tried.push_back(call.front());
    const Ran ran = run_modecheck(call, "/dev/full");
    EXPECT_EQ(ran.code, 2) << call.front() << ": " << ran.err;
    EXPECT_NE(ran.err.find("standard output: "), std::string::npos) << call.front() << ": " << ran.err;
    // If writing fails only when the command ends, the command no longer knows the operating system's reason, and its
    // message is less exact.
    EXPECT_TRUE(ran.err.find("No space left on device") != std::string::npos ||
                ran.err.find("an earlier part of it was lost") != std::string::npos)
        << call.front() << ": " << ran.err;
  }
  std::sort(verbs.begin(), verbs.end());
  std::sort(tried.begin(), tried.end());
  EXPECT_EQ(tried, verbs) << "a verb of --help is not tried";
  EXPECT_EQ(run_modecheck({"--help"}, "/dev/full").code, 2);
}

// No user can create a file in the folder /proc, although the folder exists.
TEST_F(OutputsTest, AreTriedBeforeTheRun) {
  const std::vector<std::vector<std::string>> calls{
      {"run", "--programs", "1000000000", "--findings", "/proc/modecheck"},
      {"run", "--programs", "1000000000", "--json", "/proc/modecheck"},
      {"run", "--programs", "1000000000", "--junit", "/proc/modecheck"},
      {"run", "--programs", "1000000000", "--sarif", "/proc/modecheck"},
      {"run", "--programs", "1000000000", "--html", "/proc/modecheck"},
      {"run", "--programs", "1000000000", "--coverage", "/proc/modecheck"},
      {"exhaust", "--depth", "8", "--findings", "/proc/modecheck"},
      {"exhaust", "--depth", "8", "--json", "/proc/modecheck"},
      {"sweep", "--rounds", "1000", "--json", "/proc/modecheck"},
      {"pack", "--output", "/proc/modecheck"},
      {"operator", "--all", "--json", "/proc/modecheck"},
      {"explore", "--depth", "64", "--json", "/proc/modecheck"},
      {"compare", "--subjects", "engine:cpu,canary:cpu", "--programs", "1000000000", "--json", "/proc/modecheck"},
      {"emit", program_, "--as", "cpp", "--out", "/proc/modecheck"},
      {"reduce", program_, "--out", "/proc/modecheck"},
      {"findings", "--out", "/proc/modecheck"}};
  for (const std::vector<std::string>& call : calls) {
    const Ran ran = run_modecheck(call);
    EXPECT_EQ(ran.code, 2) << call.front() << call.back();
    EXPECT_EQ(ran.out, "") << call.front();
    EXPECT_NE(ran.err.find("/proc/modecheck cannot be written"), std::string::npos) << call.front() << ran.err;
  }
}

TEST_F(OutputsTest, TryingAFolderLeavesNothingBehind) {
  const fs::path deep = folder_ / "a" / "b";
  const Ran ran = run_modecheck(
      {"run", "--subjects", "engine:cpu", "--programs", "5", "--no-controls", "--findings", deep.string()});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_FALSE(fs::exists(folder_ / "a")) << "nothing was found, and a folder is left";
}

TEST_F(OutputsTest, AnExistingFileIsReplacedWhole) {
  const fs::path file = folder_ / "out.json";
  std::ofstream(file) << "old";
  const Ran refused = run_modecheck({"run", "--subjects", "nobody:cpu", "--json", file.string()});
  EXPECT_EQ(refused.code, 2);
  std::ostringstream kept;
  kept << std::ifstream(file).rdbuf();
  EXPECT_EQ(kept.str(), "old");
  EXPECT_EQ(
      run_modecheck({"run", "--subjects", "engine:cpu", "--programs", "5", "--no-controls", "--json", file.string()})
          .code,
      0);
  EXPECT_GT(fs::file_size(file), 100U);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 3) << "something else is left";
}

// The run looks whether it can make the folder for findings before it makes the file of its results. While it goes on,
// a file takes the folder's name.
TEST_F(OutputsTest, AFindingThatCannotBeWrittenIsPrinted) {
  const fs::path findings = folder_ / "findings";
  const fs::path results = folder_ / "results";
  std::ofstream(folder_ / "wrapper.sh") << "'" << MODECHECK_PROGRAM
                                        << "' run --subjects canary:cpu --programs 3000 --no-controls --shrink 1 "
                                           "--findings '"
                                        << findings.string() << "' --results '" << results.string()
                                        << "' & while [ ! -f '" << results.string()
                                        << "' ] && kill -0 $! 2> /dev/null; do sleep 0.01; done; echo x > '"
                                        << findings.string() << "'; wait $!\n";
  const Ran ran = run_program("/bin/sh", {(folder_ / "wrapper.sh").string()});
  EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("A finding could not be written"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("modecheck 1\n"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace modecheck::cli
