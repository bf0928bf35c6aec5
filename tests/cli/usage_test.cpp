// Tests wrong use of every verb. The message must say what is wrong, why, and what to do instead. The exit code is 2,
// and no file is written.

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

class UsageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-usage-" + std::to_string(getpid()));
    fs::create_directories(folder_);
    good_ = put("good.prog", "modecheck 1\nr3 = add.Tensor(r0, r1)\n");
    bad_ = put("bad.prog", "modecheck 1\nr3 = add.Tensor(r0, r1)\nr3 = ad.Tensor(r0, r1)\n");
    empty_ = put("empty.prog", "");
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string put(const char* name, const char* text) {
    const fs::path file = folder_ / name;
    std::ofstream(file) << text;
    return file.string();
  }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  // Runs the command. Expects exit code 2, no standard output, a message that contains all of `parts`, and no new file.
  void refused(const std::vector<std::string>& arguments, const std::vector<std::string>& parts) {
    const auto before = std::distance(fs::recursive_directory_iterator(folder_), fs::recursive_directory_iterator());
    const Ran ran = run_modecheck(arguments);
    EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err.find("modecheck: "), 0U) << ran.err;
    for (const std::string& part : parts)
      EXPECT_NE(ran.err.find(part), std::string::npos) << part << "\nin: " << ran.err;
    const auto after = std::distance(fs::recursive_directory_iterator(folder_), fs::recursive_directory_iterator());
    EXPECT_EQ(before, after) << "something was written";
  }

  fs::path folder_;
  std::string good_;
  std::string bad_;
  std::string empty_;
};

TEST_F(UsageTest, Verbs) {
  refused({}, {"subcommand is required", "--help"});
  refused({"replya"}, {"there is no verb 'replya' (did you mean 'replay'?)"});
  refused({"run", "--frobnicate"}, {"--frobnicate"});
}

TEST_F(UsageTest, RunSubjects) {
  refused({"run", "--subjects", "torhc:cpu"}, {"'torhc:cpu' (did you mean 'torch:cpu'?)", "modecheck subjects"});
  refused({"run", "--subjects", "torch:xla"}, {"there is no subject 'torch:xla'"});
  refused({"run", "--subjects", ""}, {"--subjects"});
}

TEST_F(UsageTest, RunCounts) {
  refused({"run", "--programs", "0"}, {"--programs", "0"});
  refused({"run", "--programs", "-3"}, {"--programs"});
  refused({"run", "--programs", "many"}, {"--programs", "many"});
  refused({"run", "--programs", "99999999999999999999"}, {"--programs"});
  refused({"run", "--jobs", "0"}, {"--jobs"});
  refused({"run", "--jobs", "100000"}, {"--jobs"});
  refused({"run", "--max-commands", "0"}, {"--max-commands"});
  refused({"run", "--max-commands", "65"}, {"--max-commands", "64"});
  refused({"run", "--seed", "x"}, {"--seed"});
  refused({"run", "--programs", "5", "--time", "5s"}, {"--time", "--programs"});
}

TEST_F(UsageTest, Exhaust) {
  refused({"exhaust", "--depth", "0"}, {"--depth", "0"});
  refused({"exhaust", "--depth", "9"}, {"--depth", "9"});
  refused({"exhaust", "--depth", "5", "--no-pruning"}, {"--no-pruning", "--depth 5", "--depth 4 at most"});
  refused({"exhaust", "--subjects", "torhc:cpu"}, {"'torhc:cpu' (did you mean 'torch:cpu'?)"});
  refused({"exhaust", "--jobs", "0"}, {"--jobs"});
  refused({"exhaust", "--json", path("none/out.json")}, {"--json", "there is no folder"});
  refused({"exhaust", "--findings", good_}, {"--findings", "is a file; name a folder"});
}

TEST_F(UsageTest, Parallel) {
  refused({"parallel", "--threads", "0"}, {"--threads", "0"});
  refused({"parallel", "--programs", "0"}, {"--programs", "0"});
  refused({"parallel", "--without", "bakcward"}, {"--without", "bakcward"});
  refused({"parallel", "--subject", "torhc:cpu"}, {"'torhc:cpu' (did you mean 'torch:cpu'?)"});
  refused({"parallel", "--subject", "engine:sim"}, {"--subject", "engine:sim", "one device for the whole process"});
}

