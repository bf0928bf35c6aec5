// Tests the verb `sweep`.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

class SweepVerbTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-sweep-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string written(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(SweepVerbTest, ListsWhatItCombines) {
  const Ran ran = run_modecheck({"sweep", "--list"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* text : {"a view whose recorded base was written", "an inference tensor", "InferenceMode(false) in",
                           "backward from the result"})
    EXPECT_NE(ran.out.find(text), std::string::npos) << text << " is not in\n" << ran.out;
}

TEST_F(SweepVerbTest, FindsThePlantedFaultInASample) {
  const Ran ran = run_modecheck(
      {"sweep", "--subjects", "canary:cpu", "--programs", "4000", "--ignore-known", "--findings", path("found")});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_FALSE(fs::is_empty(path("found")));
}

TEST_F(SweepVerbTest, TheEngineIsCleanInASample) {
  const Ran ran = run_modecheck({"sweep", "--programs", "20000", "--json", path("out.json")});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("20,000 programs"), std::string::npos) << ran.out;
  const auto result = nlohmann::json::parse(std::ifstream(path("out.json")));
  EXPECT_EQ(result.at("modes").size(), 12u);
  EXPECT_GT(result.at("programs_of_a_round").get<std::uint64_t>(), 1'000'000u);
  EXPECT_EQ(result.at("controls").at(0).at("name"), "canary");
  EXPECT_EQ(result.at("controls").at(0).at("found"), true);
}

TEST_F(SweepVerbTest, TakesSituationsOfTheUser) {
  const std::string file = written("twice.prog", "modecheck 1\nr0 = mul.Tensor(r0, r2)\nmul_.Scalar(r0, other=2)\n");
  const Ran ran =
      run_modecheck({"sweep", "--situation", file, "--only", "add.Tensor,add_.Tensor", "--json", path("out.json")});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  const auto result = nlohmann::json::parse(std::ifstream(path("out.json")));
  EXPECT_EQ(result.at("arguments"), nlohmann::json::array({"twice"}));
  EXPECT_EQ(result.at("programs_of_a_round"), 12 * 2 * 7);
}

TEST_F(SweepVerbTest, SaysWhatIsWrongWithASituation) {
  std::string text = "modecheck 1\n";
  for (int i = 0; i < 60; ++i) text += "r0 = neg(r0)\n";
  const Ran too_long = run_modecheck({"sweep", "--situation", written("long.prog", text)});
  EXPECT_EQ(too_long.code, 2);
  EXPECT_NE(too_long.err.find("has 60 commands"), std::string::npos) << too_long.err;
  const Ran missing = run_modecheck({"sweep", "--situation", path("none.prog")});
  EXPECT_EQ(missing.code, 2);
  EXPECT_NE(missing.err.find("none.prog"), std::string::npos) << missing.err;
}

}  // namespace
}  // namespace modecheck::cli
