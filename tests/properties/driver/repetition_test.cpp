// Tests that a subject gives the same answers to the bit when a program runs again, wherever the specification
// determines the answer.

#include "properties/lockstep/repetition.h"

#include <gtest/gtest.h>

#include "properties/lockstep/compare.h"
#include "properties/lockstep/lockstep.h"
#include "properties/report/report.h"
#include "tests/properties/driver/fakes.h"

namespace modecheck::properties {
namespace {

class Repetition : public testing::Test {
 protected:
  Repetition() : expected_(oracle_.run(program_)), first_(oracle_.trace()), second_(oracle_.trace()) {}

  std::optional<Mismatch> mismatch(std::uint32_t judged = 2) const {
    return second_run_mismatch(program_, expected_, first_, second_, judged, 0, "fake:cpu");
  }

  // Changes the first element of r1 after the given step of the second run. The element is 1 in the first run, and
  // becomes the next larger float in the second.
  void change_value(std::size_t step) {
    const float value = 1.0000001F;
    std::memcpy(second_.bytes.data() + second_.steps[step].observation.registers[1].storage.begin, &value,
                sizeof value);
  }

  void say(reference::Certainty certainty, double tolerance) {
    for (reference::StepExpectation& step : bytes_.steps)
      for (reference::RegisterExpectation& one : step.registers)
        one.storage = {certainty, spec::DType::Float32, tolerance};
    expected_.bytes = &bytes_;
  }

  const spec::Program program_ = spec::parse_program("modecheck 1\nr3 = add.Tensor(r0, r1)\nadd_.Tensor(r3, r1)\n");
  FakeOracle oracle_;
  Expected expected_;
  spec::Trace first_;
  spec::Trace second_;
  reference::Expectations bytes_;
};

TEST_F(Repetition, TheSameTwiceIsNoMismatch) { EXPECT_FALSE(mismatch()); }

TEST_F(Repetition, TellsWhatDiffersFirst) {
  ++second_.steps[1].observation.registers[3].tensor.version;
  const auto found = mismatch();
  ASSERT_TRUE(found);
  EXPECT_EQ(to_text(found->signature), "second run fake:cpu add_.Tensor");
  EXPECT_EQ(found->step, 1);
  EXPECT_EQ(sentence(program_, *found),
            "fake:cpu says another thing when the same program runs again: first r3.version +0, then r3.version +1 "
            "(at command 2).");
}

TEST_F(Repetition, WhatWasNotJudgedIsNotCompared) {
  ++second_.steps[1].observation.registers[3].tensor.version;
  EXPECT_FALSE(mismatch(1));
}

TEST_F(Repetition, OutcomesAndWhatIsLeft) {
  second_.live_objects = 3;
  const auto left = mismatch();
  ASSERT_TRUE(left);
  EXPECT_EQ(left->step, 2);
  EXPECT_EQ(left->main().observed, "3 objects are left");
  second_.steps[0].outcome.kind = spec::OutcomeKind::Error;
  second_.steps[0].outcome.error = spec::ErrorClass::Shape;
  const auto rejected = mismatch();
  ASSERT_TRUE(rejected);
  EXPECT_EQ(rejected->main().expected, "ok");
  EXPECT_EQ(rejected->main().observed, "error Shape");
  second_.completed = 0;
  EXPECT_EQ(mismatch()->main().observed, "crash");
}

// Both runs agree with the specification within its error bound. So only a comparison of the two runs with one another
// finds the difference.
TEST_F(Repetition, NumbersWithinTheBoundMustBeTheSameToTheBit) {
  change_value(1);
  say(reference::Certainty::Bounded, 1e-3);
  EXPECT_EQ(compare(expected_, second_).mismatched, Comparison::none);
  const auto found = mismatch();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->main().expected.substr(0, 10), "r1.values ");
  say(reference::Certainty::Unknown, 0);
  EXPECT_FALSE(mismatch());
}

TEST(Repeats, EverySecondRunIsAnother) {
  auto owned = std::make_unique<FakeOracle>();
  const FakeOracle& oracle = *owned;
  int runs = 0;
  std::vector<std::unique_ptr<subjects::Runner>> subjects;
  subjects.push_back(std::make_unique<FakeSubject>("fake", oracle, [&](const spec::ProgramView&, spec::Trace& trace) {
    if (runs++ % 2 == 1) trace.steps[0].observation.registers[0].tensor.is_view = 1;
  }));
  Lockstep lockstep([&](spec::DeviceKind) { return std::unique_ptr<Oracle>(std::move(owned)); }, std::move(subjects));
  const spec::Program program = spec::parse_program("modecheck 1\nr3 = add.Tensor(r0, r1)\n");
  EXPECT_TRUE(lockstep.check(program).clean());
  runs = 0;
  lockstep.set_repeats(true);
  const Verdict& verdict = lockstep.check(program);
  ASSERT_EQ(verdict.mismatches.size(), 1U);
  EXPECT_EQ(to_text(verdict.mismatches[0].signature), "second run fake:cpu add.Tensor");
  EXPECT_EQ(verdict.judged[0], 0U);
  EXPECT_EQ(lockstep.counts().programs, 2U);
  EXPECT_EQ(lockstep.counts().repeated, 1U);
  EXPECT_EQ(lockstep.subject_counts()[0].mismatched, 1U);
}

}  // namespace
}  // namespace modecheck::properties
