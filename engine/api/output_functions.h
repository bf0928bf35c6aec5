// The functions that write their result into `out`, of those whose result moves there when it is finished and of
// further functions element by element: with the output as first argument and (`_outf`) as last one. They write it and
// return it; an output of other sizes is resized, one of another dtype is rejected where the operator does not convert.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/composites/loss_functions.h"
#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

Tensor& addmm_out(Tensor& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta = 1,
                  const c10::Scalar& alpha = 1);
Tensor& addmm_outf(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta,
                   const c10::Scalar& alpha, Tensor& out);
Tensor& addmv_out(Tensor& out, const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta = 1,
                  const c10::Scalar& alpha = 1);
Tensor& addmv_outf(const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta,
                   const c10::Scalar& alpha, Tensor& out);
Tensor& addbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2,
                   const c10::Scalar& beta = 1, const c10::Scalar& alpha = 1);
Tensor& addbmm_outf(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                    const c10::Scalar& alpha, Tensor& out);
Tensor& index_out(Tensor& out, const Tensor& self, const c10::List<c10::optional<Tensor>>& indices);
Tensor& index_outf(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices, Tensor& out);
Tensor& gather_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, bool sparse_grad = false);
Tensor& gather_outf(const Tensor& self, std::int64_t dim, const Tensor& index, bool sparse_grad, Tensor& out);
Tensor& scatter_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src);
Tensor& scatter_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src, Tensor& out);
Tensor& scatter_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value);
Tensor& scatter_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value, Tensor& out);
Tensor& scatter_add_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src);
Tensor& scatter_add_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src, Tensor& out);
Tensor& index_add_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source,
                      const c10::Scalar& alpha = 1);
Tensor& index_add_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source,
                       const c10::Scalar& alpha, Tensor& out);
Tensor& tril_out(Tensor& out, const Tensor& self, std::int64_t diagonal = 0);
Tensor& tril_outf(const Tensor& self, std::int64_t diagonal, Tensor& out);
Tensor& triu_out(Tensor& out, const Tensor& self, std::int64_t diagonal = 0);
Tensor& triu_outf(const Tensor& self, std::int64_t diagonal, Tensor& out);
Tensor& argmax_out(Tensor& out, const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt,
                   bool keepdim = false);
Tensor& argmax_outf(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim, Tensor& out);
Tensor& argmin_out(Tensor& out, const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt,
                   bool keepdim = false);
Tensor& argmin_outf(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim, Tensor& out);
Tensor& any_out(Tensor& out, const Tensor& self, std::int64_t dim, bool keepdim = false);
Tensor& any_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& out);
Tensor& all_out(Tensor& out, const Tensor& self, std::int64_t dim, bool keepdim = false);
Tensor& all_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& out);
Tensor& any_out(Tensor& out, const Tensor& self);
Tensor& any_outf(const Tensor& self, Tensor& out);
Tensor& all_out(Tensor& out, const Tensor& self);
Tensor& all_outf(const Tensor& self, Tensor& out);
Tensor& nansum_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim = c10::nullopt, bool keepdim = false,
                   c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor& nansum_outf(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                    c10::optional<c10::ScalarType> dtype, Tensor& out);
Tensor& logsumexp_out(Tensor& out, const Tensor& self, c10::IntArrayRef dim, bool keepdim = false);
Tensor& logsumexp_outf(const Tensor& self, c10::IntArrayRef dim, bool keepdim, Tensor& out);
Tensor& var_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,
                bool keepdim = false);
Tensor& var_outf(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim,
                 Tensor& out);
Tensor& std_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,
                bool keepdim = false);
Tensor& std_outf(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim,
                 Tensor& out);
Tensor& avg_pool2d_out(Tensor& out, const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                       c10::IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true,
                       c10::optional<std::int64_t> divisor_override = c10::nullopt);
Tensor& avg_pool2d_outf(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                        c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                        c10::optional<std::int64_t> divisor_override, Tensor& out);
Tensor& avg_pool3d_out(Tensor& out, const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                       c10::IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true,
                       c10::optional<std::int64_t> divisor_override = c10::nullopt);
