// Comparisons, and logical and bitwise operators, element by element. No gradient flows through any of these operators.
#pragma once

#include "spec/operators/forms.h"

namespace modecheck::spec::operators {

#define MODECHECK_ROW(row, text)                     \
  struct row : Operator<Family::Comparison> {        \
    static constexpr std::string_view schema = text; \
  }
// Declares the overloads of a comparison that compare two tensors, named as in libtorch.
#define MODECHECK_OF_TENSORS(name)                                                              \
  MODECHECK_ROW(name##_Tensor, #name ".Tensor(Tensor self, Tensor other) -> Tensor");           \
  MODECHECK_ROW(name##__Tensor, #name "_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"); \
  MODECHECK_ROW(name##_Tensor_out, #name ".Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)")
#define MODECHECK_COMPARISON(name)                                                              \
  MODECHECK_OF_TENSORS(name);                                                                   \
  MODECHECK_ROW(name##_Scalar, #name ".Scalar(Tensor self, Scalar other) -> Tensor");           \
  MODECHECK_ROW(name##__Scalar, #name "_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"); \
  MODECHECK_ROW(name##_Scalar_out, #name ".Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)")
#define MODECHECK_LOGIC(name) MODECHECK_FORMS(name, Comparison, ", Tensor other")
#define MODECHECK_BITS(name)                                                          \
  MODECHECK_OF_TENSORS(name);                                                         \
  MODECHECK_ROW(name##_Scalar, #name ".Scalar(Tensor self, Scalar other) -> Tensor"); \
  MODECHECK_ROW(name##__Scalar, #name "_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)")
// Declares the overloads of a shift, which take the number of bits from a second tensor or from a number.
#define MODECHECK_SHIFT(name)                                                                       \
  MODECHECK_OF_TENSORS(name);                                                                       \
  MODECHECK_ROW(name##_Tensor_Scalar, #name ".Tensor_Scalar(Tensor self, Scalar other) -> Tensor"); \
  MODECHECK_ROW(name##__Tensor_Scalar, #name "_.Tensor_Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)")

MODECHECK_COMPARISON(eq);
MODECHECK_COMPARISON(ne);
MODECHECK_COMPARISON(lt);
MODECHECK_COMPARISON(le);
MODECHECK_COMPARISON(gt);
MODECHECK_COMPARISON(ge);
MODECHECK_LOGIC(logical_and);
MODECHECK_LOGIC(logical_or);
MODECHECK_LOGIC(logical_xor);
MODECHECK_BITS(bitwise_and);
MODECHECK_BITS(bitwise_or);
MODECHECK_BITS(bitwise_xor);
MODECHECK_SHIFT(bitwise_left_shift);
MODECHECK_SHIFT(bitwise_right_shift);

#undef MODECHECK_ROW
#undef MODECHECK_OF_TENSORS
#undef MODECHECK_COMPARISON
#undef MODECHECK_LOGIC
#undef MODECHECK_BITS
#undef MODECHECK_SHIFT

using ComparisonOperators =
    List<eq_Tensor, eq__Tensor, eq_Tensor_out, eq_Scalar, eq__Scalar, eq_Scalar_out, ne_Tensor, ne__Tensor,
         ne_Tensor_out, ne_Scalar, ne__Scalar, ne_Scalar_out, lt_Tensor, lt__Tensor, lt_Tensor_out, lt_Scalar,
         lt__Scalar, lt_Scalar_out, le_Tensor, le__Tensor, le_Tensor_out, le_Scalar, le__Scalar, le_Scalar_out,
         gt_Tensor, gt__Tensor, gt_Tensor_out, gt_Scalar, gt__Scalar, gt_Scalar_out, ge_Tensor, ge__Tensor,
         ge_Tensor_out, ge_Scalar, ge__Scalar, ge_Scalar_out, logical_and, logical_and_out, logical_or, logical_or_out,
         logical_xor, logical_xor_out, bitwise_and_Tensor, bitwise_and__Tensor, bitwise_or_Tensor, bitwise_or__Tensor,
         bitwise_xor_Tensor, bitwise_xor__Tensor, bitwise_and_Scalar, bitwise_and__Scalar, bitwise_or_Scalar,
         bitwise_or__Scalar, bitwise_xor_Scalar, bitwise_xor__Scalar, bitwise_left_shift_Tensor,
         bitwise_left_shift__Tensor, bitwise_left_shift_Tensor_out, bitwise_left_shift_Tensor_Scalar,
         bitwise_left_shift__Tensor_Scalar, bitwise_right_shift_Tensor, bitwise_right_shift__Tensor,
         bitwise_right_shift_Tensor_out, bitwise_right_shift_Tensor_Scalar, bitwise_right_shift__Tensor_Scalar>;

}  // namespace modecheck::spec::operators
