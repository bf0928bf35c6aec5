#include "properties/lockstep/lockstep.h"

#include <gtest/gtest.h>

#include "tests/properties/driver/fakes.h"

namespace modecheck::properties {
namespace {

constexpr const char* kProgram =
    "modecheck 1\nr3 = add.Tensor(r0, r1)\nbackward(r0, gradient=r0, seeding=1, retain_graph=false)\n}\n";

FakeSubject::Fault bump(std::size_t step) {
  return [step](const spec::ProgramView&, spec::Trace& trace) {
    ++trace.steps[step].observation.registers[0].tensor.version;
  };
}

std::unique_ptr<Lockstep> make_lockstep(FakeSubject::Fault first, FakeSubject::Fault second,
                                        FakeOracle::Edit edit = {}) {
  auto owned = std::make_unique<FakeOracle>(std::move(edit));
  const FakeOracle& oracle = *owned;
  std::vector<std::unique_ptr<subjects::Runner>> subjects;
  subjects.push_back(std::make_unique<FakeSubject>("engine", oracle, std::move(first)));
  subjects.push_back(std::make_unique<FakeSubject>("torch", oracle, std::move(second)));
  const auto give = [&](spec::DeviceKind) { return std::unique_ptr<Oracle>(std::move(owned)); };
  return std::make_unique<Lockstep>(give, std::move(subjects));
}

TEST(Lockstep, AllAgree) {
  const auto lockstep = make_lockstep({}, {});
  const Verdict& verdict = lockstep->check(spec::parse_program(kProgram));
  EXPECT_TRUE(verdict.clean());
  EXPECT_EQ(vote(*lockstep, verdict), "The specification, engine:cpu and torch:cpu agree.");
}

TEST(Lockstep, OneStandsAlone) {
  const auto lockstep = make_lockstep(bump(1), {});
  const Verdict& verdict = lockstep->check(spec::parse_program(kProgram));
  ASSERT_EQ(verdict.mismatches.size(), 1U);
  EXPECT_EQ(verdict.mismatches[0].subject, 0);
  EXPECT_EQ(verdict.mismatches[0].step, 1);
  EXPECT_EQ(vote(*lockstep, verdict), "The specification and torch:cpu agree; engine:cpu stands alone.");
}

TEST(Lockstep, SubjectsAreJudgedApart) {
  const auto lockstep = make_lockstep(bump(1), bump(0));
  const Verdict& verdict = lockstep->check(spec::parse_program(kProgram));
  ASSERT_EQ(verdict.mismatches.size(), 2U);
  EXPECT_EQ(verdict.mismatches[1].step, 0);
  EXPECT_EQ(vote(*lockstep, verdict), "The specification stands against engine:cpu and torch:cpu.");
  EXPECT_EQ(lockstep->subject_counts()[0].judged, 2U);
  EXPECT_EQ(lockstep->subject_counts()[1].judged, 1U) << "the command that mismatches was compared";
}

TEST(Lockstep, CountsWhatTheProgramsDid) {
  const auto lockstep = make_lockstep({}, {}, [](spec::Trace& trace) {
    trace.steps[2].outcome.kind = spec::OutcomeKind::Dropped;
    trace.steps[0].observation.mode.inference_mode = 1;
  });
  lockstep->check(spec::parse_program(kProgram));
  lockstep->check(spec::parse_program(kProgram));
  const Counts& counts = lockstep->counts();
  EXPECT_EQ(counts.programs, 2U);
  EXPECT_EQ(counts.commands, 6U);
  EXPECT_EQ(counts.dropped, 2U);
  EXPECT_EQ(counts.inside, 2U);
  EXPECT_EQ(counts.programs_inside, 2U);
  EXPECT_EQ(counts.programs_with_backward, 2U);
  EXPECT_EQ(counts.dropped_of[spec::id_of(spec::BuiltinCommand::Leave)], 2U);
  lockstep->reset_counts();
  EXPECT_EQ(lockstep->counts().programs, 0U);
}

}  // namespace
}  // namespace modecheck::properties
