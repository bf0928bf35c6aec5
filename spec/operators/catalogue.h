// The catalogue: every operator, once. The order is the order of `modecheck operators` and of the numbering inside a
// run; programs name operators, so a corpus survives any change here.
#pragma once

#include "spec/operators/activation.h"
#include "spec/operators/advanced_indexing.h"
#include "spec/operators/arrangement.h"
#include "spec/operators/comparison.h"
#include "spec/operators/copy.h"
#include "spec/operators/creation.h"
#include "spec/operators/distance.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/embedding_bag.h"
#include "spec/operators/foreach.h"
#include "spec/operators/into_out.h"
#include "spec/operators/joining.h"
#include "spec/operators/linalg.h"
#include "spec/operators/list.h"
#include "spec/operators/losses.h"
#include "spec/operators/made_of.h"
#include "spec/operators/matrix.h"
#include "spec/operators/metadata.h"
#include "spec/operators/neural.h"
#include "spec/operators/normalization.h"
#include "spec/operators/norms.h"
#include "spec/operators/other_names.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/random.h"
#include "spec/operators/reduction.h"
#include "spec/operators/sampling.h"
#include "spec/operators/scattering.h"
#include "spec/operators/segment.h"
#include "spec/operators/selection.h"
#include "spec/operators/shape.h"
#include "spec/operators/sorting.h"
#include "spec/operators/spectrum.h"
#include "spec/operators/unary.h"
#include "spec/operators/view.h"

