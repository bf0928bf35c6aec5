// Tests the sources of known differences that show in one version of PyTorch only: the behaviour changed between two
// versions. PyTorch's own words decide whether the older or the newer behaviour is right. The cause must link to them,
// or say that there are none.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "properties/known/known.h"

namespace modecheck::properties {
namespace {

struct Change {
  Cause cause;
  std::set<std::string> versions;
};

// Returns the known differences in `folder` that show in a single version, by the id of their cause.
std::map<std::string, Change> changes_in(const std::filesystem::path& folder) {
  std::map<std::string, Change> out;
  for (const KnownMismatch& entry : load_known(folder)) {
    if (entry.cause.kind != Cause::Kind::Difference) continue;
    Change& change = out[entry.cause.id];
    change.cause = entry.cause;
    change.versions.insert(entry.versions.begin(), entry.versions.end());
  }
  std::erase_if(out, [](const auto& one) { return one.second.versions.size() != 1; });
  return out;
}

bool names_its_source(const Cause& cause) {
  return cause.link.starts_with("https://") || cause.why.find("No source was ") != std::string::npos ||
         cause.why.find("no source was ") != std::string::npos;
}

class Sources : public ::testing::Test {
 protected:
  const std::map<std::string, Change> changes_ = changes_in(MODECHECK_SOURCE "/known");
};

TEST_F(Sources, EveryChangeBetweenVersionsNamesItsSourceOrSaysThatThereIsNone) {
  ASSERT_FALSE(changes_.empty());
  for (const auto& [id, change] : changes_)
    EXPECT_TRUE(names_its_source(change.cause))
        << "known/" << id << "/cause.json: a difference of one version only needs a \"link\" to upstream's words, or a "
        << "\"why\" that says \"No source was found\"";
}

TEST_F(Sources, NoChangeIsCalledOnPurposeWithoutASource) {
  for (const auto& [id, change] : changes_) {
    const bool on_purpose = change.cause.why.find("on purpose") != std::string::npos;
    EXPECT_TRUE(!on_purpose || !change.cause.link.empty())
        << "known/" << id << "/cause.json says \"on purpose\" and has no \"link\"";
  }
}

TEST_F(Sources, EveryChangeBetweenVersionsHasARowInTheDocument) {
  std::ifstream file(MODECHECK_SOURCE "/docs/UPSTREAM.md");
  std::ostringstream text;
  text << file.rdbuf();
  for (const auto& [id, change] : changes_)
    EXPECT_NE(text.str().find("| [" + id + "]"), std::string::npos) << "docs/UPSTREAM.md has no row of " << id;
}

}  // namespace
}  // namespace modecheck::properties
