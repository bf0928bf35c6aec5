// Tests Ctrl-C and SIGTERM: the command reports what it has found so far, and leaves no process behind.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

// Returns the other processes whose command line contains `word`.
std::vector<pid_t> processes_with(const std::string& word) {
  std::vector<pid_t> out;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ostringstream line;
    line << std::ifstream(entry.path() / "cmdline", std::ios::binary).rdbuf();
    const pid_t pid = std::stoi(name);
    if (pid != getpid() && line.str().find(word) != std::string::npos) out.push_back(pid);
  }
  return out;
}

// The longest time that an interrupted run may take. It takes less than a second unless the machine is busy or a
// sanitizer slows it.
#if defined(MODECHECK_ADDRESS_SANITIZER) || defined(MODECHECK_THREAD_SANITIZER)
constexpr std::chrono::seconds kEnds{15};
#else
constexpr std::chrono::seconds kEnds{3};
#endif

class InterruptTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-interrupt-" + std::to_string(getpid()));
    fs::create_directories(folder_);
    json_ = (folder_ / "out.json").string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  pid_t start(std::vector<std::string> words) {
    words.insert(words.begin(), MODECHECK_PROGRAM);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, (folder_ / "out").c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
    pid_t pid = -1;
    EXPECT_EQ(posix_spawn(&pid, MODECHECK_PROGRAM, &files, nullptr, argv.data(), environ), 0);
    posix_spawn_file_actions_destroy(&files);
    return pid;
  }
  // Sends the signal, expects that the run ends in time, and returns its exit status.
  static int interrupt(pid_t pid, int number) {
    const auto begin = std::chrono::steady_clock::now();
    kill(pid, number);
    int status = 0;
    waitpid(pid, &status, 0);
    const auto took = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(took, kEnds) << std::chrono::duration<double>(took).count() << " seconds";
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string printed() const {
    std::ostringstream out;
    out << std::ifstream(folder_ / "out").rdbuf();
    return out.str();
  }
  // Waits until the run has started its worker processes and is searching.
  void wait_until_it_searches() const {
    for (int i = 0; i < 2000 && processes_with(json_).size() < 2; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  bool all_ended() const {
    for (int i = 0; i < 400; ++i) {
      if (processes_with(json_).empty()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  fs::path folder_;
  std::string json_;
};

TEST_F(InterruptTest, ARunTellsWhatItFoundUntilThen) {
  for (const int number : {SIGINT, SIGTERM}) {
    fs::remove(folder_ / "page.html");
    const pid_t pid =
        start({"run", "--subjects", "canary:cpu", "--ignore-known", "--time", "300s", "--jobs", "2", "--json", json_,
               "--findings", (folder_ / "findings").string(), "--html", (folder_ / "page.html").string()});
    wait_until_it_searches();
    kill(pid, number);
    // `timeout` sends its signals in this way: first to the process, then to the process group.
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    kill(pid, number);
    int status = 0;
    waitpid(pid, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + number);
    std::ifstream in(json_);
    const nlohmann::json out = nlohmann::json::parse(in);
    EXPECT_EQ(out.at("interrupted"), number);
    EXPECT_GT(out.at("programs"), 0);
    ASSERT_FALSE(out.at("findings").empty());
    EXPECT_TRUE(fs::exists(out.at("findings")[0].at("file").get<std::string>()));
    EXPECT_TRUE(fs::exists(folder_ / "page.html"));
    EXPECT_NE(printed().find("Interrupted by signal " + std::to_string(number)), std::string::npos) << printed();
    EXPECT_TRUE(all_ended());
  }
}

// An interrupt while known programs are replayed comes before the search, so the run must not report agreement.
TEST_F(InterruptTest, ARunThatJudgedNothingSaysSo) {
  if (run_modecheck({"subjects"}).out.find("torch.so") == std::string::npos) GTEST_SKIP() << "no libtorch was built";
  const pid_t pid = start({"run", "--subjects", "torch:cpu", "--time", "300s", "--jobs", "1", "--json", json_});
  for (int i = 0; i < 2000 && processes_with(json_).empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  ASSERT_EQ(interrupt(pid, SIGINT), 130);
  std::ifstream in(json_);
  const nlohmann::json out = nlohmann::json::parse(in);
  ASSERT_EQ(out.at("programs"), 0);
  EXPECT_EQ(out.at("barely_judged").size(), 1U);
  EXPECT_NE(printed().find("Interrupted by signal 2 after 0 programs."), std::string::npos) << printed();
  EXPECT_EQ(printed().find("No new findings"), std::string::npos) << printed();
  EXPECT_EQ(printed().find("--only lacks"), std::string::npos) << printed();
  EXPECT_TRUE(all_ended());
}

TEST_F(InterruptTest, ExhaustTellsWhatItFoundUntilThen) {
  const pid_t pid = start({"exhaust", "--depth", "8", "--no-controls", "--json", json_});
  wait_until_it_searches();
  ASSERT_EQ(interrupt(pid, SIGTERM), 143);
  EXPECT_TRUE(fs::exists(json_));
  EXPECT_TRUE(all_ended());
}

// The delays are chosen so that the signal arrives during the replay, the search, the shrinking and the controls.
TEST_F(InterruptTest, ARunEndsInTimeInEachOfItsPhases) {
  for (const int milliseconds : {50, 300, 700, 1500, 2500}) {
    fs::remove(json_);
    const pid_t pid = start({"run", "--subjects", "engine:cpu,canary:cpu", "--programs", "500", "--json", json_});
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    const int code = interrupt(pid, SIGTERM);
    // If the run ended before the signal, it has found the canary's fault and exits with 1.
    EXPECT_TRUE(code == 143 || code == 1 || code == -1) << code << " after " << milliseconds << " ms";
    if (code == 143) {
      EXPECT_TRUE(fs::exists(json_)) << milliseconds;
      // If the signal comes while the result is written, the search was complete, and the result says so.
      const auto result = nlohmann::json::parse(std::ifstream(json_));
      const bool says_so = printed().find("Interrupted by signal 15") != std::string::npos;
      EXPECT_EQ(says_so, result.at("interrupted") == 15) << milliseconds << " ms\n" << printed();
    }
    EXPECT_TRUE(all_ended());
  }
}

// A plug-in with a version in its name runs in worker processes, which the search processes start. None may outlive a
// killed run.
TEST_F(InterruptTest, NoWorkerOutlivesARunThatIsKilled) {
  const fs::path engine = fs::path(MODECHECK_BUILD) / "subjects" / "modecheck_subject_engine.so";
  if (!fs::exists(engine)) GTEST_SKIP() << "no engine was built";
  fs::copy_file(engine, folder_ / "modecheck_subject_engine-9.9.9.so");
  ASSERT_EQ(setenv("MODECHECK_SUBJECT_PATH", folder_.c_str(), /*overwrite=*/1), 0);
  const pid_t pid = start({"run", "--subjects", "engine-9.9.9:cpu", "--time", "300s", "--jobs", "2", "--json", json_});
  unsetenv("MODECHECK_SUBJECT_PATH");
  wait_until_it_searches();
  const std::string plugin = (folder_ / "modecheck_subject_engine-9.9.9.so").string();
  for (int i = 0; i < 400 && processes_with(plugin).size() < 2; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_GE(processes_with(plugin).size(), 2U) << "no worker runs";
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  EXPECT_TRUE(all_ended());
  for (int i = 0; i < 400 && !processes_with(plugin).empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(processes_with(plugin).empty());
}

TEST_F(InterruptTest, NoProcessOutlivesARunThatIsKilled) {
  const pid_t pid = start({"run", "--subjects", "engine:cpu", "--time", "300s", "--jobs", "2", "--json", json_});
  wait_until_it_searches();
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  EXPECT_TRUE(all_ended());
}

}  // namespace
}  // namespace modecheck::cli
