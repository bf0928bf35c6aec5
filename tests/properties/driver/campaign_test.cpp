// Tests campaigns over a subject that crashes, hangs or answers wrongly if a program calls certain operators.

#include "properties/campaign/campaign.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "tests/properties/driver/fakes.h"

namespace modecheck::properties {
namespace {

// The subject of these tests runs neg correctly. It reports a wrong version for abs, crashes in exp, hangs in tanh and
// lacks cos.
// Two operators fail only after earlier programs of the same process. sigmoid crashes after relu, which mismatches, and
// the second clone crashes after the first, which does not mismatch.
extern "C" {
void* fake_open(const spec::SubjectOptions*) { return new FakeOracle(); }
void fake_close(void* session) { delete static_cast<FakeOracle*>(session); }
bool fake_supports(spec::OperationId, spec::DeviceKind) { return true; }
bool fake_has_device(spec::DeviceKind device) { return device == spec::DeviceKind::Cpu; }
void fake_run(void* session, const spec::ProgramView* view, spec::Trace* trace) {
  spec::Program program;
  program.records.assign(view->records, view->records + view->count);
  auto& oracle = *static_cast<FakeOracle*>(session);
  oracle.run(program);
  *trace = oracle.trace();
  for (std::uint32_t i = 0; i < view->count; ++i) {
    const spec::OperationId operation = view->records[i].operation;
    trace->completed = i;
    if (operation == id("abs")) ++trace->steps[i].observation.registers[0].tensor.version;
    if (operation == id("cos")) trace->steps[i].outcome.kind = spec::OutcomeKind::Unsupported;
    if (operation == id("exp")) std::raise(SIGSEGV);
    while (operation == id("tanh")) usleep(1000);
    static bool relu = false;
    static int clones = 0;
    relu = relu || operation == id("relu");
    if (operation == id("relu")) ++trace->steps[i].observation.registers[0].tensor.version;
    if (operation == id("sigmoid") && relu) std::raise(SIGSEGV);
    if (operation == id("clone") && ++clones == 2) std::raise(SIGSEGV);
  }
  trace->completed = view->count;
}
}

const spec::SubjectTable kFakeTable{spec::kSubjectAbi, "fake",    "1",        "test",  fake_supports,
                                    fake_has_device,   fake_open, fake_close, fake_run};

// Makes program number `index`: ten calls of neg. In programs 14 and 25, and in those whose number ends in 3, another
// operator replaces one of the calls.
void program_into(spec::Program& program, std::uint64_t index) {
  program.records.assign(10, spec::Record{});
  for (spec::Record& record : program.records) record.operation = id("neg");
  const char* fault = index % 10 == 3 ? "abs" : index == 14 ? "exp" : index == 25 ? "tanh" : "neg";
  program.records[7].operation = id(fault);
}

CampaignOptions options(int jobs) {
  CampaignOptions out;
  out.seed = 5;
  out.programs = 40;
  out.jobs = jobs;
  out.program_limit = std::chrono::milliseconds(200);
  out.subjects = {{"fake:cpu", subjects::Plugin::linked([] { return &kFakeTable; }), spec::DeviceKind::Cpu}};
  out.oracle = [](spec::DeviceKind) { return std::make_unique<FakeOracle>(); };
  out.program_into = program_into;
  return out;
}

KnownMismatch known(const Signature& signature) {
  KnownMismatch out;
  out.id = "known";
  out.versions = {"1"};
  out.signature = signature;
  out.pattern =
      pattern_of({{"operations", {"abs"}}, {"expected", {"ok"}}, {"observed", {"ok"}}, {"fields", {"version"}}});
  program_into(out.program, 3);
  return out;
}

// Returns options for programs of one command. Program 3 calls `first`, program 20 calls `second`, and all other
// programs call neg.
CampaignOptions two_commands(const char* first, const char* second) {
  CampaignOptions out = options(1);
  out.program_into = [=](spec::Program& program, std::uint64_t index) {
    program.records.assign(1, spec::Record{});
    program.records[0].operation = id(index == 3 ? first : index == 20 ? second : "neg");
  };
  return out;
}

class CampaignTest : public ::testing::TestWithParam<int> {};

TEST_P(CampaignTest, FindsCountsAndShrinks) {
  const CampaignResult result = run_campaign(options(GetParam()), {});
  ASSERT_EQ(result.findings.size(), 3U);
  const auto text = [&](std::size_t i) { return to_text(result.findings[i].signature); };
  EXPECT_EQ(text(0), "E2 fake:cpu exp (crash)");
  EXPECT_EQ(text(1), "E2 fake:cpu tanh (timeout)");
  EXPECT_EQ(text(2), "V4 fake:cpu abs");
  EXPECT_EQ(result.findings[0].index, 14U);
  EXPECT_EQ(result.findings[1].index, 25U);
  EXPECT_EQ(result.findings[2].index, 3U);
  for (const Finding& finding : result.findings) EXPECT_EQ(finding.commands, 1U) << finding.program_text;
  EXPECT_EQ(result.counts.programs, 40U);
  EXPECT_EQ(result.crashes, 2U);
  EXPECT_FALSE(result.clean());
}

INSTANTIATE_TEST_SUITE_P(Jobs, CampaignTest, ::testing::Values(1, 3));

TEST(Campaign, KnownMismatchesAreCountedAndHideNothing) {
  CampaignOptions with = options(2);
  with.known.push_back(known({"V4", "fake:cpu", "abs", ""}));
  const CampaignResult result = run_campaign(with, {});
  ASSERT_EQ(result.known.size(), 1U);
  EXPECT_TRUE(result.known[0].mismatches);
  EXPECT_EQ(result.known[0].shown.programs, 4U);
  EXPECT_EQ(result.findings.size(), 2U);
}

TEST(Campaign, AKnownMismatchThatIsGoneFailsTheRun) {
  CampaignOptions with = options(1);
  with.programs = 2;
  with.known.push_back(known({"V4", "fake:cpu", "abs", ""}));
  with.known[0].program.records.resize(2);
  const CampaignResult result = run_campaign(with, {});
  EXPECT_FALSE(result.known[0].mismatches);
  EXPECT_FALSE(result.clean());

  with.known[0].on_some_processors = true;
  EXPECT_TRUE(run_campaign(with, {}).clean());
}

// If a program crashes only after a program that mismatches, the campaign blames the program that mismatches, and
// counts the crash as lost.
TEST(Campaign, ADeathOfWhatAMismatchingProgramLeftBehindIsLost) {
  const CampaignResult result = run_campaign(two_commands("relu", "sigmoid"), {});
  EXPECT_EQ(result.crashes, 1U);
  EXPECT_EQ(result.lost, 1U);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].signature.operation, "relu");
}

