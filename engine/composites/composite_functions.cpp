// Makes composite functions available to the dispatcher. A call by name runs the C++ function and is rejected as a
// whole (E1).
#include "spec/operators/composites.h"

#include <string_view>
#include <tuple>
#include <vector>

#include "engine/api/composed_functions.h"
#include "engine/api/generated/functions.h"
#include "engine/composites/arrangement_functions.h"
#include "engine/composites/composition.h"
#include "engine/composites/contraction_functions.h"
#include "engine/composites/distance_functions.h"
#include "engine/composites/elementary_functions.h"
#include "engine/composites/linalg_functions.h"
#include "engine/composites/loss_functions.h"
#include "engine/composites/neural_functions.h"
#include "engine/composites/normalization_functions.h"
#include "engine/composites/product_functions.h"
#include "engine/composites/random_functions.h"
#include "engine/composites/sampling_functions.h"
#include "engine/composites/sorting_functions.h"
#include "engine/composites/statistics_functions.h"
#include "engine/composites/transforms/spectrum_functions.h"
#include "engine/composites/transforms/transform_functions.h"
#include "engine/dispatch/call.h"

namespace modecheck::engine {
// Functions that return views, or copies where no view is possible.
template <>
at::Tensor Composite<operators::flatten_using_ints>::call(const at::Tensor& self, std::int64_t start_dim,
                                                          std::int64_t end_dim) {
  return as_a_whole([&] { return self.flatten(start_dim, end_dim); });
}

template <>
at::Tensor Composite<operators::ravel>::call(const at::Tensor& self) {
  return as_a_whole([&] { return self.ravel(); });
}

template <>
at::Tensor Composite<operators::reshape_as>::call(const at::Tensor& self, const at::Tensor& other) {
  return as_a_whole([&] { return self.reshape_as(other); });
}

template <>
at::Tensor Composite<operators::unflatten_int>::call(const at::Tensor& self, std::int64_t dim, c10::IntArrayRef sizes) {
  return as_a_whole([&] { return self.unflatten(dim, sizes); });
}

template <>
at::Tensor Composite<operators::broadcast_to>::call(const at::Tensor& self, c10::IntArrayRef size) {
  return as_a_whole([&] { return self.broadcast_to(size); });
}

template <>
at::Tensor Composite<operators::expand_as>::call(const at::Tensor& self, const at::Tensor& other) {
  return as_a_whole([&] { return self.expand_as(other); });
}

template <>
std::vector<at::Tensor> Composite<operators::broadcast_tensors>::call(at::TensorList tensors) {
  return as_a_whole([&] { return at::broadcast_tensors(tensors); });
}

template <>
at::Tensor Composite<operators::movedim_int>::call(const at::Tensor& self, std::int64_t source,
                                                   std::int64_t destination) {
  return as_a_whole([&] { return self.movedim(source, destination); });
}

template <>
at::Tensor Composite<operators::moveaxis_int>::call(const at::Tensor& self, std::int64_t source,
                                                    std::int64_t destination) {
  return as_a_whole([&] { return at::moveaxis(self, source, destination); });
}

template <>
at::Tensor Composite<operators::movedim_intlist>::call(const at::Tensor& self, c10::IntArrayRef source,
                                                       c10::IntArrayRef destination) {
  return as_a_whole([&] { return self.movedim(source, destination); });
}

template <>
at::Tensor Composite<operators::moveaxis_intlist>::call(const at::Tensor& self, c10::IntArrayRef source,
                                                        c10::IntArrayRef destination) {
  return as_a_whole([&] { return at::moveaxis(self, source, destination); });
}

template <>
at::Tensor Composite<operators::numpy_T>::call(const at::Tensor& self) {
  return as_a_whole([&] { return self.numpy_T(); });
}

template <>
at::Tensor Composite<operators::mT>::call(const at::Tensor& self) {
  return as_a_whole([&] { return self.mT(); });
}

template <>
at::Tensor Composite<operators::mH>::call(const at::Tensor& self) {
  return as_a_whole([&] { return self.mH(); });
}

template <>
at::Tensor Composite<operators::adjoint>::call(const at::Tensor& self) {
  return as_a_whole([&] { return at::adjoint(self); });
}

template <>
at::Tensor Composite<operators::atleast_1d>::call(const at::Tensor& self) {
  return as_a_whole([&] { return at::atleast_1d(self); });
}

template <>
at::Tensor Composite<operators::atleast_2d>::call(const at::Tensor& self) {
  return as_a_whole([&] { return at::atleast_2d(self); });
}

template <>
at::Tensor Composite<operators::atleast_3d>::call(const at::Tensor& self) {
  return as_a_whole([&] { return at::atleast_3d(self); });
}

template <>
at::Tensor Composite<operators::positive>::call(const at::Tensor& self) {
  return as_a_whole([&] { return at::positive(self); });
}

template <>
std::vector<at::Tensor> Composite<operators::tensor_split_sections>::call(const at::Tensor& self, std::int64_t sections,
                                                                          std::int64_t dim) {
  return as_a_whole([&] { return self.tensor_split(sections, dim); });
}

template <>
std::vector<at::Tensor> Composite<operators::hsplit_int>::call(const at::Tensor& self, std::int64_t sections) {
  return as_a_whole([&] { return at::hsplit(self, sections); });
}

template <>
std::vector<at::Tensor> Composite<operators::vsplit_int>::call(const at::Tensor& self, std::int64_t sections) {
  return as_a_whole([&] { return at::vsplit(self, sections); });
}

template <>
std::vector<at::Tensor> Composite<operators::dsplit_int>::call(const at::Tensor& self, std::int64_t sections) {
  return as_a_whole([&] { return at::dsplit(self, sections); });
}

// Element-wise functions.
template <>
at::Tensor Composite<operators::square>::call(const at::Tensor& self) {
  return as_a_whole([&] { return at::square(self); });
}

template <>
void Composite<operators::square_>::call(const at::Tensor& self) {
  as_a_whole([&] { return at::square_(self); });
}

template <>
void Composite<operators::square_out>::call(const at::Tensor& self, const at::Tensor& out) {
  at::Tensor target = out;
  as_a_whole([&] { return at::square_out(target, self); });
}

template <>
at::Tensor Composite<operators::relu6>::call(const at::Tensor& self) {
  return as_a_whole([&] { return at::relu6(self); });
}

template <>
void Composite<operators::relu6_>::call(const at::Tensor& self) {
  as_a_whole([&] { return at::relu6_(self); });
}

template <>
at::Tensor Composite<operators::float_power_Tensor_Scalar>::call(const at::Tensor& self, const c10::Scalar& exponent) {
  return as_a_whole([&] { return at::float_power(self, exponent); });
}

template <>
at::Tensor Composite<operators::float_power_Scalar>::call(const c10::Scalar& self, const at::Tensor& exponent) {
  return as_a_whole([&] { return at::float_power(self, exponent); });
}

template <>
at::Tensor Composite<operators::float_power_Tensor_Tensor>::call(const at::Tensor& self, const at::Tensor& exponent) {
  return as_a_whole([&] { return at::float_power(self, exponent); });
}

template <>
void Composite<operators::float_power__Scalar>::call(const at::Tensor& self, const c10::Scalar& exponent) {
  as_a_whole([&] { return self.float_power_(exponent); });
}

template <>
void Composite<operators::float_power__Tensor>::call(const at::Tensor& self, const at::Tensor& exponent) {
  as_a_whole([&] { return self.float_power_(exponent); });
}

template <>
at::Tensor Composite<operators::dropout>::call(const at::Tensor& input, double p, bool train) {
  return as_a_whole([&] { return at::dropout(input, p, train); });
}

template <>
void Composite<operators::dropout_>::call(const at::Tensor& self, double p, bool train) {
  at::Tensor target = self;
  as_a_whole([&] { return at::dropout_(target, p, train); });
}

template <>
at::Tensor Composite<operators::bernoulli_p>::call(const at::Tensor& self, double p,
                                                   const c10::optional<at::Generator>& generator) {
  return as_a_whole([&] { return self.bernoulli(p, generator); });
}

template <>
at::Tensor Composite<operators::type_as>::call(const at::Tensor& self, const at::Tensor& other) {
  return as_a_whole([&] { return self.type_as(other); });
}

template <>
at::Tensor Composite<operators::to_other>::call(const at::Tensor& self, const at::Tensor& other, bool non_blocking,
                                                bool copy, c10::optional<c10::MemoryFormat> memory_format) {
  return as_a_whole([&] { return self.to(other, non_blocking, copy, memory_format); });
}

// Reductions.
template <>
at::Tensor Composite<operators::argsort>::call(const at::Tensor& self, std::int64_t dim, bool descending) {
  return as_a_whole([&] { return self.argsort(dim, descending); });
}

template <>
at::Tensor Composite<operators::msort>::call(const at::Tensor& self) {
  return as_a_whole([&] { return self.msort(); });
}

template <>
at::Tensor Composite<operators::sum_to_size>::call(const at::Tensor& self, c10::IntArrayRef size) {
  return as_a_whole([&] { return self.sum_to_size(size); });
}

template <>
at::Tensor Composite<operators::nanmean>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                                               c10::optional<c10::ScalarType> dtype) {
  return as_a_whole([&] { return at::nanmean(self, dim, keepdim, dtype); });
}

