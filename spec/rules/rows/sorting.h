// The specification's rows for operators that choose elements by their order. A row says how an operator's result
// follows from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/rows/rule.h"
#include "spec/rules/sorting.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kSortingRules[] = {
    {forms<ops::max_dim, ops::min_dim>,
     [](const RuleCall& call) {
       return infer_extreme_along(call.tensors, call.arguments.integer(1), call.arguments.boolean(2));
     },
     saves_places, DoubleBackward::No},
    {forms<ops::sort_stable>, [](const RuleCall& call) { return infer_sort(call.tensors, call.arguments.integer(2)); },
     saves_places, DoubleBackward::No},
    {forms<ops::sort>, [](const RuleCall& call) { return infer_sort(call.tensors, call.arguments.integer(1)); },
     saves_places, DoubleBackward::No},
    {forms<ops::topk>,
     [](const RuleCall& call) {
       return infer_topk(call.tensors, call.arguments.integer(1), call.arguments.integer(2));
     },
     saves_places, DoubleBackward::No},
    {forms<ops::kthvalue>,
     [](const RuleCall& call) {
       return infer_kthvalue(call.tensors, call.arguments.integer(1), call.arguments.integer(2),
                             call.arguments.boolean(3));
     },
     saves_places, DoubleBackward::No},
    {forms<ops::cummax, ops::cummin>,
     [](const RuleCall& call) { return infer_cumulative_extreme(call.tensors, call.arguments.integer(1)); },
     and_places(saves({0})), DoubleBackward::No},
    {forms<ops::median_dim>,
     [](const RuleCall& call) {
       return infer_median(call.tensors, call.arguments.integer(1), call.arguments.boolean(2));
     },
     saves_places, DoubleBackward::No},
    {forms<ops::searchsorted_Tensor>,
     [](const RuleCall& call) {
       return infer_places_in(call.inputs[0], call.inputs[1], call.arguments.present(5) ? &call.inputs[2] : nullptr,
                              call.arguments.boolean(2), call.arguments.boolean(3), call.arguments.optional_word(4),
                              call.oracle);
     },
     not_differentiable, DoubleBackward::No},
    {forms<ops::bucketize_Tensor>,
     [](const RuleCall& call) { return infer_buckets(call.inputs[0], call.inputs[1], call.arguments.boolean(2)); },
     not_differentiable, DoubleBackward::No},
    {forms<ops::searchsorted_Scalar>,
     [](const RuleCall& call) {
       return infer_place_of(call.inputs[0], call.arguments.scalar(1),
                             call.arguments.present(5) ? &call.inputs[1] : nullptr, call.arguments.boolean(2),
                             call.arguments.boolean(3), call.arguments.optional_word(4), call.oracle);
     },
     not_differentiable, DoubleBackward::No},
    {forms<ops::bucketize_Scalar>,
     [](const RuleCall& call) {
       return infer_place_of(call.inputs[0], call.arguments.scalar(0), nullptr, call.arguments.boolean(2),
                             call.arguments.boolean(3), {}, call.oracle);
     },
     not_differentiable, DoubleBackward::No},
    {forms<ops::_unique2>,
     [](const RuleCall& call) {
       return infer_unique(call.inputs[0], call.arguments.boolean(1), call.arguments.boolean(2),
                           call.arguments.boolean(3), call.oracle);
     },
     without_formula(saves_nothing), DoubleBackward::No},
};

}  // namespace modecheck::spec
