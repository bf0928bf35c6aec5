// The specification's rows for functions of one tensor, element by element. A row says how an operator's result follows
// from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/rows/pointwise_rule.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kUnaryRules[] = {
    {forms_of<ops::neg>, pointwise_rule<ResultDtype::Same, without_bool>, saves_nothing, DoubleBackward::Yes},
    {forms<ops::abs>, of_tensors<infer_abs>, saves({0}), DoubleBackward::Yes},
    {forms<ops::abs_>, pointwise_rule<ResultDtype::Same, without_bool_and_complex>, saves({0}), DoubleBackward::Yes},
    {forms<ops::abs_out>, of_tensors<infer_abs_into>, saves_nothing, DoubleBackward::No},
    {forms_of<ops::floor, ops::ceil, ops::trunc, ops::round>,
     pointwise_rule<ResultDtype::Same, without_bool_half_and_complex>, saves_nothing, DoubleBackward::No},
    {forms_of<ops::exp, ops::sigmoid, ops::sigmoid_, ops::sigmoid_out, ops::tanh, ops::tanh_, ops::tanh_out, ops::sqrt,
              ops::rsqrt, ops::tan>,
     pointwise_rule<ResultDtype::Floating, without_half>, saves_result, DoubleBackward::Yes},
    {forms_of<ops::asinh, ops::acosh, ops::atanh, ops::asin, ops::acos>,
     pointwise_rule<ResultDtype::Floating, without_half>, saves({0}), DoubleBackward::No},
    {forms_of<ops::log, ops::log2, ops::log10, ops::sin, ops::cos, ops::atan, ops::sinh, ops::cosh>,
     pointwise_rule<ResultDtype::Floating, without_half>, saves({0}), DoubleBackward::Yes},
    {forms_of<ops::log1p>, pointwise_rule<ResultDtype::Floating, without_half_and_complex>, saves({0}),
     DoubleBackward::Yes},
    {forms_of<ops::expm1>, pointwise_rule<ResultDtype::Floating, without_half_and_complex>, saves_result,
     DoubleBackward::Yes},
    {forms_of<ops::erf, ops::erfc, ops::lgamma, ops::digamma>,
     pointwise_rule<ResultDtype::Floating, without_half_and_complex>, saves({0}), DoubleBackward::No},
    {forms<ops::polygamma>,
     [](const RuleCall& call) { return infer_polygamma(call.tensors, call.arguments.integer(0)); }, saves({0}),
     DoubleBackward::No},
    {forms_of<ops::exp2>, pointwise_rule<ResultDtype::Floating, without_complex>, saves_result, DoubleBackward::Yes},
    {forms_of<ops::reciprocal>, pointwise_rule<ResultDtype::Floating, all_dtypes>, saves_result, DoubleBackward::Yes},
    {forms_of<ops::sign>, pointwise_rule<ResultDtype::Same, without_complex>, saves_nothing, DoubleBackward::No},
    {forms_of<ops::nan_to_num>,
     [](const RuleCall& call) {
       return made_like(call.tensors, pointwise(call.tensors, ResultDtype::Same, {.complex = false}));
     },
     saves({0}), DoubleBackward::No},
    {forms_of<ops::frac>, rule_only_on<is_floating, all_dtypes>, saves_nothing, DoubleBackward::No},
    {forms_of<ops::logit>, pointwise_rule<ResultDtype::Floating, without_half_and_complex>, saves({0}),
     DoubleBackward::No},
    {forms_of<ops::sgn>, pointwise_rule<ResultDtype::Same, all_dtypes>, saves_self_and_result, DoubleBackward::No},
};

}  // namespace modecheck::spec
