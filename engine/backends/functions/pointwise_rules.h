// The properties of a pointwise operator that its callers need: the dtypes and devices of its operands and results.
#pragma once

#include "engine/core/types/scalar.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::backends {

struct PointwiseRules {
  bool integers_to_float = false;  // integer and bool operands are computed as float32, as in div and exp
  bool boolean_result = false;     // the result has the dtype bool, as in comparisons
  bool same_dtype = false;         // all operands and the result must have one dtype, as in neg
  bool cpu_scalars = true;         // a 0-dim CPU tensor may be combined with operands on another device
  bool complex_numbers = false;    // the operator is defined on complex dtypes
  bool complex_to_real = false;    // the result is real if the operands are complex, as in abs
  // the operator is defined on float16; libtorch lacks many CPU kernels for float16, and so does the engine
  bool half = true;
};

// Raises if the operator `name` is not defined on the dtype.
void check_dtype(const char* name, const PointwiseRules& rules, c10::ScalarType type);

// Raises if the number `value` cannot be an element of the dtype.
void check_fits(const char* name, const c10::Scalar& value, c10::ScalarType type);

// check_least and check_most check the lower and the upper bound of clamp. They raise if the bound would force all
// elements to a number that the integer dtype cannot hold. Other bounds beyond the dtype have no effect (PyTorch issues
// #107702 and #193169).
void check_least(const char* name, const c10::Scalar& least, c10::ScalarType type);
void check_most(const char* name, const c10::Scalar& most, c10::ScalarType type);

// The base of operators without a dtype check of their own, which take every dtype that their PointwiseRules allow.
struct AnyDtype {
  void check(const char* /*name*/, c10::ScalarType /*computed*/) const {}
};

}  // namespace modecheck::engine::backends
