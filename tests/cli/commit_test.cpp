// Tests cmake/commit.cmake: a report names the commit that was built, and not the one that CMake saw when it
// configured.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

class CommitTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-commit-" + std::to_string(getpid()));
    fs::create_directories(folder_ / "source");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const char* file, const char* text) { std::ofstream(folder_ / "source" / file) << text; }
  // Runs a command without the caller's environment. Inside a git hook, or a rebase that runs tests, the environment
  // names another repository.
  Ran alone(std::vector<std::string> command) {
    const std::vector<std::string> environment{"-i", std::string("PATH=") + std::getenv("PATH"),
                                               "HOME=" + folder_.string(), "GIT_CONFIG_NOSYSTEM=1",
                                               "GIT_CEILING_DIRECTORIES=" + folder_.string()};
    command.insert(command.begin(), environment.begin(), environment.end());
    return run_program("/usr/bin/env", command);
  }
  Ran git(std::vector<std::string> arguments) {
    const std::vector<std::string> where{MODECHECK_GIT, "-C", (folder_ / "source").string(), "-c",
                                         "user.name=a", "-c", "user.email=a@example.org"};
    arguments.insert(arguments.begin(), where.begin(), where.end());
    return alone(arguments);
  }
  std::string written(const char* below = "") {
    const fs::path header = folder_ / "commit.h";
    const Ran ran =
        alone({MODECHECK_CMAKE, "-D", "GIT=" MODECHECK_GIT, "-D", "SOURCE=" + (folder_ / "source" / below).string(),
               "-D", "HEADER=" + header.string(), "-P", MODECHECK_SOURCE "/cmake/commit.cmake"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    std::ifstream in(header);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder_;
};

TEST_F(CommitTest, NamesTheCommitAndWhetherTheSourcesDifferFromIt) {
  const std::string none = "#define MODECHECK_COMMIT \"\"\n";
  EXPECT_EQ(written(), none);  // the commit is unknown without a repository
  if (std::string(MODECHECK_GIT).empty()) GTEST_SKIP() << "there is no git";
  ASSERT_EQ(git({"init", "-q"}).code, 0);
  write("a.cpp", "1");
  ASSERT_EQ(git({"add", "a.cpp"}).code, 0);
  ASSERT_EQ(git({"commit", "-q", "-m", "one"}).code, 0);
  std::string commit = git({"rev-parse", "--short", "HEAD"}).out;
  commit.pop_back();
  const std::string clean = "#define MODECHECK_COMMIT \"" + commit + "\"\n";
  const std::string changed = "#define MODECHECK_COMMIT \"" + commit + "+\"\n";
  EXPECT_EQ(written(), clean);
  write("notes.md", "not built");
  EXPECT_EQ(written(), clean);
  write("b.cpp", "not committed, and built");
  EXPECT_EQ(written(), changed);
  fs::remove(folder_ / "source" / "b.cpp");
  write("a.cpp", "2");
  EXPECT_EQ(written(), changed);
  fs::create_directory(folder_ / "source" / "unpacked");
  EXPECT_EQ(written("unpacked"), none);  // the folder lies in another project's repository, so the commit is unknown
  ASSERT_EQ(git({"commit", "-q", "-a", "-m", "two"}).code, 0);
  EXPECT_NE(written(), none);
  EXPECT_EQ(written().find(commit), std::string::npos);
}

}  // namespace
}  // namespace modecheck::cli
