// Tests malicious files and arguments: the command reads a limited amount of input, and escapes the input that it
// prints.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

class InputTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-input-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string put(const char* name, const std::string& text) {
    const fs::path file = folder_ / name;
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }
  // Expects that the command rejects the input with a short message that a terminal can safely print.
  static void refused(const std::vector<std::string>& call, const std::string& part) {
    const Ran ran = run_modecheck(call);
    EXPECT_EQ(ran.code, 2) << ran.out;
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
    EXPECT_LT(ran.err.size(), 1000U);
    const auto is_control = [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f; };
    EXPECT_TRUE(std::none_of(ran.err.begin(), ran.err.end(), is_control)) << ran.err;
  }

  fs::path folder_;
};

TEST_F(InputTest, BinaryJunkIsEscaped) {
  std::string junk;
  for (int i = 0; i < 2000; ++i) junk += static_cast<char>(i * 131 + i / 7);
  for (const char* verb : {"replay", "explain", "reduce"}) refused({verb, put("junk", junk)}, "expected the header");
  refused({"emit", "--as", "cpp", put("junk", junk)}, "expected the header");
  refused({"replay", put("escape", "modecheck 1\n\x1b[2J\x1b]0;title\x07")}, "found '\\x1B[2J\\x1B]0;title\\x07'");
  refused({"replay", put("nul", std::string("modecheck 1\nt_(r0)\0after", 24))}, "\\x00after");
  refused({"run", "--only", "\x1b[31m"}, "'\\x1B[31m' names no operation");
  refused({"run", "--subjects", "\x1b[31m"}, "'\\x1B[31m'");
  refused({"run", "--time", "\x1b[31m"}, "'\\x1B[31m'");
  refused({"run", "--programs", "\x1b[31m"}, "'\\x1B[31m'");
  refused({"\x1b[31m"}, "'\\x1B[31m'");
  refused({"run", "--\x1b[31m"}, "\\x1B[31m");
  refused({"replay", (folder_ / "no\x1b[31mfile").string()}, "no\\x1B[31mfile: cannot be read");
}

TEST_F(InputTest, AByteOrderMarkIsSkipped) {
  const Ran ran =
      run_modecheck({"replay", "--subjects", "engine:cpu", put("bom.prog", "\xEF\xBB\xBFmodecheck 1\nt_(r3)\n")});
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(InputTest, WhatIsReadAndRepeatedIsBounded) {
  refused({"replay", "/dev/zero"}, "/dev/zero: is longer than 1 MiB");
  const std::string name(500'000, 'a');
  refused({"replay", put("long.prog", "modecheck 1\n" + name + "(r0)\n")}, "(500000 bytes)");
  refused({"run", "--only", name.substr(0, 100'000)}, "(100000 bytes)");
  refused({"explore", "--reached", folder_.string()}, "is a folder; name a file that `modecheck run --coverage FILE`");
}

}  // namespace
}  // namespace modecheck::cli
