// Tests which known issue is shown as the nearest to a new finding, and which differences between the two are listed.

#include "properties/known/near_known.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/properties/driver/fakes.h"

namespace modecheck::properties {
namespace {

KnownMismatch known_issue(const char* name, const nlohmann::json& pattern, const char* version = "1") {
  KnownMismatch out;
  out.id = name;
  out.cause.id = std::string("cause-of-") + name;
  out.cause.title = "A title";
  out.versions = {version};
  out.signature.subject = "fake:cpu";
  out.signature.rule = "V3";
  out.signature.operation = "sub_.Tensor";
  out.pattern = pattern_of(pattern);
  return out;
}

nlohmann::json recognises(const char* operations, const char* field) {
  return {{"operations", {operations}}, {"expected", {"ok"}}, {"observed", {"ok"}}, {"fields", {field}}};
}

// Returns the known issue nearest to a mismatch in the version of r0, after the only command of the program.
std::optional<NearKnown> nearest(const std::vector<KnownMismatch>& known, const char* command = "add_.Tensor(r0, r1)") {
  auto owned = std::make_unique<FakeOracle>();
  std::vector<std::unique_ptr<subjects::Runner>> subjects;
  subjects.push_back(std::make_unique<FakeSubject>("fake", *owned, [](const spec::ProgramView&, spec::Trace& trace) {
    ++trace.steps[0].observation.registers[0].tensor.version;
  }));
  Lockstep lockstep([&](spec::DeviceKind) { return std::unique_ptr<Oracle>(std::move(owned)); }, std::move(subjects));
  const spec::Program program = spec::parse_program(std::string("modecheck 1\n") + command + "\n");
  const std::vector<Mismatch> mismatches = lockstep.check(program).mismatches;
  EXPECT_EQ(mismatches.size(), 1U);
  return nearest_known(known, lockstep, program, mismatches.at(0));
}

TEST(NearKnown, TheOperationMayBeAnother) {
  const auto near = nearest({known_issue("neg", recognises("neg", "version"))});
  ASSERT_TRUE(near);
  EXPECT_EQ(near->entry, "neg");
  EXPECT_EQ(near->differs, (std::vector<std::string>{"the operation"}));
  EXPECT_EQ(sentence(*near), "It resembles the known issue cause-of-neg (A title). It differs in the operation.");
}

TEST(NearKnown, AnOperationOfAnotherKindIsNoVariant) {
  KnownMismatch matrix = known_issue("mm", recognises("mm", "version"));
  matrix.signature.operation = "mm";
  EXPECT_FALSE(nearest({matrix}));
}

TEST(NearKnown, TheVersionMayBeAnother) {
  const auto near = nearest({known_issue("later", recognises("in_place", "version"), "2")});
  ASSERT_TRUE(near);
  EXPECT_EQ(near->differs, (std::vector<std::string>{"the version"}));
}

TEST(NearKnown, TheFewestDifferencesWin) {
  nlohmann::json far = recognises("neg", "version");
  far["predicates"] = {"an inference tensor is written"};
  const auto near = nearest({known_issue("far", far), known_issue("close", recognises("neg", "version"))});
  ASSERT_TRUE(near);
  EXPECT_EQ(near->entry, "close");
}

TEST(NearKnown, NothingIsNearThatDiffersInTooMuch) {
  nlohmann::json far = recognises("neg", "sizes");
  far["predicates"] = {"an inference tensor is written"};
  EXPECT_FALSE(nearest({known_issue("far", far)}));
}

TEST(NearKnown, AnotherAnswerIsNoVariant) {
  nlohmann::json rejects = recognises("in_place", "version");
  rejects["observed"] = {"error"};
  EXPECT_FALSE(nearest({known_issue("rejects", rejects)}));
}

TEST(NearKnown, AnotherRuleOrSubjectIsNoVariant) {
  KnownMismatch other_rule = known_issue("rule", recognises("neg", "version"));
  other_rule.signature.rule = "S3";
  KnownMismatch other_subject = known_issue("subject", recognises("neg", "version"));
  other_subject.signature.subject = "other:cpu";
  EXPECT_FALSE(nearest({other_rule, other_subject}));
}

TEST(NearKnown, SurvivesThePipeBetweenProcesses) {
  const NearKnown near{"entry", "cause", "Title", {"the operation", "the version"}};
  const auto back = near_of(near_json(near));
  ASSERT_TRUE(back);
  EXPECT_EQ(sentence(*back), sentence(near));
  EXPECT_FALSE(near_of(near_json(std::nullopt)));
}

}  // namespace
}  // namespace modecheck::properties
