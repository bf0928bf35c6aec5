#include "spec/rules/window.h"

#include <algorithm>
#include <cmath>

#include "spec/rules/reduction.h"

namespace modecheck::spec {
namespace {

// Returns the number that an argument of a window gives for a dimension. If the list has one number, the number is for
// all dimensions.
std::int64_t along(const IntList& list, int dimension) { return list[list.size == 1 ? 0 : dimension]; }

bool any_below(const IntList& list, std::int64_t least) {
  return std::any_of(list.begin(), list.end(), [=](std::int64_t number) { return number < least; });
}

bool is_for_each(const IntList& list, int spatial) { return list.size == 1 || list.size == spatial; }

std::int64_t floor_division(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && a < 0 ? 1 : 0); }

// Describes how a window moves along one dimension.
struct Steps {
  std::int64_t image;
  std::int64_t kernel;
  std::int64_t stride;
  std::int64_t padding;
  std::int64_t dilation;

  // Returns the number of window positions. In ceil mode the last window may reach beyond the image, but must begin
  // before the image's end.
  std::int64_t places(bool ceil_mode) const {
    const std::int64_t room = image + 2 * padding - dilation * (kernel - 1) - 1;
    const std::int64_t count = floor_division(room + (ceil_mode ? stride - 1 : 0), stride) + 1;
    return ceil_mode && (count - 1) * stride >= image + padding ? count - 1 : count;
  }
  // Returns true if some window covers no element of the image, because dilation skips the elements.
  bool may_miss(std::int64_t count) const {
    for (std::int64_t place = 0; place < count; ++place) {
      bool any = false;
      for (std::int64_t k = 0; k < kernel; ++k) {
        const std::int64_t at = place * stride - padding + k * dilation;
        any = any || (at >= 0 && at < image);
      }
      if (!any) return true;
    }
    return false;
  }
};

// Sets the sizes and strides of a pool's result. In two dimensions a channels-last image gives a channels-last result.
void give(OutputMeta& meta, const Geometry& self, const Sizes& sizes, int spatial) {
  if (!meta.reasons.none()) return;
  if (spatial == 2 && self.rank == 4 && suggests_channels_last(self))
    set_channels_last(meta.result, sizes);
  else
    set_contiguous(meta.result, sizes);
}

OutputMeta infer_pool(const Geometry& self, const PoolWindow& window, bool whole_kernel_fits) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  const int spatial = window.spatial;
  const bool lengths = is_for_each(window.kernel, spatial) && is_for_each(window.padding, spatial) &&
                       is_for_each(window.dilation, spatial) &&
                       (window.stride.size == 0 || is_for_each(window.stride, spatial));
  meta.reasons.add_if(!lengths, ErrorClass::Argument);
  const bool batched = self.rank == spatial + 2;
  const bool image = self.rank == spatial + 1 || batched;
  meta.reasons.add_if(!image, ErrorClass::Shape);
  meta.reasons.add_if(self.rank <= spatial, ErrorClass::Range);
  if (image)
    for (int d = batched ? 1 : 0; d < self.rank; ++d) meta.reasons.add_if(self.sizes[at(d)] == 0, ErrorClass::Shape);
  if (!lengths) return meta;
  Sizes sizes = sizes_of(self);
  bool missed = false;
  for (int i = 0; i < spatial; ++i) {
    const int d = self.rank - spatial + i;
    Steps steps{};
    steps.image = image ? sizes[d] : 1;
    steps.kernel = along(window.kernel, i);
    steps.stride = window.stride.size == 0 ? steps.kernel : along(window.stride, i);
    steps.padding = along(window.padding, i);
    steps.dilation = along(window.dilation, i);
    const bool moves = steps.kernel > 0 && steps.stride > 0 && steps.dilation > 0;
    meta.reasons.add_if(!moves || steps.padding < 0 || steps.padding > steps.kernel / 2, ErrorClass::Argument);
    if (!moves || !image) continue;
    meta.reasons.add_if(whole_kernel_fits && steps.image < steps.kernel, ErrorClass::Shape);
    const std::int64_t places = steps.places(window.ceil_mode);
    meta.reasons.add_if(places < 1, ErrorClass::Shape);
    missed = missed || steps.may_miss(places);
    sizes[d] = places;
  }
  // max_pool: if a window covers no element of the image, libtorch returns an index beyond the image.
  if (missed && meta.reasons.none()) meta.leave_unspecified(Unspecified::EmptyPoolingWindow);
  if (image) give(meta, self, sizes, spatial);
  return meta;
}

}  // namespace

