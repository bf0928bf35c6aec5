// Plug-ins export one function each, share nothing, and test what they say they test.
#include "reference/subjects/plugin.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>

namespace modecheck::subjects {
namespace {

class PluginTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { setenv("MODECHECK_SUBJECT_PATH", MODECHECK_SUBJECT_FOLDER, 1); }
};

std::set<std::string> exported_symbols(const std::string& file) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("nm -D --defined-only '" + file + "'").c_str(), "r"),
                                                   &pclose);
  std::set<std::string> out;
  std::array<char, 4096> line{};
  while (pipe != nullptr && std::fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    std::istringstream words(line.data());
    std::string address;
    std::string kind;
    std::string name;
    if (words >> address >> kind >> name) out.insert(name);
  }
  return out;
}

TEST_F(PluginTest, ExportOneFunction) {
  ASSERT_FALSE(available_plugins().empty());
  for (const std::string& name : available_plugins())
    EXPECT_EQ(exported_symbols(find_plugin(name)), std::set<std::string>{spec::kSubjectEntryName}) << name;
}

// Two subjects of one library would agree with one another and prove nothing.
TEST_F(PluginTest, HaveIdentitiesOfTheirOwn) {
  std::map<std::string, std::string> owners;
  for (const std::string& name : available_plugins()) {
    const Plugin plugin = Plugin::load(name);
    EXPECT_EQ(plugin.name(), name);
    EXPECT_FALSE(plugin.version().empty()) << name;
    ASSERT_FALSE(plugin.identity().empty()) << name;
    const auto [at, fresh] = owners.emplace(plugin.identity(), name);
    EXPECT_TRUE(fresh) << name << " and " << at->second << " both run " << plugin.identity();
  }
}

TEST_F(PluginTest, HaveFunctionsOfTheirOwn) {
  std::map<void*, std::string> owners;
  for (const std::string& name : available_plugins()) {
    const Plugin plugin = Plugin::load(name);
    const auto [at, fresh] = owners.emplace(reinterpret_cast<void*>(plugin.table().run), name);
    EXPECT_TRUE(fresh) << name << " and " << at->second << " run the same code";
  }
}

TEST_F(PluginTest, AnUnknownNameIsExplained) {
  try {
    Plugin::load("no_such_engine");
    FAIL() << "loaded what does not exist";
  } catch (const PluginError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("no subject 'no_such_engine'"), std::string::npos) << what;
    EXPECT_NE(what.find("MODECHECK_SUBJECT_PATH"), std::string::npos) << what;
    EXPECT_NE(what.find(MODECHECK_SUBJECT_FOLDER), std::string::npos) << what;
  }
}

TEST_F(PluginTest, AFileThatIsNoSubjectIsExplained) {
  EXPECT_THROW(Plugin::load("/proc/self/exe"), PluginError);
  EXPECT_THROW(Plugin::load("/nowhere/x.so"), PluginError);
}

TEST_F(PluginTest, AnotherInterfaceVersionIsRefused) {
  const auto other = []() -> const spec::SubjectTable* {
    static const spec::SubjectTable table{
        spec::kSubjectAbi + 1, "x", "1", "x", nullptr, nullptr, nullptr, nullptr, nullptr};
    return &table;
  };
  EXPECT_THROW(Plugin::linked(other), PluginError);
}

}  // namespace
}  // namespace modecheck::subjects
