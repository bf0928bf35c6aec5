// The specification's rows for reductions, cumulative operators and softmax. A row says how an operator's result
// follows from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/reduction.h"
#include "spec/rules/rows/rule.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kReductionRules[] = {
    {forms<ops::sum>,
     [](const RuleCall& call) { return infer_sum(call.tensors, {}, false, call.arguments.optional_dtype(1)); },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::sum_dim_IntList, ops::sum_IntList_out>,
     [](const RuleCall& call) {
       return infer_sum(call.tensors, call.arguments.integers(1), call.arguments.boolean(2),
                        call.arguments.optional_dtype(3));
     },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::mean_dim>,
     [](const RuleCall& call) {
       return infer_mean(call.tensors, call.arguments.integers(1), call.arguments.boolean(2),
                         call.arguments.optional_dtype(3));
     },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::amax>,
     [](const RuleCall& call) {
       return infer_amax(call.tensors, call.arguments.integers(1), call.arguments.boolean(2));
     },
     saves_self_and_result, DoubleBackward::No},
    {forms<ops::mean>,
     [](const RuleCall& call) { return infer_mean(call.tensors, {}, false, call.arguments.optional_dtype(1)); },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::amin, ops::amin_out>,
     [](const RuleCall& call) {
       return infer_amax(call.tensors, call.arguments.integers(1), call.arguments.boolean(2));
     },
     saves_self_and_result, DoubleBackward::No},
    {forms<ops::amax_out>,
     [](const RuleCall& call) {
       return infer_amax(call.tensors, call.arguments.integers(1), call.arguments.boolean(2));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::prod>,
     [](const RuleCall& call) { return infer_prod(call.tensors, {}, false, call.arguments.optional_dtype(1)); },
     saves_self_and_result, DoubleBackward::No},
    {forms<ops::prod_dim_int>,
     [](const RuleCall& call) {
       return infer_prod(call.tensors, one_dim(call.arguments.integer(1)), call.arguments.boolean(2),
                         call.arguments.optional_dtype(3));
     },
     saves_self_and_result, DoubleBackward::No},
    {forms<ops::nansum>,
     [](const RuleCall& call) {
       return infer_nansum(call.tensors, call.arguments.integers(1), call.arguments.boolean(2),
                           call.arguments.optional_dtype(3));
     },
     saves({0}), DoubleBackward::No},
    {forms<ops::any, ops::all>, [](const RuleCall& call) { return infer_truth(call.tensors, {}, false); },
     not_differentiable, DoubleBackward::No},
    {forms<ops::any_dim, ops::all_dim>,
     [](const RuleCall& call) {
       return infer_truth(call.tensors, one_dim(call.arguments.integer(1)), call.arguments.boolean(2));
     },
     not_differentiable, DoubleBackward::No},
    {forms<ops::argmax, ops::argmin>,
     [](const RuleCall& call) {
       return infer_place_of_extreme(call.tensors, call.arguments.optional_integer(1), call.arguments.boolean(2));
     },
     not_differentiable, DoubleBackward::No},
    {forms<ops::count_nonzero>,
     [](const RuleCall& call) { return infer_count_nonzero(call.tensors, call.arguments.optional_integer(1)); },
     not_differentiable, DoubleBackward::No},
    {forms<ops::mean_out>,
     [](const RuleCall& call) {
       return infer_mean_into(call.tensors, call.arguments.integers(1), call.arguments.boolean(2),
                              call.arguments.optional_dtype(3));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::prod_int_out>,
     [](const RuleCall& call) {
       return infer_prod_into(call.tensors, call.arguments.integer(1), call.arguments.boolean(2),
                              call.arguments.optional_dtype(3));
     },
     saves_nothing, DoubleBackward::No},
    {forms_of<ops::cumprod>,
     [](const RuleCall& call) {
       return infer_cumsum(call.tensors, call.arguments.integer(1), call.arguments.optional_dtype(2));
     },
     saves_self_and_result, DoubleBackward::No},
    {forms_of<ops::cumsum>,
     [](const RuleCall& call) {
       return infer_cumsum(call.tensors, call.arguments.integer(1), call.arguments.optional_dtype(2));
     },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::logsumexp>,
     [](const RuleCall& call) {
       return infer_logsumexp(call.tensors, call.arguments.integers(1), call.arguments.boolean(2));
     },
     saves_self_and_result, DoubleBackward::No},
    {forms<ops::var_correction>,
     [](const RuleCall& call) {
       return infer_variance(call.tensors, call.arguments.integers(1), call.arguments.boolean(3));
     },
     saves({0}), DoubleBackward::No},
    {forms<ops::std_correction>,
     [](const RuleCall& call) {
       return infer_variance(call.tensors, call.arguments.integers(1), call.arguments.boolean(3));
     },
     saves_self_and_result, DoubleBackward::No},
    {forms<ops::var_mean_correction>,
     [](const RuleCall& call) {
       return infer_variance(call.tensors, call.arguments.integers(1), call.arguments.boolean(3));
     },
     with_second(saves({0})), DoubleBackward::No},
    {forms<ops::std_mean_correction>,
     [](const RuleCall& call) {
       return infer_variance(call.tensors, call.arguments.integers(1), call.arguments.boolean(3));
     },
     with_second(saves_self_and_result), DoubleBackward::No},
    {forms<ops::aminmax>,
     [](const RuleCall& call) {
       return infer_both_extremes(call.tensors, call.arguments.optional_integer(1), call.arguments.boolean(2));
     },
     with_second(and_further_results(saves_self_and_result, 1)), DoubleBackward::No},
    {forms<ops::_adaptive_avg_pool2d>,
     [](const RuleCall& call) { return infer_adaptive_avg_pool(call.inputs[0], call.arguments.integers(1), 2); },
     saves({0}), DoubleBackward::No},
    {forms<ops::_adaptive_avg_pool3d>,
     [](const RuleCall& call) { return infer_adaptive_avg_pool(call.inputs[0], call.arguments.integers(1), 3); },
     saves({0}), DoubleBackward::No},
    {forms<ops::_softmax, ops::_log_softmax>,
     [](const RuleCall& call) {
       return infer_softmax(call.inputs[0], call.arguments.integer(1), call.arguments.boolean(2));
     },
     saves_result, DoubleBackward::No},
    {forms<ops::var_dim, ops::softmax_int, ops::log_softmax_int>, result_of_sub_operations, saves_nothing,
     DoubleBackward::No},
};

}  // namespace modecheck::spec