PoolWindow mean_window(const Arguments& arguments, int spatial) {
  return {spatial,    arguments.integers(1), arguments.integers(2), arguments.integers(3),
          one_dim(1), arguments.boolean(4)};
}

PoolWindow max_window(const Arguments& arguments, int spatial) {
  return {spatial,
          arguments.integers(1),
          arguments.integers(2),
          arguments.integers(3),
          arguments.integers(4),
          arguments.boolean(5)};
}

PoolWindow widened(const PoolWindow& window) {
  PoolWindow out = window;
  out.spatial = 2;
  const auto widen = [](IntList& list, std::int64_t in_front) {
    if (list.size != 1) return;
    list.values = {in_front, list[0]};
    list.size = 2;
  };
  widen(out.kernel, 1);
  widen(out.stride, 1);
  widen(out.padding, 0);
  return out;
}

OutputMeta infer_avg_pool(const Geometry& self, const PoolWindow& window, std::optional<std::int64_t> divisor) {
  OutputMeta meta = infer_pool(self, window, /*whole_kernel_fits=*/window.spatial == 3);
  const bool known = self.dtype == DType::Float32 || self.dtype == DType::Float64 || self.dtype == DType::Int64 ||
                     (self.dtype == DType::BFloat16 && window.spatial == 2);
  meta.reasons.add_if(!known, ErrorClass::Dtype);
  meta.reasons.add_if(divisor == 0, ErrorClass::Argument);
  return meta;
}

OutputMeta infer_max_pool(const Geometry& self, const PoolWindow& window) {
  OutputMeta meta = infer_pool(self, window, /*whole_kernel_fits=*/false);
  const bool known = self.dtype == DType::Float32 || self.dtype == DType::Float64 ||
                     (self.dtype == DType::BFloat16 && window.spatial == 2);
  meta.reasons.add_if(!known, ErrorClass::Dtype);
  meta.others[0] = meta.result;
  meta.others[0].dtype = DType::Int64;
  return meta;
}

namespace {

// Returns true if an image or a weight is stored channels last. A one-dimensional image counts as an image of one row.
bool lies_channels_last(const Geometry& tensor) {
  return suggests_channels_last(tensor.rank == 3 ? unsqueeze_of(tensor, 2).geometry : tensor);
}

}  // namespace

