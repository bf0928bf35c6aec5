// Tests files of settings: `run --config FILE --settings NAME`.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class SettingsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-settings-" + std::to_string(getpid()));
    fs::create_directories(folder_);
    file_ = (folder_ / "settings.toml").string();
    json_ = (folder_ / "out.json").string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  void put(const std::string& text) const { std::ofstream(file_) << text; }

  json run(std::vector<std::string> more) const {
    std::vector<std::string> words{"run", "--config", file_, "--json", json_};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run_modecheck(words);
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    std::ifstream in(json_);
    return json::parse(in, nullptr, false);
  }

  // Expects exit code 2 and a message that begins with the settings file and the line.
  void refused(const std::string& text, int line, const std::string& part) const {
    put(text);
    const Ran ran = run_modecheck({"run", "--config", file_, "--settings", "smoke"});
    EXPECT_EQ(ran.code, 2) << ran.out;
    EXPECT_EQ(ran.out, "");
    const std::string place = "modecheck: " + file_ + ":" + std::to_string(line) + ": ";
    EXPECT_EQ(ran.err.rfind(place, 0), 0U) << ran.err;
    EXPECT_NE(ran.err.find(part), std::string::npos) << part << "\nin: " << ran.err;
  }

  fs::path folder_;
  std::string file_;
  std::string json_;
};

constexpr const char* kTwo =
    "[smoke]\nsubjects = [\"engine:cpu\"]\nprograms = 30\nseed = 7\ncontrols = false\nprofile = \"semantics\"\n"
    "[other]\nsubjects = \"engine:cpu\"\nprograms = 40\ncontrols = false\n";

TEST_F(SettingsTest, GiveTheOptionsTheirValues) {
  put(kTwo);
  const json smoke = run({"--settings", "smoke"});
  EXPECT_EQ(smoke.at("programs"), 30);
  EXPECT_EQ(smoke.at("seed"), 7);
  EXPECT_EQ(smoke.at("profile"), "semantics");
  EXPECT_TRUE(smoke.at("controls").empty());
  const json other = run({"--settings", "other"});
  EXPECT_EQ(other.at("programs"), 40);
  EXPECT_EQ(other.at("seed"), 1);
}

TEST_F(SettingsTest, TheCommandLineComesFirst) {
  put(kTwo);
  EXPECT_EQ(run({"--settings", "smoke", "--programs", "20"}).at("programs"), 20);
  EXPECT_EQ(run({"--settings", "smoke", "--controls"}).at("controls").size(), 3U);
  // --time on the command line replaces the number of programs in the file.
  EXPECT_GT(run({"--settings", "smoke", "--time", "1s"}).at("programs"), 30);
}

TEST_F(SettingsTest, AnUnknownKeyNamesTheNearestOneAndItsPlace) {
  refused("[smoke]\ntime = \"1s\"\n\n[nightly]\nprogrmas = 3\n", 5,
          "run has no option 'progrmas' (did you mean 'programs'?)");
  refused("[smoke]\nconfig = \"x\"\n", 2, "run has no option 'config'");
}

TEST_F(SettingsTest, WrongValuesAreRefused) {
  refused("[smoke]\nprograms = \"many\"\n", 2, "programs");
  refused("[smoke]\nprograms = 1.5\n", 2, "'programs' must be a string, a whole number");
  refused("[smoke]\nprograms = [1, 2]\n", 2, "programs takes one value, not a list");
  refused("[smoke]\ncontrols = 1\n", 2, "controls takes true or false");
  refused("[smoke]\ntime = true\n", 2, "time takes a value, not true or false");
  refused("[smoke]\ntime = \"1s\"\nprograms = 3\n", 3, "exclude one another");
  refused("time = \"1s\"\n", 1, "'time' stands outside any settings");
  refused("[smoke]\ntime = \n", 2, "this is not TOML");
}

TEST_F(SettingsTest, AWrongNameNamesTheNearest) {
  put(kTwo);
  const Ran wrong = run_modecheck({"run", "--config", file_, "--settings", "smokes"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("no settings 'smokes' (did you mean 'smoke'?); it has: smoke, other"), std::string::npos)
      << wrong.err;
  const Ran none = run_modecheck({"run", "--config", file_});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("with --settings: smoke, other"), std::string::npos) << none.err;
  const Ran absent = run_modecheck({"run", "--config", (folder_ / "absent.toml").string(), "--settings", "smoke"});
  EXPECT_EQ(absent.code, 2);
  EXPECT_NE(absent.err.find("absent.toml cannot be read"), std::string::npos) << absent.err;
}

// The example file has the three settings that the documents name, and `run` accepts each of them.
TEST_F(SettingsTest, TheExampleIsAccepted) {
  const std::string example = MODECHECK_SOURCE "/examples/modecheck.toml";
  for (const char* name : {"smoke", "ci", "nightly"}) {
    const Ran ran = run_modecheck({"run",          "--config",
                                   example,        "--settings",
                                   name,           "--subjects",
                                   "engine:cpu",   "--programs",
                                   "20",           "--no-controls",
                                   "--findings",   (folder_ / "found").string(),
                                   "--json",       json_,
                                   "--junit",      (folder_ / "out.xml").string(),
                                   "--html",       (folder_ / "out.html").string(),
                                   "--html-depth", "1"});
    EXPECT_EQ(ran.code, 0) << name << ran.out << ran.err;
  }
}

}  // namespace
}  // namespace modecheck::cli
