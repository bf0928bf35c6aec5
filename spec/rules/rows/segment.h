// The specification's rows for operators that reduce segments, or bags of rows. A row says how an operator's result
// follows from its arguments, and what its derivative saves.
#pragma once

#include "spec/rules/rows/rule.h"
#include "spec/rules/segment.h"

namespace modecheck::spec {

namespace ops = operators;

// embedding_bag: the derivative saves the indices and offsets, but not the weight. Only the gradient of the sample
// weights needs the weight's elements.
inline constexpr DerivativeFacts of_bags{true, 2, false, {SavedInput{1}, SavedInput{2}}, 1, 7, 0};
inline constexpr DerivativeFacts of_weighted_bags{
    true, 4, false, {SavedInput{1}, SavedInput{2}, SavedInput{3}, SavedInput{0, 3}}, 1, 7, 0};

inline const DerivativeFacts& by_samples(const Record& record) {
  return Arguments(record).present(6) ? of_weighted_bags : of_bags;
}

// segment_reduce: the derivative also saves the lengths or offsets, which have no derivative themselves.
inline constexpr DerivativeFacts by_lengths{true, 2, true, {SavedInput{0}, SavedInput{1}}, 1, 0, 0, 1};

// segment_reduce with offsets: if the call has indices, they precede the offsets among the inputs. Such a call is
// rejected later.
inline const DerivativeFacts& by_offsets(const Record& record) {
  static constexpr DerivativeFacts by_indices_and_offsets{true, 2, true, {SavedInput{0}, SavedInput{2}}, 1, 0, 0, 2};
  const Arguments arguments(record);
  return !arguments.present(2) && arguments.present(3) && arguments.present(4) ? by_indices_and_offsets : by_lengths;
}

inline constexpr OperatorRule kSegmentRules[] = {
    {forms<ops::_embedding_bag>,
     [](const RuleCall& call) { return infer_embedding_bag(call.tensors, call.arguments, call.oracle); },
     {of_bags, by_samples},
     DoubleBackward::MayRaise},
    {forms<ops::segment_reduce>,
     [](const RuleCall& call) { return infer_segments(call.record, call.tensors, call.oracle); },
     {by_lengths, by_offsets},
     DoubleBackward::MayRaise},
};

}  // namespace modecheck::spec
