// An Expectation states how precisely the reference determines the bytes of a tensor. A subject (a library under test)
// is judged by it. Its certainty is one of three:
//
//   Exact    IEEE arithmetic leaves no choice, so the bits must be equal. In a floating dtype any NaN matches a NaN.
//   Bounded  |subject - reference| <= tolerance must hold for every element. Any NaN matches a NaN, and an infinity
//            matches only itself. With a tolerance of 0 only the sign of zero may differ.
//   Unknown  The reference makes no statement. Either a value was closer to a jump than its error bound; jumps are
//            comparisons and conversions to an integer. Or an intermediate number left the finite range.
//
// The tolerance depends on the operator. In units in the last place (ULP) of the largest element of the result it is:
//   4 for exp; 8 for sigmoid and tanh; 16 + length for softmax;
//   one for each term of a sum or product whose rounding depends on the order or on fused multiply-add, where the unit
//   is that of the sum of the terms' magnitudes;
//   2 for every further rounding of an inexact value.
// An inexact operand adds its own tolerance times a bound of the operator's derivative.
#pragma once

#include <array>
#include <cstdint>

#include "spec/program/dtype.h"
#include "spec/program/limits.h"

namespace modecheck::reference {

enum class Certainty : std::uint8_t { Exact, Bounded, Unknown };

struct Expectation {
  Certainty certainty = Certainty::Exact;
  spec::DType dtype = spec::DType::Float32;  // the dtype in which the bytes were last written
  // bound of each element's absolute error; used only if certainty is Bounded
  double tolerance = 0;
};

// The expectations for one register: for the bytes of its tensor's storage, and for the bytes of its gradient.
struct RegisterExpectation {
  Expectation storage;
  Expectation grad;
};

struct StepExpectation {
  std::array<RegisterExpectation, spec::kRegisters> registers{};
};

// The expectations for a trace: for its initial step, and for each of its steps.
struct Expectations {
  StepExpectation initial;
  std::array<StepExpectation, spec::kMaxCommands> steps{};
};

// Returns whether `expectation` allows the subject's bytes `actual`, where the reference has the bytes `expected`. Both
// have `size` bytes.
bool matches(const Expectation& expectation, const std::uint8_t* expected, const std::uint8_t* actual,
             std::uint32_t size);

}  // namespace modecheck::reference
