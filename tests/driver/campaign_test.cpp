// Campaigns over a subject that does what its program asks for: crash, hang, or be wrong.

#include "properties/campaign.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "tests/driver/fakes.h"

namespace modecheck::properties {
namespace {

spec::OperationId id(const char* name) { return static_cast<spec::OperationId>(spec::find_operation(name)); }

// neg: right; abs: forgets a version; exp: dies; tanh: hangs.
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
    if (operation == id("exp")) std::raise(SIGSEGV);
    while (operation == id("tanh")) usleep(1000);
  }
  trace->completed = view->count;
}
}

const spec::SubjectTable kTable{spec::kSubjectAbi, "fake",    "1",        "test",  fake_supports,
                                fake_has_device,   fake_open, fake_close, fake_run};

// Program i: ten times neg, and a command that fails in every tenth.
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
  out.subjects = {{"fake:cpu", subjects::Plugin::linked([] { return &kTable; }), spec::DeviceKind::Cpu}};
  out.oracle = [](spec::DeviceKind) { return std::make_unique<FakeOracle>(); };
  out.program_into = program_into;
  return out;
}

KnownDeparture known(const Signature& signature) {
  KnownDeparture out;
  out.id = "known";
  out.versions = {"1"};
  out.signature = signature;
  program_into(out.program, 3);
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

TEST(Campaign, KnownDeparturesAreCountedAndHideNothing) {
  CampaignOptions with = options(2);
  with.known.push_back(known({"V4", "fake:cpu", "abs", ""}));
  const CampaignResult result = run_campaign(with, {});
  ASSERT_EQ(result.known.size(), 1U);
  EXPECT_TRUE(result.known[0].departs);
  EXPECT_EQ(result.known[0].programs, 4U);
  EXPECT_EQ(result.findings.size(), 2U);
}

TEST(Campaign, AKnownDepartureThatIsGoneFailsTheRun) {
  CampaignOptions with = options(1);
  with.programs = 2;
  with.known.push_back(known({"V4", "fake:cpu", "abs", ""}));
  with.known[0].program.records.resize(2);
  const CampaignResult result = run_campaign(with, {});
  EXPECT_FALSE(result.known[0].departs);
  EXPECT_FALSE(result.clean());
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
