// Tests that docs/absent_functions.txt lists exactly those functions of libtorch that the engine lacks, with reasons.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "tests/definitions/declarations.h"

namespace modecheck::definitions {
namespace {

// Names methods that tensor.h declares itself. declarations() does not read that header.
const std::set<std::string> kOfTheClass = {
    "data", "is_conj",   "is_inference",  "is_leaf",     "is_neg",       "is_pinned", "is_same_size", "is_signed",
    "item", "output_nr", "requires_grad", "retain_grad", "retains_grad", "set_data",  "size",         "stride"};

// Returns a function's name without the trailing underscore of in-place functions.
std::string plain(std::string name) {
  if (name.size() > 1 && name.back() == '_') name.pop_back();
  return name;
}

std::set<std::string> declared_names() {
  std::ifstream in(MODECHECK_DECLARED);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::set<std::string> out = kOfTheClass;
  for (const Declaration& declaration : declarations(text)) out.insert(plain(declaration.name));
  return out;
}

std::map<std::string, std::string> listed() {
  std::map<std::string, std::string> out;
  std::ifstream in(MODECHECK_ABSENT_FUNCTIONS);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = line.find(": ");
    EXPECT_NE(colon, std::string::npos) << line;
    EXPECT_TRUE(out.emplace(line.substr(0, colon), line.substr(colon + 2)).second) << line;
  }
  return out;
}

// Returns whether user programs call a function of this name: it is neither internal to libtorch nor a derivative.
bool is_public(std::string_view name) {
  if (name[0] == '_') return false;
  const std::size_t at = name.find("_backward");
  return at == std::string_view::npos || (at + std::string_view("_backward").size() != name.size() &&
                                          name[at + std::string_view("_backward").size()] != '_');
}

TEST(AbsentFunctions, NoneOfTheListIsDeclaredAndEachHasAReason) {
  const std::set<std::string> declared = declared_names();
  ASSERT_GT(declared.size(), 400u);
  const std::map<std::string, std::string> absent = listed();
  ASSERT_FALSE(absent.empty()) << MODECHECK_ABSENT_FUNCTIONS << " cannot be read";
  for (const auto& [name, reason] : absent) {
    EXPECT_EQ(declared.count(name), 0u) << name << " is listed as absent, and declared";
    EXPECT_GE(reason.size(), 10u) << name;
    EXPECT_TRUE(is_public(name)) << name << " need not be listed";
  }
}

TEST(AbsentFunctions, EveryFunctionOfLibtorchIsDeclaredOrListed) {
  const std::filesystem::path headers = MODECHECK_ATEN_OPS;
  if (!std::filesystem::is_directory(headers)) GTEST_SKIP() << "libtorch's headers are not installed";
  const std::set<std::string> declared = declared_names();
  const std::map<std::string, std::string> absent = listed();
  constexpr std::string_view ending = "_ops.h";
  std::set<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(headers)) {
    const std::string file = entry.path().filename().string();
    if (file.size() <= ending.size() || file.substr(file.size() - ending.size()) != ending) continue;
    const std::string name = file.substr(0, file.size() - ending.size());
    if (is_public(name)) all.insert(name);
  }
  ASSERT_GT(all.size(), 500u) << headers;
  for (const std::string& name : all)
    EXPECT_TRUE(declared.count(plain(name)) != 0 || absent.count(name) != 0)
        << name << " is neither declared nor listed in " << MODECHECK_ABSENT_FUNCTIONS;
  for (const auto& [name, reason] : absent)
    EXPECT_EQ(all.count(name), 1u) << name << " is no function of this libtorch";
}

}  // namespace
}  // namespace modecheck::definitions
