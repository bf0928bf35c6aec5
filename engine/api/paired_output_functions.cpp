#include "engine/api/paired_output_functions.h"

#include "engine/dispatch/call.h"
#include "spec/operators/into_out.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::call;
namespace operators = modecheck::spec::operators;

std::tuple<Tensor&, Tensor&> max_out(Tensor& max, Tensor& max_values, const Tensor& self, std::int64_t dim,
                                     bool keepdim) {
  call<operators::max_dim_max>(self, dim, keepdim, max, max_values);
  return {max, max_values};
}
std::tuple<Tensor&, Tensor&> max_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& max,
                                      Tensor& max_values) {
  call<operators::max_dim_max>(self, dim, keepdim, max, max_values);
  return {max, max_values};
}
std::tuple<Tensor&, Tensor&> min_out(Tensor& min, Tensor& min_indices, const Tensor& self, std::int64_t dim,
                                     bool keepdim) {
  call<operators::min_dim_min>(self, dim, keepdim, min, min_indices);
  return {min, min_indices};
}
std::tuple<Tensor&, Tensor&> min_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& min,
                                      Tensor& min_indices) {
  call<operators::min_dim_min>(self, dim, keepdim, min, min_indices);
  return {min, min_indices};
}
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim,
                                      bool descending) {
  call<operators::sort_values>(self, dim, descending, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> sort_outf(const Tensor& self, std::int64_t dim, bool descending, Tensor& values,
                                       Tensor& indices) {
  call<operators::sort_values>(self, dim, descending, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, c10::optional<bool> stable,
                                      std::int64_t dim, bool descending) {
  call<operators::sort_values_stable>(self, stable, dim, descending, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> sort_outf(const Tensor& self, c10::optional<bool> stable, std::int64_t dim,
                                       bool descending, Tensor& values, Tensor& indices) {
  call<operators::sort_values_stable>(self, stable, dim, descending, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> topk_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t k,
                                      std::int64_t dim, bool largest, bool sorted) {
  call<operators::topk_values>(self, k, dim, largest, sorted, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> topk_outf(const Tensor& self, std::int64_t k, std::int64_t dim, bool largest, bool sorted,
                                       Tensor& values, Tensor& indices) {
  call<operators::topk_values>(self, k, dim, largest, sorted, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> kthvalue_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t k,
                                          std::int64_t dim, bool keepdim) {
  call<operators::kthvalue_values>(self, k, dim, keepdim, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> kthvalue_outf(const Tensor& self, std::int64_t k, std::int64_t dim, bool keepdim,
                                           Tensor& values, Tensor& indices) {
  call<operators::kthvalue_values>(self, k, dim, keepdim, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> median_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim,
                                        bool keepdim) {
  call<operators::median_dim_values>(self, dim, keepdim, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> median_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& values,
                                         Tensor& indices) {
  call<operators::median_dim_values>(self, dim, keepdim, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> cummax_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim) {
  call<operators::cummax_out>(self, dim, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> cummax_outf(const Tensor& self, std::int64_t dim, Tensor& values, Tensor& indices) {
  call<operators::cummax_out>(self, dim, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> cummin_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim) {
  call<operators::cummin_out>(self, dim, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> cummin_outf(const Tensor& self, std::int64_t dim, Tensor& values, Tensor& indices) {
  call<operators::cummin_out>(self, dim, values, indices);
  return {values, indices};
}
std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                         c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                                                         c10::IntArrayRef padding, c10::IntArrayRef dilation,
                                                         bool ceil_mode) {
  call<operators::max_pool2d_with_indices_out>(self, kernel_size, stride, padding, dilation, ceil_mode, out, indices);
  return {out, indices};
}
std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_outf(const Tensor& self, c10::IntArrayRef kernel_size,
                                                          c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                          c10::IntArrayRef dilation, bool ceil_mode, Tensor& out,
                                                          Tensor& indices) {
  call<operators::max_pool2d_with_indices_out>(self, kernel_size, stride, padding, dilation, ceil_mode, out, indices);
  return {out, indices};
}
std::tuple<Tensor&, Tensor&> max_pool3d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                         c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                                                         c10::IntArrayRef padding, c10::IntArrayRef dilation,
                                                         bool ceil_mode) {
  call<operators::max_pool3d_with_indices_out>(self, kernel_size, stride, padding, dilation, ceil_mode, out, indices);
  return {out, indices};
}
std::tuple<Tensor&, Tensor&> max_pool3d_with_indices_outf(const Tensor& self, c10::IntArrayRef kernel_size,
                                                          c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                          c10::IntArrayRef dilation, bool ceil_mode, Tensor& out,
                                                          Tensor& indices) {
  call<operators::max_pool3d_with_indices_out>(self, kernel_size, stride, padding, dilation, ceil_mode, out, indices);
  return {out, indices};
}
std::tuple<Tensor&, Tensor&> nll_loss_forward_out(Tensor& output, Tensor& total_weight, const Tensor& self,
                                                  const Tensor& target, const c10::optional<Tensor>& weight,
                                                  std::int64_t reduction, std::int64_t ignore_index) {
  call<operators::nll_loss_forward_output>(self, target, weight, reduction, ignore_index, output, total_weight);
  return {output, total_weight};
}
std::tuple<Tensor&, Tensor&> nll_loss_forward_outf(const Tensor& self, const Tensor& target,
                                                   const c10::optional<Tensor>& weight, std::int64_t reduction,
                                                   std::int64_t ignore_index, Tensor& output, Tensor& total_weight) {
  call<operators::nll_loss_forward_output>(self, target, weight, reduction, ignore_index, output, total_weight);
  return {output, total_weight};
}

}  // namespace modecheck_v1
}  // namespace at
