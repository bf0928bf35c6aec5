// The rules of most operators that work element by element. They say how the dtype of the result follows from the
// operands, and which dtypes the kernels support.
#pragma once

#include "spec/rules/pointwise.h"
#include "spec/rules/rows/rule.h"

namespace modecheck::spec {

inline constexpr Dtypes all_dtypes{};
inline constexpr Dtypes without_bool{.boolean = false};
inline constexpr Dtypes without_bool_and_half{.boolean = false, .half = false};
inline constexpr Dtypes without_bool_and_complex{.boolean = false, .complex = false};
inline constexpr Dtypes without_bool_half_and_complex{.boolean = false, .half = false, .complex = false};
inline constexpr Dtypes without_half{.half = false};
inline constexpr Dtypes without_half_and_complex{.half = false, .complex = false};
inline constexpr Dtypes without_complex{.complex = false};

template <ResultDtype dtype, Dtypes takes>
OutputMeta pointwise_rule(const RuleCall& call) {
  return pointwise(call.tensors, dtype, takes);
}

// The rule of an operator whose second argument is a number, which takes part in type promotion.
template <ResultDtype dtype, Dtypes takes>
OutputMeta rule_with_number(const RuleCall& call) {
  return pointwise(call.tensors, dtype, takes, {true, call.arguments.scalar(1).kind});
}

// The rule of a unary operator whose input must have a dtype that `known` accepts.
template <bool (*known)(DType), Dtypes takes>
OutputMeta rule_only_on(const RuleCall& call) {
  return only_on(call.tensors, known, takes);
}

}  // namespace modecheck::spec
