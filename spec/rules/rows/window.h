// The specification's rows for operators that slide a window over an image, or interpolate between its elements. A row
// says how an operator's result follows from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/rows/rule.h"
#include "spec/rules/window.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kWindowRules[] = {
    {forms<ops::avg_pool2d>,
     [](const RuleCall& call) {
       return infer_avg_pool(call.inputs[0], mean_window(call.arguments, 2), call.arguments.optional_integer(6));
     },
     saves({0}), DoubleBackward::No},
    {forms<ops::avg_pool3d>,
     [](const RuleCall& call) {
       return infer_avg_pool(call.inputs[0], mean_window(call.arguments, 3), call.arguments.optional_integer(6));
     },
     saves({0}), DoubleBackward::No},
    {forms<ops::convolution>, [](const RuleCall& call) { return infer_convolution(call.tensors, call.arguments); },
     saves({0}, {1}), DoubleBackward::No},
    {forms<ops::col2im>, [](const RuleCall& call) { return infer_col2im(call.inputs[0], call.arguments); },
     saves_nothing, DoubleBackward::No},
    {forms<ops::upsample_nearest2d_vec>,
     [](const RuleCall& call) {
       return infer_upsample(call.inputs[0], call.arguments.optional_integers(1), call.arguments.optional_floats(2),
                             /*between=*/false);
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::upsample_bilinear2d_vec>,
     [](const RuleCall& call) {
       return infer_upsample(call.inputs[0], call.arguments.optional_integers(1), call.arguments.optional_floats(3),
                             /*between=*/true);
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::max_pool2d_with_indices>,
     [](const RuleCall& call) { return infer_max_pool(call.inputs[0], max_window(call.arguments, 2)); },
     and_places(saves({0})), DoubleBackward::No},
    {forms<ops::max_pool3d_with_indices>,
     [](const RuleCall& call) { return infer_max_pool(call.inputs[0], max_window(call.arguments, 3)); },
     and_places(saves({0})), DoubleBackward::No},
    {forms<ops::grid_sampler_2d>,
     [](const RuleCall& call) { return infer_grid_sampler(call.inputs[0], call.inputs[1]); }, saves({0}, {1}),
     DoubleBackward::MayRaise},
    {forms<ops::avg_pool1d, ops::adaptive_avg_pool1d>, result_of_sub_operations, saves_nothing, DoubleBackward::No},
};

}  // namespace modecheck::spec
