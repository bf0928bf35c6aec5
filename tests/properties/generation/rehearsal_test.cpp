// Tests Rehearsal: a generator keeps the run of the program that it wrote, for the comparison with subjects. Commands
// that the generator tried and did not keep must leave no trace in that run.
#include "reference/run/rehearsal.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "properties/generate/generator.h"
#include "properties/lockstep/lockstep.h"
#include "properties/lockstep/spec_oracle.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

using reference::Expectation;
using reference::ExpectedRun;
using reference::Rehearsal;

// Runs a whole program with ExpectedRun.
struct WholeRun {
  explicit WholeRun(spec::DeviceKind device) : run(device, /*values=*/true) {}

  ExpectedRun run;
  std::unique_ptr<spec::Trace> trace = std::make_unique<spec::Trace>();
  ExpectedRun::DroppedFlags dropped{};
};

void expect_same_expectation(const Expectation& made, const Expectation& run) {
  EXPECT_EQ(made.certainty, run.certainty);
  EXPECT_EQ(made.dtype, run.dtype);
  EXPECT_EQ(std::memcmp(&made.tolerance, &run.tolerance, sizeof made.tolerance), 0);
}

void expect_same_step(const spec::Step& made, const spec::Step& run) {
  EXPECT_EQ(made.outcome.kind, run.outcome.kind);
  EXPECT_EQ(made.outcome.error, run.outcome.error);
  EXPECT_EQ(made.outcome.reasons, run.outcome.reasons);
  EXPECT_EQ(std::memcmp(&made.observation.mode, &run.observation.mode, sizeof made.observation.mode), 0);
  EXPECT_EQ(std::memcmp(&made.observation.route, &run.observation.route, sizeof made.observation.route), 0);
  // A register's observation includes the range of bytes that holds its values, so memcmp compares this range, too.
  EXPECT_EQ(std::memcmp(&made.observation.registers, &run.observation.registers, sizeof made.observation.registers), 0);
}

void expect_same_run(const spec::Program& program, const Rehearsal& made, WholeRun& whole) {
  whole.run.run(program, *whole.trace, whole.dropped);
  const spec::Trace& trace = made.trace();
  ASSERT_EQ(trace.completed, whole.trace->completed);
  ASSERT_EQ(trace.bytes_used, whole.trace->bytes_used);
  EXPECT_EQ(std::memcmp(trace.bytes.data(), whole.trace->bytes.data(), trace.bytes_used), 0);
  EXPECT_EQ(made.expected_run().trusted(), whole.run.trusted());
  EXPECT_EQ(made.expected_run().rules_hit().bits(), whole.run.rules_hit().bits());
  expect_same_step(trace.initial, whole.trace->initial);
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    const spec::Step& step = trace.steps[i];
    expect_same_step(step, whole.trace->steps[i]);
    EXPECT_EQ(made.dropped()[i], whole.dropped[i]);
    EXPECT_EQ(made.expected_run().unspecified()[i], whole.run.unspecified()[i]);
    EXPECT_EQ(made.expected_run().rules_by_command()[i].bits(), whole.run.rules_by_command()[i].bits());
    for (std::size_t reg = 0; reg < spec::kRegisters; ++reg) {
      const reference::RegisterExpectation& one = made.expected_run().expectations().steps[i].registers[reg];
      const reference::RegisterExpectation& other = whole.run.expectations().steps[i].registers[reg];
      const spec::RegisterObservation& seen = step.observation.registers[reg];
      if (seen.storage.size != 0) expect_same_expectation(one.storage, other.storage);
      if (seen.grad_values.size != 0) expect_same_expectation(one.grad, other.grad);
    }
  }
}

void expect_generated_runs_are_whole_runs(const GeneratorOptions& options, std::uint64_t programs) {
  const Generator generator(options);
  WholeRun whole(options.device);
  spec::Program program;
  for (std::uint64_t i = 0; i < programs && !testing::Test::HasFailure(); ++i) {
    generator.program_into(program, 17, i);
    const Rehearsal& made = *Rehearsal::of_this_thread(options.device);
    ASSERT_TRUE(made.is_of(program));
    SCOPED_TRACE(to_text(program));
    expect_same_run(program, made, whole);
  }
}