// Functions that join and move elements.
template <>
at::Tensor Composite<operators::hstack>::call(at::TensorList tensors) {
  return as_a_whole([&] { return at::hstack(tensors); });
}

template <>
void Composite<operators::hstack_out>::call(at::TensorList tensors, const at::Tensor& out) {
  at::Tensor target = out;
  as_a_whole([&] { return at::hstack_out(target, tensors); });
}

template <>
at::Tensor Composite<operators::vstack>::call(at::TensorList tensors) {
  return as_a_whole([&] { return at::vstack(tensors); });
}

template <>
void Composite<operators::vstack_out>::call(at::TensorList tensors, const at::Tensor& out) {
  at::Tensor target = out;
  as_a_whole([&] { return at::vstack_out(target, tensors); });
}

template <>
at::Tensor Composite<operators::row_stack>::call(at::TensorList tensors) {
  return as_a_whole([&] { return at::row_stack(tensors); });
}

template <>
void Composite<operators::row_stack_out>::call(at::TensorList tensors, const at::Tensor& out) {
  at::Tensor target = out;
  as_a_whole([&] { return at::row_stack_out(target, tensors); });
}

template <>
at::Tensor Composite<operators::dstack>::call(at::TensorList tensors) {
  return as_a_whole([&] { return at::dstack(tensors); });
}

