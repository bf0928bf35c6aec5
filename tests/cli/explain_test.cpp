// Tests the output of `explain`, `rules` and `emit`.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

class ExplainTest : public ::testing::Test {
 protected:
  void SetUp() override {
    file_ = fs::temp_directory_path() / ("modecheck-explain-" + std::to_string(getpid()) + ".prog");
  }
  void TearDown() override { fs::remove(file_); }

  std::string explained(const std::string& commands) {
    std::ofstream(file_) << "modecheck 1\n" << commands;
    const Ran ran = run_modecheck({"explain", "--subjects", "engine:cpu", file_.string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    std::string out;  // the output joined into one line, because the columns of a table break lines
    for (const char c : ran.out)
      if (c != '\n' && (c != ' ' || (!out.empty() && out.back() != ' '))) out += c;
    return out;
  }

  fs::path file_;
};

void expect_in(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
}

// If two registers share a tensor or a storage, the output must say so, whether the changed register has the lower or
// the higher number.
TEST_F(ExplainTest, TellsWhatSharesWithWhat) {
  expect_in(explained("r4 = detach(r3)\n"), "r4: float32 [2, 2], normal, shares storage with r3");
  expect_in(explained("r0 = detach(r3)\n"), "r0: float32 [2, 2], normal, shares storage with r3");
  expect_in(explained("r5 = assign(r4)\n"), "r5: float32 [2], normal, the same tensor as r4");
  expect_in(explained("r1 = assign(r4)\n"), "r1: float32 [2], normal, the same tensor as r4");
  expect_in(explained("r4 = t(r3)\nr1 = assign(r4)\n"), "view of r3 (DEFAULT), the same tensor as r4");
}

TEST_F(ExplainTest, AReasonLeadsToItsRule) {
  const std::string text = explained("InferenceMode() {\n  r4 = t(r3)\n}\nmul_.Tensor(r4, r0)\n");
  expect_in(text, "error ViewMadeInInference");
  expect_in(text, "ViewMadeInInference (W4 W5): A view of a normal tensor that was made inside InferenceMode");
}

TEST_F(ExplainTest, ADroppedCommandHasItsReason) {
  std::ofstream(file_) << "modecheck 1\n}\nr3 = neg(r0)\n";
  const Ran ran = run_modecheck({"explain", "--subjects", "engine:cpu", file_.string()});
  expect_in(ran.out, "dropped");
  expect_in(ran.out, "(no-open-guard)");
}

TEST_F(ExplainTest, RulesAreFoundByIdAndByErrorClass) {
  const Ran by_class = run_modecheck({"rules", "ViewMadeInInference"});
  EXPECT_EQ(by_class.code, 0);
  for (const char* part : {"ViewMadeInInference: A view of", "\nW4 ", "\nW5 "}) expect_in(by_class.out, part);
  EXPECT_EQ(by_class.out.find("\nM2 "), std::string::npos);
  const Ran by_id = run_modecheck({"rules", "M2", "S1"});
  for (const char* part : {"\nM2 ", "\nS1 "}) expect_in(by_id.out, part);
  const Ran unknown = run_modecheck({"rules", "InferenceInplace"});
  EXPECT_EQ(unknown.code, 2);
  expect_in(unknown.err, "no error class 'InferenceInplace' (did you mean 'InferenceInPlace'?)");
}

TEST_F(ExplainTest, AnEmittedFileBeginsWithASentence) {
  std::ofstream(file_) << "modecheck 1\nt_(r3)\n";
  const Ran cpp = run_modecheck({"emit", file_.string(), "--as", "cpp"});
  EXPECT_EQ(cpp.out.find("// A program of modecheck"), 0U) << cpp.out.substr(0, 100);
  const Ran python = run_modecheck({"emit", file_.string(), "--as", "python"});
  EXPECT_EQ(python.out.find("# A program of modecheck"), 0U) << python.out.substr(0, 100);
}

}  // namespace
}  // namespace modecheck::cli