Tensor& avg_pool3d_outf(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                        c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                        c10::optional<std::int64_t> divisor_override, Tensor& out);
Tensor& take_out(Tensor& out, const Tensor& self, const Tensor& index);
Tensor& take_outf(const Tensor& self, const Tensor& index, Tensor& out);
Tensor& masked_select_out(Tensor& out, const Tensor& self, const Tensor& mask);
Tensor& masked_select_outf(const Tensor& self, const Tensor& mask, Tensor& out);
Tensor& nonzero_out(Tensor& out, const Tensor& self);
Tensor& nonzero_outf(const Tensor& self, Tensor& out);
Tensor& mse_loss_out(Tensor& out, const Tensor& self, const Tensor& target, std::int64_t reduction = Reduction::Mean);
Tensor& mse_loss_outf(const Tensor& self, const Tensor& target, std::int64_t reduction, Tensor& out);
Tensor& smooth_l1_loss_out(Tensor& out, const Tensor& self, const Tensor& target,
                           std::int64_t reduction = Reduction::Mean, double beta = 1.0);
Tensor& smooth_l1_loss_outf(const Tensor& self, const Tensor& target, std::int64_t reduction, double beta, Tensor& out);
Tensor& huber_loss_out(Tensor& out, const Tensor& self, const Tensor& target, std::int64_t reduction = Reduction::Mean,
                       double delta = 1.0);
Tensor& huber_loss_outf(const Tensor& self, const Tensor& target, std::int64_t reduction, double delta, Tensor& out);
Tensor& reflection_pad1d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding);
Tensor& reflection_pad1d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out);
Tensor& reflection_pad2d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding);
Tensor& reflection_pad2d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out);
Tensor& reflection_pad3d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding);
Tensor& reflection_pad3d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out);
Tensor& replication_pad2d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding);
Tensor& replication_pad2d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out);
Tensor& replication_pad3d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding);
Tensor& replication_pad3d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out);
Tensor& where_out(Tensor& out, const Tensor& condition, const Tensor& self, const Tensor& other);
Tensor& where_outf(const Tensor& condition, const Tensor& self, const Tensor& other, Tensor& out);
Tensor& col2im_out(Tensor& out, const Tensor& self, c10::IntArrayRef output_size, c10::IntArrayRef kernel_size,
                   c10::IntArrayRef dilation, c10::IntArrayRef padding, c10::IntArrayRef stride);
Tensor& col2im_outf(const Tensor& self, c10::IntArrayRef output_size, c10::IntArrayRef kernel_size,
                    c10::IntArrayRef dilation, c10::IntArrayRef padding, c10::IntArrayRef stride, Tensor& out);
Tensor& stack_out(Tensor& out, TensorList tensors, std::int64_t dim = 0);
Tensor& stack_outf(TensorList tensors, std::int64_t dim, Tensor& out);
Tensor& hardswish_out(Tensor& out, const Tensor& self);
Tensor& hardswish_outf(const Tensor& self, Tensor& out);
Tensor& threshold_out(Tensor& out, const Tensor& self, const c10::Scalar& threshold, const c10::Scalar& value);
Tensor& threshold_outf(const Tensor& self, const c10::Scalar& threshold, const c10::Scalar& value, Tensor& out);
Tensor& bitwise_and_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& bitwise_and_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& bitwise_or_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& bitwise_or_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& bitwise_xor_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& bitwise_xor_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& bitwise_not_out(Tensor& out, const Tensor& self);
Tensor& bitwise_not_outf(const Tensor& self, Tensor& out);
Tensor& clamp_min_out(Tensor& out, const Tensor& self, const c10::Scalar& min);
Tensor& clamp_min_outf(const Tensor& self, const c10::Scalar& min, Tensor& out);
Tensor& clamp_max_out(Tensor& out, const Tensor& self, const c10::Scalar& max);
Tensor& clamp_max_outf(const Tensor& self, const c10::Scalar& max, Tensor& out);
Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode);
Tensor& div_outf(const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode, Tensor& out);
Tensor& pow_out(Tensor& out, const c10::Scalar& self, const Tensor& exponent);
Tensor& pow_outf(const c10::Scalar& self, const Tensor& exponent, Tensor& out);
Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const c10::Scalar& weight);
Tensor& lerp_outf(const Tensor& self, const Tensor& end, const c10::Scalar& weight, Tensor& out);
Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const Tensor& weight);
Tensor& lerp_outf(const Tensor& self, const Tensor& end, const Tensor& weight, Tensor& out);
Tensor& addcmul_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                    const c10::Scalar& value = 1);
Tensor& addcmul_outf(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value,
                     Tensor& out);
Tensor& addcdiv_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                    const c10::Scalar& value = 1);
Tensor& addcdiv_outf(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value,
                     Tensor& out);

}  // namespace modecheck_v1
}  // namespace at
