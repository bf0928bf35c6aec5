// Operators over lists: each does with every tensor what a row of the catalogue does with one, and a list that is
// written is written as a whole or not at all (E1).
#pragma once

#include "spec/operators/copy.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/unary.h"

namespace modecheck::spec::operators {

// What `Row` does, with every tensor of a list. Of several lists, elements of the same place go together.
template <typename Row>
struct ForEach : Operator<Family::ForEach, Made::Composite> {
  using each = Row;
};

#define MODECHECK_ROW(name, row, text)               \
  struct name : ForEach<row> {                       \
    static constexpr std::string_view schema = text; \
  }
#define MODECHECK_UNARY(name)                                                            \
  MODECHECK_ROW(_foreach_##name, name, "_foreach_" #name "(Tensor[] self) -> Tensor[]"); \
  MODECHECK_ROW(_foreach_##name##_, name##_, "_foreach_" #name "_(Tensor(a!)[] self) -> ()")
MODECHECK_UNARY(abs);
MODECHECK_UNARY(acos);
MODECHECK_UNARY(asin);
MODECHECK_UNARY(atan);
MODECHECK_UNARY(ceil);
MODECHECK_UNARY(cos);
MODECHECK_UNARY(cosh);
MODECHECK_UNARY(erf);
MODECHECK_UNARY(erfc);
MODECHECK_UNARY(exp);
MODECHECK_UNARY(expm1);
MODECHECK_UNARY(floor);
MODECHECK_UNARY(frac);
MODECHECK_UNARY(log);
MODECHECK_UNARY(log10);
MODECHECK_UNARY(log1p);
MODECHECK_UNARY(log2);
MODECHECK_UNARY(neg);
MODECHECK_UNARY(reciprocal);
MODECHECK_UNARY(round);
MODECHECK_UNARY(sigmoid);
MODECHECK_UNARY(sin);
MODECHECK_UNARY(sinh);
MODECHECK_UNARY(sqrt);
MODECHECK_UNARY(tan);
MODECHECK_UNARY(tanh);
MODECHECK_UNARY(trunc);
MODECHECK_ROW(_foreach_zero_, zero_, "_foreach_zero_(Tensor(a!)[] self) -> ()");
#undef MODECHECK_UNARY

// With one number for all.
#define MODECHECK_SCALAR(name)                                                          \
  MODECHECK_ROW(_foreach_##name##_Scalar, name##_Scalar,                                \
                "_foreach_" #name ".Scalar(Tensor[] self, Scalar scalar) -> Tensor[]"); \
  MODECHECK_ROW(_foreach_##name##__Scalar, name##__Scalar,                              \
                "_foreach_" #name "_.Scalar(Tensor(a!)[] self, Scalar scalar) -> ()")
MODECHECK_SCALAR(add);
MODECHECK_SCALAR(sub);
MODECHECK_SCALAR(mul);
MODECHECK_SCALAR(div);
#undef MODECHECK_SCALAR

#define MODECHECK_LIST(name, row, written_row, more)                                           \
  MODECHECK_ROW(_foreach_##name##_List, row,                                                   \
                "_foreach_" #name ".List(Tensor[] self, Tensor[] other" more ") -> Tensor[]"); \
  MODECHECK_ROW(_foreach_##name##__List, written_row,                                          \
                "_foreach_" #name "_.List(Tensor(a!)[] self, Tensor[] other" more ") -> ()")
MODECHECK_LIST(add, add_Tensor, add__Tensor, ", *, Scalar alpha=1");
MODECHECK_LIST(sub, sub_Tensor, sub__Tensor, ", *, Scalar alpha=1");
MODECHECK_LIST(mul, mul_Tensor, mul__Tensor, "");
MODECHECK_LIST(div, div_Tensor, div__Tensor, "");
// There is none in place.
MODECHECK_LIST(maximum, maximum, maximum, "");
MODECHECK_LIST(minimum, minimum, minimum, "");
#undef MODECHECK_LIST

// self + value * tensor1 * tensor2, and self + value * tensor1 / tensor2.
#define MODECHECK_TERNARY(name)                                                                            \
  MODECHECK_ROW(_foreach_##name##_Scalar, name,                                                            \
                "_foreach_" #name                                                                          \
                ".Scalar(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> Tensor[]"); \
  MODECHECK_ROW(_foreach_##name##__Scalar, name##_,                                                        \
                "_foreach_" #name                                                                          \
                "_.Scalar(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> ()")
MODECHECK_TERNARY(addcmul);
MODECHECK_TERNARY(addcdiv);
#undef MODECHECK_TERNARY
#undef MODECHECK_ROW

}  // namespace modecheck::spec::operators