template <>
void Composite<operators::dstack_out>::call(at::TensorList tensors, const at::Tensor& out) {
  at::Tensor target = out;
  as_a_whole([&] { return at::dstack_out(target, tensors); });
}

template <>
at::Tensor Composite<operators::column_stack>::call(at::TensorList tensors) {
  return as_a_whole([&] { return at::column_stack(tensors); });
}

template <>
void Composite<operators::column_stack_out>::call(at::TensorList tensors, const at::Tensor& out) {
  at::Tensor target = out;
  as_a_whole([&] { return at::column_stack_out(target, tensors); });
}

template <>
at::Tensor Composite<operators::fliplr>::call(const at::Tensor& self) {
  return as_a_whole([&] { return at::fliplr(self); });
}

template <>
at::Tensor Composite<operators::flipud>::call(const at::Tensor& self) {
  return as_a_whole([&] { return at::flipud(self); });
}

template <>
at::Tensor Composite<operators::tile>::call(const at::Tensor& self, c10::IntArrayRef dims) {
  return as_a_whole([&] { return self.tile(dims); });
}

// Products and distances.
template <>
at::Tensor Composite<operators::outer>::call(const at::Tensor& self, const at::Tensor& vec2) {
  return as_a_whole([&] { return self.outer(vec2); });
}

