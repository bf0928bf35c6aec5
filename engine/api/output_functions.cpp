#include "engine/api/output_functions.h"

#include "engine/dispatch/call.h"
#include "engine/dispatch/ivalue.h"
#include "spec/operators/activation.h"
#include "spec/operators/comparison.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/into_out.h"
#include "spec/operators/unary.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::call;
namespace operators = modecheck::spec::operators;

Tensor& addmm_out(Tensor& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta,
                  const c10::Scalar& alpha) {
  call<operators::addmm_out>(self, mat1, mat2, beta, alpha, out);
  return out;
}
Tensor& addmm_outf(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta,
                   const c10::Scalar& alpha, Tensor& out) {
  call<operators::addmm_out>(self, mat1, mat2, beta, alpha, out);
  return out;
}
Tensor& addmv_out(Tensor& out, const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta,
                  const c10::Scalar& alpha) {
  call<operators::addmv_out>(self, mat, vec, beta, alpha, out);
  return out;
}
Tensor& addmv_outf(const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta,
                   const c10::Scalar& alpha, Tensor& out) {
  call<operators::addmv_out>(self, mat, vec, beta, alpha, out);
  return out;
}
Tensor& addbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                   const c10::Scalar& alpha) {
  call<operators::addbmm_out>(self, batch1, batch2, beta, alpha, out);
  return out;
}
Tensor& addbmm_outf(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                    const c10::Scalar& alpha, Tensor& out) {
  call<operators::addbmm_out>(self, batch1, batch2, beta, alpha, out);
  return out;
}
Tensor& index_out(Tensor& out, const Tensor& self, const c10::List<c10::optional<Tensor>>& indices) {
  return index_outf(self, indices, out);
}
Tensor& index_outf(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices, Tensor& out) {
  call<operators::index_Tensor_out>(self, indices, out);
  return out;
}
Tensor& gather_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, bool sparse_grad) {
  call<operators::gather_out>(self, dim, index, sparse_grad, out);
  return out;
}
Tensor& gather_outf(const Tensor& self, std::int64_t dim, const Tensor& index, bool sparse_grad, Tensor& out) {
  call<operators::gather_out>(self, dim, index, sparse_grad, out);
  return out;
}
Tensor& scatter_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src) {
  call<operators::scatter_src_out>(self, dim, index, src, out);
  return out;
}
Tensor& scatter_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  call<operators::scatter_src_out>(self, dim, index, src, out);
  return out;
}
Tensor& scatter_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value) {
  call<operators::scatter_value_out>(self, dim, index, value, out);
  return out;
}
Tensor& scatter_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value, Tensor& out) {
  call<operators::scatter_value_out>(self, dim, index, value, out);
  return out;
}
Tensor& scatter_add_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src) {
  call<operators::scatter_add_out>(self, dim, index, src, out);
  return out;
}
Tensor& scatter_add_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  call<operators::scatter_add_out>(self, dim, index, src, out);
  return out;
}
Tensor& index_add_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source,
                      const c10::Scalar& alpha) {
  call<operators::index_add_out>(self, dim, index, source, alpha, out);
  return out;
}
Tensor& index_add_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source,
                       const c10::Scalar& alpha, Tensor& out) {
  call<operators::index_add_out>(self, dim, index, source, alpha, out);
  return out;
}
Tensor& tril_out(Tensor& out, const Tensor& self, std::int64_t diagonal) {
  call<operators::tril_out>(self, diagonal, out);
  return out;
}
Tensor& tril_outf(const Tensor& self, std::int64_t diagonal, Tensor& out) {
  call<operators::tril_out>(self, diagonal, out);
  return out;
}
Tensor& triu_out(Tensor& out, const Tensor& self, std::int64_t diagonal) {
  call<operators::triu_out>(self, diagonal, out);
  return out;
}
Tensor& triu_outf(const Tensor& self, std::int64_t diagonal, Tensor& out) {
  call<operators::triu_out>(self, diagonal, out);
  return out;
}
Tensor& argmax_out(Tensor& out, const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim) {
  call<operators::argmax_out>(self, dim, keepdim, out);
  return out;
}
Tensor& argmax_outf(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim, Tensor& out) {
  call<operators::argmax_out>(self, dim, keepdim, out);
  return out;
}
Tensor& argmin_out(Tensor& out, const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim) {
  call<operators::argmin_out>(self, dim, keepdim, out);
  return out;
}
Tensor& argmin_outf(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim, Tensor& out) {
  call<operators::argmin_out>(self, dim, keepdim, out);
  return out;
}
Tensor& any_out(Tensor& out, const Tensor& self, std::int64_t dim, bool keepdim) {
  call<operators::any_out>(self, dim, keepdim, out);
  return out;
}
Tensor& any_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& out) {
  call<operators::any_out>(self, dim, keepdim, out);
  return out;
}
Tensor& all_out(Tensor& out, const Tensor& self, std::int64_t dim, bool keepdim) {
  call<operators::all_out>(self, dim, keepdim, out);
  return out;
}
Tensor& all_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& out) {
  call<operators::all_out>(self, dim, keepdim, out);
  return out;
}
Tensor& any_out(Tensor& out, const Tensor& self) {
  call<operators::any_all_out>(self, out);
  return out;
}
Tensor& any_outf(const Tensor& self, Tensor& out) {
  call<operators::any_all_out>(self, out);
  return out;
}
Tensor& all_out(Tensor& out, const Tensor& self) {
  call<operators::all_all_out>(self, out);
  return out;
}
Tensor& all_outf(const Tensor& self, Tensor& out) {
  call<operators::all_all_out>(self, out);
  return out;
}
Tensor& nansum_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                   c10::optional<c10::ScalarType> dtype) {
  call<operators::nansum_out>(self, dim, keepdim, dtype, out);
  return out;
}
Tensor& nansum_outf(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                    c10::optional<c10::ScalarType> dtype, Tensor& out) {
  call<operators::nansum_out>(self, dim, keepdim, dtype, out);
  return out;
}
Tensor& logsumexp_out(Tensor& out, const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  call<operators::logsumexp_out>(self, dim, keepdim, out);
  return out;
}
Tensor& logsumexp_outf(const Tensor& self, c10::IntArrayRef dim, bool keepdim, Tensor& out) {
  call<operators::logsumexp_out>(self, dim, keepdim, out);
  return out;
}
Tensor& var_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,
                bool keepdim) {
  call<operators::var_correction_out>(self, dim, correction, keepdim, out);
  return out;
}
Tensor& var_outf(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim,
                 Tensor& out) {
  call<operators::var_correction_out>(self, dim, correction, keepdim, out);
  return out;
}
Tensor& std_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,
                bool keepdim) {
  call<operators::std_correction_out>(self, dim, correction, keepdim, out);
  return out;
}
Tensor& std_outf(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim,
                 Tensor& out) {
  call<operators::std_correction_out>(self, dim, correction, keepdim, out);
  return out;
}
Tensor& avg_pool2d_out(Tensor& out, const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                       c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                       c10::optional<std::int64_t> divisor_override) {
  call<operators::avg_pool2d_out>(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override,
                                  out);
  return out;
}
Tensor& avg_pool2d_outf(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                        c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                        c10::optional<std::int64_t> divisor_override, Tensor& out) {
  call<operators::avg_pool2d_out>(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override,
                                  out);
  return out;
}
Tensor& avg_pool3d_out(Tensor& out, const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                       c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                       c10::optional<std::int64_t> divisor_override) {
  call<operators::avg_pool3d_out>(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override,
                                  out);
  return out;
}
Tensor& avg_pool3d_outf(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                        c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                        c10::optional<std::int64_t> divisor_override, Tensor& out) {
  call<operators::avg_pool3d_out>(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override,
                                  out);
  return out;
}
Tensor& take_out(Tensor& out, const Tensor& self, const Tensor& index) {
  call<operators::take_out>(self, index, out);
  return out;
}
Tensor& take_outf(const Tensor& self, const Tensor& index, Tensor& out) {
  call<operators::take_out>(self, index, out);
  return out;
}
Tensor& masked_select_out(Tensor& out, const Tensor& self, const Tensor& mask) {
  call<operators::masked_select_out>(self, mask, out);
  return out;
}
Tensor& masked_select_outf(const Tensor& self, const Tensor& mask, Tensor& out) {
  call<operators::masked_select_out>(self, mask, out);
  return out;
}
Tensor& nonzero_out(Tensor& out, const Tensor& self) {
  call<operators::nonzero_out>(self, out);
  return out;
}
Tensor& nonzero_outf(const Tensor& self, Tensor& out) {
  call<operators::nonzero_out>(self, out);
  return out;
}
Tensor& mse_loss_out(Tensor& out, const Tensor& self, const Tensor& target, std::int64_t reduction) {
  call<operators::mse_loss_out>(self, target, reduction, out);
  return out;
}
Tensor& mse_loss_outf(const Tensor& self, const Tensor& target, std::int64_t reduction, Tensor& out) {
  call<operators::mse_loss_out>(self, target, reduction, out);
  return out;
}
Tensor& smooth_l1_loss_out(Tensor& out, const Tensor& self, const Tensor& target, std::int64_t reduction, double beta) {
  call<operators::smooth_l1_loss_out>(self, target, reduction, beta, out);
  return out;
}
Tensor& smooth_l1_loss_outf(const Tensor& self, const Tensor& target, std::int64_t reduction, double beta,
                            Tensor& out) {
  call<operators::smooth_l1_loss_out>(self, target, reduction, beta, out);
  return out;
}
Tensor& huber_loss_out(Tensor& out, const Tensor& self, const Tensor& target, std::int64_t reduction, double delta) {
  call<operators::huber_loss_out>(self, target, reduction, delta, out);
  return out;
}
Tensor& huber_loss_outf(const Tensor& self, const Tensor& target, std::int64_t reduction, double delta, Tensor& out) {
  call<operators::huber_loss_out>(self, target, reduction, delta, out);
  return out;
}
Tensor& reflection_pad1d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding) {
  call<operators::reflection_pad1d_out>(self, padding, out);
  return out;
}
Tensor& reflection_pad1d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out) {
  call<operators::reflection_pad1d_out>(self, padding, out);
  return out;
}
Tensor& reflection_pad2d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding) {
  call<operators::reflection_pad2d_out>(self, padding, out);
  return out;
}
Tensor& reflection_pad2d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out) {
  call<operators::reflection_pad2d_out>(self, padding, out);
  return out;
}
Tensor& reflection_pad3d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding) {
  call<operators::reflection_pad3d_out>(self, padding, out);
  return out;
}
Tensor& reflection_pad3d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out) {
  call<operators::reflection_pad3d_out>(self, padding, out);
  return out;
}
Tensor& replication_pad2d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding) {
  call<operators::replication_pad2d_out>(self, padding, out);
  return out;
}
Tensor& replication_pad2d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out) {
  call<operators::replication_pad2d_out>(self, padding, out);
  return out;
}
Tensor& replication_pad3d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding) {
  call<operators::replication_pad3d_out>(self, padding, out);
  return out;
}
Tensor& replication_pad3d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out) {
  call<operators::replication_pad3d_out>(self, padding, out);
  return out;
}
Tensor& where_out(Tensor& out, const Tensor& condition, const Tensor& self, const Tensor& other) {
  call<operators::where_self_out>(condition, self, other, out);
  return out;
}
Tensor& where_outf(const Tensor& condition, const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::where_self_out>(condition, self, other, out);
  return out;
}
Tensor& col2im_out(Tensor& out, const Tensor& self, c10::IntArrayRef output_size, c10::IntArrayRef kernel_size,
                   c10::IntArrayRef dilation, c10::IntArrayRef padding, c10::IntArrayRef stride) {
  call<operators::col2im_out>(self, output_size, kernel_size, dilation, padding, stride, out);
  return out;
}
Tensor& col2im_outf(const Tensor& self, c10::IntArrayRef output_size, c10::IntArrayRef kernel_size,
                    c10::IntArrayRef dilation, c10::IntArrayRef padding, c10::IntArrayRef stride, Tensor& out) {
  call<operators::col2im_out>(self, output_size, kernel_size, dilation, padding, stride, out);
  return out;
}
Tensor& stack_out(Tensor& out, TensorList tensors, std::int64_t dim) {
  call<operators::stack_out>(tensors, dim, out);
  return out;
}
Tensor& stack_outf(TensorList tensors, std::int64_t dim, Tensor& out) {
  call<operators::stack_out>(tensors, dim, out);
  return out;
}
Tensor& hardswish_out(Tensor& out, const Tensor& self) {
  call<operators::hardswish_out>(self, out);
  return out;
}
Tensor& hardswish_outf(const Tensor& self, Tensor& out) {
  call<operators::hardswish_out>(self, out);
  return out;
}
Tensor& threshold_out(Tensor& out, const Tensor& self, const c10::Scalar& threshold, const c10::Scalar& value) {
  call<operators::threshold_out>(self, threshold, value, out);
  return out;
}
Tensor& threshold_outf(const Tensor& self, const c10::Scalar& threshold, const c10::Scalar& value, Tensor& out) {
  call<operators::threshold_out>(self, threshold, value, out);
  return out;
}
Tensor& bitwise_and_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::bitwise_and_Tensor_out>(self, other, out);
  return out;
}
Tensor& bitwise_and_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::bitwise_and_Tensor_out>(self, other, out);
  return out;
}
Tensor& bitwise_or_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::bitwise_or_Tensor_out>(self, other, out);
  return out;
}
Tensor& bitwise_or_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::bitwise_or_Tensor_out>(self, other, out);
  return out;
}
Tensor& bitwise_xor_out(Tensor& out, const Tensor& self, const Tensor& other) {
  call<operators::bitwise_xor_Tensor_out>(self, other, out);
  return out;
}
Tensor& bitwise_xor_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  call<operators::bitwise_xor_Tensor_out>(self, other, out);
  return out;
}
Tensor& bitwise_not_out(Tensor& out, const Tensor& self) {
  call<operators::bitwise_not_out>(self, out);
  return out;
}
Tensor& bitwise_not_outf(const Tensor& self, Tensor& out) {
  call<operators::bitwise_not_out>(self, out);
  return out;
}
Tensor& clamp_min_out(Tensor& out, const Tensor& self, const c10::Scalar& min) {
  call<operators::clamp_min_out>(self, min, out);
  return out;
}
Tensor& clamp_min_outf(const Tensor& self, const c10::Scalar& min, Tensor& out) {
  call<operators::clamp_min_out>(self, min, out);
  return out;
}
Tensor& clamp_max_out(Tensor& out, const Tensor& self, const c10::Scalar& max) {
  call<operators::clamp_max_out>(self, max, out);
  return out;
}
Tensor& clamp_max_outf(const Tensor& self, const c10::Scalar& max, Tensor& out) {
  call<operators::clamp_max_out>(self, max, out);
  return out;
}
Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode) {
  call<operators::div_out_mode>(self, other, rounding_mode, out);
  return out;
}
Tensor& div_outf(const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode, Tensor& out) {
  call<operators::div_out_mode>(self, other, rounding_mode, out);
  return out;
}
Tensor& pow_out(Tensor& out, const c10::Scalar& self, const Tensor& exponent) {
  call<operators::pow_Scalar_out>(self, exponent, out);
  return out;
}
Tensor& pow_outf(const c10::Scalar& self, const Tensor& exponent, Tensor& out) {
  call<operators::pow_Scalar_out>(self, exponent, out);
  return out;
}
Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const c10::Scalar& weight) {
  call<operators::lerp_Scalar_out>(self, end, weight, out);
  return out;
}
Tensor& lerp_outf(const Tensor& self, const Tensor& end, const c10::Scalar& weight, Tensor& out) {
  call<operators::lerp_Scalar_out>(self, end, weight, out);
  return out;
}
Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const Tensor& weight) {
  call<operators::lerp_Tensor_out>(self, end, weight, out);
  return out;
}
Tensor& lerp_outf(const Tensor& self, const Tensor& end, const Tensor& weight, Tensor& out) {
  call<operators::lerp_Tensor_out>(self, end, weight, out);
  return out;
}
Tensor& addcmul_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                    const c10::Scalar& value) {
  call<operators::addcmul_out>(self, tensor1, tensor2, value, out);
  return out;
}
Tensor& addcmul_outf(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value,
                     Tensor& out) {
  call<operators::addcmul_out>(self, tensor1, tensor2, value, out);
  return out;
}
Tensor& addcdiv_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                    const c10::Scalar& value) {
  call<operators::addcdiv_out>(self, tensor1, tensor2, value, out);
  return out;
}
Tensor& addcdiv_outf(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value,
                     Tensor& out) {
  call<operators::addcdiv_out>(self, tensor1, tensor2, value, out);
  return out;
}

}  // namespace modecheck_v1
}  // namespace at
