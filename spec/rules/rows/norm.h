// The specification's rows for operators that compute norms and distances. A row says how an operator's result follows
// from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/norm.h"
#include "spec/rules/rows/rule.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kNormRules[] = {
    {forms<ops::_cdist_forward>,
     [](const RuleCall& call) { return infer_cdist(call.tensors, call.arguments.optional_integer(3)); },
     and_result(saves({0}, {1})), DoubleBackward::MayRaise},
    {forms<ops::_pdist_forward>, [](const RuleCall& call) { return infer_pdist(call.inputs[0]); },
     saves_self_and_result, DoubleBackward::MayRaise},
    {forms<ops::linalg_vector_norm>,
     [](const RuleCall& call) {
       return infer_vector_norm(call.tensors, call.arguments.scalar(1), call.arguments.integers(2),
                                call.arguments.boolean(3), call.arguments.optional_dtype(4));
     },
     saves_self_and_result, DoubleBackward::No},
    {forms<ops::norm_Scalar>,
     [](const RuleCall& call) { return infer_norm(call.tensors, call.arguments.scalar(1), {}, false); },
     saves_self_and_result, DoubleBackward::No},
    {forms<ops::norm_ScalarOpt_dim>,
     [](const RuleCall& call) {
       return infer_norm(call.tensors, call.arguments.optional_scalar(1), call.arguments.integers(2),
                         call.arguments.boolean(3));
     },
     saves_self_and_result, DoubleBackward::No},
};

}  // namespace modecheck::spec
