#include "spec/rules/reduction.h"

#include <array>

namespace modecheck::spec {

OutputMeta infer_reduction(const CallTensors& tensors, const IntList& dims, bool keepdim, DType dtype) {
  OutputMeta meta;
  const Geometry& self = tensors.inputs[0];
  meta.result.dtype = dtype;
  std::array<bool, kMaxRank> reduced{};
  for (std::int64_t value : dims) {
    const int dim = wrapped_dim(value, self.rank);
    if (dim < 0 || reduced[at(dim)]) {
      meta.reasons.add(ErrorClass::Range);
      return meta;
    }
    reduced[at(dim)] = true;
  }
  if (dims.size == 0) reduced.fill(true);
  Sizes sizes;
  for (int i = 0; i < self.rank; ++i) {
    if (!reduced[at(i)]) {
      sizes.push(self.sizes[at(i)]);
    } else if (keepdim) {
      sizes.push(1);
    }
  }
  demand_out_dtype(meta, tensors);
  give_contiguous(meta, tensors, sizes);
  return meta;
}

OutputMeta infer_sum(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  const DType own = tensors.inputs[0].dtype;
  DType dtype = is_differentiable(own) ? own : DType::Int64;
  if (tensors.out) dtype = tensors.target->dtype;
  OutputMeta meta = infer_reduction(tensors, dims, keepdim, asked.value_or(dtype));
  meta.asks_for_integers = asked && !is_differentiable(*asked);
  return meta;
}

OutputMeta infer_mean(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  const DType dtype = asked.value_or(tensors.inputs[0].dtype);
  if (is_differentiable(dtype)) return infer_reduction(tensors, dims, keepdim, dtype);
  OutputMeta meta;
  meta.reasons.add(ErrorClass::Dtype);
  meta.reasons.add(infer_reduction(tensors, dims, keepdim, dtype).reasons);
  return meta;
}

namespace {

// Infers the metadata of the results of amax, amin, argmax and argmin. Complex numbers are rejected, because they have
// no order.
OutputMeta infer_extreme(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta = infer_reduction(tensors, dims, keepdim, self.dtype);
  meta.reasons.add_if(self.numel() != 0 && is_complex(self.dtype), ErrorClass::Dtype);
  demand_out_dtype(meta, tensors);  // amax and argmax: libtorch checks the dtype before the dimensions
  if (self.numel() != 0 || !meta.reasons.none()) return meta;
  // amax and argmax: a reduction over no elements is an error, because there is no largest element.
  meta.reasons.add_if(dims.size == 0, ErrorClass::Range);
  for (std::int64_t value : dims)
    meta.reasons.add_if(self.rank > 0 && self.sizes[at(wrapped_dim(value, self.rank))] == 0, ErrorClass::Range);
  return meta;
}

}  // namespace

OutputMeta infer_amax(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  return infer_extreme(tensors, dims, keepdim);
}

namespace {

constexpr bool is_short_float(DType dtype) { return dtype == DType::Float16 || dtype == DType::BFloat16; }

}  // namespace

IntList one_dim(std::int64_t dim) {
  IntList out;
  out.values[0] = dim;
  out.size = 1;
  return out;
}

OutputMeta infer_both_extremes(const CallTensors& tensors, std::optional<std::int64_t> dim, bool keepdim) {
  OutputMeta meta = infer_extreme(tensors, dim ? one_dim(*dim) : IntList{}, keepdim);
  const Geometry& self = tensors.inputs[0];
  const bool short_float = self.dtype == DType::Float16 || (self.dtype == DType::BFloat16 && dim);
  meta.reasons.add_if(short_float || is_complex(self.dtype), ErrorClass::Dtype);
  meta.others[0] = meta.result;
  return meta;
}

OutputMeta infer_prod(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  OutputMeta meta = infer_sum(tensors, dims, keepdim, asked);
  meta.reasons.add_if(is_short_float(meta.result.dtype) && tensors.inputs[0].numel() != 0, ErrorClass::Dtype);
  return meta;
}

OutputMeta infer_nansum(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta = infer_sum(tensors, dims, keepdim, asked);
  meta.reasons.add_if(is_complex(self.dtype), ErrorClass::Dtype);
  meta.reasons.add_if(is_floating(self.dtype) && !is_floating(meta.result.dtype) && self.numel() != 0,
                      ErrorClass::Dtype);
  return meta;
}

OutputMeta infer_truth(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  const bool bytes = tensors.inputs[0].dtype == DType::UInt8;
  return infer_reduction(tensors, dims, keepdim, bytes ? DType::UInt8 : DType::Bool);
}

OutputMeta infer_place_of_extreme(const CallTensors& tensors, std::optional<std::int64_t> dim, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta = infer_extreme(tensors, dim ? one_dim(*dim) : IntList{}, keepdim);
  // argmax and argmin reject bool and complex dtypes, whatever the sizes are (PyTorch issue 126776).
  meta.reasons.add_if(self.dtype == DType::Bool || is_complex(self.dtype), ErrorClass::Dtype);
  meta.result.dtype = DType::Int64;
  return meta;
}

namespace {

// Drops a reduction whose output overlaps itself or an input, because libraries differ.
void check_reduction_target(OutputMeta& meta, const CallTensors& tensors) {
  meta.leave_unspecified(Unspecified::OutputOverlapsItself, has_internal_overlap(*tensors.target));
  meta.leave_unspecified(Unspecified::OutputOverlapsInput,
                         output_may_overlap(*tensors.target, meta.resizes, tensors.inputs[0]));
}

}  // namespace

OutputMeta infer_mean_into(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  const DType target = tensors.target->dtype;
  OutputMeta meta = infer_reduction(tensors, dims, keepdim, asked.value_or(target));
  meta.reasons.add_if(!is_differentiable(asked.value_or(tensors.inputs[0].dtype)), ErrorClass::Dtype);
  // mean with `out=`: the result must be castable to the dtype of `out`, according to the documentation of type
  // promotion. So `out` must be floating-point or complex.
  meta.reasons.add_if(!is_differentiable(target), ErrorClass::Dtype);
  check_reduction_target(meta, tensors);
  return meta;
}

OutputMeta infer_prod_into(const CallTensors& tensors, std::int64_t dim, bool keepdim, std::optional<DType> asked) {
  OutputMeta meta = infer_prod(tensors, one_dim(dim), keepdim, asked);
  check_reduction_target(meta, tensors);
  return meta;
}

OutputMeta infer_cumsum(const CallTensors& tensors, std::int64_t dim, std::optional<DType> asked) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta;
  meta.result.dtype = is_differentiable(self.dtype) ? self.dtype : DType::Int64;
  if (tensors.target) meta.result.dtype = tensors.target->dtype;
  if (asked) meta.result.dtype = *asked;
  meta.asks_for_integers = asked && !is_differentiable(*asked);
  if (tensors.target) meta.reasons.add_if(tensors.target->dtype != meta.result.dtype, ErrorClass::Dtype);
  meta.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  if (!tensors.target || tensors.out) give_contiguous(meta, tensors, sizes_of(self));
  // cumsum: if the input has no dimensions, libtorch writes its element into the output as a number.
  if (self.rank == 0 && !always_fits(self.dtype, meta.result.dtype))
    meta.leave_unspecified(Unspecified::ValueBeyondDtype);
  if (self.numel() == 0 || self.rank == 0) return meta;
  meta.reasons.add_if(meta.result.dtype == DType::Bool || meta.result.dtype == DType::Float16, ErrorClass::Dtype);
  if (!tensors.target || meta.resizes) return meta;
  // cumsum: an input of another dtype is first converted. libtorch reads the converted copy, which overlaps nothing.
  IteratorInputs read;
  if (self.dtype == tensors.target->dtype) read = tensors.inputs;
  check_overlap(*tensors.target, read, meta.reasons);
  return meta;
}