// No program of the process mismatches, but one of them crashes because an earlier one ran. The crash is reported as a
// finding, although no command can be blamed.
TEST(Campaign, ADeathAmongCleanProgramsIsFound) {
  const CampaignResult result = run_campaign(two_commands("clone", "clone"), {});
  EXPECT_EQ(result.crashes, 1U);
  EXPECT_EQ(result.lost, 0U);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(to_text(result.findings[0].signature), "E2 unknown end (crash)");
  EXPECT_EQ(result.findings[0].index, 20U);
  EXPECT_NE(result.findings[0].program_text.find("program 20, not shrunk."), std::string::npos);
  EXPECT_NE(result.findings[0].report.find("first runs the programs before it"), std::string::npos);
  EXPECT_EQ(run_campaign(two_commands("neg", "clone"), {}).crashes, 0U);
}

// The commands behind one that the subject lacks run, and are not judged. A crash there is no finding.
TEST(Campaign, ADeathBehindWhatTheSubjectLacksIsLost) {
  CampaignOptions lacking = options(1);
  lacking.program_into = [](spec::Program& program, std::uint64_t index) {
    program.records.assign(2, spec::Record{});
    program.records[0].operation = id(index == 20 ? "cos" : "neg");
    program.records[1].operation = id(index == 20 ? "exp" : "neg");
  };
  const CampaignResult result = run_campaign(lacking, {});
  EXPECT_EQ(result.crashes, 1U);
  EXPECT_EQ(result.lost, 1U);
  EXPECT_TRUE(result.findings.empty());
}

TEST(Campaign, ADeathOfTheSpecificationIsFound) {
  CampaignOptions deadly = options(1);
  deadly.programs = 10;
  deadly.program_into = [](spec::Program& program, std::uint64_t index) {
    program.records.assign(index == 4 ? 2 : 1, spec::Record{});
    for (spec::Record& record : program.records) record.operation = id("neg");
  };
  deadly.oracle = [](spec::DeviceKind) {
    return std::make_unique<FakeOracle>([](spec::Trace& trace) {
      if (trace.completed == 2) std::raise(SIGSEGV);
    });
  };
  const CampaignResult result = run_campaign(deadly, {});
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(to_text(result.findings[0].signature), "E2 spec end (crash)");
  EXPECT_EQ(result.findings[0].index, 4U);
}

// A mismatch that has the signature of a known one, but more differences, is reported as a finding. Shrinking must keep
// the additional differences.
TEST(Campaign, AKnownMismatchMatchesNoMoreThanItsPattern) {
  CampaignOptions with = options(1);
  with.programs = 10;
  KnownMismatch narrow = known({"V4", "fake:cpu", "abs", ""});
  narrow.pattern.fields = 0;
  with.known.push_back(narrow);
  const CampaignResult result = run_campaign(with, {});
  EXPECT_FALSE(result.known[0].mismatches);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].signature, narrow.signature);
}

TEST(Campaign, StopsWhenItsTimeIsOver) {
  CampaignOptions timed = options(2);
  timed.programs.reset();
  timed.time = std::chrono::milliseconds(100);
  timed.program_into = [](spec::Program& program, std::uint64_t) { program.records.clear(); };
  const CampaignResult result = run_campaign(timed, {});
  EXPECT_TRUE(result.clean());
  EXPECT_GT(result.counts.programs, 100U);
  EXPECT_LT(result.seconds, 2.0);
}

}  // namespace
}  // namespace modecheck::properties