template <>
at::Tensor Composite<operators::ger>::call(const at::Tensor& self, const at::Tensor& vec2) {
  return as_a_whole([&] { return self.ger(vec2); });
}

template <>
at::Tensor Composite<operators::linear>::call(const at::Tensor& input, const at::Tensor& weight,
                                              const c10::optional<at::Tensor>& bias) {
  return as_a_whole([&] { return at::linear(input, weight, bias); });
}

template <>
at::Tensor Composite<operators::inverse>::call(const at::Tensor& self) {
  return as_a_whole([&] { return at::inverse(self); });
}

template <>
at::Tensor Composite<operators::cdist>::call(const at::Tensor& x1, const at::Tensor& x2, double p,
                                             c10::optional<std::int64_t> compute_mode) {
  return as_a_whole([&] { return at::cdist(x1, x2, p, compute_mode); });
}

template <>
at::Tensor Composite<operators::pdist>::call(const at::Tensor& self, double p) {
  return as_a_whole([&] { return at::pdist(self, p); });
}

// Losses and normalisations.
template <>
at::Tensor Composite<operators::l1_loss>::call(const at::Tensor& self, const at::Tensor& target,
                                               std::int64_t reduction) {
  return as_a_whole([&] { return at::l1_loss(self, target, reduction); });
}

template <>
at::Tensor Composite<operators::kl_div>::call(const at::Tensor& self, const at::Tensor& target, std::int64_t reduction,
                                              bool log_target) {
  return as_a_whole([&] { return at::kl_div(self, target, reduction, log_target); });
}

template <>
at::Tensor Composite<operators::margin_ranking_loss>::call(const at::Tensor& input1, const at::Tensor& input2,
                                                           const at::Tensor& target, double margin,
                                                           std::int64_t reduction) {
  return as_a_whole([&] { return at::margin_ranking_loss(input1, input2, target, margin, reduction); });
}

template <>
at::Tensor Composite<operators::nll_loss>::call(const at::Tensor& self, const at::Tensor& target,
                                                const c10::optional<at::Tensor>& weight, std::int64_t reduction,
                                                std::int64_t ignore_index) {
  return as_a_whole([&] { return at::nll_loss(self, target, weight, reduction, ignore_index); });
}

template <>
at::Tensor Composite<operators::nll_loss_nd>::call(const at::Tensor& self, const at::Tensor& target,
                                                   const c10::optional<at::Tensor>& weight, std::int64_t reduction,
                                                   std::int64_t ignore_index) {
  return as_a_whole([&] { return at::nll_loss_nd(self, target, weight, reduction, ignore_index); });
}

template <>
at::Tensor Composite<operators::cross_entropy_loss>::call(const at::Tensor& self, const at::Tensor& target,
                                                          const c10::optional<at::Tensor>& weight,
                                                          std::int64_t reduction, std::int64_t ignore_index,
                                                          double label_smoothing) {
  return as_a_whole(
      [&] { return at::cross_entropy_loss(self, target, weight, reduction, ignore_index, label_smoothing); });
}

template <>
at::Tensor Composite<operators::layer_norm>::call(const at::Tensor& input, c10::IntArrayRef normalized_shape,
                                                  const c10::optional<at::Tensor>& weight,
                                                  const c10::optional<at::Tensor>& bias, double eps,
                                                  bool cudnn_enable) {
  return as_a_whole([&] { return at::layer_norm(input, normalized_shape, weight, bias, eps, cudnn_enable); });
}

