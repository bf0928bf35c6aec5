// The specification's rows for operators that pick elements by their values, by a mask, or by their position. A row
// says how an operator's result follows from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/rows/rule.h"
#include "spec/rules/selection.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kSelectionRules[] = {
    {forms<ops::max, ops::min>, of_tensors<infer_extreme_of_all>, saves_self_and_result, DoubleBackward::No},
    {forms<ops::median>, of_tensors<infer_median_of_all>, saves_self_and_result, DoubleBackward::No},
    {forms<ops::masked_select>, of_values<infer_masked_select>, by_index(saves({0}, {1})), DoubleBackward::No},
    {forms<ops::take>, of_values<infer_take>, by_index(saves({0}, {1})), DoubleBackward::No},
    {forms<ops::roll>,
     [](const RuleCall& call) {
       return infer_roll(call.inputs[0], call.arguments.integers(1), call.arguments.integers(2));
     },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::diag_embed>,
     [](const RuleCall& call) {
       return infer_diag_embed(call.inputs[0], call.arguments.integer(1), call.arguments.integer(2),
                               call.arguments.integer(3));
     },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::trace>, of_tensors<infer_trace>, saves_nothing, DoubleBackward::Yes},
    {forms<ops::logcumsumexp>,
     [](const RuleCall& call) { return infer_logcumsumexp(call.tensors, call.arguments.integer(1)); },
     saves_self_and_result, DoubleBackward::No},
};

}  // namespace modecheck::spec