namespace modecheck::spec::operators {

using Catalogue = List<
    // creation
    empty_memory_format, empty_strided, zeros, ones, full, arange_start_step, rand, randn, scalar_tensor,
    // pointwise
    neg, neg_, neg_out, abs, abs_, exp, exp_, exp_out, relu, relu_, sigmoid, sigmoid_, tanh, tanh_, add_Tensor,
    add__Tensor, add_out, add__Scalar, sub_Tensor, sub__Tensor, mul_Tensor, mul__Tensor, mul_out, mul__Scalar,
    div_Tensor, div__Tensor, div_out, maximum, maximum_out, minimum, minimum_out, fmax, fmax_out, fmin, fmin_out, atan2,
    atan2_, atan2_out, sub_out, rsub_Tensor, add_Scalar, sub_Scalar, sub__Scalar, rsub_Scalar, mul_Scalar, div_Scalar,
    div__Scalar, pow_Tensor_Scalar, pow__Scalar, pow_Tensor_Scalar_out, where_self,
    // comparison
    eq_Tensor, eq__Tensor, eq_Tensor_out, eq_Scalar, eq__Scalar, eq_Scalar_out, ne_Tensor, ne__Tensor, ne_Tensor_out,
    ne_Scalar, ne__Scalar, ne_Scalar_out, lt_Tensor, lt__Tensor, lt_Tensor_out, lt_Scalar, lt__Scalar, lt_Scalar_out,
    le_Tensor, le__Tensor, le_Tensor_out, le_Scalar, le__Scalar, le_Scalar_out, gt_Tensor, gt__Tensor, gt_Tensor_out,
    gt_Scalar, gt__Scalar, gt_Scalar_out, ge_Tensor, ge__Tensor, ge_Tensor_out, ge_Scalar, ge__Scalar, ge_Scalar_out,
    logical_and, logical_and_out, logical_or, logical_or_out, logical_xor, logical_xor_out, bitwise_and_Tensor,
    bitwise_and__Tensor, bitwise_or_Tensor, bitwise_or__Tensor, bitwise_xor_Tensor, bitwise_xor__Tensor,
    bitwise_and_Scalar, bitwise_and__Scalar, bitwise_or_Scalar, bitwise_or__Scalar, bitwise_xor_Scalar,
    bitwise_xor__Scalar,  // unary
    abs_out, sigmoid_out, tanh_out, log, log_, log_out, log2, log2_, log2_out, log10, log10_, log10_out, log1p, log1p_,
    log1p_out, exp2, exp2_, exp2_out, expm1, expm1_, expm1_out, sqrt, sqrt_, sqrt_out, rsqrt, rsqrt_, rsqrt_out, sin,
    sin_, sin_out, cos, cos_, cos_out, tan, tan_, tan_out, asin, asin_, asin_out, acos, acos_, acos_out, atan, atan_,
    atan_out, sinh, sinh_, sinh_out, cosh, cosh_, cosh_out, asinh, asinh_out, acosh, acosh_out, atanh, atanh_out, erf,
    erf_, erf_out, erfc, erfc_, erfc_out, reciprocal, reciprocal_, reciprocal_out, sign, sign_, sign_out, floor, floor_,
    floor_out, ceil, ceil_, ceil_out, trunc, trunc_, trunc_out, round, round_, round_out, frac, frac_, frac_out, silu,
    silu_, silu_out, isnan, isinf, logical_not, logical_not_out, bitwise_not, bitwise_not_, gelu, gelu_, gelu_out, elu,
    elu_out, leaky_relu, leaky_relu_out, hardtanh, hardtanh_, hardtanh_out, softplus, softplus_out, clamp, clamp_,
    clamp_out, clamp_min, clamp_min_, clamp_max, clamp_max_, nan_to_num, nan_to_num_, nan_to_num_out, hardsigmoid,
    hardsigmoid_, hardsigmoid_out, mish, mish_, mish_out, hardswish, hardswish_,
    // elementwise
    pow_Tensor_Tensor, pow_Tensor_Tensor_out, pow__Tensor, pow_Scalar, fmod_Tensor, fmod__Tensor, fmod_Tensor_out,
    fmod_Scalar, fmod__Scalar, remainder_Tensor, remainder__Tensor, remainder_Tensor_out, remainder_Scalar,
    remainder__Scalar, div_Tensor_mode, div__Tensor_mode, div_Scalar_mode, div__Scalar_mode, hypot, hypot_, hypot_out,
    logaddexp, logaddexp_out, lerp_Scalar, lerp__Scalar, lerp_Tensor, lerp__Tensor, addcmul, addcmul_, addcdiv,
    addcdiv_, copysign_Tensor, copysign__Tensor, copysign_out, xlogy_Tensor, xlogy__Tensor, xlogy_OutTensor,
    clamp_min_Tensor, clamp_min__Tensor, clamp_min_Tensor_out, clamp_max_Tensor, clamp_max__Tensor,
    clamp_max_Tensor_out, clamp_Tensor, clamp__Tensor, clamp_Tensor_out,
    // reduction
    sum, sum_dim_IntList, sum_IntList_out, mean_dim, amax, _softmax, softmax_int, mean, amax_out, amin, amin_out, prod,
    prod_dim_int, nansum, any, any_dim, all, all_dim, argmax, argmin, count_nonzero, cumsum, cumsum_, cumsum_out,
    logsumexp, var_correction, std_correction, mean_out, prod_int_out, cumprod, cumprod_, cumprod_out, _log_softmax,
    log_softmax_int, var_dim, _adaptive_avg_pool2d, avg_pool1d, avg_pool2d, avg_pool3d, adaptive_avg_pool1d,
    _adaptive_avg_pool3d,
    // matrix
    mm, mm_out, addmm, addmm_, matmul, mv, dot, bmm, mv_out, dot_out, bmm_out, addmv, addmv_, addbmm, baddbmm, baddbmm_,
    baddbmm_out, convolution,
    // shape
    flip, tril, tril_, triu, triu_, constant_pad_nd, repeat, slice_scatter, select_scatter, reflection_pad1d,
    reflection_pad2d, replication_pad2d, reflection_pad3d, replication_pad3d,
    // joining
    cat, cat_out, stack, index_select, index_select_out, gather, masked_fill_Scalar, masked_fill__Scalar,
    masked_fill_Tensor, masked_fill__Tensor, index_add, index_add_, index_copy, index_copy_, index_fill_int_Scalar,
    index_fill__int_Scalar, scatter_src, scatter__src, scatter_value, scatter__value, scatter_add, scatter_add_,
    masked_scatter, masked_scatter_, embedding, col2im, upsample_nearest2d_vec, upsample_bilinear2d_vec, index_Tensor,
    index_put, index_put_, nonzero, grid_sampler_2d, scatter_reduce_two, scatter_reduce__two, scatter_reduce_two_out,
    // copy
    clone, contiguous, to_dtype, _to_copy, copy_, zero_, fill__Scalar, fill__Tensor, fill_Scalar, full_like, copy,
    // view
    alias, view, reshape, transpose_int, permute, t, select_int, slice_Tensor, narrow, expand, squeeze, squeeze_dim,
    unsqueeze, diagonal, as_strided, view_as, split_Tensor, split_with_sizes, chunk, unbind_int, detach, view_dtype,
    // metadata
    t_, transpose_, squeeze_, squeeze__dim, unsqueeze_, as_strided_, detach_, resize_, set__source_Tensor,
    // several results
    max_dim, min_dim, sort_stable, sort, topk, kthvalue, median_dim, cummax, cummin, var_mean_correction,
    std_mean_correction, max_pool2d_with_indices, max_pool3d_with_indices,
    // normalisation
    native_layer_norm, native_group_norm, native_batch_norm,
    // distance
    _cdist_forward, _pdist_forward,
    // spectrum
    _fft_r2c, _fft_c2r,
    // bags
    _embedding_bag,
    // random numbers
    uniform_, normal_, random_, random__from, bernoulli__float, bernoulli__Tensor, bernoulli, exponential_,
    // losses
    mse_loss, smooth_l1_loss, huber_loss, binary_cross_entropy, nll_loss_forward,
    // further ones
    max, min, median, masked_select, take, roll, diag_embed, trace, unfold, softshrink, softshrink_out, threshold,
    threshold_, logit, logit_, logit_out, sgn, sgn_, sgn_out, celu, celu_, logcumsumexp,
    // linear algebra
    linalg_inv_ex, linalg_cholesky_ex, linalg_solve_triangular,
    // norms
    linalg_vector_norm, norm_Scalar, norm_ScalarOpt_dim,
    // places in sequences
    searchsorted_Tensor, bucketize_Tensor, _unique2,
    // further transforms
    _fft_c2c,
    // determinants and systems
    _linalg_det, _linalg_slogdet, _linalg_solve_ex,
    // the gamma function
    lgamma, lgamma_, lgamma_out, digamma, digamma_, digamma_out, polygamma,
    // further random numbers
    randperm, randint, randint_low, rand_like, randn_like, native_dropout,
    // places of one value
    searchsorted_Scalar, bucketize_Scalar,
    // views of other numbers
    view_as_real, view_as_complex,
    // segments
    segment_reduce,
    // made of others
    flatten_using_ints, ravel, reshape_as, unflatten_int, broadcast_to, expand_as, broadcast_tensors, movedim_int,
    movedim_intlist, moveaxis_int, moveaxis_intlist, numpy_T, mT, mH, adjoint, atleast_1d, atleast_2d, atleast_3d,
    positive, tensor_split_sections, hsplit_int, vsplit_int, dsplit_int, square, square_, square_out, relu6, relu6_,
    float_power_Tensor_Scalar, float_power_Scalar, float_power_Tensor_Tensor, float_power__Scalar, float_power__Tensor,
    dropout, dropout_, bernoulli_p, type_as, to_other, where_ScalarSelf, where_ScalarOther, where_Scalar, var, std_all,
    std_dim, var_mean, var_mean_dim, std_mean, std_mean_dim, argsort, msort, sum_to_size, nanmean, hstack, hstack_out,
    vstack, vstack_out, row_stack, row_stack_out, dstack, dstack_out, column_stack, column_stack_out, fliplr, flipud,
    tile, pad, outer, ger, outer_out, ger_out, linear, inverse, cdist, pdist, l1_loss, kl_div, margin_ranking_loss,
    nll_loss, nll_loss_nd, cross_entropy_loss, layer_norm, group_norm, batch_norm, conv1d, conv2d, conv3d,
    conv_transpose1d, conv_transpose2d_input, conv_transpose3d_input, max_pool1d_with_indices, max_pool2d, max_pool3d,
    adaptive_avg_pool2d, adaptive_avg_pool3d, grid_sampler, meshgrid, meshgrid_indexing, selu, selu_, trapezoid_dx,
    trapezoid_x, cumulative_trapezoid_dx, cumulative_trapezoid_x, diff, take_along_dim, repeat_interleave_self_int,
    einsum, tensordot, inner, kron, chain_matmul, linalg_multi_dot, pairwise_distance, cosine_similarity,
    hinge_embedding_loss, cosine_embedding_loss, triplet_margin_loss, instance_norm, conv1d_padding, conv2d_padding,
    conv3d_padding, embedding_bag, fft_fft, fft_ifft, fft_rfft, fft_irfft, fft_fft2, fft_ifft2, fft_fftn, fft_ifftn,
    fft_fftshift, fft_ifftshift,
    // lists
    _foreach_abs, _foreach_abs_, _foreach_acos, _foreach_acos_, _foreach_asin, _foreach_asin_, _foreach_atan,
    _foreach_atan_, _foreach_ceil, _foreach_ceil_, _foreach_cos, _foreach_cos_, _foreach_cosh, _foreach_cosh_,
    _foreach_erf, _foreach_erf_, _foreach_erfc, _foreach_erfc_, _foreach_exp, _foreach_exp_, _foreach_expm1,
    _foreach_expm1_, _foreach_floor, _foreach_floor_, _foreach_frac, _foreach_frac_, _foreach_log, _foreach_log_,
    _foreach_log10, _foreach_log10_, _foreach_log1p, _foreach_log1p_, _foreach_log2, _foreach_log2_, _foreach_neg,
    _foreach_neg_, _foreach_reciprocal, _foreach_reciprocal_, _foreach_round, _foreach_round_, _foreach_sigmoid,
    _foreach_sigmoid_, _foreach_sin, _foreach_sin_, _foreach_sinh, _foreach_sinh_, _foreach_sqrt, _foreach_sqrt_,
    _foreach_tan, _foreach_tan_, _foreach_tanh, _foreach_tanh_, _foreach_trunc, _foreach_trunc_, _foreach_zero_,
    _foreach_add_Scalar, _foreach_add__Scalar, _foreach_sub_Scalar, _foreach_sub__Scalar, _foreach_mul_Scalar,
    _foreach_mul__Scalar, _foreach_div_Scalar, _foreach_div__Scalar, _foreach_add_List, _foreach_add__List,
    _foreach_sub_List, _foreach_sub__List, _foreach_mul_List, _foreach_mul__List, _foreach_div_List, _foreach_div__List,
    _foreach_maximum_List, _foreach_maximum__List, _foreach_minimum_List, _foreach_minimum__List,
    _foreach_addcmul_Scalar, _foreach_addcmul__Scalar, _foreach_addcdiv_Scalar, _foreach_addcdiv__Scalar,
    // in place and into `out=`
    asinh_, acosh_, atanh_, elu_, leaky_relu_, logical_and_, logical_or_, logical_xor_, logical_not_, hardswish_out,
    threshold_out, bitwise_and_Tensor_out, bitwise_or_Tensor_out, bitwise_xor_Tensor_out, bitwise_not_out,
    clamp_min_out, clamp_max_out, div_out_mode, pow_Scalar_out, lerp_Scalar_out, lerp_Tensor_out, addcmul_out,
    addcdiv_out,
    // what others compute, into `out=`
    addmm_out, addmv_out, addbmm_out, gather_out, scatter_src_out, scatter_value_out, scatter_add_out, index_add_out,
    tril_out, triu_out, argmax_out, argmin_out, any_out, all_out, any_all_out, all_all_out, nansum_out, logsumexp_out,
    var_correction_out, std_correction_out, avg_pool2d_out, avg_pool3d_out, take_out, masked_select_out, nonzero_out,
    mse_loss_out, smooth_l1_loss_out, huber_loss_out, reflection_pad1d_out, reflection_pad2d_out, reflection_pad3d_out,
    replication_pad2d_out, replication_pad3d_out, where_self_out, col2im_out, stack_out, max_dim_max, min_dim_min,
    sort_values_stable, sort_values, topk_values, kthvalue_values, median_dim_values, cummax_out, cummin_out,
    max_pool2d_with_indices_out, max_pool3d_with_indices_out, nll_loss_forward_output, index_Tensor_out,
    // other names
    absolute, absolute_, absolute_out, arccos, arccos_, arccos_out, arccosh, arccosh_, arccosh_out, arcsin, arcsin_,
    arcsin_out, arcsinh, arcsinh_, arcsinh_out, arctan, arctan_, arctan_out, arctanh, arctanh_, arctanh_out, negative,
    negative_, negative_out, fix, fix_, fix_out, arctan2, arctan2_, arctan2_out, max_other, max_out, min_other, min_out,
    clip, clip_, clip_out, clip_Tensor, clip__Tensor, clip_Tensor_out, divide_Tensor, divide__Tensor, divide_out,
    divide_Scalar, divide__Scalar, divide_Tensor_mode, divide__Tensor_mode, divide_Scalar_mode, divide__Scalar_mode,
    multiply_Tensor, multiply__Tensor, multiply_out, multiply_Scalar, multiply__Scalar, subtract_Tensor,
    subtract__Tensor, subtract_out, subtract_Scalar, subtract__Scalar, true_divide_Tensor, true_divide__Tensor,
    true_divide_out, true_divide_Scalar, true_divide__Scalar, greater_Tensor, greater__Tensor, greater_Tensor_out,
    greater_Scalar, greater__Scalar, greater_Scalar_out, greater_equal_Tensor, greater_equal__Tensor,
    greater_equal_Tensor_out, greater_equal_Scalar, greater_equal__Scalar, greater_equal_Scalar_out, less_Tensor,
    less__Tensor, less_Tensor_out, less_Scalar, less__Scalar, less_Scalar_out, less_equal_Tensor, less_equal__Tensor,
    less_equal_Tensor_out, less_equal_Scalar, less_equal__Scalar, less_equal_Scalar_out, not_equal_Tensor,
    not_equal__Tensor, not_equal_Tensor_out, not_equal_Scalar, not_equal__Scalar, not_equal_Scalar_out, concat,
    concat_out, concatenate, concatenate_out, special_erf, special_erf_out, special_erfc, special_erfc_out,
    special_exp2, special_exp2_out, special_expit, special_expit_out, special_expm1, special_expm1_out, special_log1p,
    special_log1p_out, special_logsumexp, special_softmax, special_log_softmax, special_xlogy, special_xlogy_out,
    swapaxes, swapaxes_, swapdims, swapdims_>;

}  // namespace modecheck::spec::operators