TEST_F(UsageTest, Compare) {
  refused({"compare"}, {"--subjects"});
  refused({"compare", "--subjects", "engine:cpu"}, {"--subjects", "two subjects", "not 1"});
  refused({"compare", "--subjects", "engine:cpu,engine:cpu"}, {"'engine:cpu' is named twice"});
  refused({"compare", "--subjects", "engine:cpu,torhc:cpu"}, {"'torhc:cpu' (did you mean 'torch:cpu'?)"});
  refused({"compare", "--subjects", "engine:cpu,canary:cpu", "--programs", "0"}, {"--programs", "0"});
  refused({"compare", "--subjects", "engine:cpu,canary:cpu", "--json", path("none/out.json")},
          {"--json", "there is no folder"});
}

TEST_F(UsageTest, Explore) {
  refused({"explore", "--depth", "0"}, {"--depth", "0"});
  refused({"explore", "--programs", "0"}, {"--programs", "0"});
  refused({"explore", "--reached", path("absent.json")}, {"--reached", "absent.json", "cannot be read"});
  refused({"explore", "--reached", good_}, {"--reached", "good.prog", "run --coverage"});
  refused({"explore", "--json", path("none/out.json")}, {"--json", "there is no folder"});
  refused({"run", "--coverage", path("none/out.json")}, {"--coverage", "there is no folder"});
}

TEST_F(UsageTest, RunTime) {
  for (const char* time : {"30", "s", "-1s", "0s", "5 s", "1w", "99999999999h", ""})
    refused({"run", "--time", time}, {"--time", "30s"});
}

TEST_F(UsageTest, Numbers) {
  for (const char* verb : {"run", "compare", "parallel", "draw"})
    refused({verb, "--seed", "-1"}, {"--seed", "'-1' is no whole number from 0 to"});
  refused({"draw", "--seed", "1"}, {"--program"});
}

TEST_F(UsageTest, Options) {
  refused({"run", "--prgrams", "3"}, {"run has no option '--prgrams' (did you mean '--programs'?)"});
  refused({"parallel", "--subject", "torhc:cpu"}, {"--subject: there is no subject 'torhc:cpu'"});
}

TEST_F(UsageTest, RunFilters) {
  refused({"run", "--only", "addd_"}, {"--only: 'addd_' names no operation, group or rule (did you mean 'add_'?)"});
  refused({"run", "--without", "V99"}, {"--without: 'V99'"});
  refused({"run", "--only", "add_", "--without", "add_"}, {"leave no operation"});
  refused({"run", "--only", "V3", "--without", "V3"}, {"leave no rule"});
  refused({"run", "--only", ""}, {"--only: a name is missing"});
  refused({"draw", "--program", "1", "--only", "addd_"}, {"did you mean 'add_'?"});
}

TEST_F(UsageTest, RunFiles) {
  refused({"run", "--programs", "1", "--json", path("missing/out.json")}, {"--json", "there is no folder"});
  refused({"run", "--programs", "1", "--json", folder_.string()}, {"--json", "is a folder"});
  refused({"run", "--programs", "1", "--junit", path("missing/out.xml")}, {"--junit", "there is no folder"});
  refused({"run", "--programs", "1", "--sarif", path("missing/out.sarif")}, {"--sarif", "there is no folder"});
  refused({"run", "--programs", "1", "--findings", good_}, {"--findings", "is a file"});
}

TEST_F(UsageTest, Programs) {
  for (const std::vector<std::string>& verb :
       std::vector<std::vector<std::string>>{{"replay"}, {"reduce"}, {"explain"}, {"emit", "--as", "cpp"}}) {
    const auto with = [&](const std::string& file) {
      std::vector<std::string> out = verb;
      out.push_back(file);
      return out;
    };
    refused(verb, {"FILE"});
    refused(with(path("missing.prog")), {"missing.prog: cannot be read"});
    if (verb[0] != "replay") refused(with(folder_.string()), {"is a folder"});
    refused(with(bad_), {"bad.prog:3: "});
    refused(with(empty_), {"empty.prog:1: "});
  }
}

TEST_F(UsageTest, ReplayReadsAllFilesFirst) { refused({"replay", good_, bad_}, {"bad.prog:3: "}); }

TEST_F(UsageTest, Emit) {
  refused({"emit", good_}, {"--as"});
  refused({"emit", good_, "--as", "java"}, {"'java' is no form of a program; there are: cpp, python"});
  const std::string guard = path("guard.prog");
  std::ofstream(guard) << "modecheck 1\nr1 = neg(r0)\nAutoNonVariableTypeMode() {\n}\n";
  refused({"emit", guard, "--as", "python"},
          {"guard.prog", "command 2", "AutoNonVariableTypeMode", "no form in Python"});
  refused({"emit", good_, "--as", "cpp", "--out", path("missing/x.cpp")}, {"--out", "there is no folder"});
}

