// Tests the harness as its users see it: through the shared library and the headers for GoogleTest and RapidCheck.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "modecheck/check.h"
#include "modecheck/gtest.h"
#include "modecheck/rapidcheck.h"

namespace modecheck {
namespace {

using Outcome = CheckResult::Outcome;

const std::string kTemplate = std::string(MODECHECK_BUILD) + "/subjects/modecheck_subject_template.so";

// This program writes under nested InferenceMode guards, which shows the canary's fault.
constexpr const char* kMismatching = "modecheck 1\nInferenceMode() {\n  InferenceMode() {\n    add_.Scalar(r3, 1)\n";

Profile profile_of(std::uint64_t programs) {
  Profile out;
  out.programs = programs;
  out.seed = 3;
  return out;
}

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

TEST(Harness, AnEngineThatKeepsTheRulesPasses) {
  const CheckResult result = check_programs("engine:cpu", profile_of(300));
  EXPECT_EQ(result.outcome, Outcome::Passed) << result.report;
  EXPECT_NE(result.report.find("300"), std::string::npos) << result.report;
}

TEST(Harness, AFindingIsShrunkAndReportedAsRunDoes) {
  const CheckResult result = check_programs("canary:cpu", profile_of(400));
  EXPECT_EQ(result.outcome, Outcome::Failed);
  EXPECT_FALSE(result.passed());
  EXPECT_NE(result.report.find("new finding"), std::string::npos) << result.report;
  EXPECT_NE(result.report.find("canary:cpu"), std::string::npos) << result.report;
  EXPECT_NE(result.report.find("found    seed 3, program "), std::string::npos) << result.report;
}

TEST(Harness, OneProgramIsJudged) {
  EXPECT_EQ(check_program("engine:cpu", kMismatching).outcome, Outcome::Passed);
  const CheckResult result = check_program("canary:cpu", kMismatching);
  EXPECT_EQ(result.outcome, Outcome::Failed);
  EXPECT_NE(result.report.find("add_.Scalar"), std::string::npos) << result.report;
}

// The template for plug-ins does not support `add`, so no answer to this program can be compared.
TEST(Harness, AgreementOnNothingIsNoSuccess) {
  const CheckResult result = check_program(kTemplate, "modecheck 1\nr3 = add.Tensor(r0, r1)\n");
  EXPECT_EQ(result.outcome, Outcome::NothingJudged) << result.report;
  EXPECT_FALSE(gtest::keeps_rules_in(kTemplate, "modecheck 1\nr3 = add.Tensor(r0, r1)\n"));
}

// The canary breaks a rule of the semantics (M2), so a profile that judges it finds the fault. The summary says what
// the profile, or a list of rules, left out.
TEST(Harness, TheProfileDecidesWhichMismatchesAreFindings) {
  Profile profile = profile_of(400);
  profile.profile = "semantics";
  const CheckResult semantics = check_programs("canary:cpu", profile);
  EXPECT_EQ(semantics.outcome, Outcome::Failed) << semantics.report;
  EXPECT_NE(semantics.report.find("--profile semantics left out"), std::string::npos) << semantics.report;
  profile.profile = "all";
  profile.only = {"E3"};
  const CheckResult another_rule = check_programs("canary:cpu", profile);
  EXPECT_EQ(another_rule.outcome, Outcome::Passed) << another_rule.report;
  profile.profile = "semantic";
  EXPECT_NE(message_of([&] { check_programs("canary:cpu", profile); }).find("did you mean 'semantics'?"),
            std::string::npos);
}

TEST(Harness, ProgramsAreThoseOfTheSeed) {
  Profile profile = profile_of(1);
  const std::string program = draw_program(profile, 7);
  EXPECT_EQ(program.find("modecheck 1\n"), 0U) << program;
  EXPECT_EQ(draw_program(profile, 7), program);
  profile.seed = 4;
  EXPECT_NE(draw_program(profile, 7), program);
}

TEST(Harness, ErrorsSayWhatIsWrong) {
  EXPECT_NE(message_of([] { check_programs("nobody:cpu"); }).find("there is no subject 'nobody:cpu'"),
            std::string::npos);
  EXPECT_NE(message_of([] { check_programs("./nothing.so"); }).find("there is no file './nothing.so'"),
            std::string::npos);
  Profile wrong;
  wrong.only = {"ad"};
  EXPECT_NE(message_of([&] { check_programs("engine:cpu", wrong); }).find("'ad' names no operation"),
            std::string::npos);
  EXPECT_NE(message_of([] { check_program("engine:cpu", "modecheck 1\nr3 = nothing(r0)\n"); }).find("line 2"),
            std::string::npos);
  EXPECT_NE(message_of([] { check_programs("engine:cpu", profile_of(0)); }).find("Profile::programs"),
            std::string::npos);
  EXPECT_FALSE(gtest::keeps_rules("nobody:cpu"));
}

TEST(Harness, AGoogleTestFailsWithTheReport) {
  EXPECT_TRUE(gtest::keeps_rules("engine:cpu", profile_of(100)));
  EXPECT_NONFATAL_FAILURE(EXPECT_TRUE(gtest::keeps_rules("canary:cpu", profile_of(400))), "new finding");
  EXPECT_NONFATAL_FAILURE(EXPECT_TRUE(gtest::keeps_rules_in("canary:cpu", kMismatching)), "add_.Scalar");
}

// RapidCheck prints its message to standard error, so the test can check its verdict only.
TEST(Harness, ARapidCheckPropertyFailsForTheCanaryOnly) {
  Profile profile;
  profile.programs = 20;
  const auto few = [&](const std::string& subject) {
    rc::detail::TestParams parameters;
    parameters.maxSuccess = 20;
    parameters.seed = 1;
    const rc::detail::TestMetadata named{subject, "keeps the rules"};
    return rc::detail::checkTestable(rapidcheck::keeps_rules(subject, profile), named, parameters);
  };
  rc::detail::SuccessResult success;
  EXPECT_TRUE(few("engine:cpu").match(success)) << "the engine does not pass";
  rc::detail::FailureResult failure;
  ASSERT_TRUE(few("canary:cpu").match(failure)) << "the canary passes";
  EXPECT_NE(failure.description.find("new finding"), std::string::npos) << failure.description;
}

}  // namespace
}  // namespace modecheck
