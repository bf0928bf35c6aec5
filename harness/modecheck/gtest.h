// Checks an engine in one line of a GoogleTest test, which fails with the report of `modecheck run`:
//
//   TEST(Mine, KeepsTheRules) { EXPECT_TRUE(modecheck::gtest::keeps_rules("./modecheck_subject_mine.so")); }
//
// GoogleTest runs this test in one shard, if there are shards (GTEST_TOTAL_SHARDS, which Bazel sets too). A property
// runs in each shard, with a part of its programs:
//
//   MODECHECK_PROPERTY(Mine, KeepsTheRules, "./modecheck_subject_mine.so");
//   MODECHECK_PROPERTY(Mine, KeepsTheRulesOfViews, "./modecheck_subject_mine.so", profile);
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>

#include "modecheck/check.h"

namespace modecheck::gtest {

// Turns a CheckResult into an assertion. A check that judged nothing fails too, because it shows nothing.
inline ::testing::AssertionResult assertion_of(const CheckResult& result) {
  return (result.passed() ? ::testing::AssertionSuccess() : ::testing::AssertionFailure()) << '\n' << result.report;
}

// Succeeds if the subject keeps the rules in the random programs of a profile.
inline ::testing::AssertionResult keeps_rules(const std::string& subject, const Profile& profile = {}) {
  try {
    return assertion_of(check_programs(subject, profile));
  } catch (const std::exception& error) {
    return ::testing::AssertionFailure() << error.what();
  }
}

// Succeeds if the subject keeps the rules in one program, which is given in the text form.
inline ::testing::AssertionResult keeps_rules_in(const std::string& subject, const std::string& program) {
  try {
    return assertion_of(check_program(subject, program));
  } catch (const std::exception& error) {
    return ::testing::AssertionFailure() << error.what();
  }
}

// Returns GTEST_TOTAL_SHARDS, or 1 if it is not set. GoogleTest itself reports a value that is no number.
inline std::uint64_t total_shards() {
  const char* const text = std::getenv("GTEST_TOTAL_SHARDS");
  const std::uint64_t total = text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
  return total == 0 ? 1 : total;
}

// A test that checks a part of a property's programs.
class PropertyTest : public ::testing::Test {
 public:
  PropertyTest(std::string subject, Profile profile) : subject_(std::move(subject)), profile_(std::move(profile)) {}
  void TestBody() override { EXPECT_TRUE(keeps_rules(subject_, profile_)); }

 private:
  std::string subject_;
  Profile profile_;
};

// Registers as many tests of one name as there are shards, each with its part of the programs. GoogleTest deals tests
// out to shards in turn, so each shard runs one of them.
inline bool register_property(const char* suite, const char* name, const char* file, int line,
                              const std::string& subject, Profile profile = {}) {
  profile.shard.count = total_shards();
  for (profile.shard.number = 0; profile.shard.number < profile.shard.count; ++profile.shard.number)
    ::testing::RegisterTest(suite, name, nullptr, nullptr, file, line,
                            [subject, profile]() -> ::testing::Test* { return new PropertyTest(subject, profile); });
  return true;
}

}  // namespace modecheck::gtest

// Defines a test that the subject keeps the rules in the random programs of a profile: (suite, name, subject) or
// (suite, name, subject, profile). All shards together run each program once.
#define MODECHECK_PROPERTY(suite, name, ...)                                  \
  [[maybe_unused]] static const bool modecheck_property_of_##suite##_##name = \
      ::modecheck::gtest::register_property(#suite, #name, __FILE__, __LINE__, __VA_ARGS__)
