// Defines functions in at:: for type promotion.
#pragma once

#include "engine/backends/iterate/promotion.h"
#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Returns the dtype to which both dtypes are promoted.
inline ScalarType promote_types(ScalarType a, ScalarType b) { return c10::promoteTypes(a, b); }
inline bool can_cast(ScalarType from, ScalarType to) { return c10::canCast(from, to); }

namespace detail {
inline void add_operand(modecheck::engine::backends::Promotion& promotion, const Tensor& tensor) {
  promotion.add_tensor(tensor.scalar_type(), tensor.dim() > 0);
}
inline void add_operand(modecheck::engine::backends::Promotion& promotion, const Scalar& number) {
  promotion.add_number(number);
}
}  // namespace detail

// Returns the dtype in which an operator computes with two operands, each a tensor or a number.
template <typename A, typename B>
ScalarType result_type(const A& a, const B& b) {
  modecheck::engine::backends::Promotion promotion;
  detail::add_operand(promotion, a);
  detail::add_operand(promotion, b);
  return promotion.result();
}

}  // namespace modecheck_v1
}  // namespace at
