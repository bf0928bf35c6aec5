// Fills the arguments of operators that read or write elements by index.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_bags(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const auto is_list = [](const Candidate& t) {
    return (t.dtype == DType::Int64 || t.dtype == DType::Int32) && t.shape.rank == 1 && t.contiguous;
  };
  choose_other(record, facts, 1, is_list);
  const Candidate& indices = tensor(record.operands[1]);
  const int count = indices.shape.numel();
  choose_other(record, facts, 2, [&](const Candidate& t) {
    return is_list(t) && t.dtype == indices.dtype && t.shape.numel() > 0 && t.shape.numel() <= count + 1;
  });
  const auto weighs = [&](const Candidate& t) { return t.dtype == a.dtype && t.shape == indices.shape; };
  const bool weighted = one_in(2) && any(weighs);
  immediate(record, 0, one_in(4) ? 1 : 0);
  immediate(record, 1, weighted && !one_in(8) ? 0 : draw(3));
  immediate(record, 3, weighted ? 1 : 0);
  if (weighted) choose_other(record, facts, 3, weighs);
  immediate(record, 4, tensor(record.operands[2]).shape.numel() == count + 1 && one_in(2) ? 1 : 0);
  immediate(record, 5, one_in(4) ? draw(3) : -1);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_index_along(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  const int along = dim(rank);
  const bool from_source = facts.tensors > 2;
  immediate(record, 0, along);
  const auto apart = [&](const Candidate& t) { return !facts.in_place || t.storage != a.storage; };
  choose_other(record, facts, 1, [&](const Candidate& t) {
    return apart(t) && takes_index(facts.call_shape, a, along, t) && (!from_source || any([&](const Candidate& source) {
             return apart(source) && takes_source(facts.call_shape, a, along, t, source);
           }));
  });
  const Candidate& index = tensor(record.operands[1]);
  if (from_source)
    choose_other(record, facts, 2, [&](const Candidate& t) {
      return rank > 0 && apart(t) && takes_source(facts.call_shape, a, along, index, t);
    });
  if (facts.call_shape == CallShape::ScatterReduce) {
    // For scatter_reduce: a complex tensor has no amax or amin. A bool tensor mostly gets amax or amin.
    const int known = static_cast<int>(spec::kReductions.size()) - 1;
    const int how = spec::is_complex(a.dtype) ? draw(3) : a.dtype == DType::Bool ? 3 + draw(2) : draw(known);
    immediate(record, 1, one_in(32) ? draw(known + 1) : how);
    immediate(record, 2, draw(2));
  } else if (facts.immediates > 1) {
    if (from_source)
      factor(record, 1);
    else
      scalar(record, 1, a);
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_segments(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  const bool offsets = one_in(2);
  const int axis = rank > 1 && one_in(4) ? 1 : 0;
  const int size = rank > axis ? a.shape.size(axis) : 0;
  const auto fits = [&](const Candidate& t) {
    bool out = (t.dtype == DType::Int64 || t.dtype == DType::Int32) && t.shape.rank == axis + 1 &&
               t.shape.last(0) > 0 && t.shape.last(0) <= size + (offsets ? 1 : 0);
    for (int d = 0; out && d < axis; ++d) out = t.shape.size(d) == a.shape.size(d);
    return out && (offsets || t.shape.last(0) == size || t.shape.last(0) == 1);
  };
  // segment_reduce mostly gets one segment for each element, or a single segment.
  const bool whole = one_in(2);
  const spec::OperationId first = offsets ? spec::id_of<spec::operators::arange_start_step>()
                                  : whole ? spec::id_of<spec::operators::full>()
                                          : spec::id_of<spec::operators::ones>();
  if (axis == 0 && size > 0 && size <= 3 && (!any(fits) || one_in(3)) && forced_self_ < 0 && !wanted_ &&
      allowed(first) && !one_in(8)) {
    const int self = record.operands[0];
    wanted_ = std::exchange(record.operation, first);
    record.operands = {};
    record.immediates = {};
    record.destination = static_cast<std::uint8_t>((self + 1 + draw(spec::kRegisters - 1)) % spec::kRegisters);
    if (offsets) {
      immediate(record, 3, size + 1);
      immediate(record, 5, whole ? size : 1);
      immediate(record, 6, -1);
    } else {
      immediate(record, 0, 1);
      immediate(record, 1, whole ? 1 : size);
      if (whole) immediate(record, spec::kMaxListLength + 2, size);
      immediate(record, facts_of(record.operation).immediates - 1, static_cast<int>(DType::Int64));
    }
    return;
  }
  immediate(record, 0, one_in(32) ? 5 : draw(5));
  immediate(record, offsets ? 3 : 1, one_in(40) ? 0 : 1);
  immediate(record, 2, one_in(60) ? 1 : 0);  // one call in sixty passes `indices`, which segment_reduce rejects
  immediate(record, 4, one_in(4) ? std::max(axis - std::max(rank, 1), -3) : axis);
  immediate(record, 5, one_in(6) ? 1 : 0);
  immediate(record, 6, -1);
  if (one_in(3)) scalar(record, 6, a);
  choose_other(record, facts, offsets ? 3 : 1, fits);
  spec::canonicalize(record);  // clears the operands of optional tensors that are not given
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_index_list(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  const bool by_mask = one_in(facts.out < 0 ? 3 : 8);
  // Sometimes accept a mask whose shape does not fit, which is an error.
  const bool any_mask_will_do = by_mask && one_in(6);
  const auto masks_front = [&](const Candidate& t) {
    bool out = t.dtype == DType::Bool && t.shape.rank > 0 && t.shape.rank <= rank;
    for (int d = 0; out && d < t.shape.rank; ++d) out = t.shape.size(d) == a.shape.size(d);
    return out;
  };
  const spec::OperationId comparison = spec::id_of<spec::operators::gt_Scalar>();
  if (by_mask && forced_self_ < 0 && !wanted_ && !any(masks_front) && !spec::is_complex(a.dtype) &&
      allowed(comparison) && !one_in(8)) {
    // No register holds a mask for the tensor `self`, so first make a mask by a comparison.
    const std::uint8_t self = record.operands[0];
    wanted_ = std::exchange(record.operation, comparison);
    record.operands = {};
    operand(record, 0, self);
    record.destination = static_cast<std::uint8_t>((self + 1 + draw(spec::kRegisters - 1)) % spec::kRegisters);
    return scalar(record, 0, a);
  }
  // Sometimes there are more indices than dimensions, which is an error.
  const int most = std::max(rank, 1) + (one_in(40) ? 1 : 0);
  const int length = std::min(most, 1 + draw(spec::kMaxTensorList));
  immediate(record, 0, length);
  std::array<const Candidate*, spec::kMaxTensorList> indices{};
  const auto apart = [&](const Candidate& t) { return !facts.in_place || t.storage != a.storage; };
  Shape named = a.shape;
  for (int k = 0; k < length; ++k) {
    if (length > 1 && one_in(3)) continue;
    const auto fits = [&](const Candidate& t) {
      if (!apart(t) || t.dtype != (by_mask ? DType::Bool : DType::Int64)) return false;
      if (any_mask_will_do && t.shape.rank <= rank) return true;
      indices[at(k)] = &t;
      Shape shape;
      const bool out = indexed_shape(a.shape, indices, k + 1, shape);
      indices[at(k)] = nullptr;
      return out;
    };
    if (!any(fits) && !one_in(16)) continue;
    choose_other(record, facts, 1 + k, fits);
    immediate(record, 1 + k, 1);
    indices[at(k)] = &tensor(record.operands[at(1 + k)]);
  }
  if (facts.call_shape == CallShape::Index) return;
  if (!indexed_shape(a.shape, indices, length, named)) named = a.shape;
  choose_other(record, facts, 1 + spec::kMaxTensorList,
               [&](const Candidate& t) { return t.dtype == a.dtype && apart(t) && expands_to(t.shape, named); });
  immediate(record, 1 + spec::kMaxTensorList, one_in(3) ? 1 : 0);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_indexing(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::IndexSelect:
      immediate(record, 0, dim(rank));
      choose_other(record, facts, 1, [&](const Candidate& t) {
        return (t.dtype == DType::Int64 || t.dtype == DType::Int32) && t.shape.rank <= 1;
      });
      break;
    case CallShape::Embedding:
      choose_other(record, facts, 1, [&](const Candidate& t) {
        return (t.dtype == DType::Int64 || t.dtype == DType::Int32) && t.shape.rank <= 2;
      });
      immediate(record, 0, one_in(4) ? draw(3) : -1);
      immediate(record, 1, one_in(4) ? 1 : 0);
      break;
    case CallShape::EmbeddingBag:
      return fill_bags(record, facts);
    case CallShape::Gather:
      immediate(record, 0, dim(rank));
      choose_other(record, facts, 1,
                   [&](const Candidate& t) { return t.dtype == DType::Int64 && t.shape.rank == rank; });
      break;
    case CallShape::IndexInto:
    case CallShape::ScatterInto:
    case CallShape::ScatterReduce:
      return fill_index_along(record, facts);
    case CallShape::Segments:
      return fill_segments(record, facts);
    case CallShape::Index:
    case CallShape::IndexPut:
      return fill_index_list(record, facts);
    default:
      break;
  }
}

MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_bags, fill_index_along, fill_segments,
                           fill_index_list, fill_indexing)

}  // namespace modecheck::properties
