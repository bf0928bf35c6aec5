// The functions that write two results into two outputs: with the outputs as first arguments and (`_outf`) as last
// ones. They write both or, where an argument is wrong, neither, and return them. An output of other sizes is resized,
// one of another dtype than its result is rejected.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

std::tuple<Tensor&, Tensor&> max_out(Tensor& max, Tensor& max_values, const Tensor& self, std::int64_t dim,
                                     bool keepdim = false);
std::tuple<Tensor&, Tensor&> max_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& max,
                                      Tensor& max_values);
std::tuple<Tensor&, Tensor&> min_out(Tensor& min, Tensor& min_indices, const Tensor& self, std::int64_t dim,
                                     bool keepdim = false);
std::tuple<Tensor&, Tensor&> min_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& min,
                                      Tensor& min_indices);
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim = -1,
                                      bool descending = false);
std::tuple<Tensor&, Tensor&> sort_outf(const Tensor& self, std::int64_t dim, bool descending, Tensor& values,
                                       Tensor& indices);
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, c10::optional<bool> stable,
                                      std::int64_t dim = -1, bool descending = false);
std::tuple<Tensor&, Tensor&> sort_outf(const Tensor& self, c10::optional<bool> stable, std::int64_t dim,
                                       bool descending, Tensor& values, Tensor& indices);
std::tuple<Tensor&, Tensor&> topk_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t k,
                                      std::int64_t dim = -1, bool largest = true, bool sorted = true);
std::tuple<Tensor&, Tensor&> topk_outf(const Tensor& self, std::int64_t k, std::int64_t dim, bool largest, bool sorted,
                                       Tensor& values, Tensor& indices);
std::tuple<Tensor&, Tensor&> kthvalue_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t k,
                                          std::int64_t dim = -1, bool keepdim = false);
std::tuple<Tensor&, Tensor&> kthvalue_outf(const Tensor& self, std::int64_t k, std::int64_t dim, bool keepdim,
                                           Tensor& values, Tensor& indices);
std::tuple<Tensor&, Tensor&> median_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim,
                                        bool keepdim = false);
std::tuple<Tensor&, Tensor&> median_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& values,
                                         Tensor& indices);
std::tuple<Tensor&, Tensor&> cummax_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim);
std::tuple<Tensor&, Tensor&> cummax_outf(const Tensor& self, std::int64_t dim, Tensor& values, Tensor& indices);
std::tuple<Tensor&, Tensor&> cummin_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim);
std::tuple<Tensor&, Tensor&> cummin_outf(const Tensor& self, std::int64_t dim, Tensor& values, Tensor& indices);
std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                         c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                                                         c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1,
                                                         bool ceil_mode = false);
std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_outf(const Tensor& self, c10::IntArrayRef kernel_size,
                                                          c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                          c10::IntArrayRef dilation, bool ceil_mode, Tensor& out,
                                                          Tensor& indices);
std::tuple<Tensor&, Tensor&> max_pool3d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                         c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                                                         c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1,
                                                         bool ceil_mode = false);
std::tuple<Tensor&, Tensor&> max_pool3d_with_indices_outf(const Tensor& self, c10::IntArrayRef kernel_size,
                                                          c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                          c10::IntArrayRef dilation, bool ceil_mode, Tensor& out,
                                                          Tensor& indices);
std::tuple<Tensor&, Tensor&> nll_loss_forward_out(Tensor& output, Tensor& total_weight, const Tensor& self,
                                                  const Tensor& target, const c10::optional<Tensor>& weight,
                                                  std::int64_t reduction, std::int64_t ignore_index);
std::tuple<Tensor&, Tensor&> nll_loss_forward_outf(const Tensor& self, const Tensor& target,
                                                   const c10::optional<Tensor>& weight, std::int64_t reduction,
                                                   std::int64_t ignore_index, Tensor& output, Tensor& total_weight);

}  // namespace modecheck_v1
}  // namespace at
