// Functions of one tensor, element by element.
#pragma once

#include "spec/rules/rows/pointwise_rule.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kUnaryRules[] = {
    {forms<ops::neg, ops::neg_, ops::neg_out>, pointwise_rule<ResultDtype::Same, without_bool>, saves_nothing,
     DoubleBackward::Yes},
    {forms<ops::abs>, of_tensors<plan_abs>, saves({0}), DoubleBackward::Yes},
    {forms<ops::abs_>, pointwise_rule<ResultDtype::Same, without_bool_and_complex>, saves({0}), DoubleBackward::Yes},
    {forms<ops::abs_out>, of_tensors<plan_abs_into>, saves_nothing, DoubleBackward::No},
    {forms<ops::floor, ops::floor_, ops::floor_out, ops::ceil, ops::ceil_, ops::ceil_out, ops::trunc, ops::trunc_,
           ops::trunc_out, ops::round, ops::round_, ops::round_out>,
     pointwise_rule<ResultDtype::Same, without_bool_half_and_complex>, saves_nothing, DoubleBackward::No},
    {forms<ops::exp, ops::exp_, ops::exp_out, ops::sigmoid, ops::sigmoid_, ops::sigmoid_out, ops::tanh, ops::tanh_,
           ops::tanh_out, ops::sqrt, ops::sqrt_, ops::sqrt_out, ops::rsqrt, ops::rsqrt_, ops::rsqrt_out, ops::tan,
           ops::tan_, ops::tan_out>,
     pointwise_rule<ResultDtype::Floating, without_half>, saves_result, DoubleBackward::Yes},
    {forms<ops::asinh, ops::asinh_, ops::asinh_out, ops::acosh, ops::acosh_, ops::acosh_out, ops::atanh, ops::atanh_,
           ops::atanh_out, ops::asin, ops::asin_, ops::asin_out, ops::acos, ops::acos_, ops::acos_out>,
     pointwise_rule<ResultDtype::Floating, without_half>, saves({0}), DoubleBackward::No},
    {forms<ops::log, ops::log_, ops::log_out, ops::log2, ops::log2_, ops::log2_out, ops::log10, ops::log10_,
           ops::log10_out, ops::sin, ops::sin_, ops::sin_out, ops::cos, ops::cos_, ops::cos_out, ops::atan, ops::atan_,
           ops::atan_out, ops::sinh, ops::sinh_, ops::sinh_out, ops::cosh, ops::cosh_, ops::cosh_out>,
     pointwise_rule<ResultDtype::Floating, without_half>, saves({0}), DoubleBackward::Yes},
    {forms<ops::log1p, ops::log1p_, ops::log1p_out>, pointwise_rule<ResultDtype::Floating, without_half_and_complex>,
     saves({0}), DoubleBackward::Yes},
    {forms<ops::expm1, ops::expm1_, ops::expm1_out>, pointwise_rule<ResultDtype::Floating, without_half_and_complex>,
     saves_result, DoubleBackward::Yes},
    {forms<ops::erf, ops::erf_, ops::erf_out, ops::erfc, ops::erfc_, ops::erfc_out, ops::lgamma, ops::lgamma_,
           ops::lgamma_out, ops::digamma, ops::digamma_, ops::digamma_out>,
     pointwise_rule<ResultDtype::Floating, without_half_and_complex>, saves({0}), DoubleBackward::No},
    {forms<ops::polygamma>,
     [](const RuleCall& call) { return plan_polygamma(call.tensors, call.arguments.integer(0)); }, saves({0}),
     DoubleBackward::No},
    {forms<ops::exp2, ops::exp2_, ops::exp2_out>, pointwise_rule<ResultDtype::Floating, without_complex>, saves_result,
     DoubleBackward::Yes},
    {forms<ops::reciprocal, ops::reciprocal_, ops::reciprocal_out>, pointwise_rule<ResultDtype::Floating, all_dtypes>,
     saves_result, DoubleBackward::Yes},
    {forms<ops::sign, ops::sign_, ops::sign_out>, pointwise_rule<ResultDtype::Same, without_complex>, saves_nothing,
     DoubleBackward::No},
    {forms<ops::nan_to_num, ops::nan_to_num_, ops::nan_to_num_out>,
     [](const RuleCall& call) {
       return made_like(call.tensors, pointwise(call.tensors, ResultDtype::Same, {.complex = false}));
     },
     saves({0}), DoubleBackward::No},
    {forms<ops::frac, ops::frac_, ops::frac_out>, rule_only_on<is_floating, all_dtypes>, saves_nothing,
     DoubleBackward::No},
    {forms<ops::logit, ops::logit_, ops::logit_out>, pointwise_rule<ResultDtype::Floating, without_half_and_complex>,
     saves({0}), DoubleBackward::No},
    {forms<ops::sgn, ops::sgn_, ops::sgn_out>, pointwise_rule<ResultDtype::Same, all_dtypes>, saves_self_and_result,
     DoubleBackward::No},
};

}  // namespace modecheck::spec
