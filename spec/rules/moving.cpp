#include "spec/rules/moving.h"

#include <algorithm>
#include <array>

namespace modecheck::spec {

OutputMeta infer_conversion(const Geometry& self, std::optional<DType> dtype) {
  OutputMeta meta;
  meta.result.dtype = dtype.value_or(self.dtype);
  meta.asks_for_integers = dtype && !is_differentiable(*dtype);
  set_preserved(meta.result, self);
  return meta;
}

OutputMeta infer_clone(const Geometry& self, bool preserve) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  if (preserve) {
    set_preserved(meta.result, self);
  } else {
    set_contiguous(meta.result, sizes_of(self));
  }
  return meta;
}

OutputMeta infer_copy(const CallTensors& tensors) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta;
  if (has_internal_overlap(self)) {
    meta = infer_clone(self, /*preserve=*/true);
  } else {
    meta.result = self;
    meta.keeps_storage = true;
  }
  Sizes sizes;
  const bool fits = broadcast_of(tensors.inputs, sizes);
  meta.reasons.add_if(!fits || sizes != sizes_of(self), ErrorClass::Shape);
  return meta;
}

OutputMeta infer_flip(const Geometry& self, const IntList& dims) {
  OutputMeta meta = infer_clone(self, /*preserve=*/true);
  std::array<bool, kMaxRank> flipped{};
  for (const std::int64_t value : dims) {
    const int dim = wrapped_dim(value, self.rank);
    meta.reasons.add_if(dim < 0 || flipped[at(std::max(dim, 0))], ErrorClass::Range);
    if (dim >= 0) flipped[at(dim)] = true;
  }
  return meta;
}

OutputMeta infer_pad(const Geometry& self, const IntList& pad, ScalarValue value) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(pad.size % 2 != 0, ErrorClass::Argument);
  meta.reasons.add_if(pad.size / 2 > self.rank, ErrorClass::Shape);
  if (!meta.reasons.none()) return meta;
  Geometry kept = self;
  Sizes sizes = sizes_of(self);
  bool grows = false;
  for (int i = 0; 2 * i < pad.size; ++i) {
    const int d = self.rank - 1 - i;
    for (const std::int64_t side : {pad.values[at(2 * i)], pad.values[at(2 * i + 1)]}) {
      if (side < 0) kept.sizes[at(d)] += static_cast<std::int32_t>(side);
      meta.reasons.add_if(kept.sizes[at(d)] < 0, ErrorClass::Range);
      grows |= side > 0;
      sizes[d] += side;
    }
  }
  if (!meta.reasons.none()) return meta;
  if (!grows) {
    set_preserved(meta.result, kept);
    return meta;
  }
  check_number(meta, self.dtype, value);
  if (!meta.reasons.none()) return meta;
  if (suggests_channels_last(self))
    set_channels_last(meta.result, sizes);
  else
    set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_border(const Geometry& self, const IntList& padding, int spatial, bool reflects) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  // reflection_pad and replication_pad: libtorch 1.13.1 supports half precision only for reflection in three
  // dimensions.
  const bool short_too = reflects && spatial == 3 && is_floating(self.dtype);
  const bool known =
      self.dtype == DType::Float32 || self.dtype == DType::Float64 || is_complex(self.dtype) || short_too;
  meta.reasons.add_if(!known, ErrorClass::Dtype);
  const bool batched = self.rank == spatial + 2;
  if (self.rank != spatial + 1 && !batched) {
    meta.reasons.add(ErrorClass::Shape);
    meta.reasons.add_if(self.rank <= spatial, ErrorClass::Range);
    return meta;
  }
  for (int d = batched ? 1 : 0; d < self.rank; ++d) meta.reasons.add_if(self.sizes[at(d)] == 0, ErrorClass::Shape);
  Sizes sizes = sizes_of(self);
  for (int i = 0; i < spatial; ++i) {
    const int d = self.rank - 1 - i;
    for (const std::int64_t side : {padding[2 * i], padding[2 * i + 1]}) {
      meta.reasons.add_if(reflects && side >= self.sizes[at(d)], ErrorClass::Shape);
      sizes[d] += side;
    }
    // reflection_pad and replication_pad must leave at least one element in every dimension of the result (PyTorch pull
    // request 184254).
    meta.reasons.add_if(sizes[d] < 1, ErrorClass::Shape);
  }
  // reflection_pad and replication_pad: if the input or the result has no elements, libtorch does not check the dtype.
  if ((self.numel() == 0 || sizes.numel() == 0) && !known) meta.leave_unspecified(Unspecified::EmptyInputChecks);
  if (meta.reasons.none()) set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_repeat(const Geometry& self, const IntList& repeats) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  const int lead = repeats.size - self.rank;
  meta.reasons.add_if(lead < 0, ErrorClass::Shape);
  if (!meta.reasons.none()) return meta;
  Sizes sizes = sizes_of(repeats);
  for (int i = 0; i < sizes.rank; ++i) {
    if (i >= lead) sizes[i] *= self.sizes[at(i - lead)];
    meta.reasons.add_if(sizes[i] < 0, ErrorClass::Shape);
  }
  if (meta.reasons.none()) set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_narrow_copy(const Geometry& self, std::int64_t dim, std::int64_t start, std::int64_t length) {
  OutputMeta meta;
  meta.reasons = check_narrow(self, dim, start, length);
  meta.result.dtype = self.dtype;
  if (!meta.reasons.none()) return meta;
  Sizes sizes = sizes_of(self);
  sizes[wrapped_dim(dim, self.rank)] = length;
  set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_scatter_into_view(const CallTensors& tensors, const ViewResult& place) {
  OutputMeta meta = infer_clone(tensors.inputs[0], /*preserve=*/true);
  meta.reasons = place.reasons;
  meta.reasons.add_if(place.usable() && !same_sizes(place.geometry, tensors.inputs[1]), ErrorClass::Shape);
  return meta;
}

OutputMeta infer_triangle(const CallTensors& tensors) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta = infer_clone(self, /*preserve=*/false);
  meta.reasons.add_if(self.rank < 2 && self.numel() > 0, ErrorClass::Range);
  meta.leave_unspecified(Unspecified::OutputOverlapsItself, tensors.target != nullptr && has_internal_overlap(self));
  return meta;
}

OutputMeta infer_filled_clone(const Geometry& self, ScalarValue value) {
  OutputMeta meta = infer_clone(self, /*preserve=*/true);
  check_number(meta, self.dtype, value);
  return meta;
}

}  // namespace modecheck::spec
