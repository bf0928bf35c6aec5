// Foreach operators: each applies one operator of the catalogue to every tensor of a list. If it writes in place, it
// writes all tensors of the list or none (rule E1).
#pragma once

#include "spec/operators/copy.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/list.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/unary.h"

namespace modecheck::spec::operators {

// Applies `Target` to every tensor of a list. If the operator takes several lists, it applies `Target` to the i-th
// tensors of all lists.
template <typename Target>
struct Foreach : Operator<Family::Foreach, Made::Composite> {
  using foreach_of = Target;
};

#define MODECHECK_FOREACH(name, row, text)           \
  struct name : Foreach<row> {                       \
    static constexpr std::string_view schema = text; \
  }
#define MODECHECK_UNARY(name)                                                                \
  MODECHECK_FOREACH(_foreach_##name, name, "_foreach_" #name "(Tensor[] self) -> Tensor[]"); \
  MODECHECK_FOREACH(_foreach_##name##_, name##_, "_foreach_" #name "_(Tensor(a!)[] self) -> ()")
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
MODECHECK_FOREACH(_foreach_zero_, zero_, "_foreach_zero_(Tensor(a!)[] self) -> ()");
#undef MODECHECK_UNARY

// Declares a foreach operator that takes one number for all tensors.
#define MODECHECK_SCALAR(name)                                                              \
  MODECHECK_FOREACH(_foreach_##name##_Scalar, name##_Scalar,                                \
                    "_foreach_" #name ".Scalar(Tensor[] self, Scalar scalar) -> Tensor[]"); \
  MODECHECK_FOREACH(_foreach_##name##__Scalar, name##__Scalar,                              \
                    "_foreach_" #name "_.Scalar(Tensor(a!)[] self, Scalar scalar) -> ()")
MODECHECK_SCALAR(add);
MODECHECK_SCALAR(sub);
MODECHECK_SCALAR(mul);
MODECHECK_SCALAR(div);
#undef MODECHECK_SCALAR

#define MODECHECK_LIST(name, row, written_row, more)                                               \
  MODECHECK_FOREACH(_foreach_##name##_List, row,                                                   \
                    "_foreach_" #name ".List(Tensor[] self, Tensor[] other" more ") -> Tensor[]"); \
  MODECHECK_FOREACH(_foreach_##name##__List, written_row,                                          \
                    "_foreach_" #name "_.List(Tensor(a!)[] self, Tensor[] other" more ") -> ()")
MODECHECK_LIST(add, add_Tensor, add__Tensor, ", *, Scalar alpha=1");
MODECHECK_LIST(sub, sub_Tensor, sub__Tensor, ", *, Scalar alpha=1");
MODECHECK_LIST(mul, mul_Tensor, mul__Tensor, "");
MODECHECK_LIST(div, div_Tensor, div__Tensor, "");
// In libtorch 1.13.1, the foreach operators of maximum and minimum have no in-place form.
MODECHECK_LIST(maximum, maximum, maximum, "");
MODECHECK_LIST(minimum, minimum, minimum, "");
#undef MODECHECK_LIST

// Declares the foreach forms of addcmul and addcdiv: self + value * tensor1 * tensor2, and self + value * tensor1 /
// tensor2.
#define MODECHECK_TERNARY(name)                                                                                \
  MODECHECK_FOREACH(_foreach_##name##_Scalar, name,                                                            \
                    "_foreach_" #name                                                                          \
                    ".Scalar(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> Tensor[]"); \
  MODECHECK_FOREACH(_foreach_##name##__Scalar, name##_,                                                        \
                    "_foreach_" #name                                                                          \
                    "_.Scalar(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> ()")
MODECHECK_TERNARY(addcmul);
MODECHECK_TERNARY(addcdiv);
#undef MODECHECK_TERNARY
#undef MODECHECK_FOREACH

using ForeachOperators =
    List<_foreach_abs, _foreach_abs_, _foreach_acos, _foreach_acos_, _foreach_asin, _foreach_asin_, _foreach_atan,
         _foreach_atan_, _foreach_ceil, _foreach_ceil_, _foreach_cos, _foreach_cos_, _foreach_cosh, _foreach_cosh_,
         _foreach_erf, _foreach_erf_, _foreach_erfc, _foreach_erfc_, _foreach_exp, _foreach_exp_, _foreach_expm1,
         _foreach_expm1_, _foreach_floor, _foreach_floor_, _foreach_frac, _foreach_frac_, _foreach_log, _foreach_log_,
         _foreach_log10, _foreach_log10_, _foreach_log1p, _foreach_log1p_, _foreach_log2, _foreach_log2_, _foreach_neg,
         _foreach_neg_, _foreach_reciprocal, _foreach_reciprocal_, _foreach_round, _foreach_round_, _foreach_sigmoid,
         _foreach_sigmoid_, _foreach_sin, _foreach_sin_, _foreach_sinh, _foreach_sinh_, _foreach_sqrt, _foreach_sqrt_,
         _foreach_tan, _foreach_tan_, _foreach_tanh, _foreach_tanh_, _foreach_trunc, _foreach_trunc_, _foreach_zero_,
         _foreach_add_Scalar, _foreach_add__Scalar, _foreach_sub_Scalar, _foreach_sub__Scalar, _foreach_mul_Scalar,
         _foreach_mul__Scalar, _foreach_div_Scalar, _foreach_div__Scalar, _foreach_add_List, _foreach_add__List,
         _foreach_sub_List, _foreach_sub__List, _foreach_mul_List, _foreach_mul__List, _foreach_div_List,
         _foreach_div__List, _foreach_maximum_List, _foreach_maximum__List, _foreach_minimum_List,
         _foreach_minimum__List, _foreach_addcmul_Scalar, _foreach_addcmul__Scalar, _foreach_addcdiv_Scalar,
         _foreach_addcdiv__Scalar>;

}  // namespace modecheck::spec::operators
