// Fills the arguments of reductions, cumulative operators and sorting.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_reduced_dims(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  const bool spread = facts.call_shape == CallShape::Spread;
  // amax and amin have no dtype argument, and their `dim` cannot be None
  const bool amax = !spread && facts.immediates < 7;
  const int length = draw(4) == 0 ? (amax ? 0 : -1) : rank >= 2 && one_in(4) ? 2 : rank > 0 ? 1 : 0;
  immediate(record, 0, length);
  if (length == 2) {
    immediate(record, 1, one_in(2) ? 0 : std::max(1 - rank, -3));
    immediate(record, 2, one_in(2) ? 0 : -1);
    if (record.immediates[2] == record.immediates[1]) immediate(record, 2, -1);
  } else if (length == 1) {
    immediate(record, 1, dim(rank));
  }
  if (spread) {
    const int keepdim = facts.immediates - 1;
    immediate(record, 5, draw(4) == 0 ? 0 : 1);
    // `correction` of var and std: the number that is subtracted from the number of elements
    if (keepdim > 6 && record.immediates[5] != 0) immediate(record, 6, draw(3));
    immediate(record, keepdim, draw(2));
    return;
  }
  immediate(record, 5, draw(2));
  if (!amax) immediate(record, 6, one_in(8) ? draw(2) : -1);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_norm(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  // Draw the order `p` of a norm; most draws give a usual order such as 1 or 2.
  constexpr int kOrders[] = {2, 2, 2, 1, 1, 3, 0, -1, 4, -2};
  const bool halves = one_in(5);
  immediate(record, 0, one_in(40) ? 2 : halves ? 1 : 0);
  immediate(record, 1, record.immediates[0] == 2 ? draw(2) : halves ? draw(8) - 3 : kOrders[draw(10)]);
  if (facts.immediates <= 2) return;
  const bool optional = facts.immediates > 8;
  if (!optional && one_in(8)) {
    immediate(record, 0, -1);
    immediate(record, 1, 0);
  }
  const int length = one_in(4) ? (optional ? -1 : 0) : rank >= 2 && one_in(4) ? 2 : rank > 0 ? 1 : 0;
  immediate(record, 2, length);
  for (int i = 0; i < length; ++i) immediate(record, 3 + i, i == 0 ? dim(rank) : -1);
  immediate(record, 7, draw(2));
  if (!optional) return;
  // Sometimes pass the argument `dtype`; mostly pass a dtype that can hold every element of `self`.
  immediate(record, 8, -1);
  if (one_in(6))
    immediate(record, 8,
              static_cast<int>(one_in(8)                   ? DType::Float32
                               : spec::is_complex(a.dtype) ? DType::Complex128
                                                           : DType::Float64));
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_reduction(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::ReduceAll:
      if (facts.immediates > 0) immediate(record, 0, one_in(8) ? some_dtype() : -1);
      break;
    case CallShape::ReduceOne:
      immediate(record, 0, dim(rank));
      immediate(record, 1, draw(2));
      if (facts.immediates > 2) immediate(record, 2, one_in(8) ? draw(2) : -1);
      break;
    case CallShape::ReduceOptional:
      immediate(record, 0, draw(4) == 0 ? 0 : 1);
      if (record.immediates[0] != 0) immediate(record, 1, dim(rank));
      if (facts.immediates > 2) immediate(record, 2, draw(2));
      break;
    case CallShape::Cumulate:
      immediate(record, 0, dim(rank));
      if (facts.immediates > 1) immediate(record, 1, one_in(8) && !facts.writes ? draw(2) : -1);
      break;
    case CallShape::Sort:
      immediate(record, 0, dim(rank));
      immediate(record, 1, draw(2));
      break;
    case CallShape::TopK:
    case CallShape::KthValue: {
      const int along = dim(rank);
      const int length = rank == 0 ? 1 : a.shape.size(along < 0 ? along + rank : along);
      immediate(record, 0, std::min(4, length == 0 ? 0 : 1 + draw(length)));
      immediate(record, 1, along);
      immediate(record, 2, draw(2));
      if (facts.immediates > 3) immediate(record, 3, one_in(4) ? 0 : 1);
      break;
    }
    case CallShape::ReduceDims:
    case CallShape::Spread:
      return fill_reduced_dims(record, facts);
    case CallShape::Norm:
      return fill_norm(record, facts);
    case CallShape::Softmax:
      immediate(record, 0, dim(rank));
      if (record.operation != spec::id_of<spec::operators::_softmax>() &&
          record.operation != spec::id_of<spec::operators::_log_softmax>())
        immediate(record, 1, one_in(8) ? draw(2) : -1);
      break;
    default:
      break;
  }
}

MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_reduced_dims, fill_norm, fill_reduction)

}  // namespace modecheck::properties