TEST_F(UsageTest, ReduceTime) { refused({"reduce", good_, "--time", "soon"}, {"--time: 'soon'"}); }

TEST_F(UsageTest, FindingsAndLists) {
  refused({"findings", "--out", path("missing/x.md")}, {"--out", "there is no folder"});
  refused({"rules", "V33"}, {"V33"});
  refused({"rules", "--unspecified", "no-open-gard"}, {"no-open-gard", "did you mean 'no-open-guard'?"});
  refused({"operators", "add"}, {"add"});
  refused({"subjects", "torch"}, {"torch"});
}

// Returns the rows of the table that begin with `name`, each joined into one line. A long row continues on indented
// lines.
std::vector<std::string> rows_of(const std::string& table, const std::string& name) {
  std::vector<std::string> rows;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t text = line.find_first_not_of(' ');
    if (text == std::string::npos) continue;
    if (text == 0 || rows.empty())
      rows.push_back(line);
    else
      rows.back() += ' ' + line.substr(text);
  }
  rows.erase(std::remove_if(rows.begin(), rows.end(), [&](const std::string& row) { return row.rfind(name, 0) != 0; }),
             rows.end());
  return rows;
}

// Returns the file of a shared library that is not a subject.
std::string file_of_library(const char* name) {
  void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  link_map* map = nullptr;
  if (library == nullptr || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return "";
  return map->l_name;
}

TEST_F(UsageTest, SubjectsExplainsAPluginThatDoesNotLoad) {
  const std::string hint = "docs/OWN_ENGINE.md shows how a subject is built and linked";
  put("modecheck_subject_broken.so", "This is a text and no library.\n");
  fs::copy_file(file_of_library("libm.so.6"), folder_ / "modecheck_subject_foreign.so");
  setenv("MODECHECK_SUBJECT_PATH", folder_.c_str(), /*overwrite=*/1);
  const std::string listed = run_modecheck({"subjects"}).out;
  for (const auto& [name, why] : std::vector<std::pair<std::string, std::string>>{
           {"broken", "cannot load subject "}, {"foreign", "does not export modecheck_subject_v1"}}) {
    const std::vector<std::string> rows = rows_of(listed, name);
    ASSERT_EQ(rows.size(), 1U) << listed;
    EXPECT_NE(rows[0].find("no: "), std::string::npos) << rows[0];
    EXPECT_NE(rows[0].find(why), std::string::npos) << rows[0];
    EXPECT_NE(rows[0].find(hint), std::string::npos) << rows[0];
    refused({"run", "--subjects", name + ":cpu"}, {"--subjects: '" + name + ":cpu' is not available", why, hint});
  }
  EXPECT_EQ(rows_of(listed, "engine:").size(), 5U) << listed;
  unsetenv("MODECHECK_SUBJECT_PATH");
}

TEST_F(UsageTest, HelpOfEveryVerb) {
  for (const char* verb :
       {"run", "replay", "reduce", "explain", "emit", "rules", "operators", "subjects", "findings"}) {
    const Ran ran = run_modecheck({verb, "--help"});
    EXPECT_EQ(ran.code, 0) << verb;
    EXPECT_NE(ran.out.find(verb), std::string::npos);
    EXPECT_EQ(ran.err, "");
  }
}

TEST_F(UsageTest, Lists) {
  EXPECT_NE(run_modecheck({"rules"}).out.find("RFC-0011"), std::string::npos);
  const std::string reason = run_modecheck({"rules", "--unspecified", "no-open-guard"}).out;
  EXPECT_NE(reason.find("no-open-guard  limit"), std::string::npos) << reason;
  EXPECT_EQ(reason.find("mixed-dtypes"), std::string::npos) << reason;
  EXPECT_NE(run_modecheck({"operators"}).out.find("add_.Tensor"), std::string::npos);
  const std::string dtypes = run_modecheck({"operators", "--dtypes"}).out;
  EXPECT_NE(dtypes.find("\nindex_select: self is of any dtype; index is int64 or int32\n"), std::string::npos)
      << dtypes;
  EXPECT_NE(run_modecheck({"subjects"}).out.find("engine:cpu"), std::string::npos);
  EXPECT_EQ(run_modecheck({"--version"}).out.find("modecheck "), 0U);
}

}  // namespace
}  // namespace modecheck::cli
