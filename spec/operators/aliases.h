// Aliases of the catalogue's operators. Programs sometimes draw an alias in place of its operator. The alias and the
// operator behave in the same way in every mode (rule D4).
#pragma once

#include "spec/operators/comparison.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/joining.h"
#include "spec/operators/list.h"
#include "spec/operators/metadata.h"
#include "spec/operators/neural.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/reduction.h"
#include "spec/operators/unary.h"
#include "spec/operators/view.h"

namespace modecheck::spec::operators {

// Declares an alias of `Target`. An alias has the same arguments as its operator and no kernel of its own.
template <typename Target>
struct OperatorAlias : Operator<Family::OperatorAlias, Made::Composite> {
  using alias_of = Target;
};

#define MODECHECK_ALIAS(name, row, text)             \
  struct name : OperatorAlias<row> {                 \
    static constexpr std::string_view schema = text; \
  }

MODECHECK_ALIAS(absolute, abs, "absolute(Tensor self) -> Tensor");
MODECHECK_ALIAS(absolute_, abs_, "absolute_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_ALIAS(absolute_out, abs_out, "absolute.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(arccos, acos, "arccos(Tensor self) -> Tensor");
MODECHECK_ALIAS(arccos_, acos_, "arccos_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_ALIAS(arccos_out, acos_out, "arccos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(arccosh, acosh, "arccosh(Tensor self) -> Tensor");
MODECHECK_ALIAS(arccosh_, acosh_, "arccosh_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_ALIAS(arccosh_out, acosh_out, "arccosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(arcsin, asin, "arcsin(Tensor self) -> Tensor");
MODECHECK_ALIAS(arcsin_, asin_, "arcsin_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_ALIAS(arcsin_out, asin_out, "arcsin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(arcsinh, asinh, "arcsinh(Tensor self) -> Tensor");
MODECHECK_ALIAS(arcsinh_, asinh_, "arcsinh_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_ALIAS(arcsinh_out, asinh_out, "arcsinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(arctan, atan, "arctan(Tensor self) -> Tensor");
MODECHECK_ALIAS(arctan_, atan_, "arctan_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_ALIAS(arctan_out, atan_out, "arctan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(arctanh, atanh, "arctanh(Tensor self) -> Tensor");
MODECHECK_ALIAS(arctanh_, atanh_, "arctanh_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_ALIAS(arctanh_out, atanh_out, "arctanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(negative, neg, "negative(Tensor self) -> Tensor");
MODECHECK_ALIAS(negative_, neg_, "negative_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_ALIAS(negative_out, neg_out, "negative.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(fix, trunc, "fix(Tensor self) -> Tensor");
MODECHECK_ALIAS(fix_, trunc_, "fix_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_ALIAS(fix_out, trunc_out, "fix.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(arctan2, atan2, "arctan2(Tensor self, Tensor other) -> Tensor");
MODECHECK_ALIAS(arctan2_, atan2_, "arctan2_(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_ALIAS(arctan2_out, atan2_out, "arctan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(max_other, maximum, "max.other(Tensor self, Tensor other) -> Tensor");
MODECHECK_ALIAS(max_out, maximum_out, "max.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(min_other, minimum, "min.other(Tensor self, Tensor other) -> Tensor");
MODECHECK_ALIAS(min_out, minimum_out, "min.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(clip, clamp, "clip(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor");
MODECHECK_ALIAS(clip_, clamp_, "clip_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!)");
MODECHECK_ALIAS(clip_out, clamp_out,
                "clip.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(clip_Tensor, clamp_Tensor, "clip.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor");
MODECHECK_ALIAS(clip__Tensor, clamp__Tensor,
                "clip_.Tensor(Tensor(a!) self, Tensor? min=None, Tensor? max=None) -> Tensor(a!)");
MODECHECK_ALIAS(clip_Tensor_out, clamp_Tensor_out,
                "clip.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(divide_Tensor, div_Tensor, "divide.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_ALIAS(divide__Tensor, div__Tensor, "divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_ALIAS(divide_out, div_out, "divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(divide_Scalar, div_Scalar, "divide.Scalar(Tensor self, Scalar other) -> Tensor");
MODECHECK_ALIAS(divide__Scalar, div__Scalar, "divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)");
MODECHECK_ALIAS(divide_Tensor_mode, div_Tensor_mode,
                "divide.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor");
MODECHECK_ALIAS(divide__Tensor_mode, div__Tensor_mode,
                "divide_.Tensor_mode(Tensor(a!) self, Tensor other, *, str? rounding_mode) -> Tensor(a!)");
MODECHECK_ALIAS(divide_Scalar_mode, div_Scalar_mode,
                "divide.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor");
MODECHECK_ALIAS(divide__Scalar_mode, div__Scalar_mode,
                "divide_.Scalar_mode(Tensor(a!) self, Scalar other, *, str? rounding_mode) -> Tensor(a!)");
MODECHECK_ALIAS(multiply_Tensor, mul_Tensor, "multiply.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_ALIAS(multiply__Tensor, mul__Tensor, "multiply_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_ALIAS(multiply_out, mul_out, "multiply.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(multiply_Scalar, mul_Scalar, "multiply.Scalar(Tensor self, Scalar other) -> Tensor");
MODECHECK_ALIAS(multiply__Scalar, mul__Scalar, "multiply_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)");
MODECHECK_ALIAS(subtract_Tensor, sub_Tensor, "subtract.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
MODECHECK_ALIAS(subtract__Tensor, sub__Tensor,
                "subtract_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");
MODECHECK_ALIAS(subtract_out, sub_out,
                "subtract.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(subtract_Scalar, sub_Scalar, "subtract.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor");
MODECHECK_ALIAS(subtract__Scalar, sub__Scalar,
                "subtract_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)");
MODECHECK_ALIAS(true_divide_Tensor, div_Tensor, "true_divide.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_ALIAS(true_divide__Tensor, div__Tensor, "true_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_ALIAS(true_divide_out, div_out,
                "true_divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(true_divide_Scalar, div_Scalar, "true_divide.Scalar(Tensor self, Scalar other) -> Tensor");
MODECHECK_ALIAS(true_divide__Scalar, div__Scalar, "true_divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)");
MODECHECK_ALIAS(greater_Tensor, gt_Tensor, "greater.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_ALIAS(greater__Tensor, gt__Tensor, "greater_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_ALIAS(greater_Tensor_out, gt_Tensor_out,
                "greater.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(greater_Scalar, gt_Scalar, "greater.Scalar(Tensor self, Scalar other) -> Tensor");
MODECHECK_ALIAS(greater__Scalar, gt__Scalar, "greater_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)");
MODECHECK_ALIAS(greater_Scalar_out, gt_Scalar_out,
                "greater.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(greater_equal_Tensor, ge_Tensor, "greater_equal.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_ALIAS(greater_equal__Tensor, ge__Tensor,
                "greater_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_ALIAS(greater_equal_Tensor_out, ge_Tensor_out,
                "greater_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(greater_equal_Scalar, ge_Scalar, "greater_equal.Scalar(Tensor self, Scalar other) -> Tensor");
MODECHECK_ALIAS(greater_equal__Scalar, ge__Scalar,
                "greater_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)");
MODECHECK_ALIAS(greater_equal_Scalar_out, ge_Scalar_out,
                "greater_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(less_Tensor, lt_Tensor, "less.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_ALIAS(less__Tensor, lt__Tensor, "less_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_ALIAS(less_Tensor_out, lt_Tensor_out,
                "less.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(less_Scalar, lt_Scalar, "less.Scalar(Tensor self, Scalar other) -> Tensor");
MODECHECK_ALIAS(less__Scalar, lt__Scalar, "less_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)");
MODECHECK_ALIAS(less_Scalar_out, lt_Scalar_out,
                "less.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(less_equal_Tensor, le_Tensor, "less_equal.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_ALIAS(less_equal__Tensor, le__Tensor, "less_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_ALIAS(less_equal_Tensor_out, le_Tensor_out,
                "less_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(less_equal_Scalar, le_Scalar, "less_equal.Scalar(Tensor self, Scalar other) -> Tensor");
MODECHECK_ALIAS(less_equal__Scalar, le__Scalar, "less_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)");
MODECHECK_ALIAS(less_equal_Scalar_out, le_Scalar_out,
                "less_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(not_equal_Tensor, ne_Tensor, "not_equal.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_ALIAS(not_equal__Tensor, ne__Tensor, "not_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_ALIAS(not_equal_Tensor_out, ne_Tensor_out,
                "not_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(not_equal_Scalar, ne_Scalar, "not_equal.Scalar(Tensor self, Scalar other) -> Tensor");
MODECHECK_ALIAS(not_equal__Scalar, ne__Scalar, "not_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)");
MODECHECK_ALIAS(not_equal_Scalar_out, ne_Scalar_out,
                "not_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(concat, cat, "concat(Tensor[] tensors, int dim=0) -> Tensor");
MODECHECK_ALIAS(concat_out, cat_out, "concat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(concatenate, cat, "concatenate(Tensor[] tensors, int dim=0) -> Tensor");
MODECHECK_ALIAS(concatenate_out, cat_out,
                "concatenate.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(special_erf, erf, "special_erf(Tensor self) -> Tensor");
MODECHECK_ALIAS(special_erf_out, erf_out, "special_erf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(special_erfc, erfc, "special_erfc(Tensor self) -> Tensor");
MODECHECK_ALIAS(special_erfc_out, erfc_out, "special_erfc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(special_exp2, exp2, "special_exp2(Tensor self) -> Tensor");
MODECHECK_ALIAS(special_exp2_out, exp2_out, "special_exp2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(special_expit, sigmoid, "special_expit(Tensor self) -> Tensor");
MODECHECK_ALIAS(special_expit_out, sigmoid_out, "special_expit.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(special_expm1, expm1, "special_expm1(Tensor self) -> Tensor");
MODECHECK_ALIAS(special_expm1_out, expm1_out, "special_expm1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(special_log1p, log1p, "special_log1p(Tensor self) -> Tensor");
MODECHECK_ALIAS(special_log1p_out, log1p_out, "special_log1p.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(special_logsumexp, logsumexp,
                "special_logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor");
MODECHECK_ALIAS(special_softmax, softmax_int,
                "special_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor");
MODECHECK_ALIAS(special_log_softmax, log_softmax_int,
                "special_log_softmax(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor");
MODECHECK_ALIAS(special_xlogy, xlogy_Tensor, "special_xlogy(Tensor self, Tensor other) -> Tensor");
MODECHECK_ALIAS(special_xlogy_out, xlogy_OutTensor,
                "special_xlogy.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_ALIAS(swapaxes, transpose_int, "swapaxes(Tensor(a) self, int axis0, int axis1) -> Tensor(a)");
MODECHECK_ALIAS(swapaxes_, transpose_, "swapaxes_(Tensor(a!) self, int axis0, int axis1) -> Tensor(a!)");
MODECHECK_ALIAS(swapdims, transpose_int, "swapdims(Tensor(a) self, int dim0, int dim1) -> Tensor(a)");
MODECHECK_ALIAS(swapdims_, transpose_, "swapdims_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)");

#undef MODECHECK_ALIAS

using AliasOperators =
    List<absolute, absolute_, absolute_out, arccos, arccos_, arccos_out, arccosh, arccosh_, arccosh_out, arcsin,
         arcsin_, arcsin_out, arcsinh, arcsinh_, arcsinh_out, arctan, arctan_, arctan_out, arctanh, arctanh_,
         arctanh_out, negative, negative_, negative_out, fix, fix_, fix_out, arctan2, arctan2_, arctan2_out, max_other,
         max_out, min_other, min_out, clip, clip_, clip_out, clip_Tensor, clip__Tensor, clip_Tensor_out, divide_Tensor,
         divide__Tensor, divide_out, divide_Scalar, divide__Scalar, divide_Tensor_mode, divide__Tensor_mode,
         divide_Scalar_mode, divide__Scalar_mode, multiply_Tensor, multiply__Tensor, multiply_out, multiply_Scalar,
         multiply__Scalar, subtract_Tensor, subtract__Tensor, subtract_out, subtract_Scalar, subtract__Scalar,
         true_divide_Tensor, true_divide__Tensor, true_divide_out, true_divide_Scalar, true_divide__Scalar,
         greater_Tensor, greater__Tensor, greater_Tensor_out, greater_Scalar, greater__Scalar, greater_Scalar_out,
         greater_equal_Tensor, greater_equal__Tensor, greater_equal_Tensor_out, greater_equal_Scalar,
         greater_equal__Scalar, greater_equal_Scalar_out, less_Tensor, less__Tensor, less_Tensor_out, less_Scalar,
         less__Scalar, less_Scalar_out, less_equal_Tensor, less_equal__Tensor, less_equal_Tensor_out, less_equal_Scalar,
         less_equal__Scalar, less_equal_Scalar_out, not_equal_Tensor, not_equal__Tensor, not_equal_Tensor_out,
         not_equal_Scalar, not_equal__Scalar, not_equal_Scalar_out, concat, concat_out, concatenate, concatenate_out,
         special_erf, special_erf_out, special_erfc, special_erfc_out, special_exp2, special_exp2_out, special_expit,
         special_expit_out, special_expm1, special_expm1_out, special_log1p, special_log1p_out, special_logsumexp,
         special_softmax, special_log_softmax, special_xlogy, special_xlogy_out, swapaxes, swapaxes_, swapdims,
         swapdims_>;

}  // namespace modecheck::spec::operators
