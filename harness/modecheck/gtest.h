// Checks an engine in one line of a GoogleTest test, which fails with the report of `modecheck run`:
//
//   TEST(Mine, KeepsTheRules) { EXPECT_TRUE(modecheck::gtest::keeps_rules("./modecheck_subject_mine.so")); }
#pragma once

#include <gtest/gtest.h>

#include <exception>
#include <string>

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

}  // namespace modecheck::gtest