OutputMeta infer_logsumexp(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  const DType dtype = is_differentiable(self.dtype) ? self.dtype : DType::Float32;
  OutputMeta meta = infer_reduction(tensors, dims, keepdim, dtype);
  meta.reasons.add_if(is_complex(dtype) || dtype == DType::Float16, ErrorClass::Dtype);
  meta.reasons.add_if(dims.size == 0 && !keepdim && self.rank > 0 && self.numel() != 0, ErrorClass::Shape);
  return meta;
}

OutputMeta infer_variance(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  const DType own = tensors.inputs[0].dtype;
  OutputMeta meta = infer_reduction(tensors, dims, keepdim, part_of(own));
  meta.reasons.add_if(!is_differentiable(own), ErrorClass::Dtype);
  meta.others[0] = meta.result;
  meta.others[0].dtype = own;  // var_mean: the mean, which is the second result, has the input's dtype
  return meta;
}

OutputMeta infer_adaptive_avg_pool(const Geometry& self, const IntList& output_size, int spatial) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  const bool flat = spatial == 2;
  const bool known =
      self.dtype == DType::Float32 || self.dtype == DType::Float64 || (self.dtype == DType::BFloat16 && flat);
  const bool image = self.rank == spatial + 1 || self.rank == spatial + 2;
  // adaptive_avg_pool: libtorch sums float16 numbers in float16, in an order of its own.
  if (self.dtype == DType::Float16 && !flat) meta.leave_unspecified(Unspecified::ShortFloatSums);
  meta.reasons.add_if(!known, ErrorClass::Dtype);
  meta.reasons.add_if(output_size.size != spatial, ErrorClass::Argument);
  meta.reasons.add_if(!image, ErrorClass::Shape);
  if (output_size.size != spatial || !image) return meta;
  Sizes sizes = sizes_of(self);
  for (int d = flat ? self.rank - 2 : 1; d < self.rank; ++d) meta.reasons.add_if(sizes[d] == 0, ErrorClass::Shape);
  for (int i = 0; i < spatial; ++i) {
    meta.reasons.add_if(output_size[i] < 0, ErrorClass::Shape);
    sizes[self.rank - spatial + i] = output_size[i];
  }
  // adaptive_avg_pool without elements: libtorch does not check the dtype.
  if ((self.numel() == 0 || sizes.numel() == 0) && !known) meta.leave_unspecified(Unspecified::EmptyInputChecks);
  if (!meta.reasons.none()) return meta;
  if (self.rank == 4 && flat && suggests_channels_last(self))
    set_channels_last(meta.result, sizes);
  else
    set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_softmax(const Geometry& self, std::int64_t dim, bool half_to_float) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  meta.reasons.add_if(half_to_float, ErrorClass::Dtype);
  meta.reasons.add_if((!is_floating(self.dtype) || self.dtype == DType::Float16) && self.numel() > 0,
                      ErrorClass::Dtype);
  set_contiguous(meta.result, sizes_of(self));
  return meta;
}

OutputMeta infer_count_nonzero(const CallTensors& tensors, std::optional<std::int64_t> dim) {
  return infer_reduction(tensors, dim ? one_dim(*dim) : IntList{}, false, DType::Int64);
}

}  // namespace modecheck::spec
