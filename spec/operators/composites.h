// Composites: operators without a kernel of their own. Each runs as a sequence of other operators (rule D4), which the
// files of spec/composites define.
#pragma once

#include "spec/operators/activation.h"
#include "spec/operators/arrangement.h"
#include "spec/operators/copy.h"
#include "spec/operators/distance.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/embedding_bag.h"
#include "spec/operators/joining.h"
#include "spec/operators/linalg.h"
#include "spec/operators/list.h"
#include "spec/operators/losses.h"
#include "spec/operators/matrix.h"
#include "spec/operators/neural.h"
#include "spec/operators/normalization.h"
#include "spec/operators/norms.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/random.h"
#include "spec/operators/reduction.h"
#include "spec/operators/sampling.h"
#include "spec/operators/shape.h"
#include "spec/operators/sorting.h"
#include "spec/operators/spectrum.h"
#include "spec/operators/unary.h"
#include "spec/operators/view.h"

namespace modecheck::spec::operators {

// Declares a composite. It belongs to the group of `Target`, the operator that it resembles most.
template <typename Target>
struct Composite : Operator<Family::Composite, Made::Composite> {
  using resembles = Target;
};

#define MODECHECK_COMPOSITE(name, row, text)         \
  struct name : Composite<row> {                     \
    static constexpr std::string_view schema = text; \
  }

// Composites that return views, or copies where no view exists.
MODECHECK_COMPOSITE(flatten_using_ints, reshape,
                    "flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a)");
MODECHECK_COMPOSITE(ravel, contiguous, "ravel(Tensor(a) self) -> Tensor(a)");
MODECHECK_COMPOSITE(reshape_as, reshape, "reshape_as(Tensor(a) self, Tensor other) -> Tensor(a)");
MODECHECK_COMPOSITE(unflatten_int, view, "unflatten.int(Tensor(a) self, int dim, int[] sizes) -> Tensor(a)");
MODECHECK_COMPOSITE(broadcast_to, expand, "broadcast_to(Tensor(a) self, int[] size) -> Tensor(a)");
MODECHECK_COMPOSITE(expand_as, expand, "expand_as(Tensor(a) self, Tensor other) -> Tensor(a)");
MODECHECK_COMPOSITE(broadcast_tensors, expand, "broadcast_tensors(Tensor[] tensors) -> Tensor[]");
MODECHECK_COMPOSITE(movedim_int, permute, "movedim.int(Tensor(a) self, int source, int destination) -> Tensor(a)");
MODECHECK_COMPOSITE(moveaxis_int, permute, "moveaxis.int(Tensor(a) self, int source, int destination) -> Tensor(a)");
MODECHECK_COMPOSITE(movedim_intlist, permute,
                    "movedim.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)");
MODECHECK_COMPOSITE(moveaxis_intlist, permute,
                    "moveaxis.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)");
MODECHECK_COMPOSITE(numpy_T, permute, "numpy_T(Tensor(a) self) -> Tensor(a)");
MODECHECK_COMPOSITE(mT, transpose_int, "mT(Tensor(a) self) -> Tensor(a)");
MODECHECK_COMPOSITE(mH, transpose_int, "mH(Tensor(a) self) -> Tensor(a)");
MODECHECK_COMPOSITE(adjoint, transpose_int, "adjoint(Tensor(a) self) -> Tensor(a)");
MODECHECK_COMPOSITE(atleast_1d, unsqueeze, "atleast_1d(Tensor self) -> Tensor");
MODECHECK_COMPOSITE(atleast_2d, unsqueeze, "atleast_2d(Tensor self) -> Tensor");
MODECHECK_COMPOSITE(atleast_3d, unsqueeze, "atleast_3d(Tensor self) -> Tensor");
MODECHECK_COMPOSITE(positive, alias, "positive(Tensor(a) self) -> Tensor(a)");
MODECHECK_COMPOSITE(tensor_split_sections, chunk,
                    "tensor_split.sections(Tensor(a -> *) self, int sections, int dim=0) -> Tensor(a)[]");
MODECHECK_COMPOSITE(hsplit_int, chunk, "hsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]");
MODECHECK_COMPOSITE(vsplit_int, chunk, "vsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]");
MODECHECK_COMPOSITE(dsplit_int, chunk, "dsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]");
MODECHECK_COMPOSITE(meshgrid, expand, "meshgrid(Tensor[] tensors) -> Tensor[]");
MODECHECK_COMPOSITE(meshgrid_indexing, expand, "meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]");

// Composites that work element by element.
MODECHECK_COMPOSITE(square, pow_Tensor_Scalar, "square(Tensor self) -> Tensor");
MODECHECK_COMPOSITE(square_, pow__Scalar, "square_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_COMPOSITE(square_out, pow_Tensor_Scalar_out, "square.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_COMPOSITE(relu6, hardtanh, "relu6(Tensor self) -> Tensor");
MODECHECK_COMPOSITE(relu6_, hardtanh_, "relu6_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_COMPOSITE(selu, elu, "selu(Tensor self) -> Tensor");
MODECHECK_COMPOSITE(selu_, elu_, "selu_(Tensor(a!) self) -> Tensor(a!)");
MODECHECK_COMPOSITE(float_power_Tensor_Scalar, pow_Tensor_Scalar,
                    "float_power.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor");
MODECHECK_COMPOSITE(float_power_Scalar, pow_Scalar, "float_power.Scalar(Scalar self, Tensor exponent) -> Tensor");
MODECHECK_COMPOSITE(float_power_Tensor_Tensor, pow_Tensor_Tensor,
                    "float_power.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor");
MODECHECK_COMPOSITE(float_power__Scalar, pow__Scalar,
                    "float_power_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!)");
MODECHECK_COMPOSITE(float_power__Tensor, pow__Tensor,
                    "float_power_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!)");
MODECHECK_COMPOSITE(ldexp_Tensor, mul_Tensor, "ldexp.Tensor(Tensor self, Tensor other) -> Tensor");
MODECHECK_COMPOSITE(ldexp_, mul__Tensor, "ldexp_(Tensor(a!) self, Tensor other) -> Tensor(a!)");
MODECHECK_COMPOSITE(ldexp_out, mul_out, "ldexp.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_COMPOSITE(dropout, bernoulli__float, "dropout(Tensor input, float p, bool train) -> Tensor");
MODECHECK_COMPOSITE(dropout_, bernoulli__float, "dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)");
MODECHECK_COMPOSITE(bernoulli_p, bernoulli__float,
                    "bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> Tensor");
MODECHECK_COMPOSITE(type_as, to_dtype, "type_as(Tensor self, Tensor other) -> Tensor");
MODECHECK_COMPOSITE(to_other, to_dtype,
                    "to.other(Tensor(a) self, Tensor other, bool non_blocking=False, bool copy=False, MemoryFormat? "
                    "memory_format=None) -> Tensor(a)");
MODECHECK_COMPOSITE(where_ScalarSelf, where_self,
                    "where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor");
MODECHECK_COMPOSITE(where_ScalarOther, where_self,
                    "where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor");
MODECHECK_COMPOSITE(where_Scalar, where_self, "where.Scalar(Tensor condition, Scalar self, Scalar other) -> Tensor");

// Composites that reduce.
MODECHECK_COMPOSITE(var, var_correction, "var(Tensor self, bool unbiased=True) -> Tensor");
MODECHECK_COMPOSITE(std_all, std_correction, "std(Tensor self, bool unbiased=True) -> Tensor");
MODECHECK_COMPOSITE(std_dim, std_correction,
                    "std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor");
MODECHECK_COMPOSITE(var_mean, var_mean_correction, "var_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor)");
MODECHECK_COMPOSITE(
    var_mean_dim, var_mean_correction,
    "var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)");
MODECHECK_COMPOSITE(std_mean, std_mean_correction, "std_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor)");
MODECHECK_COMPOSITE(
    std_mean_dim, std_mean_correction,
    "std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)");
MODECHECK_COMPOSITE(argsort, sort, "argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor");
MODECHECK_COMPOSITE(msort, sort, "msort(Tensor self) -> Tensor");
MODECHECK_COMPOSITE(sum_to_size, sum_dim_IntList, "sum_to_size(Tensor self, int[] size) -> Tensor");
MODECHECK_COMPOSITE(nanmean, nansum,
                    "nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor");
MODECHECK_COMPOSITE(trapezoid_dx, sum_dim_IntList, "trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor");
MODECHECK_COMPOSITE(trapezoid_x, sum_dim_IntList, "trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor");
MODECHECK_COMPOSITE(cumulative_trapezoid_dx, cumsum,
                    "cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor");
MODECHECK_COMPOSITE(cumulative_trapezoid_x, cumsum,
                    "cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor");

// Composites that join tensors or move elements.
MODECHECK_COMPOSITE(hstack, cat, "hstack(Tensor[] tensors) -> Tensor");
MODECHECK_COMPOSITE(hstack_out, cat_out, "hstack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_COMPOSITE(vstack, cat, "vstack(Tensor[] tensors) -> Tensor");
MODECHECK_COMPOSITE(vstack_out, cat_out, "vstack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_COMPOSITE(row_stack, cat, "row_stack(Tensor[] tensors) -> Tensor");
MODECHECK_COMPOSITE(row_stack_out, cat_out, "row_stack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_COMPOSITE(dstack, cat, "dstack(Tensor[] tensors) -> Tensor");
MODECHECK_COMPOSITE(dstack_out, cat_out, "dstack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_COMPOSITE(column_stack, cat, "column_stack(Tensor[] tensors) -> Tensor");
MODECHECK_COMPOSITE(column_stack_out, cat_out, "column_stack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_COMPOSITE(fliplr, flip, "fliplr(Tensor self) -> Tensor");
MODECHECK_COMPOSITE(flipud, flip, "flipud(Tensor self) -> Tensor");
MODECHECK_COMPOSITE(tile, repeat, "tile(Tensor self, int[] dims) -> Tensor");
MODECHECK_COMPOSITE(pad, constant_pad_nd,
                    "pad(Tensor self, int[] pad, str mode=\"constant\", float? value=None) -> Tensor");
MODECHECK_COMPOSITE(diff, sub_Tensor,
                    "diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor");
MODECHECK_COMPOSITE(take_along_dim, gather, "take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor");
MODECHECK_COMPOSITE(
    repeat_interleave_self_int, index_select,
    "repeat_interleave.self_int(Tensor self, int repeats, int? dim=None, *, int? output_size=None) -> Tensor");

// Composites for products and distances.
MODECHECK_COMPOSITE(outer, mul_Tensor, "outer(Tensor self, Tensor vec2) -> Tensor");
MODECHECK_COMPOSITE(ger, mul_Tensor, "ger(Tensor self, Tensor vec2) -> Tensor");
MODECHECK_COMPOSITE(outer_out, mul_out, "outer.out(Tensor self, Tensor vec2, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_COMPOSITE(ger_out, mul_out, "ger.out(Tensor self, Tensor vec2, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_COMPOSITE(linear, matmul, "linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor");
MODECHECK_COMPOSITE(einsum, bmm, "einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor");
MODECHECK_COMPOSITE(tensordot, mm, "tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor");
MODECHECK_COMPOSITE(inner, mm, "inner(Tensor self, Tensor other) -> Tensor");
MODECHECK_COMPOSITE(kron, mul_Tensor, "kron(Tensor self, Tensor other) -> Tensor");
MODECHECK_COMPOSITE(chain_matmul, mm, "chain_matmul(Tensor[] matrices) -> Tensor");
MODECHECK_COMPOSITE(linalg_multi_dot, mm, "linalg_multi_dot(Tensor[] tensors) -> Tensor");
MODECHECK_COMPOSITE(inverse, linalg_inv_ex, "inverse(Tensor self) -> Tensor");
MODECHECK_COMPOSITE(cdist, _cdist_forward, "cdist(Tensor x1, Tensor x2, float p=2., int? compute_mode=None) -> Tensor");
MODECHECK_COMPOSITE(pdist, _pdist_forward, "pdist(Tensor self, float p=2.) -> Tensor");
MODECHECK_COMPOSITE(pairwise_distance, norm_ScalarOpt_dim,
                    "pairwise_distance(Tensor x1, Tensor x2, float p=2., float eps=9.9999999999999995e-07, bool "
                    "keepdim=False) -> Tensor");
MODECHECK_COMPOSITE(cosine_similarity, sum_dim_IntList,
                    "cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor");

// Composites for losses and normalisations.
MODECHECK_COMPOSITE(l1_loss, sub_Tensor, "l1_loss(Tensor self, Tensor target, int reduction=1) -> Tensor");
MODECHECK_COMPOSITE(kl_div, sub_Tensor,
                    "kl_div(Tensor self, Tensor target, int reduction=1, *, bool log_target=False) -> Tensor");
MODECHECK_COMPOSITE(
    margin_ranking_loss, sub_Tensor,
    "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) -> Tensor");
MODECHECK_COMPOSITE(hinge_embedding_loss, sub_Tensor,
                    "hinge_embedding_loss(Tensor self, Tensor target, float margin=1., int reduction=1) -> Tensor");
MODECHECK_COMPOSITE(
    cosine_embedding_loss, sub_Tensor,
    "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) -> Tensor");
MODECHECK_COMPOSITE(triplet_margin_loss, sub_Tensor,
                    "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1., float p=2., "
                    "float eps=9.9999999999999995e-07, bool swap=False, int reduction=1) -> Tensor");
MODECHECK_COMPOSITE(
    nll_loss, nll_loss_forward,
    "nll_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, int ignore_index=-100) -> Tensor");
MODECHECK_COMPOSITE(
    nll_loss_nd, nll_loss_forward,
    "nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, int ignore_index=-100) -> Tensor");
MODECHECK_COMPOSITE(cross_entropy_loss, nll_loss_forward,
                    "cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, int "
                    "ignore_index=-100, float label_smoothing=0.) -> Tensor");
MODECHECK_COMPOSITE(layer_norm, native_layer_norm,
                    "layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float "
                    "eps=1.0000000000000001e-05, bool cudnn_enable=True) -> Tensor");
MODECHECK_COMPOSITE(group_norm, native_group_norm,
                    "group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float "
                    "eps=1.0000000000000001e-05, bool cudnn_enabled=True) -> Tensor");
MODECHECK_COMPOSITE(batch_norm, native_batch_norm,
                    "batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
                    "bool training, float momentum, float eps, bool cudnn_enabled) -> Tensor");
MODECHECK_COMPOSITE(
    instance_norm, native_batch_norm,
    "instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
    "bool use_input_stats, float momentum, float eps, bool cudnn_enabled) -> Tensor");

// Composites for convolution, pooling and other operations on images.
MODECHECK_COMPOSITE(conv1d, convolution,
                    "conv1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=[1], int[1] padding=[0], "
                    "int[1] dilation=[1], int groups=1) -> Tensor");
MODECHECK_COMPOSITE(conv2d, convolution,
                    "conv2d(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] "
                    "dilation=1, int groups=1) -> Tensor");
MODECHECK_COMPOSITE(conv3d, convolution,
                    "conv3d(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] "
                    "dilation=1, int groups=1) -> Tensor");
MODECHECK_COMPOSITE(conv_transpose1d, convolution,
                    "conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=[1], int[1] "
                    "padding=[0], int[1] output_padding=[0], int groups=1, int[1] dilation=[1]) -> Tensor");
MODECHECK_COMPOSITE(conv_transpose2d_input, convolution,
                    "conv_transpose2d.input(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] "
                    "padding=0, int[2] output_padding=0, int groups=1, int[2] dilation=1) -> Tensor");
MODECHECK_COMPOSITE(conv_transpose3d_input, convolution,
                    "conv_transpose3d.input(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] "
                    "padding=0, int[3] output_padding=0, int groups=1, int[3] dilation=1) -> Tensor");
MODECHECK_COMPOSITE(conv1d_padding, convolution,
                    "conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=[1], str "
                    "padding=\"valid\", int[1] dilation=[1], int groups=1) -> Tensor");
MODECHECK_COMPOSITE(conv2d_padding, convolution,
                    "conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, str "
                    "padding=\"valid\", int[2] dilation=1, int groups=1) -> Tensor");
MODECHECK_COMPOSITE(conv3d_padding, convolution,
                    "conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, str "
                    "padding=\"valid\", int[3] dilation=1, int groups=1) -> Tensor");
MODECHECK_COMPOSITE(max_pool1d_with_indices, max_pool2d_with_indices,
                    "max_pool1d_with_indices(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], "
                    "int[1] dilation=[1], bool ceil_mode=False) -> (Tensor, Tensor)");
MODECHECK_COMPOSITE(
    max_pool2d, max_pool2d_with_indices,
    "max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, "
    "bool ceil_mode=False) -> Tensor");
MODECHECK_COMPOSITE(
    max_pool3d, max_pool3d_with_indices,
    "max_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, "
    "bool ceil_mode=False) -> Tensor");
MODECHECK_COMPOSITE(adaptive_avg_pool2d, _adaptive_avg_pool2d,
                    "adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor");
MODECHECK_COMPOSITE(adaptive_avg_pool3d, _adaptive_avg_pool3d,
                    "adaptive_avg_pool3d(Tensor self, int[3] output_size) -> Tensor");
MODECHECK_COMPOSITE(
    grid_sampler, grid_sampler_2d,
    "grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor");

// Composites for embedding bags.
MODECHECK_COMPOSITE(embedding_bag, _embedding_bag,
                    "embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int "
                    "mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False) -> "
                    "(Tensor, Tensor, Tensor, Tensor)");

// Composites for Fourier transforms.
MODECHECK_COMPOSITE(fft_fft, _fft_c2c, "fft_fft(Tensor self, int? n=None, int dim=-1, str? norm=None) -> Tensor");
MODECHECK_COMPOSITE(fft_ifft, _fft_c2c, "fft_ifft(Tensor self, int? n=None, int dim=-1, str? norm=None) -> Tensor");
MODECHECK_COMPOSITE(fft_rfft, _fft_r2c, "fft_rfft(Tensor self, int? n=None, int dim=-1, str? norm=None) -> Tensor");
MODECHECK_COMPOSITE(fft_irfft, _fft_c2r, "fft_irfft(Tensor self, int? n=None, int dim=-1, str? norm=None) -> Tensor");
MODECHECK_COMPOSITE(fft_fft2, _fft_c2c,
                    "fft_fft2(Tensor self, int[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor");
MODECHECK_COMPOSITE(fft_ifft2, _fft_c2c,
                    "fft_ifft2(Tensor self, int[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor");
MODECHECK_COMPOSITE(fft_fftn, _fft_c2c,
                    "fft_fftn(Tensor self, int[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor");
MODECHECK_COMPOSITE(fft_ifftn, _fft_c2c,
                    "fft_ifftn(Tensor self, int[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor");
MODECHECK_COMPOSITE(fft_fftshift, roll, "fft_fftshift(Tensor self, int[1]? dim=None) -> Tensor");
MODECHECK_COMPOSITE(fft_ifftshift, roll, "fft_ifftshift(Tensor self, int[1]? dim=None) -> Tensor");

#undef MODECHECK_COMPOSITE

using CompositeOperators =
    List<flatten_using_ints, ravel, reshape_as, unflatten_int, broadcast_to, expand_as, broadcast_tensors, movedim_int,
         movedim_intlist, moveaxis_int, moveaxis_intlist, numpy_T, mT, mH, adjoint, atleast_1d, atleast_2d, atleast_3d,
         positive, tensor_split_sections, hsplit_int, vsplit_int, dsplit_int, square, square_, square_out, relu6,
         relu6_, float_power_Tensor_Scalar, float_power_Scalar, float_power_Tensor_Tensor, float_power__Scalar,
         float_power__Tensor, dropout, dropout_, bernoulli_p, type_as, to_other, where_ScalarSelf, where_ScalarOther,
         where_Scalar, var, std_all, std_dim, var_mean, var_mean_dim, std_mean, std_mean_dim, argsort, msort,
         sum_to_size, nanmean, hstack, hstack_out, vstack, vstack_out, row_stack, row_stack_out, dstack, dstack_out,
         column_stack, column_stack_out, fliplr, flipud, tile, pad, outer, ger, outer_out, ger_out, linear, inverse,
         cdist, pdist, l1_loss, kl_div, margin_ranking_loss, nll_loss, nll_loss_nd, cross_entropy_loss, layer_norm,
         group_norm, batch_norm, conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d_input,
         conv_transpose3d_input, max_pool1d_with_indices, max_pool2d, max_pool3d, adaptive_avg_pool2d,
         adaptive_avg_pool3d, grid_sampler, meshgrid, meshgrid_indexing, selu, selu_, trapezoid_dx, trapezoid_x,
         cumulative_trapezoid_dx, cumulative_trapezoid_x, diff, take_along_dim, repeat_interleave_self_int, einsum,
         tensordot, inner, kron, chain_matmul, linalg_multi_dot, pairwise_distance, cosine_similarity,
         hinge_embedding_loss, cosine_embedding_loss, triplet_margin_loss, instance_norm, conv1d_padding,
         conv2d_padding, conv3d_padding, embedding_bag, fft_fft, fft_ifft, fft_rfft, fft_irfft, fft_fft2, fft_ifft2,
         fft_fftn, fft_ifftn, fft_fftshift, fft_ifftshift, ldexp_Tensor, ldexp_, ldexp_out>;

}  // namespace modecheck::spec::operators
