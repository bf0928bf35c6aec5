// Tests ExpectedRun, which combines the model (metadata) with the reference (values). Its trace is what every subject
// must show, including the bytes of all tensor elements.
#include "reference/run/expected_run.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "spec/program/text.h"

namespace modecheck::reference {
namespace {

class ExpectedRuns : public ::testing::Test {
 protected:
  void run(const std::string& commands) {
    program = spec::parse_program("modecheck 1\n" + commands);
    expected.run(program, *trace, dropped);
  }
  std::vector<float> floats(const spec::ByteRange& range) const {
    std::vector<float> out(range.size / sizeof(float));
    std::memcpy(out.data(), trace->bytes.data() + range.begin, range.size);
    return out;
  }
  const spec::RegisterObservation& reg(int step, int index) const {
    return trace->steps[static_cast<std::size_t>(step)].observation.registers[static_cast<std::size_t>(index)];
  }
  const RegisterExpectation& expectation(int step, int index) const {
    return expected.expectations().steps[static_cast<std::size_t>(step)].registers[static_cast<std::size_t>(index)];
  }

  ExpectedRun expected{spec::DeviceKind::Cpu, true};
  std::unique_ptr<spec::Trace> trace = std::make_unique<spec::Trace>();
  std::array<std::uint8_t, spec::kMaxCommands> dropped{};
  spec::Program program;
};

TEST_F(ExpectedRuns, TheInitialRegistersHoldTheirLeaves) {
  run("");
  for (int r = 0; r < spec::kRegisters; ++r) {
    const spec::RegisterObservation& seen = trace->initial.observation.registers[static_cast<std::size_t>(r)];
    EXPECT_EQ(seen.storage.size, static_cast<std::uint32_t>(seen.tensor.storage_bytes)) << "r" << r;
  }
  const spec::ByteRange first = trace->initial.observation.registers[0].storage;
  EXPECT_EQ(floats(first)[0], static_cast<float>(spec::leaf_value(spec::DType::Float32, 0, 0)));
}

TEST_F(ExpectedRuns, ValuesAndGradientsAreThere) {
  run("r3 = mul.Tensor(r0, r0)\nbackward(r3, seeding=1, retain_graph=false)\n");
  const std::vector<float> x = floats(reg(1, 0).storage);
  const std::vector<float> square = floats(reg(1, 3).storage);
  const std::vector<float> grad = floats(reg(1, 0).grad_values);
  ASSERT_EQ(grad.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(square[i], x[i] * x[i]);
    EXPECT_EQ(grad[i], 2 * x[i]);
  }
  EXPECT_EQ(expectation(0, 3).storage.certainty, Certainty::Exact);
  EXPECT_EQ(expectation(1, 0).grad.tolerance, 0);
}

TEST_F(ExpectedRuns, OnlyTheLowestRegisterOfAStorageHasItsBytes) {
  run("r4 = alias(r0)\n");
  EXPECT_NE(reg(0, 0).storage.size, 0u);
  EXPECT_EQ(reg(0, 4).storage.size, 0u);
}

TEST_F(ExpectedRuns, UnchangedBytesAreNotCopiedAgain) {
  run("r4 = neg(r3)\nr5 = neg(r3)\n");
  EXPECT_EQ(reg(1, 3).storage.begin, reg(0, 3).storage.begin);
  EXPECT_EQ(reg(1, 4).storage.begin, reg(0, 4).storage.begin);
}

TEST_F(ExpectedRuns, ARejectedCommandChangesNoBytes) {
  run("add_.Tensor(r0, r3)\n");
  EXPECT_EQ(trace->steps[0].outcome.kind, spec::OutcomeKind::Error);
  EXPECT_EQ(reg(0, 0).storage.begin, trace->initial.observation.registers[0].storage.begin);
}

TEST_F(ExpectedRuns, AnUnrecordedWriteLeavesTheGradientOfWhatWasRecorded) {
  run("r3 = clone(r0)\nNoGradGuard() {\n  zero_(r3)\n}\nbackward(r3, seeding=1, retain_graph=false)\n");
  EXPECT_EQ(floats(reg(4, 0).grad_values), (std::vector<float>{1, 1, 1, 1}));
}

TEST_F(ExpectedRuns, EqualProgramsHaveEqualTraces) {
  const std::string text = "r3 = exp(r0)\nr4 = mm(r3, r2)\nbackward(r4, seeding=1, retain_graph=false)\n";
  run(text);
  const std::vector<std::uint8_t> bytes(trace->bytes.begin(), trace->bytes.begin() + trace->bytes_used);
  run("zero_(r3)\nr5 = rand(size=[2, 2])\n");
  run(text);
  EXPECT_EQ(bytes, std::vector<std::uint8_t>(trace->bytes.begin(), trace->bytes.begin() + trace->bytes_used));
}

TEST_F(ExpectedRuns, MetaHasNoBytes) {
  ExpectedRun meta(spec::DeviceKind::Meta, true);
  meta.run(spec::parse_program("modecheck 1\nr3 = neg(r0)\n"), *trace, dropped);
  EXPECT_EQ(trace->bytes_used, 0u);
  EXPECT_EQ(trace->completed, 1u);
}

TEST_F(ExpectedRuns, AllCommandsAreTrustedUnlessAnIndexIsNotKnown) {
  run("r3 = exp(r0)\n");
  EXPECT_EQ(expected.trusted(), 1u);
}

TEST_F(ExpectedRuns, WhatIsZeroIsKnownUnlessRoundingDecides) {
  // In the first call of nonzero, the values are known up to rounding, and none is near zero. In the second call they
  // are zero or nearly zero, so the number of nonzero values is uncertain.
  run("r3 = exp(r0)\nr4 = nonzero(r3)\nr3 = sub.Tensor(r3, r3)\nr4 = nonzero(r3)\nr4 = neg(r4)\n");
  EXPECT_EQ(trace->steps[1].observation.registers[4].tensor.sizes[0], 4);
  EXPECT_EQ(trace->steps[1].observation.registers[4].tensor.strides[1], 4);
  EXPECT_EQ(expected.trusted(), 3u);
  run("r3 = sub.Tensor(r0, r0)\nr4 = nonzero(r3)\nr4 = nonzero(r5)\n");
  EXPECT_EQ(trace->steps[1].observation.registers[4].tensor.sizes[0], 0);
  EXPECT_EQ(expected.trusted(), 3u);
}

TEST_F(ExpectedRuns, AFreshResultHasTheStridesThatItIsToldToHave) {
  run("r3 = empty_strided(size=[2, 2], stride=[4, 1])\n");
  const spec::TensorObservation& made = trace->steps[0].observation.registers[3].tensor;
  EXPECT_EQ(made.strides[0], 4);
  EXPECT_EQ(made.storage_bytes, 6u * sizeof(float));
}

TEST_F(ExpectedRuns, AStepThatIsNotKeptLeavesNoTrace) {
  run("r3 = exp(r0)\nr3 = mul.Tensor(r3, r0)\nbackward(r3, seeding=1, retain_graph=false)\nzero_(r4)\n");
  // The command of the first program is rejected, because it writes a leaf that requires grad. The command of the
  // second is dropped, because it leaves a guard that is not open.
  const spec::Program rejected = spec::parse_program("modecheck 1\nadd_.Tensor(r0, r1)\n");
  spec::Record leave;
  leave.operation = spec::id_of(spec::BuiltinCommand::Leave);
  ExpectedRun stepped{spec::DeviceKind::Cpu, true};
  const auto made = std::make_unique<spec::Trace>();
  ExpectedRun::DroppedFlags flags{};
  stepped.begin(*made, flags);
  for (const spec::Record& record : program.records) {
    EXPECT_EQ(stepped.step(rejected.records[0]), spec::OutcomeKind::Error);
    EXPECT_FALSE(stepped.last_step_changed_state());
    EXPECT_EQ(stepped.step(leave), spec::OutcomeKind::Dropped);
    EXPECT_FALSE(stepped.last_step_changed_state());
    EXPECT_EQ(stepped.step(record), spec::OutcomeKind::Ok) << to_text(record);
    EXPECT_TRUE(stepped.last_step_changed_state());
    stepped.keep();
  }
  ASSERT_EQ(made->completed, trace->completed);
  ASSERT_EQ(made->bytes_used, trace->bytes_used);
  EXPECT_EQ(std::memcmp(made->bytes.data(), trace->bytes.data(), made->bytes_used), 0);
  for (std::size_t i = 0; i < program.records.size(); ++i)
    EXPECT_EQ(std::memcmp(&made->steps[i].observation.registers, &trace->steps[i].observation.registers,
                          sizeof made->steps[i].observation.registers),
              0);
  EXPECT_EQ(flags, dropped);
  EXPECT_EQ(stepped.trusted(), expected.trusted());
  EXPECT_EQ(stepped.rules_hit().bits(), expected.rules_hit().bits());
}

// Dividing integers is unspecified only if a divisor is zero. Otherwise the division is judged.
TEST_F(ExpectedRuns, S3IntegersAreDividedUnlessADivisorIsZero) {
  run("r0 = add.Tensor(r5, r5)\n"
      "r0 = sub.Scalar(r0, other=1)\n"
      "r1 = remainder.Tensor(r5, r0)\n"
      "zero_(r0)\n"
      "r1 = remainder.Tensor(r5, r0)\n");
  EXPECT_EQ(trace->steps[2].outcome.kind, spec::OutcomeKind::Ok);
  EXPECT_EQ(expected.unspecified()[4], spec::Unspecified::IntegerDivisionByZero);
}

// 256 becomes zero as uint8, the dtype in which a uint8 tensor is divided by a number of int64.
TEST_F(ExpectedRuns, S3ADivisorThatBecomesZeroIsUnspecified) {
  run("r0 = ones(size=[2], dtype=uint8)\n"
      "r1 = ones(size=[], dtype=int64)\n"
      "r1 = mul.Scalar(r1, other=4)\n"
      "remainder_.Tensor(r0, r1)\n"
      "r1 = mul.Tensor(r1, r1)\n"
      "r1 = mul.Tensor(r1, r1)\n"
      "remainder_.Tensor(r0, r1)\n");
  EXPECT_EQ(trace->steps[3].outcome.kind, spec::OutcomeKind::Ok);
  EXPECT_EQ(expected.unspecified()[6], spec::Unspecified::IntegerDivisionByZero);
}

// The derivative of erf has no known derivative here. The leaf r2 is made after erf and does not belong to that
// operator, so its second gradient is known.
TEST_F(ExpectedRuns, S7SecondGradientsOfALaterLeafAreKnown) {
  run("r0 = leaf(size=[2], dtype=float64, requires_grad=true, seed=1)\n"
      "r1 = erf(r0)\n"
      "r2 = leaf(size=[2], dtype=float64, requires_grad=true, seed=1)\n"
      "r3 = mul.Tensor(r1, r2)\n"
      "r4 = grad_twice(r3, r0, r2, seeding=1)\n"
      "r5 = nonzero(r4)\n");
  EXPECT_EQ(expected.trusted(), 6u);
}

TEST_F(ExpectedRuns, S3ErrorsAreCheckedOfRegularMatrices) {
  run("r0 = ones(size=[2, 2])\n"
      "r1 = tril(r0)\n"
      "r2, r3 = linalg_inv_ex(r1, check_errors=true)\n");
  EXPECT_EQ(trace->steps[2].outcome.kind, spec::OutcomeKind::Ok);
  EXPECT_EQ(expected.trusted(), 3u);
}

}  // namespace
}  // namespace modecheck::reference
