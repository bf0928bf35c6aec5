// What compares two operands, or works on truth values and bits, element by element. No gradient flows through any.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

#define MODECHECK_ROW(row, text)                     \
  struct row : Operator<Family::Comparison> {        \
    static constexpr std::string_view schema = text; \
  }
// Of two tensors, with their overloads' names.
#define MODECHECK_OF_TENSORS(name)                                                              \
  MODECHECK_ROW(name##_Tensor, #name ".Tensor(Tensor self, Tensor other) -> Tensor");           \
  MODECHECK_ROW(name##__Tensor, #name "_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"); \
  MODECHECK_ROW(name##_Tensor_out, #name ".Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)")
#define MODECHECK_COMPARISON(name)                                                              \
  MODECHECK_OF_TENSORS(name);                                                                   \
  MODECHECK_ROW(name##_Scalar, #name ".Scalar(Tensor self, Scalar other) -> Tensor");           \
  MODECHECK_ROW(name##__Scalar, #name "_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"); \
  MODECHECK_ROW(name##_Scalar_out, #name ".Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)")
#define MODECHECK_LOGIC(name)                                                     \
  MODECHECK_ROW(name, #name "(Tensor self, Tensor other) -> Tensor");             \
  MODECHECK_ROW(name##_, #name "_(Tensor(a!) self, Tensor other) -> Tensor(a!)"); \
  MODECHECK_ROW(name##_out, #name ".out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)")
#define MODECHECK_BITS(name)                                                          \
  MODECHECK_OF_TENSORS(name);                                                         \
  MODECHECK_ROW(name##_Scalar, #name ".Scalar(Tensor self, Scalar other) -> Tensor"); \
  MODECHECK_ROW(name##__Scalar, #name "_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)")

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

#undef MODECHECK_ROW
#undef MODECHECK_OF_TENSORS
#undef MODECHECK_COMPARISON
#undef MODECHECK_LOGIC
#undef MODECHECK_BITS

}  // namespace modecheck::spec::operators
