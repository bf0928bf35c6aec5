// States how precisely the reference run determines the bytes that a subject must show, and judges a subject's bytes by
// that.
//
//   Exact    IEEE arithmetic leaves no choice, so the bits must be equal. In a floating dtype any NaN matches a NaN.
//   Bounded  |subject - reference| <= tolerance must hold for every element. Any NaN matches a NaN, and an infinity
//            matches only itself. With a tolerance of 0 only the sign of zero may differ.
//   Unknown  The reference makes no statement. Either a value was closer to a jump (a comparison, a conversion to an
//            integer) than its bound, or a number left the finite range along the way.
//
// The tolerances, in units in the last place (ULP) of the largest element of the result, are:
//   exp 4; sigmoid, tanh 8; softmax 16 + length; sums and products whose rounding depends on order or on fused
//   multiply-add: one per term of the sum of magnitudes; every further rounding of an inexact value 2.
// An inexact operand adds its own bound times a bound of the derivative.
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
  double tolerance = 0;                      // used only if certainty is Bounded
};

// Holds one expectation for each byte range of an observation.
struct RegisterExpectation {
  Expectation storage;
  Expectation grad;
};

struct StepExpectation {
  std::array<RegisterExpectation, spec::kRegisters> registers{};
};

// Runs parallel to a spec::Trace, step for step.
struct Expectations {
  StepExpectation initial;
  std::array<StepExpectation, spec::kMaxCommands> steps{};
};

// Returns whether the expectation allows `actual` where the reference holds `expected`. Both have `size` bytes.
bool matches(const Expectation& expectation, const std::uint8_t* expected, const std::uint8_t* actual,
             std::uint32_t size);

}  // namespace modecheck::reference
