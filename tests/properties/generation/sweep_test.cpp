// Tests that a sweep calls every operation in every situation, and that its situations are what they say.
#include "properties/sweep/sweep.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "reference/run/rehearsal.h"
#include "spec/model/queries.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

OperationSet named(std::initializer_list<const char*> names) {
  OperationSet out;
  for (const char* name : names) out |= operations_named(name).value();
  return out;
}

// The number of programs that a test looks at, all over the round.
constexpr std::uint64_t kSample = 3000;

TEST(SweepTest, EachCommandOfASituationIsCarriedOut) {
  const auto rehearsal = std::make_unique<reference::Rehearsal>(spec::DeviceKind::Cpu);
  std::set<std::string> names;
  const auto try_out = [&](const Situation& situation) {
    EXPECT_TRUE(names.insert(situation.name).second) << situation.name << " is there twice";
    EXPECT_LE(situation.commands.size(), kMostSituationCommands);
    rehearsal->begin();
    for (const spec::Record& record : situation.commands) {
      EXPECT_EQ(rehearsal->step(record), spec::OutcomeKind::Ok) << situation.name << ": " << spec::to_text(record);
      rehearsal->keep();
    }
  };
  for (const Situation& situation : argument_situations()) {
    try_out(situation);
    EXPECT_EQ(spec::Queries(rehearsal->model()).open_guards(0), 0) << situation.name;
  }
  for (const Situation& situation : mode_situations()) try_out(situation);
}

TEST(SweepTest, ARoundHasEachCombinationOnce) {
  const Sweep sweep(argument_situations(), named({"add.Tensor", "add_.Tensor"}), spec::DeviceKind::Cpu, 1);
  ASSERT_EQ(sweep.programs(), argument_situations().size() * mode_situations().size() * 2 * kEndings.size());
  std::set<std::tuple<std::string, spec::OperationId, Ending>> seen;
  for (std::uint64_t i = 0; i < sweep.programs(); ++i) {
    const CallPlan plan = sweep.plan_of(i);
    std::string commands;
    for (const spec::Record& record : plan.before) commands += spec::to_text(record) + "\n";
    EXPECT_TRUE(seen.insert({commands, plan.operation, plan.ending}).second) << commands;
  }
  EXPECT_EQ(seen.size(), sweep.programs());
}

TEST(SweepTest, AProgramBeginsWithItsSituationAndHasTheCall) {
  const Sweep sweep(argument_situations(), operations_of_sweep(), spec::DeviceKind::Cpu, 1);
  spec::Program program;
  std::uint64_t called = 0;
  for (std::uint64_t i = 0; i < kSample; ++i) {
    const CallPlan plan = sweep.plan_of(i);
    sweep.program_into(program, i);
    ASSERT_GE(program.records.size(), plan.before.size());
    for (std::size_t k = 0; k < plan.before.size(); ++k) EXPECT_EQ(program.records[k], plan.before[k]);
    bool has_call = false;
    for (std::size_t k = plan.before.size(); k < program.records.size(); ++k)
      has_call = has_call || program.records[k].operation == plan.operation;
    called += has_call ? 1 : 0;
  }
  // The model drops some calls whatever their arguments are.
  EXPECT_GT(called, kSample * 9 / 10);
}

TEST(SweepTest, TheSameNumberGivesTheSameProgram) {
  const Sweep one(argument_situations(), operations_of_sweep(), spec::DeviceKind::Cpu, 7);
  const Sweep other(argument_situations(), operations_of_sweep(), spec::DeviceKind::Cpu, 7);
  spec::Program first;
  spec::Program second;
  for (const std::uint64_t i : {std::uint64_t{12}, std::uint64_t{345}, one.programs() + 12}) {
    one.program_into(first, i);
    other.program_into(second, i);
    EXPECT_EQ(first, second);
  }
}

TEST(SweepTest, AnotherRoundCallsWithOtherArguments) {
  const Sweep sweep(argument_situations(), named({"add.Scalar"}), spec::DeviceKind::Cpu, 1);
  spec::Program first;
  spec::Program second;
  int differ = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    sweep.program_into(first, i);
    sweep.program_into(second, i + sweep.programs());
    differ += first == second ? 0 : 1;
  }
  EXPECT_GT(differ, 20);
}

TEST(SweepTest, NoGuardIsCalled) {
  const OperationSet operations = operations_of_sweep();
  EXPECT_FALSE(operations.test(spec::id_of(spec::BuiltinCommand::EnterInferenceMode)));
  EXPECT_FALSE(operations.test(spec::id_of(spec::BuiltinCommand::DestroyOuter)));
  EXPECT_TRUE(operations.test(spec::id_of(spec::BuiltinCommand::SetData)));
}

}  // namespace
}  // namespace modecheck::properties
