// The specification's rows for operators that normalise by means and standard deviations. A row says how an operator's
// result follows from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/normalization.h"
#include "spec/rules/rows/rule.h"

namespace modecheck::spec {

namespace ops = operators;

// Says what the derivative of a normalisation saves: the input, and the weight if it is present, but not the bias.
inline const DerivativeFacts& by_weight(const Record& record) {
  static constexpr DerivativeFacts with_weight = and_statistics(saves({0}, {1}), true);
  static constexpr DerivativeFacts without_weight = and_statistics(saves({0}), true);
  return Arguments(record).present(1) ? with_weight : without_weight;
}

inline constexpr OperatorRule kNormalizationRules[] = {
    {forms<ops::native_layer_norm>,
     [](const RuleCall& call) { return infer_layer_norm(call.tensors, call.arguments.integers(1)); },
     and_statistics(saves({0}, {1}, {2}), false), DoubleBackward::No},
    {forms<ops::native_group_norm>,
     [](const RuleCall& call) {
       return infer_group_norm(call.tensors, {call.arguments.integer(3), call.arguments.integer(4),
                                              call.arguments.integer(5), call.arguments.integer(6)});
     },
     {and_statistics(saves({0}, {1}), true), by_weight},
     DoubleBackward::No},
    {forms<ops::native_batch_norm>, result_of_sub_operations, saves_nothing, DoubleBackward::No},
};

}  // namespace modecheck::spec