TEST(Rehearsal, IsTheRunOfTheProgramThatWasGenerated) { expect_generated_runs_are_whole_runs({}, 20'000); }

TEST(Rehearsal, IsTheRunOfAProgramForADevice) {
  GeneratorOptions options;
  options.device = spec::DeviceKind::Sim;
  options.operations = every_operation();
  expect_generated_runs_are_whole_runs(options, 4'000);
}

TEST(Rehearsal, IsOfItsProgramOnly) {
  const Generator generator({});
  spec::Program program = generator.program_of(1, 2);
  const Rehearsal& made = *Rehearsal::of_this_thread(spec::DeviceKind::Cpu);
  EXPECT_TRUE(made.is_of(program));
  program.records.pop_back();
  EXPECT_FALSE(made.is_of(program));
  EXPECT_FALSE(Rehearsal(spec::DeviceKind::Cpu).is_of({}));
}

// The generator proposes commands, and keeps some of them as commands of the program. A proposal that the model drops
// is listed unless the generator keeps it.
TEST(Rehearsal, ListsTheDroppedProposalsThatWereNotKept) {
  const spec::Program program = spec::parse_program(
      "modecheck 1\nr0 = ones(size=[1, 1, 1, 1])\nr0 = unsqueeze(r0, dim=0)\nr0 = unsqueeze(r0, dim=0)\n");
  Rehearsal rehearsal(spec::DeviceKind::Cpu);
  rehearsal.begin();
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(rehearsal.step(program.records[static_cast<std::size_t>(i)]), spec::OutcomeKind::Ok);
    rehearsal.keep();
  }
  EXPECT_TRUE(rehearsal.dropped_proposals().empty());
  for (int i = 0; i < 2; ++i) ASSERT_EQ(rehearsal.step(program.records[2]), spec::OutcomeKind::Dropped);
  ASSERT_EQ(rehearsal.dropped_proposals().size(), 2U);
  EXPECT_EQ(rehearsal.dropped_proposals().front().operation, program.records[2].operation);
  EXPECT_EQ(rehearsal.dropped_proposals().front().reason, spec::Unspecified::TooManyDimensions);
  rehearsal.keep();
  EXPECT_EQ(rehearsal.dropped_proposals().size(), 1U);
  rehearsal.begin();
  EXPECT_TRUE(rehearsal.dropped_proposals().empty());
}

// A campaign counts dropped proposals as commands of the program. Its figures thus also show what was not judged.
TEST(Lockstep, CountsDroppedProposals) {
  const Generator generator({});
  Lockstep lockstep(spec_oracle(), {});
  std::uint64_t commands = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const spec::Program program = generator.program_of(1, i);
    commands += program.records.size() + Rehearsal::of_this_thread(spec::DeviceKind::Cpu)->dropped_proposals().size();
    lockstep.check(program);
  }
  EXPECT_EQ(lockstep.counts().commands, commands);
  EXPECT_GT(lockstep.counts().dropped, 0U);
}

TEST(SpecOracle, TakesOverTheRunOfAGeneratedProgram) {
  const Generator generator({});
  SpecOracle oracle(spec::DeviceKind::Cpu);
  const spec::Program first = generator.program_of(1, 3);
  const spec::Trace* const made = &Rehearsal::of_this_thread(spec::DeviceKind::Cpu)->trace();
  const Expected& expected = oracle.run(first);
  EXPECT_EQ(expected.trace, made);
  EXPECT_EQ(expected.count, first.records.size());
  // The oracle's result must stay the same while the generator writes the next program.
  const spec::OutcomeKind last = expected.step(static_cast<int>(expected.count) - 1).outcome.kind;
  generator.program_of(1, 4);
  EXPECT_NE(&Rehearsal::of_this_thread(spec::DeviceKind::Cpu)->trace(), made);
  EXPECT_EQ(expected.step(static_cast<int>(expected.count) - 1).outcome.kind, last);
}

TEST(SpecOracle, RunsWhatWasNotGeneratedJustNow) {
  const Generator generator({});
  SpecOracle oracle(spec::DeviceKind::Cpu);
  SpecOracle without_exemption(spec::DeviceKind::Cpu, reference::SanctionedHoles::Judged);
  const spec::Program first = generator.program_of(1, 5);
  const spec::Trace* const made = &Rehearsal::of_this_thread(spec::DeviceKind::Cpu)->trace();
  // The generator's model does not judge sanctioned holes (behaviour that rule H exempts). An oracle that judges them
  // must therefore run the program again.
  EXPECT_NE(without_exemption.run(first).trace, made);
  spec::Program shorter = first;
  shorter.records.pop_back();
  EXPECT_NE(oracle.run(shorter).trace, made);
  EXPECT_EQ(oracle.run(shorter).count, shorter.records.size());
}

}  // namespace
}  // namespace modecheck::properties