OutputMeta infer_convolution(const CallTensors& tensors, const Arguments& arguments) {
  const Geometry& input = tensors.inputs[0];
  const Geometry& weight = tensors.inputs[1];
  const bool biased = arguments.present(2);
  OutputMeta meta;
  meta.result.dtype = input.dtype;
  for (int i = 0; i < (biased ? 3 : 2); ++i) {
    const DType dtype = tensors.inputs[i].dtype;
    meta.leave_unspecified(Unspecified::MixedDtypes, dtype != input.dtype);
    meta.leave_unspecified(Unspecified::DtypesTaken, dtype != DType::Float32 && dtype != DType::Float64);
  }
  const IntList stride = arguments.integers(3);
  const IntList padding = arguments.integers(4);
  const IntList dilation = arguments.integers(5);
  const IntList more = arguments.integers(7);
  const bool transposed = arguments.boolean(6);
  const std::int64_t groups = arguments.integer(8);
  const int spatial = weight.rank - 2;
  const bool shaped = spatial >= 1 && input.rank == weight.rank;
  bool lengths = true;
  for (const IntList& list : {stride, padding, dilation, more}) lengths = lengths && is_for_each(list, spatial);
  meta.reasons.add_if(!shaped, ErrorClass::Shape);
  meta.reasons.add_if(!lengths || groups < 1, ErrorClass::Argument);
  meta.reasons.add_if(any_below(stride, 1) || any_below(dilation, 1) || any_below(padding, 0) || any_below(more, 0),
                      ErrorClass::Argument);
  if (!shaped) return meta;
  if (lies_channels_last(input) || lies_channels_last(weight)) meta.leave_unspecified(Unspecified::ResultStrides);

  const std::int64_t outward = transposed ? weight.sizes[1] * groups : weight.sizes[0];
  const std::int64_t inward = transposed ? weight.sizes[0] : weight.sizes[1] * groups;
  if (groups >= 1) {
    meta.reasons.add_if(weight.sizes[0] < groups || weight.sizes[0] % groups != 0, ErrorClass::Shape);
    meta.reasons.add_if(input.sizes[1] != inward, ErrorClass::Shape);
    if (biased) {
      const Geometry& bias = tensors.inputs[2];
      meta.reasons.add_if(bias.rank != 1 || bias.sizes[0] != outward, ErrorClass::Shape);
    }
  }
  if (!lengths) return meta;
  Sizes sizes = sizes_of(input);
  sizes[1] = outward;
  bool large = false;
  bool single = true;
  for (int i = 0; i < spatial; ++i) {
    Steps steps{};
    steps.image = input.sizes[at(2 + i)];
    large = large || weight.sizes[at(2 + i)] > 4;
    steps.kernel = weight.sizes[at(2 + i)];
    steps.stride = along(stride, i);
    steps.padding = along(padding, i);
    steps.dilation = along(dilation, i);
    const std::int64_t rest = along(more, i);
    if (steps.stride < 1 || steps.dilation < 1) continue;
    const std::int64_t reach = steps.dilation * (steps.kernel - 1) + 1;
    if (transposed) {
      meta.reasons.add_if(rest >= steps.stride && rest >= steps.dilation, ErrorClass::Argument);
      sizes[2 + i] = (steps.image - 1) * steps.stride - 2 * steps.padding + reach + rest;
      meta.reasons.add_if(sizes[2 + i] < 1, ErrorClass::Shape);
    } else {
      meta.reasons.add_if(steps.image + 2 * steps.padding < reach, ErrorClass::Shape);
      sizes[2 + i] = steps.places(/*ceil_mode=*/false);
    }
    single = single && sizes[2 + i] == 1;
  }
  // convolution: if a large kernel gives a single output position, the strides of the result depend on the backend
  // library that libtorch chooses.
  if (large && single) meta.leave_unspecified(Unspecified::ResultStrides);
  // convolution of a tensor without elements: libtorch computes its own sizes and skips most checks.
  const bool only_batch_is_empty = input.sizes[0] == 0 && weight.numel() != 0 && meta.reasons.none();
  if (weight.numel() == 0 || (input.numel() == 0 && !only_batch_is_empty))
    meta.leave_unspecified(Unspecified::EmptyInputChecks);
  if (meta.reasons.none()) set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_col2im(const Geometry& self, const Arguments& arguments) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(!is_differentiable(self.dtype), ErrorClass::Dtype);
  const IntList image = arguments.integers(1);
  const IntList kernel = arguments.integers(2);
  const IntList dilation = arguments.integers(3);
  const IntList padding = arguments.integers(4);
  const IntList stride = arguments.integers(5);
  bool pairs = true;
  for (const IntList& list : {image, kernel, dilation, padding, stride}) pairs = pairs && list.size == 2;
  meta.reasons.add_if(!pairs, ErrorClass::Argument);
  const bool moves = !any_below(kernel, 1) && !any_below(stride, 1) && !any_below(dilation, 1);
  meta.reasons.add_if(!moves || any_below(padding, 0), ErrorClass::Argument);
  meta.reasons.add_if(any_below(image, 1), ErrorClass::Shape);
  const bool batched = self.rank == 3;
  meta.reasons.add_if(self.rank != 2 && !batched, ErrorClass::Shape);
  if (!pairs || (self.rank != 2 && !batched)) return meta;
  const std::int64_t elements = self.sizes[at(self.rank - 2)];
  const std::int64_t places = self.sizes[at(self.rank - 1)];
  meta.reasons.add_if(elements == 0 || places == 0, ErrorClass::Shape);
  if (!moves) return meta;
  std::int64_t counted = 1;
  bool any = true;
  for (int i = 0; i < 2; ++i) {
    const Steps steps{image[i], kernel[i], stride[i], padding[i], dilation[i]};
    const std::int64_t count = steps.places(/*ceil_mode=*/false);
    any = any && count > 0;
    counted *= count;
  }
  meta.reasons.add_if(elements % (kernel[0] * kernel[1]) != 0 || counted != places || !any, ErrorClass::Shape);
  // col2im: if the number of window positions is negative in both dimensions, libtorch checks only the product of the
  // two.
  if (!any && counted == places) meta.leave_unspecified(Unspecified::NegativePlaces);
  if (!meta.reasons.none()) return meta;
  Sizes sizes;
  if (batched) sizes.push(self.sizes[0]);
  sizes.push(elements / (kernel[0] * kernel[1]));
  sizes.push(image[0]);
  sizes.push(image[1]);
  set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_upsample(const Geometry& self, const std::optional<IntList>& output_size,
                          const std::optional<FloatList>& scale_factors, bool between) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(output_size.has_value() == scale_factors.has_value(), ErrorClass::Argument);
  // upsample: the list of sizes or factors must have as many entries as the image has dimensions.
  const int length = output_size ? output_size->size : scale_factors ? scale_factors->size : 0;
  meta.reasons.add_if(length != 2 || length != self.rank - 2, ErrorClass::Argument);
  // upsample: if the call has too few scale factors, libtorch reads beyond their list.
  if (scale_factors && !output_size && length < 2 && length == self.rank - 2)
    meta.leave_unspecified(Unspecified::ReadsBeyondMemory);
  meta.reasons.add_if(self.rank != 4, ErrorClass::Shape);
  const bool known = self.dtype == DType::Float32 || self.dtype == DType::Float64 || self.dtype == DType::BFloat16 ||
                     self.dtype == DType::UInt8;
  meta.reasons.add_if(!known, ErrorClass::Dtype);
  // upsample: it is unspecified how uint8 images are interpolated.
  if (between && self.dtype == DType::UInt8) meta.leave_unspecified(Unspecified::InterpolatedBytes);
  if (self.rank != 4 || length != 2 || output_size.has_value() == scale_factors.has_value()) return meta;
  Sizes sizes = sizes_of(self);
  for (int d = 1; d < 4; ++d) meta.reasons.add_if(sizes[d] == 0, ErrorClass::Shape);
  for (int i = 0; i < 2; ++i) {
    const auto scaled = [&] { return std::floor(static_cast<double>(sizes[2 + i]) * (*scale_factors)[i]); };
    sizes[2 + i] = output_size ? (*output_size)[i] : static_cast<std::int64_t>(scaled());
    meta.reasons.add_if(sizes[2 + i] < 1, ErrorClass::Shape);
  }
  if (!meta.reasons.none()) return meta;
  if (suggests_channels_last(self))
    set_channels_last(meta.result, sizes);
  else
    set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_grid_sampler(const Geometry& input, const Geometry& grid) {
  OutputMeta meta;
  meta.result.dtype = input.dtype;
  meta.reasons.add_if(input.dtype != DType::Float32 && input.dtype != DType::Float64, ErrorClass::Dtype);
  meta.reasons.add_if(grid.dtype != input.dtype, ErrorClass::Dtype);
  meta.reasons.add_if(input.rank != 4 || grid.rank != 4, ErrorClass::Shape);
  // grid_sampler_2d: an image or a grid without dimensions has no batch dimension, which is an error of class Range.
  meta.reasons.add_if(input.rank == 0 || grid.rank == 0, ErrorClass::Range);
  if (input.rank != 4 || grid.rank != 4) return meta;
  meta.reasons.add_if(input.sizes[0] != grid.sizes[0] || grid.sizes[3] != 2, ErrorClass::Shape);
  meta.reasons.add_if(input.sizes[2] == 0 || input.sizes[3] == 0, ErrorClass::Shape);
  if (!meta.reasons.none()) return meta;
  Sizes sizes = sizes_of(input);
  sizes[2] = grid.sizes[1];
  sizes[3] = grid.sizes[2];
  set_contiguous(meta.result, sizes);
  return meta;
}

}  // namespace modecheck::spec
