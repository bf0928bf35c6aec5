#include "spec/rules/segment.h"

#include <limits>

namespace modecheck::spec {

OutputMeta infer_segments(const Record& record, const CallTensors& tensors, const ValueOracle* oracle) {
  const Arguments arguments(record);
  const Geometry& data = tensors.inputs[0];
  const bool by_lengths = arguments.present(2);
  const bool by_offsets = arguments.present(4);
  const bool unsafe = arguments.boolean(6);
  OutputMeta meta;
  meta.result.dtype = data.dtype;
  meta.reasons.add_if(arguments.word(1) == "none", ErrorClass::Argument);
  // segment_reduce: argument 3 is `indices`, which no call may have
  meta.reasons.add_if(arguments.present(3), ErrorClass::Argument);
  meta.reasons.add_if(!by_lengths && !by_offsets, ErrorClass::Argument);
  meta.reasons.add_if(data.numel() == 0 || data.rank == 0, ErrorClass::Shape);
  meta.reasons.add_if(!is_floating(data.dtype), ErrorClass::Dtype);
  const int axis = wrapped_dim(arguments.integer(5), data.rank);
  meta.reasons.add_if(axis < 0, ErrorClass::Range);
  // segment_reduce: if lengths and offsets are both given, libtorch uses the offsets, and other libraries reject the
  // call.
  if (by_lengths && by_offsets) meta.leave_unspecified(Unspecified::SegmentLengthsAndOffsets);
  if (by_lengths == by_offsets || arguments.present(3)) return meta;
  const Geometry& numbers = tensors.inputs[1];
  // segment_reduce: libtorch checks the sum of the lengths before it checks their dtype. So either error may come
  // first.
  const bool known = numbers.dtype == DType::Int32 || numbers.dtype == DType::Int64;
  meta.reasons.add_if(!known, ErrorClass::Dtype);
  meta.reasons.add_if(!known, ErrorClass::Argument);
  if (axis < 0) return meta;
  meta.reasons.add_if(numbers.rank != axis + 1 || numbers.rank > data.rank, ErrorClass::Shape);
  if (numbers.rank != axis + 1 || numbers.rank > data.rank) return meta;
  // segment_reduce: no library checks the leading sizes. If lengths or offsets have fewer rows than the data, libtorch
  // reads beyond them.
  for (int d = 0; d < axis; ++d)
    if (numbers.sizes[at(d)] != data.sizes[at(d)]) meta.leave_unspecified(Unspecified::ReadsBeyondMemory);
  const std::int64_t count = numbers.sizes[at(axis)] - (by_offsets ? 1 : 0);
  meta.reasons.add_if(count < 0, ErrorClass::Shape);
  if (by_lengths && numbers.numel() == 0) meta.leave_unspecified(Unspecified::EmptyInputChecks);
  if (meta.is_unspecified() || !known || count < 0) return meta;
  if (oracle == nullptr) {
    meta.leave_unspecified(Unspecified::ValuesNotKnown, meta.reasons.none());
  } else if (!oracle->divides(numbers, data.sizes[at(axis)], by_offsets)) {
    if (by_offsets || unsafe)
      meta.leave_unspecified(Unspecified::ReadsBeyondMemory);
    else
      meta.reasons.add(ErrorClass::Argument);
  }
  if (!meta.reasons.none()) return meta;
  Sizes sizes = sizes_of(data);
  sizes[axis] = count;
  set_contiguous(meta.result, sizes);
  return meta;
}

namespace {

constexpr std::int64_t kSum = 0;
constexpr std::int64_t kMax = 2;

Geometry element_of(const Geometry& vector, std::int64_t place) {
  Geometry out = vector;
  out.offset += static_cast<std::int32_t>(place * vector.strides[0]);
  out.rank = 0;
  return out;
}

// The last offset may be smaller than the number of indices. With include_last_offset the indices after it are in no
// bag, because the documentation of embedding_bag calls it the end of the last bag.
void check_bags(OutputMeta& meta, const Geometry& offsets, std::int64_t indices, const ValueOracle& oracle) {
  const Geometry last = element_of(offsets, offsets.numel() - 1);
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  meta.reasons.add_if(!oracle.all_within(element_of(offsets, 0), 0, 1), ErrorClass::Argument);
  meta.reasons.add_if(!oracle.all_within(last, least, indices + 1), ErrorClass::Argument);
  for (std::int64_t i = 0; i + 1 < offsets.numel(); ++i)
    if (!oracle.is_ordered(element_of(offsets, i), element_of(offsets, i + 1)))
      meta.leave_unspecified(Unspecified::EmbeddingBagOffsets);
}

void check_sample_weights(OutputMeta& meta, const Geometry& weights, const Geometry& rows, std::int64_t mode,
                          std::int64_t indices) {
  meta.reasons.add_if(mode != kSum, ErrorClass::Argument);
  meta.reasons.add_if(weights.dtype != rows.dtype, ErrorClass::Dtype);
  meta.reasons.add_if(weights.rank != 1 || weights.numel() != indices, ErrorClass::Shape);
}

Sizes sizes_of_vector(std::int64_t length) {
  Sizes out;
  out.push(length);
  return out;
}

}  // namespace

OutputMeta infer_embedding_bag(const CallTensors& tensors, const Arguments& arguments, const ValueOracle* oracle) {
  OutputMeta meta;
  const Geometry& weight = tensors.inputs[0];
  const Geometry& indices = tensors.inputs[1];
  const Geometry& offsets = tensors.inputs[2];
  const std::int64_t mode = arguments.integer(4);
  const bool weighted = arguments.present(6);
  const bool include_last = arguments.boolean(7);
  const bool float32 = weight.dtype == DType::Float32;
  meta.result.dtype = weight.dtype;
  meta.leave_unspecified(Unspecified::SparseGradients, arguments.boolean(5));
  meta.leave_unspecified(Unspecified::DtypesTaken, weight.dtype == DType::Float16);
  meta.leave_unspecified(Unspecified::InnerOperatorRanks, weight.rank != 2 || indices.rank != 1 || offsets.rank != 1);
  meta.leave_unspecified(Unspecified::InnerOperatorRanks, !is_contiguous(indices) || !is_contiguous(offsets));
  const DType index = promote(indices.dtype, offsets.dtype);
  meta.reasons.add_if(index != DType::Int64 && index != DType::Int32, ErrorClass::Dtype);
  meta.reasons.add_if(!float32 && weight.dtype != DType::Float64, ErrorClass::Dtype);
  if (meta.is_unspecified()) return meta;
  const std::int64_t count = indices.numel();
  if (weighted) check_sample_weights(meta, tensors.inputs[3], weight, mode, count);
  if (offsets.numel() == 0) {
    meta.leave_unspecified(Unspecified::EmptyInputChecks, !include_last);
    meta.reasons.add(ErrorClass::Argument);
    return meta;
  }
  if (!is_differentiable(index) && oracle != nullptr) {
    check_bags(meta, offsets, count, *oracle);
    if (count > 0) meta.reasons.add_if(!oracle->all_within(indices, 0, weight.sizes[0]), ErrorClass::Range);
  }
  if (meta.is_unspecified() || !meta.reasons.none()) return meta;
  const std::int64_t bags = offsets.numel() - (include_last ? 1 : 0);
  const Sizes each = sizes_of_vector(bags);
  Sizes rows = each;
  rows.push(weight.sizes[1]);
  set_contiguous(meta.result, rows);
  // embedding_bag: libtorch's fast path for sums does not record to which bag an index belongs, so the second result is
  // empty.
  const bool in_one_go = mode == kSum && float32 && weight.strides[1] == 1 && arguments.integer(8) < 0 &&
                         (!weighted || tensors.inputs[3].strides[0] == 1);
  for (Geometry& other : meta.others) other.dtype = index;
  set_contiguous(meta.others[0], sizes_of_vector(in_one_go ? 0 : count));
  meta.extra_capacity[0] = in_one_go ? 0 : 1;
  meta.extra_capacity[1] = include_last ? 1 : 0;
  set_contiguous(meta.others[1], each);
  set_contiguous(meta.others[2], mode == kMax ? rows : each);
  if (mode == kMax && rows.numel() == 0) meta.extra_capacity[2] = static_cast<std::int8_t>(bags);
  return meta;
}

}  // namespace modecheck::spec
