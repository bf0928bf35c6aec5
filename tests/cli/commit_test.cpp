// cmake/commit.cmake: a report names what was built, not what was configured once.

#include <gtest/gtest.h>
#include <unistd.h>

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

  void write(const char* text) { std::ofstream(folder_ / "source" / "file") << text; }
  Ran git(std::vector<std::string> arguments) {
    const std::vector<std::string> where{"-C",       (folder_ / "source").string(), "-c",
                                         "user.name=a", "-c", "user.email=a@example.org"};
    arguments.insert(arguments.begin(), where.begin(), where.end());
    return run_program(MODECHECK_GIT, arguments);
  }
  std::string written() {
    const fs::path header = folder_ / "commit.h";
    const Ran ran = run_program(MODECHECK_CMAKE, {"-D", "GIT=" MODECHECK_GIT, "-D",
                                                  "SOURCE=" + (folder_ / "source").string(), "-D",
                                                  "HEADER=" + header.string(), "-P",
                                                  MODECHECK_SOURCE "/cmake/commit.cmake"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    std::ifstream in(header);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder_;
};

TEST_F(CommitTest, NamesTheCommitAndWhetherTheSourcesDifferFromIt) {
  EXPECT_EQ(written(), "#define MODECHECK_COMMIT \"\"\n");  // no repository
  if (std::string(MODECHECK_GIT).empty()) GTEST_SKIP() << "there is no git";
  ASSERT_EQ(git({"init", "-q"}).code, 0);
  write("1");
  ASSERT_EQ(git({"add", "file"}).code, 0);
  ASSERT_EQ(git({"commit", "-q", "-m", "one"}).code, 0);
  std::string commit = git({"rev-parse", "--short", "HEAD"}).out;
  commit.pop_back();
  EXPECT_EQ(written(), "#define MODECHECK_COMMIT \"" + commit + "\"\n");
  write("2");
  EXPECT_EQ(written(), "#define MODECHECK_COMMIT \"" + commit + "+\"\n");
  ASSERT_EQ(git({"commit", "-q", "-a", "-m", "two"}).code, 0);
  EXPECT_EQ(written().find(commit), std::string::npos);
}

}  // namespace
}  // namespace modecheck::cli
