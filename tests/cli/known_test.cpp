// Tests `modecheck known`: which known mismatches a subject has.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

class KnownTest : public ::testing::Test {
 protected:
  void TearDown() override { fs::remove(json_); }

  // Returns the answer to the program `s3-backward` of the cause `as-strided-of-a-view`.
  std::string answer_of(const std::string& subject) const {
    const Ran ran = run_modecheck({"known", "as-strided-of-a-view", "--subjects", subject, "--json", json_.string()});
    EXPECT_TRUE(ran.code == 0 || ran.code == 3) << ran.err;
    const auto result = nlohmann::json::parse(std::ifstream(json_));
    for (const auto& one : result["subjects"][0]["programs"])
      if (one["program"] == "s3-backward") return one["answer"];
    return "";
  }

  fs::path json_ = fs::temp_directory_path() / ("modecheck-known-" + std::to_string(getpid()) + ".json");
};

TEST_F(KnownTest, TheEngineAgrees) {
  EXPECT_EQ(answer_of("engine:cpu"), "agrees");
  const Ran ran = run_modecheck({"known", "as-strided-of-a-view", "--subjects", "engine:cpu"});
  EXPECT_NE(ran.out.find("Agrees with the specification: 1 of 1 root cause (1 finding)"), std::string::npos) << ran.out;
}

TEST_F(KnownTest, LibtorchShowsIt) {
  if (run_modecheck({"subjects"}).out.find("torch.so") == std::string::npos) GTEST_SKIP() << "no libtorch was built";
  EXPECT_EQ(answer_of("torch:cpu"), "shows");
  const Ran ran = run_modecheck({"known", "as-strided-of-a-view"});
  EXPECT_NE(ran.out.find("Shows: 1 of 1 root cause (1 finding)"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("wrong gradient"), std::string::npos) << ran.out;
}

// The canary reports no write inside two guards, which is no known mismatch.
TEST_F(KnownTest, AnotherMismatchIsTold) {
  const Ran ran = run_modecheck({"known", "--subjects", "canary:cpu"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("Mismatches in another way"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("V3 canary:cpu"), std::string::npos) << ran.out;
}

// The template has few operators.
TEST_F(KnownTest, ASubjectWithoutTheOperatorJudgesNothing) {
  EXPECT_EQ(answer_of("template:cpu"), "not judged");
  EXPECT_EQ(run_modecheck({"known", "as-strided-of-a-view", "--subjects", "template:cpu"}).code, 3);
}

TEST_F(KnownTest, AWrongCauseIsNamed) {
  const Ran ran = run_modecheck({"known", "as-strided-of-view", "--subjects", "engine:cpu"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("there is no root cause 'as-strided-of-view' (did you mean 'as-strided-of-a-view'?)"),
            std::string::npos)
      << ran.err;
}

}  // namespace
}  // namespace modecheck::cli
