// Out variants for which libtorch computes the result of another operator completely and then moves it to `out`.
#pragma once

#include "spec/operators/advanced_indexing.h"
#include "spec/operators/joining.h"
#include "spec/operators/list.h"
#include "spec/operators/losses.h"
#include "spec/operators/matrix.h"
#include "spec/operators/neural.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/reduction.h"
#include "spec/operators/scattering.h"
#include "spec/operators/selection.h"
#include "spec/operators/shape.h"
#include "spec/operators/sorting.h"

namespace modecheck::spec::operators {

template <typename Target>
struct OutVariant : Operator<Target::family> {
  using out_of = Target;
};

#define MODECHECK_OUT_VARIANT(name, row, text)       \
  struct name : OutVariant<row> {                    \
    static constexpr std::string_view schema = text; \
  }

MODECHECK_OUT_VARIANT(
    addmm_out, addmm,
    "addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(
    addmv_out, addmv,
    "addmv.out(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(
    addbmm_out, addbmm,
    "addbmm.out(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) "
    "out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(
    gather_out, gather,
    "gather.out(Tensor self, int dim, Tensor index, *, bool sparse_grad=False, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(
    scatter_src_out, scatter_src,
    "scatter.src_out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(
    scatter_value_out, scatter_value,
    "scatter.value_out(Tensor self, int dim, Tensor index, Scalar value, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(
    scatter_add_out, scatter_add,
    "scatter_add.out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(index_add_out, index_add,
                      "index_add.out(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1, Tensor(a!) "
                      "out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(tril_out, tril, "tril.out(Tensor self, int diagonal=0, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(triu_out, triu, "triu.out(Tensor self, int diagonal=0, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(argmax_out, argmax,
                      "argmax.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(argmin_out, argmin,
                      "argmin.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(any_out, any_dim,
                      "any.out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(all_out, all_dim,
                      "all.out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(any_all_out, any, "any.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(all_all_out, all, "all.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(nansum_out, nansum,
                      "nansum.out(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None, "
                      "Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(logsumexp_out, logsumexp,
                      "logsumexp.out(Tensor self, int[1] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(var_correction_out, var_correction,
                      "var.correction_out(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False, Tensor(a!) "
                      "out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(std_correction_out, std_correction,
                      "std.correction_out(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False, Tensor(a!) "
                      "out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(
    avg_pool2d_out, avg_pool2d,
    "avg_pool2d.out(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, bool "
    "count_include_pad=True, int? divisor_override=None, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(
    avg_pool3d_out, avg_pool3d,
    "avg_pool3d.out(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False, bool "
    "count_include_pad=True, int? divisor_override=None, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(take_out, take, "take.out(Tensor self, Tensor index, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(masked_select_out, masked_select,
                      "masked_select.out(Tensor self, Tensor mask, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(nonzero_out, nonzero, "nonzero.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(mse_loss_out, mse_loss,
                      "mse_loss.out(Tensor self, Tensor target, int reduction=1, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(
    smooth_l1_loss_out, smooth_l1_loss,
    "smooth_l1_loss.out(Tensor self, Tensor target, int reduction=1, float beta=1., *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(
    huber_loss_out, huber_loss,
    "huber_loss.out(Tensor self, Tensor target, int reduction=1, float delta=1., *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(reflection_pad1d_out, reflection_pad1d,
                      "reflection_pad1d.out(Tensor self, int[2] padding, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(reflection_pad2d_out, reflection_pad2d,
                      "reflection_pad2d.out(Tensor self, int[4] padding, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(reflection_pad3d_out, reflection_pad3d,
                      "reflection_pad3d.out(Tensor self, int[6] padding, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(replication_pad2d_out, replication_pad2d,
                      "replication_pad2d.out(Tensor self, int[4] padding, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(replication_pad3d_out, replication_pad3d,
                      "replication_pad3d.out(Tensor self, int[6] padding, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(where_self_out, where_self,
                      "where.self_out(Tensor condition, Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(col2im_out, col2im,
                      "col2im.out(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] "
                      "padding, int[2] stride, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(stack_out, stack, "stack.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)");

MODECHECK_OUT_VARIANT(index_Tensor_out, index_Tensor,
                      "index.Tensor_out(Tensor self, Tensor?[] indices, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OUT_VARIANT(
    narrow_copy_out, narrow_copy,
    "narrow_copy.out(Tensor self, int dim, SymInt start, SymInt length, *, Tensor(a!) out) -> Tensor(a!)");

// Out variants with several results. Each result moves to an output of its own.
MODECHECK_OUT_VARIANT(
    max_dim_max, max_dim,
    "max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) max_values) -> "
    "(Tensor(a!) values, Tensor(b!) indices)");
MODECHECK_OUT_VARIANT(
    min_dim_min, min_dim,
    "min.dim_min(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) min, Tensor(b!) min_indices) "
    "-> (Tensor(a!) values, Tensor(b!) indices)");
MODECHECK_OUT_VARIANT(sort_values_stable, sort_stable,
                      "sort.values_stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False, Tensor(a!) "
                      "values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices)");
MODECHECK_OUT_VARIANT(sort_values, sort,
                      "sort.values(Tensor self, int dim=-1, bool descending=False, *, Tensor(a!) values, Tensor(b!) "
                      "indices) -> (Tensor(a!) values, Tensor(b!) indices)");
MODECHECK_OUT_VARIANT(topk_values, topk,
                      "topk.values(Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True, *, Tensor(a!) "
                      "values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices)");
MODECHECK_OUT_VARIANT(kthvalue_values, kthvalue,
                      "kthvalue.values(Tensor self, int k, int dim=-1, bool keepdim=False, *, Tensor(a!) values, "
                      "Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices)");
MODECHECK_OUT_VARIANT(median_dim_values, median_dim,
                      "median.dim_values(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) values, Tensor(b!) "
                      "indices) -> (Tensor(a!) values, Tensor(b!) indices)");
MODECHECK_OUT_VARIANT(
    cummax_out, cummax,
    "cummax.out(Tensor self, int dim, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, "
    "Tensor(b!) indices)");
MODECHECK_OUT_VARIANT(
    cummin_out, cummin,
    "cummin.out(Tensor self, int dim, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, "
    "Tensor(b!) indices)");
MODECHECK_OUT_VARIANT(
    max_pool2d_with_indices_out, max_pool2d_with_indices,
    "max_pool2d_with_indices.out(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] "
    "dilation=1, bool ceil_mode=False, *, Tensor(a!) out, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))");
MODECHECK_OUT_VARIANT(
    max_pool3d_with_indices_out, max_pool3d_with_indices,
    "max_pool3d_with_indices.out(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] "
    "dilation=1, bool ceil_mode=False, *, Tensor(a!) out, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))");
MODECHECK_OUT_VARIANT(aminmax_out, aminmax,
                      "aminmax.out(Tensor self, *, int? dim=None, bool keepdim=False, Tensor(a!) min, Tensor(b!) max) "
                      "-> (Tensor(a!) min, Tensor(b!) max)");
struct nll_loss_forward_output : OutVariant<nll_loss_forward> {
  static constexpr std::string_view schema =
      "nll_loss_forward.output(Tensor self, Tensor target, Tensor? weight, int reduction, int ignore_index, *, "
      "Tensor(a!) output, Tensor(b!) total_weight) -> (Tensor(a!), Tensor(b!))";
  // `target` and `weight` need no check for requires_grad here. A target that requires grad has a wrong dtype, which
  // the kernel reports. A weight that requires grad is rejected like any argument of an `out=` operator (rule M4).
  static constexpr bool is_constant(std::string_view argument) { return argument == "target"; }
  static constexpr bool rejects_gradient(std::string_view /*argument*/) { return false; }
};

#undef MODECHECK_OUT_VARIANT

using OutVariantOperators =
    List<addmm_out, addmv_out, addbmm_out, gather_out, scatter_src_out, scatter_value_out, scatter_add_out,
         index_add_out, tril_out, triu_out, argmax_out, argmin_out, any_out, all_out, any_all_out, all_all_out,
         nansum_out, logsumexp_out, var_correction_out, std_correction_out, avg_pool2d_out, avg_pool3d_out, take_out,
         masked_select_out, nonzero_out, mse_loss_out, smooth_l1_loss_out, huber_loss_out, reflection_pad1d_out,
         reflection_pad2d_out, reflection_pad3d_out, replication_pad2d_out, replication_pad3d_out, where_self_out,
         col2im_out, stack_out, max_dim_max, min_dim_min, sort_values_stable, sort_values, topk_values, kthvalue_values,
         median_dim_values, cummax_out, cummin_out, max_pool2d_with_indices_out, max_pool3d_with_indices_out,
         nll_loss_forward_output, index_Tensor_out, narrow_copy_out, aminmax_out>;

}  // namespace modecheck::spec::operators
