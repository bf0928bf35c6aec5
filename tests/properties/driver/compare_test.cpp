#include "properties/lockstep/compare.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/properties/driver/fakes.h"

namespace modecheck::properties {
namespace {

using spec::ErrorClass;
using spec::OutcomeKind;
using spec::Trace;

class CompareTest : public ::testing::Test {
 protected:
  void expect_program(const char* text, FakeOracle::Edit edit = {}) {
    program_ = spec::parse_program(text);
    oracle_ = std::make_unique<FakeOracle>(std::move(edit));
    expected_ = &oracle_->run(program_);
    *observed_ = oracle_->trace();
  }
  Comparison compared() { return compare(*expected_, *observed_); }
  Mismatch mismatch(int step) { return mismatch_at(program_, *expected_, *observed_, step, 0, "fake:cpu"); }
  static void raise(spec::Step& step, ErrorClass error, spec::ErrorSet others = 0) {
    step.outcome.kind = OutcomeKind::Error;
    step.outcome.error = error;
    step.outcome.reasons = spec::set_of(error) | others;
  }
  void write(std::uint32_t at, float value) { std::memcpy(observed_->bytes.data() + at, &value, sizeof value); }

  spec::Program program_;
  std::unique_ptr<FakeOracle> oracle_;
  const Expected* expected_ = nullptr;
  std::unique_ptr<Trace> observed_ = std::make_unique<Trace>();
};

constexpr const char* kTwoCommands = "modecheck 1\nr3 = add.Tensor(r0, r1)\nadd_.Tensor(r3, r1)\n";

TEST_F(CompareTest, EqualTracesAgree) {
  expect_program(kTwoCommands);
  const Comparison c = compared();
  EXPECT_EQ(c.mismatched, Comparison::none);
  EXPECT_EQ(c.judged, 2U);
  EXPECT_EQ(c.order, 0U);
}

TEST_F(CompareTest, AMissingBumpIsV3) {
  expect_program(kTwoCommands, [](Trace& t) { t.steps[1].observation.registers[3].tensor.version = 1; });
  observed_->steps[1].observation.registers[3].tensor.version = 0;
  EXPECT_EQ(compared().mismatched, 1);
  const Mismatch d = mismatch(1);
  EXPECT_EQ(to_text(d.signature), "V3 fake:cpu add_.Tensor");
  EXPECT_EQ(d.main().where(), "r3.version");
  EXPECT_EQ(d.main().expected, "+1");
  EXPECT_EQ(d.main().observed, "+0");
}

TEST_F(CompareTest, ACopyInPlaceOfAnAliasIsNoWrongValue) {
  // A storage's bytes belong to its lowest register. So r3 has none if it shares the storage of r1.
  const auto share = [](Trace& t) {
    spec::RegisterObservation& alias = t.steps[0].observation.registers[3];
    alias.tensor.storage = 1;
    alias.storage.size = 0;
  };
  expect_program("modecheck 1\nr3 = view(r1, size=[2])\n", share);
  spec::RegisterObservation& copy = observed_->steps[0].observation.registers[3];
  copy.tensor.storage = 3;
  copy.storage = observed_->steps[0].observation.registers[1].storage;
  const Mismatch same_values = mismatch(0);
  EXPECT_EQ(to_text(same_values.signature), "W1 fake:cpu view");
  EXPECT_EQ(same_values.main().where(), "r3.shares storage with");
  EXPECT_EQ(same_values.differences.size(), 1U);
  copy.storage = observed_->steps[0].observation.registers[2].storage;
  EXPECT_EQ(mismatch(0).main().where(), "r3.values") << "other elements are a wrong value";
}

TEST_F(CompareTest, EqualElementsUnderOtherSizesAreNoWrongValue) {
  const auto scalar = [](Trace& t) {
    spec::RegisterObservation& result = t.steps[0].observation.registers[3];
    result.tensor.rank = 0;
    result.tensor.sizes[0] = result.tensor.strides[0] = 0;
  };
  expect_program("modecheck 1\nr3 = sum(r1)\n", scalar);
  spec::RegisterObservation& result = observed_->steps[0].observation.registers[3];
  result.tensor.rank = 1;
  result.tensor.sizes[0] = result.tensor.strides[0] = 1;
  result.storage.size = 4;
  const Mismatch same_element = mismatch(0);
  EXPECT_EQ(same_element.main().where(), "r3.sizes");
  write(result.storage.begin, 7);
  EXPECT_EQ(mismatch(0).main().where(), "r3.values") << "another element is a wrong value";
}

TEST_F(CompareTest, ElementsOfAnotherDtypeAreNoWrongValue) {
  expect_program("modecheck 1\nr3 = acos(r1)\n");
  spec::RegisterObservation& result = observed_->steps[0].observation.registers[3];
  result.tensor.dtype = spec::DType::Int64;
  result.storage = observed_->steps[0].observation.registers[2].storage;
  const Mismatch d = mismatch(0);
  EXPECT_EQ(d.main().where(), "r3.dtype");
  EXPECT_EQ(d.differences.size(), 1U);
}

TEST_F(CompareTest, AnAcceptedWriteToAnInferenceTensorIsM2) {
  expect_program(kTwoCommands, [](Trace& t) { raise(t.steps[1], ErrorClass::InferenceInPlace); });
  observed_->steps[1].outcome = {};
  observed_->steps[1].outcome.kind = OutcomeKind::Ok;
  EXPECT_EQ(compared().mismatched, 1);
  const Mismatch d = mismatch(1);
  EXPECT_EQ(to_text(d.signature), "M2 fake:cpu add_.Tensor (missing InferenceInPlace)");
  EXPECT_EQ(d.severity, Severity::MissingReject);
}

TEST_F(CompareTest, AnotherReasonThatHoldsIsOrder) {
  expect_program(kTwoCommands,
                 [](Trace& t) { raise(t.steps[1], ErrorClass::Shape, spec::set_of(ErrorClass::LeafInPlace)); });
  observed_->steps[1].outcome.error = ErrorClass::LeafInPlace;
  const Comparison c = compared();
  EXPECT_EQ(c.mismatched, Comparison::none);
  EXPECT_EQ(c.order, 1U);
}

TEST_F(CompareTest, AReasonThatDoesNotHoldIsAMismatch) {
  expect_program(kTwoCommands, [](Trace& t) { raise(t.steps[1], ErrorClass::Shape); });
  observed_->steps[1].outcome.error = ErrorClass::Dtype;
  EXPECT_EQ(compared().mismatched, 1);
  EXPECT_EQ(mismatch(1).signature.error, "Dtype for Shape");
}

TEST_F(CompareTest, AnInternalAssertionIsNeverLegal) {
  expect_program(kTwoCommands, [](Trace& t) {
    raise(t.steps[1], ErrorClass::Shape, spec::set_of(ErrorClass::InternalAssertion) | ~spec::ErrorSet{0});
  });
  observed_->steps[1].outcome.error = ErrorClass::InternalAssertion;
  EXPECT_EQ(compared().mismatched, 1);
  EXPECT_EQ(mismatch(1).severity, Severity::Death);
}

TEST_F(CompareTest, ARejectionThatNoRuleAsksFor) {
  expect_program(kTwoCommands);
  raise(observed_->steps[0], ErrorClass::InferenceSaved);
  EXPECT_EQ(compared().mismatched, 0);
  EXPECT_EQ(to_text(mismatch(0).signature), "S1 fake:cpu add.Tensor (InferenceSaved)");
  EXPECT_EQ(mismatch(0).severity, Severity::WrongRejection);
}

TEST_F(CompareTest, AChangeByARejectedCommandIsE1) {
  expect_program(kTwoCommands, [](Trace& t) { raise(t.steps[1], ErrorClass::Shape); });
  observed_->steps[1].observation.registers[3].tensor.version = 1;
  EXPECT_EQ(to_text(mismatch(1).signature), "E1 fake:cpu add_.Tensor");
}

TEST_F(CompareTest, ARunThatStoppedCrashed) {
  expect_program(kTwoCommands);
  observed_->completed = 1;
  const Comparison c = compared();
  EXPECT_EQ(c.mismatched, 1);
  EXPECT_EQ(c.judged, 1U);
  EXPECT_EQ(to_text(mismatch(1).signature), "E2 fake:cpu add_.Tensor (crash)");
  observed_->steps[1].outcome.kind = OutcomeKind::Timeout;
  EXPECT_EQ(mismatch(1).signature.error, "timeout");
}

TEST_F(CompareTest, UnsupportedEndsJudging) {
  expect_program(kTwoCommands);
  observed_->steps[0].outcome.kind = OutcomeKind::Unsupported;
  observed_->steps[1].observation.registers[3].tensor.version = 9;
  const Comparison c = compared();
  EXPECT_EQ(c.mismatched, Comparison::none);
  EXPECT_TRUE(c.unsupported);
}

TEST_F(CompareTest, BytesOfATensorThatWasNotTheTarget) {
  expect_program(kTwoCommands);
  write(observed_->steps[1].observation.registers[2].storage.begin, 7);
  EXPECT_EQ(compared().mismatched, 1);
  const Mismatch d = mismatch(1);
  EXPECT_EQ(d.signature.rule, "values");
  EXPECT_EQ(d.main().where(), "r2.values");
  EXPECT_EQ(d.main().expected, "[2, 0.5]");
  EXPECT_EQ(d.main().observed, "[7, 0.5]");
}

TEST_F(CompareTest, AnInferenceTensorThatChangedOutsideTheModeIsP3) {
  const auto inference = [](Trace& t) {
    for (int i = -1; i < 2; ++i)
      (i < 0 ? t.initial : t.steps[static_cast<std::size_t>(i)]).observation.registers[2].tensor.is_inference = 1;
  };
  expect_program(kTwoCommands, inference);
  write(observed_->steps[1].observation.registers[2].storage.begin, 7);
  EXPECT_EQ(mismatch(1).signature.rule, "P3");
  EXPECT_EQ(mismatch(1).severity, Severity::WrongValue);
}

// Two tensors have the same values even if their elements have another order in memory, as long as the strides match
// that order.
TEST_F(CompareTest, OtherStridesAreNotOtherValues) {
  expect_program(kTwoCommands);
  spec::RegisterObservation& reg = observed_->steps[1].observation.registers[2];
  reg.tensor.strides[0] = -1;
  reg.tensor.storage_offset = 1;
  write(reg.storage.begin, 0.5F);
  write(reg.storage.begin + 4, 2);
  EXPECT_EQ(compared().mismatched, 1);
  Mismatch d = mismatch(1);
  EXPECT_EQ(d.signature.rule, "strides");
  EXPECT_EQ(d.severity, Severity::WrongState);
  EXPECT_EQ(d.differences.size(), 2U);  // the strides and the offset differ
  write(reg.storage.begin + 4, 3);
  d = mismatch(1);
  EXPECT_EQ(d.main().where(), "r2.values");
  EXPECT_EQ(d.main().observed, "[0.5, 3]");
  // If a tensor's offset and sizes lead beyond its storage, its values cannot be compared. The bytes of the storages
  // are compared instead.
  write(reg.storage.begin + 4, 2);
  reg.tensor.storage_offset = 2;
  EXPECT_EQ(mismatch(1).main().where(), "r2.values");
}

TEST_F(CompareTest, NanEqualsNan) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  expect_program(kTwoCommands, [&](Trace& t) {
    std::memcpy(t.bytes.data() + t.steps[0].observation.registers[1].storage.begin, &nan, sizeof nan);
  });
  write(observed_->steps[0].observation.registers[1].storage.begin, -nan);
  EXPECT_EQ(compared().mismatched, Comparison::none);
  write(observed_->steps[0].observation.registers[1].storage.begin, 1);
  EXPECT_EQ(compared().mismatched, 0);
}

TEST_F(CompareTest, RoundingIsForgivenOnlyWhereItIsExpected) {
  expect_program(kTwoCommands);
  const std::uint32_t at = observed_->steps[0].observation.registers[1].storage.begin;
  write(at, 1.0000002F);
  EXPECT_EQ(compared().mismatched, 0);
  auto bytes = std::make_unique<reference::Expectations>();
  Expected close = *expected_;
  close.bytes = bytes.get();
  reference::Expectation& expectation = bytes->steps[0].registers[1].storage;
  expectation.certainty = reference::Certainty::Bounded;
  expectation.tolerance = 1e-6;
  EXPECT_EQ(compare(close, *observed_).mismatched, Comparison::none);
  write(at, 1.01F);
  EXPECT_EQ(compare(close, *observed_).mismatched, 0);
  expectation.certainty = reference::Certainty::Unknown;
  EXPECT_EQ(compare(close, *observed_).mismatched, Comparison::none);
}

TEST_F(CompareTest, AWrongGradientIsTheMostSevere) {
  expect_program("modecheck 1\nbackward(r0, gradient=r0, seeding=1, retain_graph=false)\n", [](Trace& t) {
    spec::RegisterObservation& reg = t.steps[0].observation.registers[0];
    reg.grad.defined = 1;
    reg.grad.rank = 1;
    reg.grad.sizes[0] = 2;
    reg.grad_values = reg.storage;
  });
  spec::RegisterObservation& reg = observed_->steps[0].observation.registers[0];
  reg.tensor.version = 1;
  write(observed_->bytes_used, 4);
  reg.grad_values.begin = observed_->bytes_used;
  const Mismatch d = mismatch(0);
  EXPECT_EQ(to_text(d.signature), "S3 fake:cpu backward");
  EXPECT_EQ(d.severity, Severity::WrongGradient);
  EXPECT_EQ(d.differences.size(), 2U);
}

TEST_F(CompareTest, RoutesAreComparedWhereKnown) {
  expect_program(kTwoCommands, [](Trace& t) {
    t.steps[0].observation.route.known = 1;
    t.steps[0].observation.route.length = 1;
    t.steps[0].observation.route.keys[0] = spec::kKeyBackend;
  });
  observed_->steps[0].observation.route = {};
  EXPECT_EQ(compared().mismatched, Comparison::none);
  observed_->steps[0].observation.route.known = 1;
  EXPECT_EQ(compared().mismatched, 0);
  EXPECT_EQ(mismatch(0).signature.rule, "D3");
}

TEST_F(CompareTest, WhatIsLeftAfterTheProgram) {
  expect_program(kTwoCommands);
  observed_->live_objects = 3;
  EXPECT_EQ(compared().mismatched, 2);
  EXPECT_EQ(to_text(mismatch(2).signature), "live objects fake:cpu end");
  observed_->live_objects = -1;
  EXPECT_EQ(compared().mismatched, Comparison::none);
}

TEST_F(CompareTest, ADifferentStart) {
  expect_program(kTwoCommands);
  observed_->initial.observation.registers[0].tensor.requires_grad = 1;
  EXPECT_EQ(compared().mismatched, Mismatch::at_start);
  EXPECT_EQ(mismatch(-1).signature.operation, "start");
}

// Every byte of a TensorObservation belongs to a field, so that every difference has a name.
TEST_F(CompareTest, EveryByteOfATensorObservationHasAField) {
  expect_program(kTwoCommands, [](Trace& t) {
    for (std::size_t i = 0; i < 2; ++i) {
      t.steps[i].observation.registers[4].tensor.rank = spec::kMaxRank;
      t.steps[i].observation.registers[4].grad.rank = spec::kMaxRank;
    }
  });
  for (std::size_t at = 0; at < sizeof(spec::TensorObservation); ++at) {
    *observed_ = oracle_->trace();
    reinterpret_cast<std::uint8_t*>(&observed_->steps[0].observation.registers[4].tensor)[at] ^= 1;
    EXPECT_FALSE(differences(program_, *expected_, *observed_, 0).empty()) << "byte " << at;
  }
  for (std::size_t at = 0; at < sizeof(spec::GradObservation); ++at) {
    if (at == offsetof(spec::GradObservation, reserved)) continue;
    *observed_ = oracle_->trace();
    reinterpret_cast<std::uint8_t*>(&observed_->steps[0].observation.registers[4].grad)[at] ^= 1;
    EXPECT_FALSE(differences(program_, *expected_, *observed_, 0).empty()) << "byte " << at;
  }
}

}  // namespace
}  // namespace modecheck::properties
