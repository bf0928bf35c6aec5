#include "spec/rules/indexing.h"

#include <algorithm>
#include <array>

namespace modecheck::spec {
namespace {

// Returns true for the legacy empty tensor of shape [0], which cat accepts beside tensors of any shape.
bool is_skipped(const Geometry& tensor) { return tensor.rank == 1 && tensor.sizes[0] == 0; }

}  // namespace

OutputMeta infer_cat(const CallTensors& tensors, std::int64_t dim) {
  OutputMeta meta;
  const IteratorInputs& inputs = tensors.inputs;
  meta.result.dtype = common_dtype(inputs, {});
  const Geometry* first = nullptr;
  bool channels_last = true;
  for (int i = 0; i < inputs.count; ++i) {
    meta.reasons.add_if(inputs[i].rank == 0, ErrorClass::Shape);
    if (!is_skipped(inputs[i]) && !first) first = inputs.tensors[at(i)];
    channels_last &= suggests_channels_last(inputs[i]) && inputs[i].rank == inputs[0].rank;
  }
  Sizes sizes;
  if (first && meta.reasons.none()) {
    const int joined = wrapped_dim(dim, first->rank);
    if (joined < 0) {
      meta.reasons.add(ErrorClass::Range);
    } else {
      sizes = sizes_of(*first);
      sizes[joined] = 0;
      for (int i = 0; i < inputs.count; ++i) {
        const Geometry& input = inputs[i];
        if (is_skipped(input)) continue;
        bool fits = input.rank == first->rank;
        for (int d = 0; fits && d < first->rank; ++d) fits = d == joined || input.sizes[at(d)] == first->sizes[at(d)];
        meta.reasons.add_if(!fits, ErrorClass::Shape);
        if (fits) sizes[joined] += input.sizes[at(joined)];
      }
    }
  }
  if (!first) sizes.push(0);
  if (tensors.out) meta.reasons.add_if(!can_cast(meta.result.dtype, tensors.target->dtype), ErrorClass::Dtype);
  if (!meta.reasons.none()) return meta;
  give_contiguous(meta, tensors, sizes);
  if (channels_last && (!tensors.out || meta.resizes)) set_channels_last(meta.result, sizes);
  if (!tensors.out || !first) return meta;
  Geometry target = *tensors.target;
  if (meta.resizes) {
    target.rank = meta.result.rank;
    target.sizes = meta.result.sizes;
    target.strides = meta.result.strides;
  }
  meta.reasons.add_if(has_internal_overlap(target), ErrorClass::Overlap);
  for (int i = 0; i < inputs.count; ++i) {
    const Overlap overlap = overlap_of(target, inputs[i]);
    meta.reasons.add_if(
        inputs.tensors[at(i)] == tensors.target || overlap == Overlap::Partial || overlap == Overlap::Full,
        ErrorClass::Overlap);
  }
  return meta;
}

OutputMeta infer_stack(const CallTensors& tensors, std::int64_t dim) {
  OutputMeta meta;
  const IteratorInputs& inputs = tensors.inputs;
  const Geometry& first = inputs[0];
  const int joined = wrapped_dim(dim, first.rank + 1);
  if (joined < 0) {
    meta.reasons.add(ErrorClass::Range);
    return meta;
  }
  for (int i = 1; i < inputs.count; ++i) meta.reasons.add_if(!same_sizes(inputs[i], first), ErrorClass::Shape);
  if (!meta.reasons.none()) return meta;
  Sizes sizes = sizes_of(first);
  sizes.insert(joined, inputs.count);
  if (sizes.rank > kMaxRank) {
    meta.beyond_limits = Unspecified::TooManyDimensions;
    return meta;
  }
  // stack: libtorch concatenates along an existing dimension and makes a view of the result with one more dimension. It
  // adds a dimension before concatenating only if that dimension is the last.
  if (joined < first.rank) {
    meta = infer_cat(tensors, joined);
    if (meta.reasons.none()) {
      const Geometry flat = meta.result;
      if (!strides_for_view(flat, sizes, meta.result)) set_contiguous(meta.result, sizes);
    }
    return meta;
  }
  std::array<Geometry, IteratorInputs::capacity> raised;
  CallTensors parts;
  for (int i = 0; i < inputs.count; ++i) {
    raised[at(i)] = unsqueeze_of(inputs[i], joined).geometry;
    parts.inputs.add(&raised[at(i)]);
  }
  meta = infer_cat(parts, joined);
  return meta;
}

OutputMeta infer_index_select(const CallTensors& tensors, std::int64_t dim, const ValueOracle* oracle) {
  OutputMeta meta;
  const Geometry& self = tensors.inputs[0];
  const Geometry& index = tensors.inputs[1];
  meta.result.dtype = self.dtype;
  const int d = wrapped_dim(dim, self.rank);
  meta.reasons.add_if(d < 0, ErrorClass::Range);
  meta.reasons.add_if(index.rank > 1, ErrorClass::Shape);
  meta.reasons.add_if(self.rank == 0 && index.numel() != 1, ErrorClass::Shape);
  meta.reasons.add_if(index.dtype != DType::Int64 && index.dtype != DType::Int32, ErrorClass::Dtype);
  demand_out_dtype(meta, tensors);
  if (tensors.out) {
    const Geometry& target = *tensors.target;
    meta.reasons.add_if(has_internal_overlap(target), ErrorClass::Overlap);
    for (int i = 0; i < 2; ++i) {
      const Overlap overlap = overlap_of(target, tensors.inputs[i]);
      meta.reasons.add_if(
          tensors.inputs.tensors[at(i)] == &target || overlap == Overlap::Partial || overlap == Overlap::Full,
          ErrorClass::Overlap);
    }
  }
  if (!meta.reasons.none()) return meta;
  Sizes sizes = sizes_of(self);
  if (self.rank > 0) sizes[d] = index.numel();
  give_contiguous(meta, tensors, sizes);
  if (index.numel() > 0 && oracle) {
    const std::int64_t length = self.rank == 0 ? 1 : self.sizes[at(d)];
    meta.reasons.add_if(!oracle->all_within(index, 0, length), ErrorClass::Range);
  }
  return meta;
}

OutputMeta infer_embedding(const CallTensors& tensors, bool sparse, const ValueOracle* oracle) {
  OutputMeta meta;
  const Geometry& weight = tensors.inputs[0];
  const Geometry& indices = tensors.inputs[1];
  meta.result.dtype = weight.dtype;
  meta.leave_unspecified(Unspecified::SparseGradients, sparse);
  meta.reasons.add_if(weight.rank != 2, ErrorClass::Shape);
  meta.reasons.add_if(indices.dtype != DType::Int64 && indices.dtype != DType::Int32, ErrorClass::Dtype);
  if (!meta.reasons.none()) return meta;
  Sizes sizes = sizes_of(indices);
  if (sizes.rank == kMaxRank) {
    meta.beyond_limits = Unspecified::TooManyDimensions;
    return meta;
  }
  sizes.push(weight.sizes[1]);
  set_contiguous(meta.result, sizes);
  if (indices.numel() > 0 && oracle)
    meta.reasons.add_if(!oracle->all_within(indices, 0, weight.sizes[0]), ErrorClass::Range);
  return meta;
}

OutputMeta infer_gather(const CallTensors& tensors, std::int64_t dim, const ValueOracle* oracle) {
  OutputMeta meta;
  const Geometry& self = tensors.inputs[0];
  const Geometry& index = tensors.inputs[1];
  meta.result.dtype = self.dtype;
  const int d = wrapped_dim(dim, self.rank);
  meta.reasons.add_if(d < 0, ErrorClass::Range);
  if (index.numel() > 0) {
    meta.reasons.add_if(index.dtype != DType::Int64, ErrorClass::Dtype);
    const int rank = std::max<int>(self.rank, 1);
    bool fits = rank == std::max<int>(index.rank, 1);
    for (int i = 0; fits && i < rank; ++i) {
      const int own = self.rank == 0 ? 1 : self.sizes[at(i)];
      const int asked = index.rank == 0 ? 1 : index.sizes[at(i)];
      fits = i == d || asked <= own;
    }
    meta.reasons.add_if(!fits, ErrorClass::Shape);
  }
  if (!meta.reasons.none()) return meta;
  give_contiguous(meta, tensors, sizes_of(index));
  if (index.numel() > 0 && oracle) {
    const std::int64_t length = self.rank == 0 ? 1 : self.sizes[at(d)];
    meta.reasons.add_if(!oracle->all_within(index, 0, length), ErrorClass::Range);
  }
  return meta;
}

namespace {

// Checks that the target overlaps neither itself nor an input. If libtorch cannot decide that, the result depends on
// the order of reads and writes, so it is unspecified.
void check_apart(OutputMeta& meta, const CallTensors& tensors) {
  if (tensors.target == nullptr) return;
  const Geometry& target = *tensors.target;
  meta.reasons.add_if(has_internal_overlap(target), ErrorClass::Overlap);
  if (may_overlap_itself(target) && !has_internal_overlap(target)) meta.leave_unspecified(Unspecified::OverlapTooHard);
  for (int i = 1; i < tensors.inputs.count; ++i) {
    const bool itself = tensors.inputs.tensors[at(i)] == &target;
    const Overlap overlap = itself ? Overlap::Full : overlap_of(target, tensors.inputs[i]);
    meta.reasons.add_if(overlap == Overlap::Partial || overlap == Overlap::Full, ErrorClass::Overlap);
    if (overlap == Overlap::TooHard && may_overlap(target, tensors.inputs[i]))
      meta.leave_unspecified(Unspecified::OverlapTooHard);
  }
}

}  // namespace

OutputMeta infer_index_into(const CallTensors& tensors, std::int64_t dim, const ValueOracle* oracle, bool int32_too,
                            bool from_the_end) {
  OutputMeta meta;
  const Geometry& self = tensors.inputs[0];
  const Geometry& index = tensors.inputs[1];
  meta.result.dtype = self.dtype;
  const int d = wrapped_dim(dim, self.rank);
  meta.reasons.add_if(d < 0, ErrorClass::Range);
  meta.reasons.add_if(index.rank > 1, ErrorClass::Shape);
  meta.reasons.add_if(index.dtype != DType::Int64 && !(int32_too && index.dtype == DType::Int32), ErrorClass::Dtype);
  check_apart(meta, tensors);
  meta.leave_unspecified(Unspecified::IndexingWithoutDimensions, self.rank == 0);
  meta.leave_unspecified(Unspecified::EmptyInputChecks, self.numel() == 0 && index.numel() != 0);
  if (tensors.inputs.count > 2) {
    const Geometry& source = tensors.inputs[2];
    meta.reasons.add_if(source.dtype != self.dtype, ErrorClass::Dtype);
    meta.leave_unspecified(Unspecified::IndexingWithoutDimensions, source.rank == 0);
    meta.reasons.add_if(source.rank != self.rank, ErrorClass::Shape);
    meta.reasons.add_if(d >= source.rank, ErrorClass::Range);
    if (meta.is_unspecified() || d < 0 || source.rank != self.rank) return meta;
    meta.reasons.add_if(index.numel() != source.sizes[at(d)], ErrorClass::Shape);
    for (int i = 0; i < self.rank; ++i)
      if (i != d && source.sizes[at(i)] != self.sizes[at(i)]) {
        meta.reasons.add(ErrorClass::Shape);
        meta.leave_unspecified(Unspecified::EmptyInputChecks, source.numel() == 0);
      }
  }
  if (!meta.reasons.none() || meta.is_unspecified()) return meta;
  set_contiguous(meta.result, sizes_of(self));
  if (index.numel() > 0 && oracle) {
    const std::int64_t length = self.sizes[at(d)];
    meta.reasons.add_if(!oracle->all_within(index, from_the_end ? -length : 0, length), ErrorClass::Range);
  }
  return meta;
}

OutputMeta infer_index_add(const CallTensors& tensors, std::int64_t dim, ScalarValue alpha, const ValueOracle* oracle) {
  OutputMeta meta = infer_index_into(tensors, dim, oracle, /*int32_too=*/true, /*from_the_end=*/false);
  const DType dtype = tensors.inputs[0].dtype;
  meta.leave_unspecified(Unspecified::SumsOfBools, dtype == DType::Bool);
  // index_add: no document says whether True is a number that may scale.
  meta.leave_unspecified(Unspecified::ScaleFactorKind, alpha.kind == ScalarValue::Kind::Bool);
  // index_add: alpha times an integer is a fraction, whose category is above that of integers. PyTorch's notes on type
  // promotion forbid to write it into integers.
  meta.reasons.add_if(alpha.kind == ScalarValue::Kind::Float && !is_differentiable(dtype), ErrorClass::Argument);
  return meta;
}

OutputMeta infer_index_fill(const CallTensors& tensors, std::int64_t dim, ScalarValue value,
                            const ValueOracle* oracle) {
  OutputMeta meta = infer_index_into(tensors, dim, oracle, /*int32_too=*/false, /*from_the_end=*/true);
  check_number(meta, tensors.inputs[0].dtype, value);
  if (tensors.target == nullptr) {
    set_preserved(meta.result, tensors.inputs[0]);
  } else if (has_internal_overlap(*tensors.target)) {
    // If the target overlaps itself, libtorch warns and still writes.
    meta.leave_unspecified(Unspecified::OverlapWarning);
  }
  return meta;
}

OutputMeta infer_scatter(const CallTensors& tensors, std::int64_t dim, const ValueOracle* oracle) {
  OutputMeta meta;
  const Geometry& self = tensors.inputs[0];
  const Geometry& index = tensors.inputs[1];
  const Geometry* source = tensors.inputs.count > 2 ? tensors.inputs.tensors[2] : nullptr;
  meta.result.dtype = self.dtype;
  const int d = wrapped_dim(dim, self.rank);
  meta.reasons.add_if(d < 0, ErrorClass::Range);
  if (source != nullptr) meta.reasons.add_if(source->dtype != self.dtype, ErrorClass::Dtype);
  check_apart(meta, tensors);
  if (self.rank == 0 || index.rank == 0 || (source != nullptr && source->rank == 0)) {
    meta.leave_unspecified(Unspecified::IndexingWithoutDimensions);
    return meta;
  }
  if (index.numel() > 0) {
    meta.reasons.add_if(index.dtype != DType::Int64, ErrorClass::Dtype);
    meta.reasons.add_if(index.rank != self.rank, ErrorClass::Shape);
    if (source != nullptr && source->rank != index.rank) {
      meta.reasons.add(ErrorClass::Shape);
      meta.reasons.add_if(source->rank < index.rank, ErrorClass::Range);
    }
    if (index.rank == self.rank)
      for (int i = 0; i < self.rank; ++i) {
        meta.reasons.add_if(i != d && index.sizes[at(i)] > self.sizes[at(i)], ErrorClass::Shape);
        if (source != nullptr && source->rank == index.rank)
          meta.reasons.add_if(index.sizes[at(i)] > source->sizes[at(i)], ErrorClass::Shape);
      }
  }
  if (!meta.reasons.none()) return meta;
  if (source != nullptr && !same_sizes(index, *source))
    meta.leave_unspecified(Unspecified::ScatterSourceLargerThanIndex);
  set_contiguous(meta.result, sizes_of(self));
  if (index.numel() > 0 && oracle)
    meta.reasons.add_if(!oracle->all_within(index, 0, self.sizes[at(d)]), ErrorClass::Range);
  return meta;
}

OutputMeta infer_scatter_add(const CallTensors& tensors, std::int64_t dim, const ValueOracle* oracle) {
  OutputMeta meta = infer_scatter(tensors, dim, oracle);
  if (tensors.inputs[0].dtype == DType::Bool) meta.leave_unspecified(Unspecified::SumsOfBools);
  return meta;
}

OutputMeta infer_scatter_reduce(const CallTensors& tensors, std::int64_t dim, std::optional<std::string_view> reduction,
                                const ValueOracle* oracle) {
  OutputMeta meta = infer_scatter(tensors, dim, nullptr);
  const Geometry& self = tensors.inputs[0];
  const Geometry& index = tensors.inputs[1];
  const bool ordered = reduction == "amax" || reduction == "amin";
  meta.reasons.add_if(reduction == "none", ErrorClass::Argument);
  // scatter_reduce with amax and amin rejects a complex dtype, unless there is no element to compare.
  const bool undefined =
      (reduction == "mean" && self.dtype == DType::Bool) || (ordered && is_complex(self.dtype) && index.numel() > 0);
  meta.reasons.add_if(undefined, ErrorClass::Dtype);
  const int along = wrapped_dim(dim, self.rank);
  if (undefined && oracle && index.dtype == DType::Int64 && self.rank > 0 && along >= 0)
    meta.reasons.add_if(!oracle->all_within(index, 0, self.sizes[at(along)]), ErrorClass::Range);
  if (reduction == "sum" && self.dtype == DType::Bool) meta.leave_unspecified(Unspecified::SumsOfBools);
  if (tensors.out) {
    demand_out_dtype(meta, tensors);
    const Geometry& out = *tensors.target;
    // scatter_reduce checks index and source before it resizes the output, and `self` afterwards.
    const bool resizes = !same_sizes(out, self);
    for (int i = 0; resizes && i < tensors.inputs.count; ++i)
      if (tensors.inputs[i].storage == out.storage) meta.leave_unspecified(Unspecified::OutputResizedBeforeRead);
    const bool itself = resizes || tensors.inputs.tensors[0] == &out;
    const Overlap overlap = itself ? Overlap::None : overlap_of(out, self);
    meta.reasons.add_if(overlap == Overlap::Partial, ErrorClass::Overlap);
    if (overlap == Overlap::TooHard && may_overlap(out, self)) meta.leave_unspecified(Unspecified::OverlapTooHard);
  }
  if (!meta.reasons.none() || meta.is_unspecified()) return meta;
  if (tensors.out) give_contiguous(meta, tensors, sizes_of(self));
  if (index.numel() > 0 && oracle)
    meta.reasons.add_if(!oracle->all_within(index, 0, self.sizes[at(along)]), ErrorClass::Range);
  return meta;
}

OutputMeta infer_masked_scatter(const CallTensors& tensors, const ValueOracle* oracle) {
  OutputMeta meta;
  const Geometry& self = tensors.inputs[0];
  const Geometry& mask = tensors.inputs[1];
  const Geometry& source = tensors.inputs[2];
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(source.dtype != self.dtype, ErrorClass::Dtype);
  meta.reasons.add_if(mask.dtype != DType::Bool && mask.dtype != DType::UInt8, ErrorClass::Dtype);
  IteratorInputs both;
  both.add(&self);
  both.add(&mask);
  Sizes sizes;
  const bool fits = broadcast_of(both, sizes);
  meta.reasons.add_if(!fits || (tensors.target && sizes != sizes_of(self)), ErrorClass::Shape);
  if (tensors.target) {
    meta.reasons.add_if(has_internal_overlap(self), ErrorClass::Overlap);
    if (may_overlap_itself(self) && !has_internal_overlap(self)) meta.leave_unspecified(Unspecified::OverlapTooHard);
    for (int i = 1; i < 3; ++i)
      meta.leave_unspecified(Unspecified::OutputOverlapsInput, may_overlap(self, tensors.inputs[i]));
  }
  if (!meta.reasons.none() || meta.is_unspecified()) return meta;
  if (sizes.rank > kMaxRank) {
    meta.beyond_limits = Unspecified::TooManyDimensions;
    return meta;
  }
  if (!tensors.target) set_contiguous(meta.result, sizes);
  if (oracle == nullptr || sizes.numel() == 0) return meta;
  const ViewResult where = expand_of(mask, sizes);
  meta.reasons.add_if(mask.dtype == DType::UInt8 && !oracle->all_within(mask, 0, 2), ErrorClass::Dtype);
  meta.reasons.add_if(source.numel() < oracle->count_true(where.geometry), ErrorClass::Shape);
  return meta;
}

OutputMeta infer_scatter_value(const CallTensors& tensors, std::int64_t dim, ScalarValue value,
                               const ValueOracle* oracle) {
  OutputMeta meta = infer_scatter(tensors, dim, oracle);
  check_number(meta, tensors.inputs[0].dtype, value);
  return meta;
}

}  // namespace modecheck::spec
