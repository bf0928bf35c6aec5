// Tests the search over all programs of a few commands, with and without pruning. The subjects answer as the
// specification, except for a planted fault.
#include "properties/exhaustive/exhaustion.h"

#include <gtest/gtest.h>

#include <set>

#include "properties/exhaustive/state_walk.h"
#include "properties/generate/alphabet.h"
#include "properties/lockstep/spec_oracle.h"

namespace modecheck::properties {
namespace {

using spec::CreationMeta;

// The fault that the subject has. The three faults first show in programs of one, two and three commands, in this
// order.
enum class Fault : int {
  None,
  RequiresGradLost,   // the subject does not carry out requires_grad_
  ViewsMadeInNoGrad,  // the subject treats views made under NoGradGuard as other views
  InferenceVersions,  // the subject lets programs read the version of an inference tensor
};

Fault fault = Fault::None;

void spoil(const spec::Record& record, spec::Step& step) {
  const spec::OperationId id = record.operation;
  if (fault == Fault::RequiresGradLost && id == spec::id_of(spec::BuiltinCommand::RequiresGrad_))
    step.observation.registers[record.operands[0]].tensor.requires_grad = 0;
  if (fault == Fault::ViewsMadeInNoGrad)
    for (spec::RegisterObservation& reg : step.observation.registers)
      if (reg.tensor.creation_meta == CreationMeta::NoGradMode) reg.tensor.creation_meta = CreationMeta::Default;
  if (fault == Fault::InferenceVersions && step.outcome.error == spec::ErrorClass::InferenceVersion) {
    step.outcome = {};
    step.outcome.kind = spec::OutcomeKind::Ok;
  }
}

extern "C" {
void* spec_open(const spec::SubjectOptions*) { return new SpecOracle(spec::DeviceKind::Cpu); }
void spec_close(void* session) { delete static_cast<SpecOracle*>(session); }
bool spec_supports(spec::OperationId, spec::DeviceKind) { return true; }
bool spec_has_device(spec::DeviceKind device) { return device == spec::DeviceKind::Cpu; }
void spec_run(void* session, const spec::ProgramView* view, spec::Trace* trace) {
  spec::Program program;
  program.records.assign(view->records, view->records + view->count);
  *trace = *static_cast<SpecOracle*>(session)->run(program).trace;
  for (std::uint32_t i = 0; i < view->count; ++i) spoil(view->records[i], trace->steps[i]);
  trace->live_objects = 0;
}
}

const spec::SubjectTable kMirrorTable{spec::kSubjectAbi, "mirror",  "1",        "test",  spec_supports,
                                      spec_has_device,   spec_open, spec_close, spec_run};

ExhaustionResult search(Fault planted, bool pruning, int depth) {
  fault = planted;
  ExhaustionOptions options;
  options.depth = depth;
  options.pruning = pruning;
  options.campaign.jobs = 2;
  options.campaign.transitions = true;
  options.campaign.reduce_limit = std::chrono::milliseconds(2'000);
  options.campaign.subjects = {
      {"mirror:cpu", subjects::Plugin::linked([] { return &kMirrorTable; }), spec::DeviceKind::Cpu}};
  options.campaign.oracle = spec_oracle();
  return exhaust(options);
}

std::set<std::string> signatures(const ExhaustionResult& result) {
  std::set<std::string> out;
  for (const Finding& finding : result.campaign.findings) out.insert(to_text(finding.signature));
  return out;
}

TEST(Exhaustion, CountsProgramsStatesAndWhatIsPruned) {
  const ExhaustionResult result = search(Fault::None, true, 3);
  EXPECT_TRUE(result.clean());
  ASSERT_EQ(result.levels.size(), 3U);
  const std::uint64_t letters = alphabet().size();
  EXPECT_EQ(result.levels[0].programs, letters);
  EXPECT_EQ(result.levels[1].programs, letters * result.levels[0].new_states);
  EXPECT_EQ(result.levels[2].programs, letters * result.levels[1].new_states);
  std::uint64_t states = 1;
  std::uint64_t programs = 0;
  for (const ExhaustionLevel& level : result.levels) {
    EXPECT_EQ(level.new_states + level.pruned, level.programs);
    states += level.new_states;
    programs += level.programs;
  }
  EXPECT_EQ(result.states, states);
  EXPECT_EQ(result.campaign.counts.programs, programs);
  EXPECT_GT(result.campaign.subjects.at(0).judged, programs);
}

TEST(Exhaustion, WithoutPruningThereAreAllProgramsAndTheSameStates) {
  const ExhaustionResult all = search(Fault::None, false, 3);
  const ExhaustionResult few = search(Fault::None, true, 3);
  EXPECT_TRUE(all.clean());
  const std::uint64_t letters = alphabet().size();
  EXPECT_EQ(all.campaign.counts.programs, letters + letters * letters + letters * letters * letters);
  EXPECT_EQ(all.states, few.states);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(all.levels[i].pruned, 0U);
    EXPECT_EQ(all.levels[i].new_states, few.levels[i].new_states);
  }
}

// The search without values (the model alone) reaches the same transitions as the search with the oracle, which also
// computes values.
TEST(Exhaustion, ReachesWhatTheWalkOfTheModelReaches) {
  std::set<std::uint32_t> reached;
  for (const Transition& transition : search(Fault::None, true, 3).campaign.transitions)
    reached.insert(transition.code());
  StateWalk walk(alphabet(), StateWalk::Pruning::On);
  std::set<std::uint32_t> reachable;
  for (int depth = 1; depth <= 3; ++depth)
    walk.advance([&](const Transition& transition, spec::RuleSet /*rules*/) { reachable.insert(transition.code()); });
  EXPECT_GT(reached.size(), 500U);
  EXPECT_EQ(reached, reachable);
}

TEST(Exhaustion, FindsAPlantedFaultShortestFirstWithAndWithoutPruning) {
  const std::pair<Fault, std::size_t> faults[] = {
      {Fault::RequiresGradLost, 1}, {Fault::ViewsMadeInNoGrad, 2}, {Fault::InferenceVersions, 3}};
  for (const auto& [planted, depth] : faults) {
    SCOPED_TRACE(static_cast<int>(planted));
    const ExhaustionResult few = search(planted, true, 4);
    const ExhaustionResult all = search(planted, false, 3);
    EXPECT_FALSE(few.clean());
    EXPECT_EQ(few.levels.size(), depth) << "it goes no further than the first finding";
    EXPECT_EQ(all.levels.size(), depth);
    EXPECT_FALSE(few.campaign.findings.empty());
    EXPECT_EQ(signatures(few), signatures(all));
    for (const Finding& finding : few.campaign.findings) {
      EXPECT_LE(finding.commands, depth) << finding.program_text;
      EXPECT_EQ(finding.report.find("seed"), std::string::npos) << finding.report;
    }
  }
}

}  // namespace
}  // namespace modecheck::properties
