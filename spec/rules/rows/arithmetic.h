// The specification's rows for operators that work element by element on two or more tensors, or on tensors and
// numbers. A row says how an operator's result follows from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/rows/pointwise_rule.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kArithmeticRules[] = {
    {forms_of<ops::atan2>, pointwise_rule<ResultDtype::Floating, without_half_and_complex>, saves({0}, {1}),
     DoubleBackward::No},
    {forms<ops::div_Tensor, ops::div__Tensor, ops::div_out>, pointwise_rule<ResultDtype::Floating, all_dtypes>,
     saves({1}, {0, 1}), DoubleBackward::Yes},
    {forms<ops::clamp_Tensor, ops::clamp__Tensor, ops::clamp_Tensor_out>, of_tensors<infer_clamp_by_tensors>,
     saves({0}, {1}, {2}), DoubleBackward::No},
    {forms<ops::add_Tensor, ops::add__Tensor, ops::add_out>,
     [](const RuleCall& call) { return infer_sum_of_two(call.tensors, call.arguments.scalar(2)); }, saves_nothing,
     DoubleBackward::Yes},
    {forms<ops::add_Scalar, ops::add__Scalar>,
     [](const RuleCall& call) {
       return infer_sum_with_number(call.tensors, call.arguments.scalar(1), call.arguments.scalar(2));
     },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::sub_Tensor, ops::sub__Tensor, ops::sub_out>,
     [](const RuleCall& call) { return infer_difference(call.tensors, call.arguments.scalar(2)); }, saves_nothing,
     DoubleBackward::Yes},
    {forms<ops::mul_Tensor, ops::mul__Tensor, ops::mul_out>, pointwise_rule<ResultDtype::Promoted, all_dtypes>,
     each_for_the_other, DoubleBackward::Yes},
    {forms<ops::maximum, ops::maximum_out, ops::minimum, ops::minimum_out, ops::fmax, ops::fmax_out, ops::fmin,
           ops::fmin_out>,
     pointwise_rule<ResultDtype::Promoted, without_complex>, saves({0}, {1}), DoubleBackward::Yes},
    {forms<ops::clamp_min_Tensor, ops::clamp_min__Tensor, ops::clamp_min_Tensor_out, ops::clamp_max_Tensor,
           ops::clamp_max__Tensor, ops::clamp_max_Tensor_out>,
     pointwise_rule<ResultDtype::Promoted, without_complex>, saves({0}, {1}), DoubleBackward::No},
    {forms<ops::mul_Scalar, ops::mul__Scalar>, rule_with_number<ResultDtype::Promoted, all_dtypes>, saves_nothing,
     DoubleBackward::Yes},
    {forms<ops::copysign_Tensor, ops::copysign__Tensor, ops::copysign_out>,
     pointwise_rule<ResultDtype::Floating, without_complex>, and_result(saves({0, 0})), DoubleBackward::No},
    {forms<ops::xlogy_Tensor, ops::xlogy__Tensor, ops::xlogy_OutTensor>,
     pointwise_rule<ResultDtype::Floating, without_complex>, saves({0}, {1}), DoubleBackward::No},
    {forms<ops::rsub_Tensor>,
     [](const RuleCall& call) { return infer_reversed_difference(call.tensors, call.arguments.scalar(2)); },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::sub_Scalar, ops::sub__Scalar, ops::rsub_Scalar>,
     [](const RuleCall& call) {
       return infer_difference_with_number(call.tensors, call.arguments.scalar(1), call.arguments.scalar(2));
     },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::div_Scalar, ops::div__Scalar>, rule_with_number<ResultDtype::Floating, all_dtypes>, saves_nothing,
     DoubleBackward::Yes},
    {forms<ops::pow_Tensor_Scalar, ops::pow_Tensor_Scalar_out, ops::pow__Scalar>,
     [](const RuleCall& call) { return infer_power(call.tensors, call.arguments.scalar(1)); }, saves({0}),
     DoubleBackward::Yes},
    {forms<ops::pow_Tensor_Tensor, ops::pow_Tensor_Tensor_out, ops::pow__Tensor>,
     pointwise_rule<ResultDtype::Promoted, without_bool>, and_result(saves({0}, {1})), DoubleBackward::No},
    {forms<ops::pow_Scalar>,
     [](const RuleCall& call) { return infer_power_of_number(call.tensors, call.arguments.scalar(0)); },
     and_result(saves({0})), DoubleBackward::No},
    {forms<ops::pow_Scalar_out>,
     [](const RuleCall& call) { return infer_power_of_number_into(call.tensors, call.arguments.scalar(0)); },
     saves_nothing, DoubleBackward::No},
    {forms<ops::fmod_Tensor, ops::fmod__Tensor, ops::fmod_Tensor_out, ops::remainder_Tensor, ops::remainder__Tensor,
           ops::remainder_Tensor_out>,
     of_values<infer_division>, saves({0, 1}, {1, 1}), DoubleBackward::No},
    {forms<ops::fmod_Scalar, ops::fmod__Scalar, ops::remainder_Scalar, ops::remainder__Scalar>,
     [](const RuleCall& call) { return infer_division(call.tensors, call.arguments.scalar(1)); }, saves_nothing,
     DoubleBackward::No},
    {forms<ops::div_Tensor_mode, ops::div__Tensor_mode, ops::div_out_mode>,
     [](const RuleCall& call) {
       return infer_rounded_quotient(call.tensors, call.arguments.optional_word(2).has_value(), call.oracle);
     },
     saves({1}, {0, 1}), DoubleBackward::No},
    {forms<ops::div_Scalar_mode, ops::div__Scalar_mode>,
     [](const RuleCall& call) {
       return infer_rounded_quotient(call.tensors, call.arguments.optional_word(2).has_value(),
                                     call.arguments.scalar(1));
     },
     saves_nothing, DoubleBackward::No},
    {forms_of<ops::hypot>, of_tensors<infer_of_floats>, and_result(saves({0, 0}, {1, 1})), DoubleBackward::No},
    {forms<ops::logaddexp, ops::logaddexp_out>, of_tensors<infer_of_floats>, saves({0}, {1}), DoubleBackward::No},
    {forms<ops::lerp_Scalar, ops::lerp__Scalar, ops::lerp_Scalar_out>, of_tensors<infer_lerp>, saves_nothing,
     DoubleBackward::Yes},
    {forms<ops::lerp_Tensor, ops::lerp__Tensor, ops::lerp_Tensor_out>, of_tensors<infer_lerp>,
     saves({2}, {0, 2}, {1, 2}), DoubleBackward::No},
    {forms_of<ops::addcmul>, [](const RuleCall& call) { return infer_addcmul(call.tensors, call.arguments.scalar(3)); },
     saves({2, 1}, {1, 2}), DoubleBackward::No},
    {forms_of<ops::addcdiv>, of_tensors<infer_addcdiv>, saves({2}, {1, 2}), DoubleBackward::No},
    {forms<ops::where_self>, of_tensors<infer_where>, saves({0}), DoubleBackward::Yes},
};

}  // namespace modecheck::spec
