// The specification's rows for operators that read or write elements that an index or a mask names. A row says how an
// operator's result follows from its arguments, and what its derivative saves.
#pragma once

#include <array>

#include "spec/rules/advanced_indexing.h"
#include "spec/rules/indexing.h"
#include "spec/rules/pointwise.h"
#include "spec/rules/rows/rule.h"

namespace modecheck::spec {

namespace ops = operators;

// Says what the derivatives of index and index_put save: the index tensors that are present.
inline const DerivativeFacts& by_indices(const Record& record) {
  static constexpr std::array kFacts{saves_nothing, in_any_order(saves({1})), in_any_order(saves({1}, {2})),
                                     in_any_order(saves({1}, {2}, {3}))};
  std::size_t present = 0;
  const Arguments arguments(record);
  for (int i = 0; i < arguments.list_length(1); ++i) present += arguments.list_present(1, i) ? 1 : 0;
  return kFacts[present];
}

inline constexpr OperatorRule kIndexingRules[] = {
    {forms<ops::masked_fill_Tensor, ops::masked_fill__Tensor>, of_tensors<infer_masked_fill_by_tensor>,
     by_index(saves({1})), DoubleBackward::No},
    {forms<ops::masked_fill_Scalar, ops::masked_fill__Scalar>,
     [](const RuleCall& call) { return infer_masked_fill(call.tensors, call.arguments.scalar(2)); },
     by_index(saves({1})), DoubleBackward::Yes},
    {forms<ops::cat, ops::cat_out>,
     [](const RuleCall& call) { return infer_cat(call.tensors, call.arguments.integer(1)); }, saves_nothing,
     DoubleBackward::Yes},
    {forms<ops::stack>, [](const RuleCall& call) { return infer_stack(call.tensors, call.arguments.integer(1)); },
     saves_nothing, DoubleBackward::Yes},
    {forms<ops::index_select, ops::index_select_out>,
     [](const RuleCall& call) { return infer_index_select(call.tensors, call.arguments.integer(1), call.oracle); },
     by_index(saves({1})), DoubleBackward::Yes},
    {forms<ops::embedding>,
     [](const RuleCall& call) { return infer_embedding(call.tensors, call.arguments.boolean(4), call.oracle); },
     by_index(saves({0}, {1})), DoubleBackward::No},
    {forms<ops::nonzero>, of_values<infer_nonzero>, not_differentiable, DoubleBackward::No},
    {forms<ops::index_Tensor>,
     [](const RuleCall& call) { return infer_index(call.record, call.tensors, call.oracle); },
     {saves_nothing, by_indices},
     DoubleBackward::Yes},
    {forms<ops::index_put, ops::index_put_>,
     [](const RuleCall& call) { return infer_index_put(call.record, call.tensors, call.oracle); },
     {saves_nothing, by_indices},
     DoubleBackward::No},
    {forms<ops::gather>,
     [](const RuleCall& call) { return infer_gather(call.tensors, call.arguments.integer(1), call.oracle); },
     by_index(saves({0}, {1})), DoubleBackward::Yes},
    {forms<ops::index_add, ops::index_add_>,
     [](const RuleCall& call) {
       return infer_index_add(call.tensors, call.arguments.integer(1), call.arguments.scalar(4), call.oracle);
     },
     by_index(saves({1, 2}, {2, 2})), DoubleBackward::Yes},
    {forms<ops::index_copy, ops::index_copy_>,
     [](const RuleCall& call) {
       return infer_index_into(call.tensors, call.arguments.integer(1), call.oracle, /*int32_too=*/false,
                               /*from_the_end=*/false);
     },
     by_index(saves({1}, {2, 2})), DoubleBackward::Yes},
    {forms<ops::index_fill_int_Scalar, ops::index_fill__int_Scalar>,
     [](const RuleCall& call) {
       return infer_index_fill(call.tensors, call.arguments.integer(1), call.arguments.scalar(3), call.oracle);
     },
     by_index(saves({1})), DoubleBackward::Yes},
    {forms<ops::scatter_src, ops::scatter__src>,
     [](const RuleCall& call) { return infer_scatter(call.tensors, call.arguments.integer(1), call.oracle); },
     by_index(saves({1})), DoubleBackward::Yes},
    {forms<ops::scatter_value, ops::scatter__value>,
     [](const RuleCall& call) {
       return infer_scatter_value(call.tensors, call.arguments.integer(1), call.arguments.scalar(3), call.oracle);
     },
     by_index(saves({1})), DoubleBackward::Yes},
    {forms<ops::scatter_add, ops::scatter_add_>,
     [](const RuleCall& call) { return infer_scatter_add(call.tensors, call.arguments.integer(1), call.oracle); },
     by_index(saves({1, 2})), DoubleBackward::Yes},
    {forms<ops::scatter_reduce_two, ops::scatter_reduce__two, ops::scatter_reduce_two_out>,
     [](const RuleCall& call) {
       return infer_scatter_reduce(call.tensors, call.arguments.integer(1), call.arguments.word(4), call.oracle);
     },
     by_index(and_result(saves({0}, {1}, {2}))), DoubleBackward::No},
    {forms<ops::masked_scatter, ops::masked_scatter_>, of_values<infer_masked_scatter>, by_index(saves({1})),
     DoubleBackward::No},
};

}  // namespace modecheck::spec
