#include "reference/kernels/kernels.h"

#include <algorithm>

#include "reference/kernels/copy.h"
#include "reference/kernels/creation.h"
#include "reference/kernels/distance.h"
#include "reference/kernels/elementwise.h"
#include "reference/kernels/embedding_bag.h"
#include "reference/kernels/grid.h"
#include "reference/kernels/joining.h"
#include "reference/kernels/linear_algebra.h"
#include "reference/kernels/losses.h"
#include "reference/kernels/matrix.h"
#include "reference/kernels/normalization.h"
#include "reference/kernels/norms.h"
#include "reference/kernels/pointwise.h"
#include "reference/kernels/random.h"
#include "reference/kernels/reduction.h"
#include "reference/kernels/sampling.h"
#include "reference/kernels/scattering.h"
#include "reference/kernels/selection.h"
#include "reference/kernels/shape.h"
#include "reference/kernels/sorting.h"
#include "reference/kernels/spectrum.h"
#include "reference/kernels/unary.h"
#include "reference/kernels/window.h"
#include "spec/program/operator_id.h"

namespace modecheck::reference {
namespace {

namespace op = spec::operators;

struct Table {
  std::array<Kernel, spec::kMostOperations> kernels{};

  template <typename... Rows>
  constexpr void set(Kernel kernel) {
    ((kernels[spec::id_of<Rows>()] = kernel), ...);
  }
};

// A function, its in-place form and its `out=` form.
#define MODECHECK_FORMS(name) table.set<op::name, op::name##_, op::name##_out>(name)

constexpr Table make_table() {
  Table table;
  table.set<op::empty_memory_format, op::empty_strided, op::zeros>(zeros);
  table.set<op::ones>(ones);
  table.set<op::full, op::full_like>(full);
  table.set<op::scalar_tensor>(scalar_tensor);
  table.set<op::arange_start_step>(arange);
  table.set<op::rand>(rand);
  table.set<op::randn>(randn);
  table.set<op::neg, op::neg_, op::neg_out>(neg);
  table.set<op::abs, op::abs_, op::abs_out>(abs);
  table.set<op::exp, op::exp_, op::exp_out>(exp);
  table.set<op::relu, op::relu_>(relu);
  table.set<op::sigmoid, op::sigmoid_, op::sigmoid_out>(sigmoid);
  table.set<op::tanh, op::tanh_, op::tanh_out>(tanh);
  table.set<op::add_Tensor, op::add__Tensor, op::add_out>(add);
  table.set<op::add_Scalar, op::add__Scalar>(add_scalar);
  table.set<op::sub_Tensor, op::sub__Tensor, op::sub_out>(sub);
  table.set<op::mul_Tensor, op::mul__Tensor, op::mul_out>(mul);
  table.set<op::mul_Scalar, op::mul__Scalar>(mul_scalar);
  table.set<op::div_Tensor, op::div__Tensor, op::div_out>(div);
  table.set<op::maximum, op::maximum_out>(maximum);
  table.set<op::where_self>(where);
  MODECHECK_FORMS(log);
  MODECHECK_FORMS(log2);
  MODECHECK_FORMS(log10);
  MODECHECK_FORMS(log1p);
  MODECHECK_FORMS(exp2);
  MODECHECK_FORMS(expm1);
  MODECHECK_FORMS(sqrt);
  MODECHECK_FORMS(rsqrt);
  MODECHECK_FORMS(sin);
  MODECHECK_FORMS(cos);
  MODECHECK_FORMS(tan);
  MODECHECK_FORMS(asin);
  MODECHECK_FORMS(acos);
  MODECHECK_FORMS(atan);
  MODECHECK_FORMS(sinh);
  MODECHECK_FORMS(cosh);
  MODECHECK_FORMS(erf);
  MODECHECK_FORMS(erfc);
  MODECHECK_FORMS(reciprocal);
  MODECHECK_FORMS(sign);
  MODECHECK_FORMS(floor);
  MODECHECK_FORMS(ceil);
  MODECHECK_FORMS(trunc);
  MODECHECK_FORMS(round);
  MODECHECK_FORMS(frac);
  MODECHECK_FORMS(silu);
  MODECHECK_FORMS(gelu);
  MODECHECK_FORMS(hardtanh);
  MODECHECK_FORMS(clamp);
  MODECHECK_FORMS(nan_to_num);
  MODECHECK_FORMS(logical_not);
  MODECHECK_FORMS(bitwise_not);
  MODECHECK_FORMS(asinh);
  MODECHECK_FORMS(acosh);
  MODECHECK_FORMS(atanh);
  MODECHECK_FORMS(elu);
  MODECHECK_FORMS(leaky_relu);
  table.set<op::softplus, op::softplus_out>(softplus);
  MODECHECK_FORMS(clamp_min);
  MODECHECK_FORMS(clamp_max);
  table.set<op::isnan>(isnan);
  table.set<op::isinf>(isinf);
  table.set<op::eq_Tensor, op::eq__Tensor, op::eq_Tensor_out>(eq);
  table.set<op::eq_Scalar, op::eq__Scalar, op::eq_Scalar_out>(eq_scalar);
  table.set<op::ne_Tensor, op::ne__Tensor, op::ne_Tensor_out>(ne);
  table.set<op::ne_Scalar, op::ne__Scalar, op::ne_Scalar_out>(ne_scalar);
  table.set<op::lt_Tensor, op::lt__Tensor, op::lt_Tensor_out>(lt);
  table.set<op::lt_Scalar, op::lt__Scalar, op::lt_Scalar_out>(lt_scalar);
  table.set<op::le_Tensor, op::le__Tensor, op::le_Tensor_out>(le);
  table.set<op::le_Scalar, op::le__Scalar, op::le_Scalar_out>(le_scalar);
  table.set<op::gt_Tensor, op::gt__Tensor, op::gt_Tensor_out>(gt);
  table.set<op::gt_Scalar, op::gt__Scalar, op::gt_Scalar_out>(gt_scalar);
  table.set<op::ge_Tensor, op::ge__Tensor, op::ge_Tensor_out>(ge);
  table.set<op::ge_Scalar, op::ge__Scalar, op::ge_Scalar_out>(ge_scalar);
  MODECHECK_FORMS(logical_and);
  MODECHECK_FORMS(logical_or);
  MODECHECK_FORMS(logical_xor);
  table.set<op::bitwise_and_Tensor, op::bitwise_and__Tensor, op::bitwise_and_Tensor_out>(bitwise_and);
  table.set<op::bitwise_and_Scalar, op::bitwise_and__Scalar>(bitwise_and_scalar);
  table.set<op::bitwise_or_Tensor, op::bitwise_or__Tensor, op::bitwise_or_Tensor_out>(bitwise_or);
  table.set<op::bitwise_or_Scalar, op::bitwise_or__Scalar>(bitwise_or_scalar);
  table.set<op::bitwise_xor_Tensor, op::bitwise_xor__Tensor, op::bitwise_xor_Tensor_out>(bitwise_xor);
  table.set<op::bitwise_xor_Scalar, op::bitwise_xor__Scalar>(bitwise_xor_scalar);
  table.set<op::minimum, op::minimum_out>(minimum);
  table.set<op::fmax, op::fmax_out>(fmax);
  table.set<op::fmin, op::fmin_out>(fmin);
  MODECHECK_FORMS(atan2);
  table.set<op::rsub_Tensor>(rsub);
  table.set<op::rsub_Scalar>(rsub_scalar);
  table.set<op::sub_Scalar, op::sub__Scalar>(sub_scalar);
  table.set<op::div_Scalar, op::div__Scalar>(div_scalar);
  table.set<op::pow_Tensor_Scalar, op::pow__Scalar, op::pow_Tensor_Scalar_out>(pow);
  MODECHECK_FORMS(hardsigmoid);
  MODECHECK_FORMS(mish);
  MODECHECK_FORMS(hardswish);
  table.set<op::pow_Tensor_Tensor, op::pow_Tensor_Tensor_out, op::pow__Tensor>(pow_by_tensor);
  table.set<op::pow_Scalar, op::pow_Scalar_out>(pow_of_number);
  table.set<op::fmod_Tensor, op::fmod__Tensor, op::fmod_Tensor_out>(fmod);
  table.set<op::fmod_Scalar, op::fmod__Scalar>(fmod_by_number);
  table.set<op::remainder_Tensor, op::remainder__Tensor, op::remainder_Tensor_out>(remainder);
  table.set<op::remainder_Scalar, op::remainder__Scalar>(remainder_by_number);
  table.set<op::div_Tensor_mode, op::div__Tensor_mode, op::div_out_mode>(div_rounded);
  table.set<op::div_Scalar_mode, op::div__Scalar_mode>(div_rounded_by_number);
  MODECHECK_FORMS(hypot);
  table.set<op::logaddexp, op::logaddexp_out>(logaddexp);
  table.set<op::lerp_Tensor, op::lerp__Tensor, op::lerp_Tensor_out>(lerp);
  table.set<op::lerp_Scalar, op::lerp__Scalar, op::lerp_Scalar_out>(lerp_by_number);
  MODECHECK_FORMS(addcmul);
  MODECHECK_FORMS(addcdiv);
  table.set<op::sum>(sum);
  table.set<op::sum_dim_IntList, op::sum_IntList_out>(sum_dim);
  table.set<op::mean_dim, op::mean_out>(mean_dim);
  table.set<op::mean>(mean);
  table.set<op::amax, op::amax_out>(amax);
  table.set<op::amin, op::amin_out>(amin);
  table.set<op::prod>(prod);
  table.set<op::prod_dim_int, op::prod_int_out>(prod_dim);
  table.set<op::nansum>(nansum);
  table.set<op::any>(any);
  table.set<op::any_dim>(any_dim);
  table.set<op::all>(all);
  table.set<op::all_dim>(all_dim);
  table.set<op::argmax>(argmax);
  table.set<op::argmin>(argmin);
  table.set<op::count_nonzero>(count_nonzero);
  table.set<op::cumsum, op::cumsum_, op::cumsum_out>(cumsum);
  table.set<op::logsumexp>(logsumexp);
  MODECHECK_FORMS(cumprod);
  table.set<op::copysign_Tensor, op::copysign__Tensor, op::copysign_out>(copysign);
  table.set<op::xlogy_Tensor, op::xlogy__Tensor, op::xlogy_OutTensor>(xlogy);
  table.set<op::clamp_min_Tensor, op::clamp_min__Tensor, op::clamp_min_Tensor_out>(clamp_min_by_tensor);
  table.set<op::clamp_max_Tensor, op::clamp_max__Tensor, op::clamp_max_Tensor_out>(clamp_max_by_tensor);
  table.set<op::clamp_Tensor, op::clamp__Tensor, op::clamp_Tensor_out>(clamp_by_tensors);
  table.set<op::repeat>(repeat);
  table.set<op::slice_scatter>(slice_scatter);
  table.set<op::select_scatter>(select_scatter);
  table.set<op::_log_softmax, op::log_softmax_int>(log_softmax);
  table.set<op::constant_pad_nd>(constant_pad_nd);
  table.set<op::var_correction>(var);
  table.set<op::var_dim>(var_unbiased);
  table.set<op::std_correction>(std_deviation);
  table.set<op::_softmax, op::softmax_int>(softmax);
  table.set<op::mm, op::mm_out, op::matmul, op::mv, op::dot, op::bmm, op::mv_out, op::dot_out, op::bmm_out>(matmul);
  table.set<op::max_dim>(max_along);
  table.set<op::min_dim>(min_along);
  table.set<op::sort_stable>(sort);
  table.set<op::sort>(sort_in_any_order);
  table.set<op::topk>(topk);
  table.set<op::kthvalue>(kthvalue);
  table.set<op::median_dim>(median_along);
  table.set<op::cummax>(cummax);
  table.set<op::cummin>(cummin);
  table.set<op::var_mean_correction>(var_mean);
  table.set<op::std_mean_correction>(std_mean);
  table.set<op::native_layer_norm>(layer_norm);
  table.set<op::native_group_norm>(group_norm);
  table.set<op::native_batch_norm>(batch_norm);
  table.set<op::uniform_>(uniform);
  table.set<op::normal_>(normal);
  table.set<op::exponential_>(exponential);
  table.set<op::random_>(random);
  table.set<op::random__from>(random_between);
  table.set<op::bernoulli__float>(bernoulli);
  table.set<op::bernoulli__Tensor, op::bernoulli>(bernoulli_each);
  table.set<op::_cdist_forward>(cdist);
  table.set<op::_fft_r2c>(fft_r2c);
  table.set<op::_embedding_bag>(embedding_bag);
  table.set<op::_fft_c2r>(fft_c2r);
  table.set<op::_pdist_forward>(pdist);
  table.set<op::mse_loss>(mse_loss);
  table.set<op::smooth_l1_loss>(smooth_l1_loss);
  table.set<op::huber_loss>(huber_loss);
  table.set<op::binary_cross_entropy>(binary_cross_entropy);
  table.set<op::nll_loss_forward>(nll_loss);
  table.set<op::max>(max_of_all);
  table.set<op::min>(min_of_all);
  table.set<op::median>(median_of_all);
  table.set<op::masked_select>(masked_select);
  table.set<op::take>(take_elements);
  table.set<op::roll>(roll);
  table.set<op::diag_embed>(diag_embed);
  table.set<op::trace>(trace);
  table.set<op::logcumsumexp>(logcumsumexp);
  table.set<op::softshrink, op::softshrink_out>(softshrink);
  MODECHECK_FORMS(threshold);
  table.set<op::celu, op::celu_>(celu);
  table.set<op::linalg_inv_ex>(inverse);
  table.set<op::linalg_cholesky_ex>(cholesky);
  table.set<op::linalg_solve_triangular>(solve_triangular);
  MODECHECK_FORMS(logit);
  MODECHECK_FORMS(sgn);
  MODECHECK_FORMS(lgamma);
  MODECHECK_FORMS(digamma);
  table.set<op::polygamma>(polygamma);
  table.set<op::randperm>(permutation);
  table.set<op::randint>(integers_below);
  table.set<op::randint_low>(integers_between);
  table.set<op::rand_like>(rand_like);
  table.set<op::randn_like>(randn);
  table.set<op::native_dropout>(dropout);
  table.set<op::searchsorted_Scalar>(place_in);
  table.set<op::bucketize_Scalar>(bucket);
  table.set<op::linalg_vector_norm>(vector_norm);
  table.set<op::norm_Scalar>(norm);
  table.set<op::norm_ScalarOpt_dim>(norm_along);
  table.set<op::searchsorted_Tensor>(places_in);
  table.set<op::bucketize_Tensor>(buckets);
  table.set<op::_unique2>(unique);
  table.set<op::_fft_c2c>(fft_c2c);
  table.set<op::_linalg_det>(determinant);
  table.set<op::_linalg_slogdet>(log_determinant);
  table.set<op::_linalg_solve_ex>(solve);
  table.set<op::flip>(flip);
  table.set<op::tril, op::tril_>(tril);
  table.set<op::triu, op::triu_>(triu);
  table.set<op::addmm, op::addmm_, op::addmv, op::addmv_, op::baddbmm, op::baddbmm_, op::baddbmm_out>(addmm);
  table.set<op::addbmm>(addbmm);
  table.set<op::cat, op::cat_out>(cat);
  table.set<op::stack>(stack);
  table.set<op::index_select, op::index_select_out>(index_select);
  table.set<op::gather>(gather);
  table.set<op::index_add, op::index_add_>(index_add);
  table.set<op::index_copy, op::index_copy_>(index_copy);
  table.set<op::index_fill_int_Scalar, op::index_fill__int_Scalar>(index_fill);
  table.set<op::scatter_src, op::scatter__src>(scatter);
  table.set<op::scatter_value, op::scatter__value>(scatter_value);
  table.set<op::scatter_add, op::scatter_add_>(scatter_add);
  table.set<op::nonzero>(nonzero);
  table.set<op::grid_sampler_2d>(grid_sampler);
  table.set<op::scatter_reduce_two, op::scatter_reduce__two, op::scatter_reduce_two_out>(scatter_reduce);
  table.set<op::segment_reduce>(segment_reduce);
  table.set<op::masked_scatter, op::masked_scatter_>(masked_scatter);
  table.set<op::embedding>(embedding);
  table.set<op::index_Tensor>(index);
  table.set<op::index_put, op::index_put_>(index_put);
  table.set<op::reflection_pad1d, op::reflection_pad2d, op::reflection_pad3d>(reflection_pad);
  table.set<op::replication_pad2d, op::replication_pad3d>(replication_pad);
  table.set<op::adaptive_avg_pool1d, op::_adaptive_avg_pool2d, op::_adaptive_avg_pool3d>(adaptive_avg_pool);
  table.set<op::convolution>(convolution);
  table.set<op::col2im>(col2im);
  table.set<op::upsample_nearest2d_vec>(upsample_nearest);
  table.set<op::upsample_bilinear2d_vec>(upsample_bilinear);
  table.set<op::avg_pool1d, op::avg_pool2d, op::avg_pool3d>(avg_pool);
  table.set<op::max_pool2d_with_indices, op::max_pool3d_with_indices>(max_pool);
  table.set<op::masked_fill_Scalar, op::masked_fill__Scalar>(masked_fill);
  table.set<op::clone, op::contiguous, op::to_dtype, op::_to_copy, op::reshape>(copy);
  table.set<op::copy_, op::copy>(copy_into);
  table.set<op::masked_fill_Tensor, op::masked_fill__Tensor>(masked_fill_by_tensor);
  table.set<op::zero_>(zeros);
  table.set<op::fill__Scalar, op::fill_Scalar>(fill);
  table.set<op::fill__Tensor>(copy_into);
  return table;
}

#undef MODECHECK_FORMS

constexpr Table kTable = make_table();

// Of these the derivatives do not change at all, but for jumps.
constexpr std::array kStraight{neg,           add,           add_scalar,  sub,
                               sub_scalar,    rsub,          rsub_scalar, mul_scalar,
                               div_scalar,    relu,          where,       masked_fill,
                               sum,           sum_dim,       mean,        mean_dim,
                               cumsum,        trace,         copy,        copy_into,
                               zeros,         fill,          cat,         stack,
                               repeat,        flip,          roll,        tril,
                               triu,          index_select,  gather,      abs,
                               maximum,       minimum,       index,       clamp,
                               clamp_min,     clamp_max,     hardtanh,    leaky_relu,
                               threshold,     fmax,          fmin,        lerp_by_number,
                               index_add,     index_copy,    index_fill,  scatter,
                               scatter_value, scatter_add,   diag_embed,  constant_pad_nd,
                               slice_scatter, select_scatter};
// These record how they do.
constexpr std::array kBent{mul, div, reciprocal, exp,  exp2, expm1, log,  log2,    log10, log1p,  sqrt, rsqrt,
                           sin, cos, tan,        sinh, cosh, tanh,  atan, sigmoid, pow,   matmul, addmm};

}  // namespace

bool knows_bends(Kernel kernel) {
  return std::find(kStraight.begin(), kStraight.end(), kernel) != kStraight.end() ||
         std::find(kBent.begin(), kBent.end(), kernel) != kBent.end();
}

Kernel kernel_of(spec::OperationId operation) {
  const spec::OperationId computes = spec::operation(operation).computes;
  return kTable.kernels[computes != 0 ? computes : operation];
}

}  // namespace modecheck::reference
