// Tests what is concluded from programs that do not meet a known mismatch, and the file of measured rates.
#include "properties/known/meeting_rate.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "properties/known/findability.h"
#include "properties/known/known.h"
#include "properties/known/known_error.h"

namespace modecheck::properties {
namespace {

namespace fs = std::filesystem;

TEST(MeetingRate, ACommonThingIsSoonGone) {
  // With many meetings the rate is known, and the number is that of a geometric distribution: ln(0.05) / ln(1 - 1/900).
  const MeetingRate rate{900'000'000, 1'000'000};
  EXPECT_NEAR(static_cast<double>(*rate.programs_until_gone(0.95)), std::log(0.05) / std::log1p(-1.0 / 900), 3);
  EXPECT_GT(rate.confidence_of_absence(50'000), 0.99);
  EXPECT_EQ(rate.confidence_of_absence(0), 0);
}

TEST(MeetingRate, FewMeetingsNeedMorePrograms) {
  // One meeting in 1,000 programs: 19,000 clean ones make its chance to be among the first 1,000 of all 20,000 5 %.
  const MeetingRate once{1'000, 1};
  EXPECT_EQ(once.programs_until_gone(0.95), 19'000U);
  EXPECT_NEAR(once.confidence_of_absence(19'000), 0.95, 1e-12);
  EXPECT_LT(once.confidence_of_absence(18'999), 0.95);
  const MeetingRate ten{10'000, 10};
  EXPECT_NEAR(static_cast<double>(*ten.programs_until_gone(0.95)), 10'000 * (std::pow(20, 0.1) - 1), 1);
  EXPECT_GE(ten.confidence_of_absence(*ten.programs_until_gone(0.99)), 0.99 - 1e-9);
}

TEST(MeetingRate, NothingFollowsFromWhatWasNeverMet) {
  EXPECT_EQ((MeetingRate{1'000, 0}.programs_until_gone(0.95)), std::nullopt);
  EXPECT_EQ((MeetingRate{1'000, 0}.confidence_of_absence(1'000'000)), 0);
  EXPECT_EQ((MeetingRate{0, 0}.confidence_of_absence(10)), 0);
}

TEST(Findability, AFileOfAnotherFormIsNamed) {
  const fs::path folder = fs::temp_directory_path() / ("modecheck-findability-" + std::to_string(getpid()));
  fs::create_directories(folder);
  const fs::path file = folder / "findability.json";
  EXPECT_FALSE(Findability::load(folder).has_value());
  std::ofstream(file) << R"({"subject": "a:cpu", "version": "1", "programs": 200, "met": {"one": 4}})";
  const Findability read = *Findability::load(folder);
  EXPECT_EQ(read.of("one")->met, 4U);
  EXPECT_EQ(read.of("one")->programs, 200U);
  EXPECT_FALSE(read.of("two").has_value());
  for (const char* const text :
       {"", "[]", "{}", R"({"subject": "a:cpu", "version": "1", "programs": "x", "met": {}})"}) {
    std::ofstream(file) << text;
    try {
      Findability{file};
      ADD_FAILURE() << text;
    } catch (const KnownError& error) {
      EXPECT_NE(std::string(error.what()).find("findability.json"), std::string::npos) << error.what();
    }
  }
  fs::remove_all(folder);
}

// A rate of an entry that was renamed or removed would be lost without notice.
TEST(Findability, EveryRateIsOfAnEntry) {
  const fs::path folder = fs::path(MODECHECK_SOURCE) / "known";
  const std::optional<Findability> rates = Findability::load(folder);
  std::ostringstream page;
  page << std::ifstream(fs::path(MODECHECK_SOURCE) / "docs/FINDABILITY.md").rdbuf();
  // The page and the file are made of the same measurement.
  ASSERT_EQ(page.str().find("| entry | cause | met |") != std::string::npos, rates.has_value());
  if (!rates.has_value()) return;
  std::set<std::string> ids;
  for (const KnownMismatch& entry : load_known(folder)) ids.insert(entry.id);
  for (const auto& [id, met] : rates->met()) {
    EXPECT_TRUE(ids.contains(id)) << id << ": scripts/findability measures anew";
    EXPECT_LE(met, rates->programs()) << id;
  }
}

}  // namespace
}  // namespace modecheck::properties
