// Tests recorded campaigns: shards that are merged, and runs that are killed and go on.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <thread>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

class RecordingTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-recording-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  std::string text_of(const std::string& name) const {
    std::ostringstream out;
    out << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return out.str();
  }

  // Returns the arguments of a run on the canary, whose planted fault the run finds.
  static std::vector<std::string> run(const std::vector<std::string>& more, const char* programs = "1024",
                                      const char* slice = "16") {
    std::vector<std::string> out{"run", "--subjects", "canary:cpu", "--programs",    programs, "--slice",
                                 slice, "--shrink",   "0",          "--no-controls", "--quiet"};
    out.insert(out.end(), more.begin(), more.end());
    return out;
  }

  // Merges files and returns the joined results.
  std::string merged(std::vector<std::string> files, int code) const {
    files.insert(files.begin(), "merge");
    files.insert(files.end(), {"--output", file("merged")});
    const Ran ran = run_modecheck(files);
    EXPECT_EQ(ran.code, code) << ran.out << ran.err;
    return text_of("merged");
  }

  fs::path folder_;
};

TEST_F(RecordingTest, SixtyFourShardsAreTheWholeRun) {
  EXPECT_EQ(run_modecheck(run({"--results", file("whole"), "--jobs", "2"})).code, 1);
  const std::string whole = merged({file("whole")}, 1);
  std::vector<std::string> files;
  for (int i = 1; i <= 64; ++i) {
    const std::string name = file("shard" + std::to_string(i));
    const Ran ran = run_modecheck(run({"--results", name, "--jobs", "1", "--shard", std::to_string(i) + "/64"}));
    EXPECT_EQ(ran.code & ~1, 0) << ran.err;
    files.push_back(name);
  }
  std::mt19937 random(1);
  for (int i = 0; i < 3; ++i) {
    std::shuffle(files.begin(), files.end(), random);
    EXPECT_EQ(merged(files, 1), whole);
  }
  // The joined results can be joined again.
  fs::rename(file("merged"), file("all"));
  EXPECT_EQ(merged({file("all"), files[0], file("all")}, 1), whole);
  files.pop_back();
  const Ran lacking = run_modecheck([&] {
    std::vector<std::string> out{"merge"};
    out.insert(out.end(), files.begin(), files.end());
    return out;
  }());
  EXPECT_NE(lacking.out.find("1,008 programs"), std::string::npos) << lacking.out;
}

// Kills the command with SIGKILL after `wait`. Returns its exit code if it ended before.
std::optional<int> run_and_kill(const std::vector<std::string>& words, std::chrono::milliseconds wait) {
  std::vector<std::string> all = words;
  all.insert(all.begin(), MODECHECK_PROGRAM);
  std::vector<char*> argv;
  for (std::string& word : all) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t pid = 0;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  const int failed = posix_spawn(&pid, MODECHECK_PROGRAM, &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) throw std::runtime_error("the command does not start");
  std::this_thread::sleep_for(wait);
  kill(pid, SIGKILL);
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? std::optional<int>(WEXITSTATUS(status)) : std::nullopt;
}

// Kills runs at random moments, as often as MODECHECK_KILLS says. Whenever a run ends, its results are those of a run
// that nobody killed.
TEST_F(RecordingTest, ARunThatIsKilledGoesOn) {
  const char* const asked = std::getenv("MODECHECK_KILLS");
  const int wanted = asked == nullptr ? 20 : std::atoi(asked);
  EXPECT_EQ(run_modecheck(run({"--results", file("whole")})).code, 1);
  const std::string whole = merged({file("whole")}, 1);
  std::mt19937 random(2);
  for (int killed = 0; killed < wanted;) {
    const std::optional<int> ended =
        run_and_kill(run({"--resume", file("killed")}), std::chrono::milliseconds(random() % 150));
    if (!ended.has_value()) {
      ++killed;
      continue;
    }
    ASSERT_EQ(*ended, 1);
    ASSERT_EQ(merged({file("killed")}, 1), whole);
    fs::remove(file("killed"));
  }
  EXPECT_EQ(run_modecheck(run({"--resume", file("killed")})).code, 1);
  EXPECT_EQ(merged({file("killed")}, 1), whole);
  // Nothing is left to search.
  const std::string before = text_of("killed");
  EXPECT_EQ(run_modecheck(run({"--resume", file("killed")})).code, 1);
  EXPECT_EQ(text_of("killed"), before);
}

TEST_F(RecordingTest, ALongerRunGoesOnWithAShorterOne) {
  EXPECT_EQ(run_modecheck(run({"--results", file("short")}, "100")).code, 1);
  EXPECT_EQ(run_modecheck(run({"--resume", file("short")})).code, 1);
  EXPECT_EQ(run_modecheck(run({"--results", file("whole")})).code, 1);
  EXPECT_EQ(merged({file("short")}, 1), merged({file("whole")}, 1));
}

TEST_F(RecordingTest, TheProgramsOfMergedFindingsCanBeReduced) {
  EXPECT_EQ(run_modecheck(run({"--results", file("whole")})).code, 1);
  EXPECT_EQ(run_modecheck({"merge", file("whole"), "--findings", file("found")}).code, 1);
  const std::string program = fs::directory_iterator(file("found"))->path().string();
  EXPECT_EQ(run_modecheck({"reduce", "--subjects", "canary:cpu", program}).code, 0);
}

TEST_F(RecordingTest, WrongUseIsExplained) {
  EXPECT_EQ(run_modecheck(run({"--results", file("one")}, "16")).code & ~1, 0);
  EXPECT_EQ(run_modecheck(run({"--results", file("two"), "--seed", "2"}, "16")).code & ~1, 0);
  const std::vector<std::pair<std::vector<std::string>, std::string>> calls{
      {run({"--results", file("one")}), "--resume goes on"},
      {run({"--resume", file("one"), "--seed", "2"}), "another campaign"},
      {run({"--resume", file("one")}, "1024", "32"), "slices of 16"},
      {run({"--shard", "0/4"}), "'0/4' is no shard"},
      {run({"--shard", "5/4"}), "'5/4' is no shard"},
      {run({"--shard", "4"}), "'4' is no shard"},
      {run({"--shard", "1/2"}, "1024", "24"), "the next one is 32"},
      {run({"--shard", "1/2", "--coverage", file("reached")}), "--coverage"},
      {run({"--results", "/proc/modecheck"}), "cannot be written"},
      {{"merge", file("one"), file("two")}, "of different campaigns"},
      {{"merge", file("none")}, "cannot be read"}};
  for (const auto& [call, wanted] : calls) {
    const Ran ran = run_modecheck(call);
    EXPECT_EQ(ran.code, 2) << wanted;
    EXPECT_NE(ran.err.find(wanted), std::string::npos) << wanted << ": " << ran.err;
  }
}

}  // namespace
}  // namespace modecheck::cli
