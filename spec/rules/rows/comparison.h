// The specification's rows for comparisons, and for logical and bitwise operators. A row says how an operator's result
// follows from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/rows/pointwise_rule.h"

namespace modecheck::spec {

namespace ops = operators;

constexpr bool is_not_differentiable(DType dtype) { return !is_differentiable(dtype); }

inline constexpr OperatorRule kComparisonRules[] = {
    {forms<ops::bitwise_not, ops::bitwise_not_, ops::bitwise_not_out>, rule_only_on<is_not_differentiable, all_dtypes>,
     saves_nothing, DoubleBackward::No},
    {forms<ops::isinf>, of_tensors<infer_isinf>, not_differentiable, DoubleBackward::No},
    {forms<ops::isnan, ops::logical_not, ops::logical_not_, ops::logical_not_out>,
     pointwise_rule<ResultDtype::Compared, all_dtypes>, not_differentiable, DoubleBackward::No},
    {forms_of<ops::eq_Tensor, ops::eq__Tensor, ops::eq_Tensor_out, ops::ne_Tensor, ops::ne__Tensor, ops::ne_Tensor_out,
              ops::logical_and, ops::logical_or, ops::logical_xor>,
     pointwise_rule<ResultDtype::Compared, all_dtypes>, not_differentiable, DoubleBackward::No},
    {forms<ops::lt_Tensor, ops::lt__Tensor, ops::lt_Tensor_out, ops::le_Tensor, ops::le__Tensor, ops::le_Tensor_out,
           ops::gt_Tensor, ops::gt__Tensor, ops::gt_Tensor_out, ops::ge_Tensor, ops::ge__Tensor, ops::ge_Tensor_out>,
     pointwise_rule<ResultDtype::Compared, without_complex>, not_differentiable, DoubleBackward::No},
    {forms<ops::eq_Scalar, ops::eq__Scalar, ops::eq_Scalar_out, ops::ne_Scalar, ops::ne__Scalar, ops::ne_Scalar_out>,
     rule_with_number<ResultDtype::Compared, all_dtypes>, not_differentiable, DoubleBackward::No},
    {forms<ops::lt_Scalar, ops::lt__Scalar, ops::lt_Scalar_out, ops::le_Scalar, ops::le__Scalar, ops::le_Scalar_out,
           ops::gt_Scalar, ops::gt__Scalar, ops::gt_Scalar_out, ops::ge_Scalar, ops::ge__Scalar, ops::ge_Scalar_out>,
     rule_with_number<ResultDtype::Compared, without_complex>, not_differentiable, DoubleBackward::No},
    {forms<ops::bitwise_and_Tensor, ops::bitwise_and__Tensor, ops::bitwise_and_Tensor_out, ops::bitwise_or_Tensor,
           ops::bitwise_or__Tensor, ops::bitwise_or_Tensor_out, ops::bitwise_xor_Tensor, ops::bitwise_xor__Tensor,
           ops::bitwise_xor_Tensor_out>,
     [](const RuleCall& call) { return infer_bitwise(call.tensors, {}); }, saves_nothing, DoubleBackward::No},
    {forms<ops::bitwise_and_Scalar, ops::bitwise_and__Scalar, ops::bitwise_or_Scalar, ops::bitwise_or__Scalar,
           ops::bitwise_xor_Scalar, ops::bitwise_xor__Scalar>,
     [](const RuleCall& call) {
       return infer_bitwise(call.tensors, {true, call.arguments.scalar(1).kind});
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::bitwise_left_shift_Tensor, ops::bitwise_left_shift__Tensor, ops::bitwise_left_shift_Tensor_out,
           ops::bitwise_right_shift_Tensor, ops::bitwise_right_shift__Tensor, ops::bitwise_right_shift_Tensor_out>,
     of_values<infer_shift>, saves_nothing, DoubleBackward::No},
    {forms<ops::bitwise_left_shift_Tensor_Scalar, ops::bitwise_left_shift__Tensor_Scalar,
           ops::bitwise_right_shift_Tensor_Scalar, ops::bitwise_right_shift__Tensor_Scalar>,
     [](const RuleCall& call) { return infer_shift(call.tensors, call.arguments.scalar(1)); }, saves_nothing,
     DoubleBackward::No},
};

}  // namespace modecheck::spec