template <>
at::Tensor Composite<operators::group_norm>::call(const at::Tensor& input, std::int64_t num_groups,
                                                  const c10::optional<at::Tensor>& weight,
                                                  const c10::optional<at::Tensor>& bias, double eps,
                                                  bool cudnn_enabled) {
  return as_a_whole([&] { return at::group_norm(input, num_groups, weight, bias, eps, cudnn_enabled); });
}

template <>
at::Tensor Composite<operators::batch_norm>::call(const at::Tensor& input, const c10::optional<at::Tensor>& weight,
                                                  const c10::optional<at::Tensor>& bias,
                                                  const c10::optional<at::Tensor>& running_mean,
                                                  const c10::optional<at::Tensor>& running_var, bool training,
                                                  double momentum, double eps, bool cudnn_enabled) {
  return as_a_whole([&] {
    return at::batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled);
  });
}

// Functions for images.
template <>
at::Tensor Composite<operators::conv1d>::call(const at::Tensor& input, const at::Tensor& weight,
                                              const c10::optional<at::Tensor>& bias, c10::IntArrayRef stride,
                                              c10::IntArrayRef padding, c10::IntArrayRef dilation,
                                              std::int64_t groups) {
  return as_a_whole([&] { return at::conv1d(input, weight, bias, stride, padding, dilation, groups); });
}

template <>
at::Tensor Composite<operators::conv2d>::call(const at::Tensor& input, const at::Tensor& weight,
                                              const c10::optional<at::Tensor>& bias, c10::IntArrayRef stride,
                                              c10::IntArrayRef padding, c10::IntArrayRef dilation,
                                              std::int64_t groups) {
  return as_a_whole([&] { return at::conv2d(input, weight, bias, stride, padding, dilation, groups); });
}

template <>
at::Tensor Composite<operators::conv3d>::call(const at::Tensor& input, const at::Tensor& weight,
                                              const c10::optional<at::Tensor>& bias, c10::IntArrayRef stride,
                                              c10::IntArrayRef padding, c10::IntArrayRef dilation,
                                              std::int64_t groups) {
  return as_a_whole([&] { return at::conv3d(input, weight, bias, stride, padding, dilation, groups); });
}

template <>
at::Tensor Composite<operators::conv_transpose1d>::call(const at::Tensor& input, const at::Tensor& weight,
                                                        const c10::optional<at::Tensor>& bias, c10::IntArrayRef stride,
                                                        c10::IntArrayRef padding, c10::IntArrayRef output_padding,
                                                        std::int64_t groups, c10::IntArrayRef dilation) {
  return as_a_whole(
      [&] { return at::conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation); });
}

template <>
at::Tensor Composite<operators::conv_transpose2d_input>::call(const at::Tensor& input, const at::Tensor& weight,
                                                              const c10::optional<at::Tensor>& bias,
                                                              c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                              c10::IntArrayRef output_padding, std::int64_t groups,
                                                              c10::IntArrayRef dilation) {
  return as_a_whole(
      [&] { return at::conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation); });
}

template <>
at::Tensor Composite<operators::conv_transpose3d_input>::call(const at::Tensor& input, const at::Tensor& weight,
                                                              const c10::optional<at::Tensor>& bias,
                                                              c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                              c10::IntArrayRef output_padding, std::int64_t groups,
                                                              c10::IntArrayRef dilation) {
  return as_a_whole(
      [&] { return at::conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation); });
}

template <>
std::tuple<at::Tensor, at::Tensor> Composite<operators::max_pool1d_with_indices>::call(
    const at::Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
    c10::IntArrayRef dilation, bool ceil_mode) {
  return as_a_whole(
      [&] { return at::max_pool1d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode); });
}

template <>
at::Tensor Composite<operators::max_pool2d>::call(const at::Tensor& self, c10::IntArrayRef kernel_size,
                                                  c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                  c10::IntArrayRef dilation, bool ceil_mode) {
  return as_a_whole([&] { return at::max_pool2d(self, kernel_size, stride, padding, dilation, ceil_mode); });
}

