// What an operator that works element by element says about itself.
#pragma once

#include "engine/core/types/scalar.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::backends {

struct PointwiseRules {
  bool integers_to_float = false;  // integer and bool operands are computed as float32: div, exp
  bool boolean_result = false;     // comparisons
  bool same_dtype = false;         // all operands, the result included, must have one dtype: neg, abs
  bool cpu_scalars = true;         // a CPU tensor without dimensions may meet operands on another device
  bool complex_numbers = false;    // defined on complex dtypes
  bool complex_to_real = false;    // and of such the result is as their parts are: abs
  bool half = true;                // defined on float16: libtorch lacks many of its kernels on the CPU, and so do we
};

// Raises if the operator is not defined on the dtype.
void check_dtype(const char* name, const PointwiseRules& rules, c10::ScalarType type);

// Raises if a number cannot be an element of the dtype.
void check_fits(const char* name, const c10::Scalar& value, c10::ScalarType type);

// Raises if all elements would have to become a number that the integer dtype does not have. Another bound beyond the
// dtype does nothing (upstream #107702, #193169).
void check_least(const char* name, const c10::Scalar& least, c10::ScalarType type);
void check_most(const char* name, const c10::Scalar& most, c10::ScalarType type);

// An operator that takes every dtype that its rules let through.
struct AnyDtype {
  void check(const char* /*name*/, c10::ScalarType /*computed*/) const {}
};

}  // namespace modecheck::engine::backends
