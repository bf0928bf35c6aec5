// Tests that each plug-in exports one function, shares nothing with the others, and tests the library that it names.
#include "subjects/loading/plugin.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
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

// Two subjects of the same library would agree with each other, and that agreement would prove nothing.
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
    if (plugin.runs_in_worker()) continue;  // this plug-in's library is loaded in another process only
    const auto [at, fresh] = owners.emplace(reinterpret_cast<void*>(plugin.table().run), name);
    EXPECT_TRUE(fresh) << name << " and " << at->second << " run the same code";
  }
}

// Two versions of one library must never share a process. So a plug-in with a version in its name is loaded in another
// process, which answers the questions about it.
TEST_F(PluginTest, AVersionOfALibraryIsOnlyAsked) {
  EXPECT_TRUE(names_version("torch-2.15.0"));
  EXPECT_FALSE(names_version("torch"));
  EXPECT_FALSE(names_version("a-name"));
  EXPECT_FALSE(names_version("torch-"));
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / ("modecheck-plugins-" + std::to_string(getpid()));
  fs::create_directories(folder);
  fs::create_symlink(find_plugin("engine"), folder / "modecheck_subject_engine-9.9.so");
  setenv("MODECHECK_SUBJECT_PATH", (folder.string() + ":" + MODECHECK_SUBJECT_FOLDER).c_str(), 1);
  const Plugin here = Plugin::load("engine");
  const Plugin apart = Plugin::load("engine-9.9");
  setenv("MODECHECK_SUBJECT_PATH", MODECHECK_SUBJECT_FOLDER, 1);
  fs::remove_all(folder);
  EXPECT_FALSE(here.runs_in_worker());
  EXPECT_TRUE(apart.runs_in_worker());
  EXPECT_EQ(apart.name(), here.name());
  EXPECT_EQ(apart.version(), here.version());
  for (const spec::DeviceKind device : {spec::DeviceKind::Cpu, spec::DeviceKind::Meta, spec::DeviceKind::Cuda}) {
    EXPECT_EQ(apart.has_device(device), here.has_device(device));
    if (!here.has_device(device)) continue;
    for (std::size_t id = 0; id < spec::operations().size(); ++id) {
      const auto operation = static_cast<spec::OperationId>(id);
      EXPECT_EQ(apart.supports(operation, device), here.supports(operation, device)) << id;
    }
  }
  EXPECT_THROW(apart.table(), std::logic_error);
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