template <>
at::Tensor Composite<operators::max_pool3d>::call(const at::Tensor& self, c10::IntArrayRef kernel_size,
                                                  c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                  c10::IntArrayRef dilation, bool ceil_mode) {
  return as_a_whole([&] { return at::max_pool3d(self, kernel_size, stride, padding, dilation, ceil_mode); });
}

template <>
at::Tensor Composite<operators::adaptive_avg_pool2d>::call(const at::Tensor& self, c10::IntArrayRef output_size) {
  return as_a_whole([&] { return at::adaptive_avg_pool2d(self, output_size); });
}

template <>
at::Tensor Composite<operators::adaptive_avg_pool3d>::call(const at::Tensor& self, c10::IntArrayRef output_size) {
  return as_a_whole([&] { return at::adaptive_avg_pool3d(self, output_size); });
}

template <>
at::Tensor Composite<operators::grid_sampler>::call(const at::Tensor& input, const at::Tensor& grid,
                                                    std::int64_t interpolation_mode, std::int64_t padding_mode,
                                                    bool align_corners) {
  return as_a_whole([&] { return at::grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners); });
}

template <>
at::Tensor Composite<operators::conv1d_padding>::call(const at::Tensor& input, const at::Tensor& weight,
                                                      const c10::optional<at::Tensor>& bias, c10::IntArrayRef stride,
                                                      std::string_view padding, c10::IntArrayRef dilation,
                                                      std::int64_t groups) {
  return as_a_whole([&] { return at::conv1d(input, weight, bias, stride, padding, dilation, groups); });
}

template <>
at::Tensor Composite<operators::conv2d_padding>::call(const at::Tensor& input, const at::Tensor& weight,
                                                      const c10::optional<at::Tensor>& bias, c10::IntArrayRef stride,
                                                      std::string_view padding, c10::IntArrayRef dilation,
                                                      std::int64_t groups) {
  return as_a_whole([&] { return at::conv2d(input, weight, bias, stride, padding, dilation, groups); });
}

template <>
at::Tensor Composite<operators::conv3d_padding>::call(const at::Tensor& input, const at::Tensor& weight,
                                                      const c10::optional<at::Tensor>& bias, c10::IntArrayRef stride,
                                                      std::string_view padding, c10::IntArrayRef dilation,
                                                      std::int64_t groups) {
  return as_a_whole([&] { return at::conv3d(input, weight, bias, stride, padding, dilation, groups); });
}

// Embedding bags.
template <>
std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor> Composite<operators::embedding_bag>::call(
    const at::Tensor& weight, const at::Tensor& indices, const at::Tensor& offsets, bool scale_grad_by_freq,
    std::int64_t mode, bool sparse, const c10::optional<at::Tensor>& per_sample_weights, bool include_last_offset) {
  return as_a_whole([&] {
    return at::embedding_bag(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights,
                             include_last_offset);
  });
}

// Grids, and functions of neighbouring elements.
template <>
std::vector<at::Tensor> Composite<operators::meshgrid>::call(at::TensorList tensors) {
  return as_a_whole([&] { return at::meshgrid(tensors); });
}

template <>
std::vector<at::Tensor> Composite<operators::meshgrid_indexing>::call(at::TensorList tensors,
                                                                      std::string_view indexing) {
  return as_a_whole([&] { return at::meshgrid(tensors, indexing); });
}

template <>
at::Tensor Composite<operators::diff>::call(const at::Tensor& self, std::int64_t n, std::int64_t dim,
                                            const c10::optional<at::Tensor>& prepend,
                                            const c10::optional<at::Tensor>& append) {
  return as_a_whole([&] { return at::diff(self, n, dim, prepend, append); });
}

