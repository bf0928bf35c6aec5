// The specification's rows for activation functions, and for functions that keep elements within bounds. A row says how
// an operator's result follows from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/rows/pointwise_rule.h"
#include "spec/rules/selection.h"

namespace modecheck::spec {

namespace ops = operators;

// Returns true for the dtypes that mish supports.
constexpr bool is_float32_or_float64(DType dtype) { return dtype == DType::Float32 || dtype == DType::Float64; }

inline constexpr OperatorRule kActivationRules[] = {
    {forms<ops::relu, ops::relu_>, pointwise_rule<ResultDtype::Same, without_bool_half_and_complex>, saves_result,
     DoubleBackward::Yes},
    {forms_of<ops::hardtanh>,
     [](const RuleCall& call) {
       return infer_hardtanh(call.tensors, call.arguments.scalar(1), call.arguments.scalar(2));
     },
     saves({0}), DoubleBackward::Yes},
    {forms_of<ops::silu>, rule_only_on<is_differentiable, without_half>, saves({0}), DoubleBackward::No},
    {forms_of<ops::hardswish, ops::gelu>, rule_only_on<is_floating, without_half>, saves({0}), DoubleBackward::No},
    {forms_of<ops::hardsigmoid>, rule_only_on<is_floating, without_half>, saves({0}), DoubleBackward::MayRaise},
    {forms<ops::elu, ops::elu_out, ops::softplus, ops::softplus_out>, rule_only_on<is_floating, without_half>,
     saves({0}), DoubleBackward::No},
    {forms<ops::leaky_relu, ops::leaky_relu_out>, rule_only_on<is_floating, without_half>, saves({0}),
     DoubleBackward::Yes},
    {forms<ops::elu_>,
     [](const RuleCall& call) {
       return infer_written_activation(call.tensors,
                                       {call.arguments.scalar(1), call.arguments.scalar(2), call.arguments.scalar(3)});
     },
     saves_result, DoubleBackward::No},
    {forms<ops::leaky_relu_>,
     [](const RuleCall& call) { return infer_written_activation(call.tensors, {call.arguments.scalar(1)}); },
     saves_result, DoubleBackward::Yes},
    {forms_of<ops::mish>, rule_only_on<is_float32_or_float64, all_dtypes>, saves({0}), DoubleBackward::No},
    {forms_of<ops::clamp>,
     [](const RuleCall& call) {
       return infer_clamp(call.tensors, call.arguments.optional_scalar(1), call.arguments.optional_scalar(2));
     },
     saves({0}), DoubleBackward::Yes},
    {forms_of<ops::clamp_min>,
     [](const RuleCall& call) { return infer_clamp(call.tensors, call.arguments.scalar(1), std::nullopt); }, saves({0}),
     DoubleBackward::Yes},
    {forms_of<ops::clamp_max>,
     [](const RuleCall& call) { return infer_clamp(call.tensors, std::nullopt, call.arguments.scalar(1)); }, saves({0}),
     DoubleBackward::Yes},
    {forms<ops::softshrink, ops::softshrink_out>,
     [](const RuleCall& call) { return infer_softshrink(call.tensors, call.arguments.scalar(1)); }, saves({0}),
     DoubleBackward::No},
    {forms_of<ops::threshold>,
     [](const RuleCall& call) {
       return infer_threshold(call.tensors, call.arguments.scalar(1), call.arguments.scalar(2));
     },
     saves({0}), DoubleBackward::Yes},
    {forms<ops::celu>, [](const RuleCall& call) { return infer_celu(call.tensors, call.arguments.scalar(1)); },
     saves({0}), DoubleBackward::No},
    {forms<ops::celu_>, [](const RuleCall& call) { return infer_celu(call.tensors, call.arguments.scalar(1)); },
     saves_result, DoubleBackward::No},
};

}  // namespace modecheck::spec
