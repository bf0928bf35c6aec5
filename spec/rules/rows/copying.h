// The specification's rows for operators that move or copy elements without changing their values, or fill a tensor. A
// row says how an operator's result follows from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/moving.h"
#include "spec/rules/pointwise.h"
#include "spec/rules/rows/rule.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kCopyingRules[] = {
    {forms<ops::copy_>, of_tensors<infer_copy_into>, saves_nothing, DoubleBackward::Yes},
    {forms<ops::copy>, of_tensors<infer_copy>, saves_nothing, DoubleBackward::Yes},
    {forms<ops::zero_>, nothing_to_check, saves_nothing, DoubleBackward::Yes},
    {forms<ops::fill__Scalar>,
     [](const RuleCall& call) { return infer_fill(call.inputs[0], call.arguments.scalar(1)); }, saves_nothing,
     DoubleBackward::Yes},
    {forms<ops::fill__Tensor>,
     [](const RuleCall& call) { return infer_fill_by_tensor(call.inputs[0], call.inputs[1]); }, saves_nothing,
     DoubleBackward::Yes},
    {forms<ops::fill_Scalar>,
     [](const RuleCall& call) { return infer_filled_clone(call.inputs[0], call.arguments.scalar(1)); }, saves_nothing,
     DoubleBackward::Yes},
    {forms<ops::clone>, [](const RuleCall& call) { return infer_clone(call.inputs[0], /*preserve=*/true); },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::_to_copy>,
     [](const RuleCall& call) { return infer_conversion(call.inputs[0], call.arguments.optional_dtype(1)); },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::slice_scatter>,
     [](const RuleCall& call) {
       return infer_scatter_into_view(
           call.tensors, slice_of(call.inputs[0], call.arguments.integer(2), call.arguments.optional_integer(3),
                                  call.arguments.optional_integer(4), call.arguments.integer(5)));
     },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::select_scatter>,
     [](const RuleCall& call) {
       return infer_scatter_into_view(call.tensors,
                                      select_of(call.inputs[0], call.arguments.integer(2), call.arguments.integer(3)));
     },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::narrow_copy>,
     [](const RuleCall& call) {
       return infer_narrow_copy(call.inputs[0], call.arguments.integer(1), call.arguments.integer(2),
                                call.arguments.integer(3));
     },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::constant_pad_nd>,
     [](const RuleCall& call) {
       return infer_pad(call.inputs[0], call.arguments.integers(1), call.arguments.scalar(2));
     },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::reflection_pad1d>,
     [](const RuleCall& call) {
       return infer_border(call.inputs[0], call.arguments.integers(1), 1, /*reflects=*/true);
     },
     saves({0}), DoubleBackward::No},
    {forms<ops::reflection_pad2d>,
     [](const RuleCall& call) {
       return infer_border(call.inputs[0], call.arguments.integers(1), 2, /*reflects=*/true);
     },
     saves({0}), DoubleBackward::No},
    {forms<ops::replication_pad2d>,
     [](const RuleCall& call) {
       return infer_border(call.inputs[0], call.arguments.integers(1), 2, /*reflects=*/false);
     },
     saves({0}), DoubleBackward::No},
    {forms<ops::reflection_pad3d>,
     [](const RuleCall& call) {
       return infer_border(call.inputs[0], call.arguments.integers(1), 3, /*reflects=*/true);
     },
     saves({0}), DoubleBackward::No},
    {forms<ops::replication_pad3d>,
     [](const RuleCall& call) {
       return infer_border(call.inputs[0], call.arguments.integers(1), 3, /*reflects=*/false);
     },
     saves({0}), DoubleBackward::No},
    {forms<ops::repeat>, [](const RuleCall& call) { return infer_repeat(call.inputs[0], call.arguments.integers(1)); },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::flip>, [](const RuleCall& call) { return infer_flip(call.inputs[0], call.arguments.integers(1)); },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::tril, ops::tril_, ops::triu, ops::triu_>, of_tensors<infer_triangle>, saves_nothing,
     DoubleBackward::Yes},
    {forms<ops::contiguous>, result_of_sub_operations, saves_nothing, DoubleBackward::No},
    {forms<ops::to_dtype>, result_of_sub_operations, saves_nothing, DoubleBackward::Yes},
};

}  // namespace modecheck::spec
