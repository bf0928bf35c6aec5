#include "properties/campaign/profile.h"

#include <gtest/gtest.h>

#include "properties/campaign/not_judged.h"
#include "spec/model/rules.h"

namespace modecheck::properties {
namespace {

// Returns the first profile (a choice of the mismatches to report) that judges this rule or field.
Profile first_judge(std::string_view rule) {
  for (const Profile profile : kProfiles)
    if (judges(profile, rule)) return profile;
  ADD_FAILURE() << "no profile judges " << rule;
  return Profile::All;
}

TEST(Profile, EveryRuleHasItsFirstProfile) {
  for (const spec::RuleFacts& rule : spec::rules()) {
    const Profile expected = rule.id == "H"                       ? Profile::All
                             : rule.id == "E2" || rule.id == "E3" ? Profile::Operators
                                                                  : Profile::Semantics;
    EXPECT_EQ(first_judge(rule.id), expected) << rule.id;
  }
}

// If a rule covers a field, the rule decides which profile judges it. The fields of this test have no rule, so their
// names decide.
TEST(Profile, FieldsWithoutARuleAreOfOperatorsExceptLeaksAndSecondRuns) {
  for (const char* field :
       {"values", "dtype", "device", "sizes", "strides", "storage_offset", "storage size", "grad.strides"})
    EXPECT_EQ(first_judge(field), Profile::Operators) << field;
  for (const char* field : {"live objects", "second run"}) EXPECT_EQ(first_judge(field), Profile::All) << field;
}

TEST(Profile, AWiderProfileJudgesWhatANarrowerOneDoes) {
  for (const spec::RuleFacts& rule : spec::rules()) {
    EXPECT_LE(judges(Profile::Semantics, rule.id), judges(Profile::Operators, rule.id)) << rule.id;
    EXPECT_TRUE(judges(Profile::All, rule.id)) << rule.id;
  }
}

Mismatch mismatch_with(std::vector<Difference> differences) {
  Mismatch out;
  out.differences = std::move(differences);
  return out;
}

TEST(Profile, AMismatchIsJudgedForAnyOfItsDifferences) {
  const Difference reason{Field::Outcome, -1, "E3", Severity::WrongReason, "", ""};
  const Difference values{Field::Values, 3, "", Severity::WrongValue, "", ""};
  const Difference version{Field::Version, 3, "V3", Severity::WrongState, "", ""};
  EXPECT_FALSE(judges(Profile::Semantics, mismatch_with({reason, values})));
  EXPECT_TRUE(judges(Profile::Operators, mismatch_with({reason})));
  EXPECT_TRUE(judges(Profile::Operators, mismatch_with({values})));
  EXPECT_TRUE(judges(Profile::Semantics, mismatch_with({values, version})));
}

TEST(Profile, NamesAreRead) {
  for (const Profile profile : kProfiles) EXPECT_EQ(profile_named(name_of(profile)), profile);
  EXPECT_EQ(profile_named("semantic"), std::nullopt);
}

TEST(Profile, WhatIsNotJudgedIsCountedByRuleAndField) {
  NotJudged first;
  first.add("values");
  NotJudged all;
  for (int i = 0; i < 2; ++i) all.add("E3");
  all.add(first);
  EXPECT_EQ(all.total(), 3U);
  const std::vector<std::pair<std::string, std::uint64_t>> expected{{"E3", 2}, {"values", 1}};
  EXPECT_EQ(all.by_rule(), expected);
}

}  // namespace
}  // namespace modecheck::properties
