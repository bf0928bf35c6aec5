// The specification's rows for operators that compute losses. A row says how an operator's result follows from its
// arguments, and what its derivative saves.
#pragma once

#include "spec/rules/loss.h"
#include "spec/rules/rows/rule.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kLossRules[] = {
    {forms<ops::mse_loss>,
     [](const RuleCall& call) { return infer_loss(call.tensors, call.arguments.integer(2), /*bfloat=*/false); },
     saves({0}, {1}), DoubleBackward::No},
    {forms<ops::smooth_l1_loss>,
     [](const RuleCall& call) { return infer_loss(call.tensors, call.arguments.integer(2), /*bfloat=*/true); },
     saves({0}, {1}), DoubleBackward::No},
    {forms<ops::huber_loss>,
     [](const RuleCall& call) {
       return infer_huber_loss(call.tensors, call.arguments.integer(2), call.arguments.floating(3));
     },
     saves({0}, {1}), DoubleBackward::No},
    {forms<ops::binary_cross_entropy>,
     [](const RuleCall& call) {
       return infer_binary_cross_entropy(call.tensors, call.arguments.integer(3), call.oracle);
     },
     with_underived(saves({0}, {1}, {2}), 2), DoubleBackward::No},
    {forms<ops::nll_loss_forward>,
     [](const RuleCall& call) {
       return infer_nll_loss(call.tensors, call.arguments.integer(3), call.arguments.integer(4), call.oracle);
     },
     with_underived(by_index(and_places(saves({0}, {1}, {2}))), 2), DoubleBackward::No},
};

}  // namespace modecheck::spec
