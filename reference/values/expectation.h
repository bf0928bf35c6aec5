// How far the bytes that a reference run gives are determined, and how a subject's bytes are judged by it.
//
//   Exact    IEEE arithmetic leaves no choice: the same bits; of floating dtypes, any NaN for a NaN.
//   Bounded  |subject - reference| <= tolerance for every element; any NaN for a NaN, an infinity for itself. A
//   tolerance
//            of 0 leaves the sign of zero open and nothing else.
//   Unknown  no statement: a jump (a comparison, a conversion to an integer) was taken closer to it than the bound, or
//            a number left the finite range along the way.
//
// Where tolerances come from, in units in the last place (ULP) of the largest element of the result:
//   exp 4; sigmoid, tanh 8; softmax 16 + length; sums and products whose rounding depends on order or on fused
//   multiply-add: one per term of the sum of magnitudes; every further rounding of an inexact value 2.
// Inexact operands add their own bound times a bound of the derivative.
#pragma once

#include <array>
#include <cstdint>

#include "spec/program/dtype.h"
#include "spec/program/limits.h"

namespace modecheck::reference {

enum class Certainty : std::uint8_t { Exact, Bounded, Unknown };

struct Expectation {
  Certainty certainty = Certainty::Exact;
  spec::DType dtype = spec::DType::Float32;  // what the bytes hold: the dtype that was last written
  double tolerance = 0;                      // Bounded only
};

// One for each byte range of an observation.
struct RegisterExpectation {
  Expectation storage;
  Expectation grad;
};

struct StepExpectation {
  std::array<RegisterExpectation, spec::kRegisters> registers{};
};

// Beside a spec::Trace, step for step.
struct Expectations {
  StepExpectation initial;
  std::array<StepExpectation, spec::kMaxCommands> steps{};
};

// Whether `actual` is what `expected` allows. Both have `size` bytes.
bool matches(const Expectation& expectation, const std::uint8_t* expected, const std::uint8_t* actual,
             std::uint32_t size);

}  // namespace modecheck::reference