template <>
at::Tensor Composite<operators::trapezoid_dx>::call(const at::Tensor& y, const c10::Scalar& dx, std::int64_t dim) {
  return as_a_whole([&] { return at::trapezoid(y, dx, dim); });
}

template <>
at::Tensor Composite<operators::trapezoid_x>::call(const at::Tensor& y, const at::Tensor& x, std::int64_t dim) {
  return as_a_whole([&] { return at::trapezoid(y, x, dim); });
}

template <>
at::Tensor Composite<operators::cumulative_trapezoid_dx>::call(const at::Tensor& y, const c10::Scalar& dx,
                                                               std::int64_t dim) {
  return as_a_whole([&] { return at::cumulative_trapezoid(y, dx, dim); });
}

template <>
at::Tensor Composite<operators::cumulative_trapezoid_x>::call(const at::Tensor& y, const at::Tensor& x,
                                                              std::int64_t dim) {
  return as_a_whole([&] { return at::cumulative_trapezoid(y, x, dim); });
}

template <>
at::Tensor Composite<operators::take_along_dim>::call(const at::Tensor& self, const at::Tensor& indices,
                                                      c10::optional<std::int64_t> dim) {
  return as_a_whole([&] { return at::take_along_dim(self, indices, dim); });
}

template <>
at::Tensor Composite<operators::repeat_interleave_self_int>::call(const at::Tensor& self, std::int64_t repeats,
                                                                  c10::optional<std::int64_t> dim,
                                                                  c10::optional<std::int64_t> output_size) {
  return as_a_whole([&] { return at::repeat_interleave(self, repeats, dim, output_size); });
}

template <>
at::Tensor Composite<operators::selu>::call(const at::Tensor& self) {
  return as_a_whole([&] { return at::selu(self); });
}

template <>
void Composite<operators::selu_>::call(const at::Tensor& self) {
  as_a_whole([&] { return at::selu_(self); });
}

// Contractions.
template <>
at::Tensor Composite<operators::einsum>::call(std::string_view equation, at::TensorList tensors,
                                              c10::OptionalIntArrayRef path) {
  return as_a_whole([&] { return at::einsum(equation, tensors, path); });
}

template <>
at::Tensor Composite<operators::tensordot>::call(const at::Tensor& self, const at::Tensor& other,
                                                 c10::IntArrayRef dims_self, c10::IntArrayRef dims_other) {
  return as_a_whole([&] { return at::tensordot(self, other, dims_self, dims_other); });
}

template <>
at::Tensor Composite<operators::inner>::call(const at::Tensor& self, const at::Tensor& other) {
  return as_a_whole([&] { return at::inner(self, other); });
}

template <>
at::Tensor Composite<operators::kron>::call(const at::Tensor& self, const at::Tensor& other) {
  return as_a_whole([&] { return at::kron(self, other); });
}

template <>
at::Tensor Composite<operators::chain_matmul>::call(at::TensorList matrices) {
  return as_a_whole([&] { return at::chain_matmul(matrices); });
}

template <>
at::Tensor Composite<operators::linalg_multi_dot>::call(at::TensorList tensors) {
  return as_a_whole([&] { return at::linalg_multi_dot(tensors); });
}

// Distances and the losses that use them.
template <>
at::Tensor Composite<operators::pairwise_distance>::call(const at::Tensor& x1, const at::Tensor& x2, double p,
                                                         double eps, bool keepdim) {
  return as_a_whole([&] { return at::pairwise_distance(x1, x2, p, eps, keepdim); });
}

template <>
at::Tensor Composite<operators::cosine_similarity>::call(const at::Tensor& x1, const at::Tensor& x2, std::int64_t dim,
                                                         double eps) {
  return as_a_whole([&] { return at::cosine_similarity(x1, x2, dim, eps); });
}

template <>
at::Tensor Composite<operators::hinge_embedding_loss>::call(const at::Tensor& self, const at::Tensor& target,
                                                            double margin, std::int64_t reduction) {
  return as_a_whole([&] { return at::hinge_embedding_loss(self, target, margin, reduction); });
}

template <>
at::Tensor Composite<operators::cosine_embedding_loss>::call(const at::Tensor& input1, const at::Tensor& input2,
                                                             const at::Tensor& target, double margin,
                                                             std::int64_t reduction) {
  return as_a_whole([&] { return at::cosine_embedding_loss(input1, input2, target, margin, reduction); });
}

template <>
at::Tensor Composite<operators::triplet_margin_loss>::call(const at::Tensor& anchor, const at::Tensor& positive,
                                                           const at::Tensor& negative, double margin, double p,
                                                           double eps, bool swap, std::int64_t reduction) {
  return as_a_whole(
      [&] { return at::triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction); });
}

template <>
at::Tensor Composite<operators::instance_norm>::call(const at::Tensor& input, const c10::optional<at::Tensor>& weight,
                                                     const c10::optional<at::Tensor>& bias,
                                                     const c10::optional<at::Tensor>& running_mean,
                                                     const c10::optional<at::Tensor>& running_var, bool use_input_stats,
                                                     double momentum, double eps, bool cudnn_enabled) {
  return as_a_whole([&] {
    return at::instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps,
                             cudnn_enabled);
  });
}

// Fourier transforms.
template <>
at::Tensor Composite<operators::fft_fft>::call(const at::Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
                                               c10::optional<std::string_view> norm) {
  return as_a_whole([&] { return at::fft_fft(self, n, dim, norm); });
}

template <>
at::Tensor Composite<operators::fft_ifft>::call(const at::Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
                                                c10::optional<std::string_view> norm) {
  return as_a_whole([&] { return at::fft_ifft(self, n, dim, norm); });
}

template <>
at::Tensor Composite<operators::fft_rfft>::call(const at::Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
                                                c10::optional<std::string_view> norm) {
  return as_a_whole([&] { return at::fft_rfft(self, n, dim, norm); });
}

template <>
at::Tensor Composite<operators::fft_irfft>::call(const at::Tensor& self, c10::optional<std::int64_t> n,
                                                 std::int64_t dim, c10::optional<std::string_view> norm) {
  return as_a_whole([&] { return at::fft_irfft(self, n, dim, norm); });
}

template <>
at::Tensor Composite<operators::fft_fft2>::call(const at::Tensor& self, c10::OptionalIntArrayRef s,
                                                c10::IntArrayRef dim, c10::optional<std::string_view> norm) {
  return as_a_whole([&] { return at::fft_fft2(self, s, dim, norm); });
}

template <>
at::Tensor Composite<operators::fft_ifft2>::call(const at::Tensor& self, c10::OptionalIntArrayRef s,
                                                 c10::IntArrayRef dim, c10::optional<std::string_view> norm) {
  return as_a_whole([&] { return at::fft_ifft2(self, s, dim, norm); });
}

template <>
at::Tensor Composite<operators::fft_fftn>::call(const at::Tensor& self, c10::OptionalIntArrayRef s,
                                                c10::OptionalIntArrayRef dim, c10::optional<std::string_view> norm) {
  return as_a_whole([&] { return at::fft_fftn(self, s, dim, norm); });
}

template <>
at::Tensor Composite<operators::fft_ifftn>::call(const at::Tensor& self, c10::OptionalIntArrayRef s,
                                                 c10::OptionalIntArrayRef dim, c10::optional<std::string_view> norm) {
  return as_a_whole([&] { return at::fft_ifftn(self, s, dim, norm); });
}

template <>
at::Tensor Composite<operators::fft_fftshift>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim) {
  return as_a_whole([&] { return at::fft_fftshift(self, dim); });
}

template <>
at::Tensor Composite<operators::fft_ifftshift>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim) {
  return as_a_whole([&] { return at::fft_ifftshift(self, dim); });
}

}  // namespace modecheck::engine
