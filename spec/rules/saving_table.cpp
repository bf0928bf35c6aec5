#include "spec/rules/saving_table.h"

#include "spec/program/arguments.h"
#include "spec/program/operator_id.h"

namespace modecheck::spec {
namespace {

namespace ops = operators;

constexpr DerivativeFacts saves_nothing{};
constexpr DerivativeFacts not_differentiable{false, 0, false, {}, -1};
constexpr DerivativeFacts saves_result{true, 0, true, {}, -1};
constexpr DerivativeFacts saves_self_and_result{true, 1, true, {SavedInput{0}}, -1};
constexpr DerivativeFacts saves(SavedInput a) { return {true, 1, false, {a}, -1}; }
constexpr DerivativeFacts saves(SavedInput a, SavedInput b) { return {true, 2, false, {a, b}, -1}; }
constexpr DerivativeFacts saves(SavedInput a, SavedInput b, SavedInput c) { return {true, 3, false, {a, b, c}, -1}; }
constexpr DerivativeFacts and_result(DerivativeFacts facts) {
  facts.saves_result = true;
  return facts;
}

// The gradient of a chosen element goes where it was chosen.
constexpr DerivativeFacts and_places(DerivativeFacts facts) {
  facts.saved_others = 1;
  return facts;
}
constexpr DerivativeFacts saves_places = and_places(saves_nothing);
// Normalised with means and deviations, which are kept.
constexpr DerivativeFacts and_statistics(DerivativeFacts facts, bool differentiable) {
  facts.saved_others = 3;
  facts.differentiable_others = differentiable ? 3 : 0;
  return facts;
}
constexpr DerivativeFacts of_groups_without_weight = and_statistics(saves({0}), true);

constexpr DerivativeFacts in_any_order(DerivativeFacts facts) {
  facts.in_any_order = true;
  return facts;
}

// The indices, as many as are there.
constexpr std::array kSaveIndices{saves_nothing, in_any_order(saves({1})), in_any_order(saves({1}, {2})),
                                  in_any_order(saves({1}, {2}, {3}))};

constexpr DerivativeFacts with_second(DerivativeFacts facts) {
  facts.differentiable_others = 1;
  return facts;
}

// What the index of `self` is may be of any dtype until arguments are looked at.
constexpr DerivativeFacts by_index(DerivativeFacts facts) {
  facts.constant_input = 1;
  return facts;
}

// A mask that is not boolean is rejected in the end, but what Autograd checks before that does not count it (L).
constexpr DerivativeFacts saves_mask{true, 1, false, {SavedInput{1}}, 1};
constexpr DerivativeFacts each_for_the_other = saves({1, 0}, {0, 1});

// Of a weight the sizes are enough, but for the gradient of what the samples are weighted with.
constexpr DerivativeFacts of_bags{true, 2, false, {SavedInput{1}, SavedInput{2}}, 1, 7, 0};
constexpr DerivativeFacts of_weighted_bags{
    true, 4, false, {SavedInput{1}, SavedInput{2}, SavedInput{3}, SavedInput{0, 3}}, 1, 7, 0};

// Lengths or offsets, which are kept too and have no derivative.
constexpr DerivativeFacts by_numbers{true, 2, true, {SavedInput{0}, SavedInput{1}}, 1, 0, 0, 1};
// Behind indices, which are refused in the end.
constexpr DerivativeFacts by_indices_and_offsets{true, 2, true, {SavedInput{0}, SavedInput{2}}, 1, 0, 0, 2};

// A weight of classes, which is kept too.
constexpr DerivativeFacts with_weight(DerivativeFacts facts) {
  facts.underived_input = 2;
  return facts;
}

constexpr DerivativeFacts flat(DerivativeFacts facts) {
  facts.flat = 1;
  return facts;
}
// How many elements are not zero does not change with any.
constexpr DerivativeFacts of_counted = flat(saves_self_and_result);

// Factors and pivots are kept beside the result.
constexpr DerivativeFacts and_factors(DerivativeFacts facts, std::uint8_t which) {
  facts.saved_others = which;
  return facts;
}

constexpr DerivativeFacts without_formula(DerivativeFacts facts) {
  facts.implemented = false;
  return facts;
}

struct Row {
  OperationId operation;
  DerivativeFacts facts;
};

// A function and its in-place form.
#define MODECHECK_ROWS(name, facts) \
  Row{id_of<ops::name>(), facts}, Row { id_of<ops::name##_>(), facts }

// Every operator that is not here saves nothing.
constexpr Row kRows[] = {
    Row{id_of<ops::abs>(), saves({0})},
    Row{id_of<ops::abs_>(), saves({0})},
    Row{id_of<ops::exp>(), saves_result},
    Row{id_of<ops::exp_>(), saves_result},
    Row{id_of<ops::relu>(), saves_result},
    Row{id_of<ops::relu_>(), saves_result},
    Row{id_of<ops::sigmoid>(), saves_result},
    Row{id_of<ops::sigmoid_>(), saves_result},
    Row{id_of<ops::tanh>(), saves_result},
    Row{id_of<ops::tanh_>(), saves_result},
    Row{id_of<ops::mul_Tensor>(), each_for_the_other},
    Row{id_of<ops::mul__Tensor>(), each_for_the_other},
    Row{id_of<ops::div_Tensor>(), saves({1}, {0, 1})},
    Row{id_of<ops::div__Tensor>(), saves({1}, {0, 1})},
    Row{id_of<ops::maximum>(), saves({0}, {1})},
    Row{id_of<ops::where_self>(), saves({0})},
    Row{id_of<ops::masked_fill_Scalar>(), saves_mask},
    Row{id_of<ops::masked_fill__Scalar>(), saves_mask},
    Row{id_of<ops::index_select>(), saves({1})},
    Row{id_of<ops::gather>(), DerivativeFacts{true, 2, false, {SavedInput{0}, SavedInput{1}}, 1}},
    MODECHECK_ROWS(cumprod, saves_self_and_result),
    Row{id_of<ops::copysign_Tensor>(), and_result(saves({0, 0}))},
    Row{id_of<ops::copysign__Tensor>(), and_result(saves({0, 0}))},
    Row{id_of<ops::xlogy_Tensor>(), saves({0}, {1})},
    Row{id_of<ops::xlogy__Tensor>(), saves({0}, {1})},
    MODECHECK_ROWS(index_add, by_index(saves({1, 2}, {2, 2}))),
    MODECHECK_ROWS(index_copy, by_index(saves({1}, {2, 2}))),
    Row{id_of<ops::index_fill_int_Scalar>(), by_index(saves({1}))},
    Row{id_of<ops::index_fill__int_Scalar>(), by_index(saves({1}))},
    Row{id_of<ops::scatter_src>(), by_index(saves({1}))},
    Row{id_of<ops::scatter__src>(), by_index(saves({1}))},
    Row{id_of<ops::scatter_value>(), by_index(saves({1}))},
    Row{id_of<ops::scatter__value>(), by_index(saves({1}))},
    MODECHECK_ROWS(scatter_add, by_index(saves({1, 2}))),
    Row{id_of<ops::scatter_reduce_two>(), by_index(and_result(saves({0}, {1}, {2})))},
    Row{id_of<ops::scatter_reduce__two>(), by_index(and_result(saves({0}, {1}, {2})))},
    Row{id_of<ops::scatter_reduce_two_out>(), by_index(saves_nothing)},
    MODECHECK_ROWS(masked_scatter, saves_mask),
    Row{id_of<ops::nonzero>(), not_differentiable},
    Row{id_of<ops::grid_sampler_2d>(), saves({0}, {1})},
    Row{id_of<ops::embedding>(), by_index(saves({0}, {1}))},
    Row{id_of<ops::reflection_pad1d>(), saves({0})},
    Row{id_of<ops::reflection_pad2d>(), saves({0})},
    Row{id_of<ops::replication_pad2d>(), saves({0})},
    Row{id_of<ops::reflection_pad3d>(), saves({0})},
    Row{id_of<ops::replication_pad3d>(), saves({0})},
    Row{id_of<ops::_adaptive_avg_pool2d>(), saves({0})},
    Row{id_of<ops::_adaptive_avg_pool3d>(), saves({0})},
    Row{id_of<ops::avg_pool2d>(), saves({0})},
    Row{id_of<ops::convolution>(), saves({0}, {1})},
    Row{id_of<ops::avg_pool3d>(), saves({0})},
    Row{id_of<ops::max_pool2d_with_indices>(), and_places(saves({0}))},
    Row{id_of<ops::max_pool3d_with_indices>(), and_places(saves({0}))},
    Row{id_of<ops::amax>(), saves_self_and_result},
    Row{id_of<ops::_softmax>(), saves_result},
    Row{id_of<ops::_log_softmax>(), saves_result},
    Row{id_of<ops::clamp_min_Tensor>(), saves({0}, {1})},
    Row{id_of<ops::clamp_min__Tensor>(), saves({0}, {1})},
    Row{id_of<ops::clamp_max_Tensor>(), saves({0}, {1})},
    Row{id_of<ops::clamp_max__Tensor>(), saves({0}, {1})},
    Row{id_of<ops::clamp_Tensor>(), saves({0}, {1}, {2})},
    Row{id_of<ops::clamp__Tensor>(), saves({0}, {1}, {2})},
    Row{id_of<ops::amin>(), saves_self_and_result},
    Row{id_of<ops::prod>(), saves_self_and_result},
    Row{id_of<ops::prod_dim_int>(), saves_self_and_result},
    Row{id_of<ops::logsumexp>(), saves_self_and_result},
    Row{id_of<ops::std_correction>(), saves_self_and_result},
    Row{id_of<ops::var_correction>(), saves({0})},
    Row{id_of<ops::nansum>(), saves({0})},
    Row{id_of<ops::any>(), not_differentiable},
    Row{id_of<ops::full_like>(), not_differentiable},
    Row{id_of<ops::any_dim>(), not_differentiable},
    Row{id_of<ops::all>(), not_differentiable},
    Row{id_of<ops::all_dim>(), not_differentiable},
    Row{id_of<ops::argmax>(), not_differentiable},
    Row{id_of<ops::argmin>(), not_differentiable},
    Row{id_of<ops::count_nonzero>(), not_differentiable},
    Row{id_of<ops::max_dim>(), saves_places},
    Row{id_of<ops::min_dim>(), saves_places},
    Row{id_of<ops::sort_stable>(), saves_places},
    Row{id_of<ops::sort>(), saves_places},
    Row{id_of<ops::topk>(), saves_places},
    Row{id_of<ops::kthvalue>(), saves_places},
    Row{id_of<ops::median_dim>(), saves_places},
    Row{id_of<ops::cummax>(), and_places(saves({0}))},
    Row{id_of<ops::cummin>(), and_places(saves({0}))},
    Row{id_of<ops::var_mean_correction>(), with_second(saves({0}))},
    Row{id_of<ops::std_mean_correction>(), with_second(saves_self_and_result)},
    Row{id_of<ops::native_layer_norm>(), and_statistics(saves({0}, {1}, {2}), false)},
    Row{id_of<ops::native_group_norm>(), and_statistics(saves({0}, {1}), true)},
    Row{id_of<ops::_fft_r2c>(), saves({0})},
    Row{id_of<ops::_embedding_bag>(), of_bags},
    Row{id_of<ops::_cdist_forward>(), and_result(saves({0}, {1}))},
    Row{id_of<ops::_pdist_forward>(), saves_self_and_result},
    Row{id_of<ops::mm>(), each_for_the_other},
    Row{id_of<ops::mv>(), each_for_the_other},
    Row{id_of<ops::dot>(), each_for_the_other},
    Row{id_of<ops::bmm>(), each_for_the_other},
    Row{id_of<ops::addmm>(), saves({2, 1}, {1, 2})},
    Row{id_of<ops::addmm_>(), saves({2, 1}, {1, 2})},
    Row{id_of<ops::addbmm>(), saves({2, 1}, {1, 2})},
    MODECHECK_ROWS(addmv, saves({2, 1}, {1, 2})),
    MODECHECK_ROWS(baddbmm, saves({2, 1}, {1, 2})),
    MODECHECK_ROWS(log, saves({0})),
    MODECHECK_ROWS(log2, saves({0})),
    MODECHECK_ROWS(log10, saves({0})),
    MODECHECK_ROWS(log1p, saves({0})),
    MODECHECK_ROWS(sin, saves({0})),
    MODECHECK_ROWS(cos, saves({0})),
    MODECHECK_ROWS(asin, saves({0})),
    MODECHECK_ROWS(acos, saves({0})),
    MODECHECK_ROWS(atan, saves({0})),
    MODECHECK_ROWS(sinh, saves({0})),
    MODECHECK_ROWS(cosh, saves({0})),
    MODECHECK_ROWS(erf, saves({0})),
    MODECHECK_ROWS(erfc, saves({0})),
    MODECHECK_ROWS(silu, saves({0})),
    MODECHECK_ROWS(gelu, saves({0})),
    MODECHECK_ROWS(hardtanh, saves({0})),
    MODECHECK_ROWS(clamp, saves({0})),
    MODECHECK_ROWS(clamp_min, saves({0})),
    MODECHECK_ROWS(clamp_max, saves({0})),
    MODECHECK_ROWS(nan_to_num, saves({0})),
    MODECHECK_ROWS(exp2, saves_result),
    MODECHECK_ROWS(expm1, saves_result),
    MODECHECK_ROWS(sqrt, saves_result),
    MODECHECK_ROWS(rsqrt, saves_result),
    MODECHECK_ROWS(tan, saves_result),
    MODECHECK_ROWS(reciprocal, saves_result),
    MODECHECK_ROWS(asinh, saves({0})),
    MODECHECK_ROWS(acosh, saves({0})),
    MODECHECK_ROWS(atanh, saves({0})),
    Row{id_of<ops::elu>(), saves({0})},
    Row{id_of<ops::elu_>(), saves_result},
    Row{id_of<ops::leaky_relu>(), saves({0})},
    Row{id_of<ops::leaky_relu_>(), saves_result},
    Row{id_of<ops::softplus>(), saves({0})},
    Row{id_of<ops::eq_Tensor>(), not_differentiable},
    Row{id_of<ops::eq_Tensor_out>(), not_differentiable},
    Row{id_of<ops::eq_Scalar>(), not_differentiable},
    Row{id_of<ops::eq_Scalar_out>(), not_differentiable},
    Row{id_of<ops::ne_Tensor>(), not_differentiable},
    Row{id_of<ops::ne_Tensor_out>(), not_differentiable},
    Row{id_of<ops::ne_Scalar>(), not_differentiable},
    Row{id_of<ops::ne_Scalar_out>(), not_differentiable},
    Row{id_of<ops::lt_Tensor>(), not_differentiable},
    Row{id_of<ops::lt_Tensor_out>(), not_differentiable},
    Row{id_of<ops::lt_Scalar>(), not_differentiable},
    Row{id_of<ops::lt_Scalar_out>(), not_differentiable},
    Row{id_of<ops::le_Tensor>(), not_differentiable},
    Row{id_of<ops::le_Tensor_out>(), not_differentiable},
    Row{id_of<ops::le_Scalar>(), not_differentiable},
    Row{id_of<ops::le_Scalar_out>(), not_differentiable},
    Row{id_of<ops::gt_Tensor>(), not_differentiable},
    Row{id_of<ops::gt_Tensor_out>(), not_differentiable},
    Row{id_of<ops::gt_Scalar>(), not_differentiable},
    Row{id_of<ops::gt_Scalar_out>(), not_differentiable},
    Row{id_of<ops::ge_Tensor>(), not_differentiable},
    Row{id_of<ops::ge_Tensor_out>(), not_differentiable},
    Row{id_of<ops::ge_Scalar>(), not_differentiable},
    Row{id_of<ops::ge_Scalar_out>(), not_differentiable},
    Row{id_of<ops::logical_and>(), not_differentiable},
    Row{id_of<ops::logical_and_out>(), not_differentiable},
    Row{id_of<ops::logical_or>(), not_differentiable},
    Row{id_of<ops::logical_or_out>(), not_differentiable},
    Row{id_of<ops::logical_xor>(), not_differentiable},
    Row{id_of<ops::logical_xor_out>(), not_differentiable},
    Row{id_of<ops::minimum>(), saves({0}, {1})},
    Row{id_of<ops::fmax>(), saves({0}, {1})},
    Row{id_of<ops::fmin>(), saves({0}, {1})},
    MODECHECK_ROWS(atan2, saves({0}, {1})),
    Row{id_of<ops::pow_Tensor_Scalar>(), saves({0})},
    Row{id_of<ops::pow__Scalar>(), saves({0})},
    Row{id_of<ops::pow_Tensor_Tensor>(), and_result(saves({0}, {1}))},
    Row{id_of<ops::pow__Tensor>(), and_result(saves({0}, {1}))},
    Row{id_of<ops::pow_Scalar>(), and_result(saves({0}))},
    Row{id_of<ops::fmod_Tensor>(), saves({0, 1}, {1, 1})},
    Row{id_of<ops::fmod__Tensor>(), saves({0, 1}, {1, 1})},
    Row{id_of<ops::remainder_Tensor>(), saves({0, 1}, {1, 1})},
    Row{id_of<ops::remainder__Tensor>(), saves({0, 1}, {1, 1})},
    Row{id_of<ops::div_Tensor_mode>(), saves({1}, {0, 1})},
    Row{id_of<ops::div__Tensor_mode>(), saves({1}, {0, 1})},
    MODECHECK_ROWS(hypot, and_result(saves({0, 0}, {1, 1}))),
    Row{id_of<ops::logaddexp>(), saves({0}, {1})},
    Row{id_of<ops::lerp_Tensor>(), saves({2}, {0, 2}, {1, 2})},
    Row{id_of<ops::lerp__Tensor>(), saves({2}, {0, 2}, {1, 2})},
    MODECHECK_ROWS(addcmul, saves({2, 1}, {1, 2})),
    MODECHECK_ROWS(addcdiv, saves({2}, {1, 2})),
    MODECHECK_ROWS(hardsigmoid, saves({0})),
    MODECHECK_ROWS(hardswish, saves({0})),
    MODECHECK_ROWS(mish, saves({0})),
    Row{id_of<ops::masked_fill_Tensor>(), saves_mask},
    Row{id_of<ops::masked_fill__Tensor>(), saves_mask},
    Row{id_of<ops::isnan>(), not_differentiable},
    Row{id_of<ops::isinf>(), not_differentiable},
    Row{id_of<ops::logical_not>(), not_differentiable},
    Row{id_of<ops::logical_not_out>(), not_differentiable},
    Row{id_of<ops::mse_loss>(), saves({0}, {1})},
    Row{id_of<ops::smooth_l1_loss>(), saves({0}, {1})},
    Row{id_of<ops::huber_loss>(), saves({0}, {1})},
    Row{id_of<ops::binary_cross_entropy>(), with_weight(saves({0}, {1}, {2}))},
    Row{id_of<ops::nll_loss_forward>(), with_weight(by_index(and_places(saves({0}, {1}, {2}))))},
    Row{id_of<ops::max>(), saves_self_and_result},
    Row{id_of<ops::min>(), saves_self_and_result},
    Row{id_of<ops::median>(), saves_self_and_result},
    Row{id_of<ops::masked_select>(), by_index(saves({0}, {1}))},
    Row{id_of<ops::take>(), by_index(saves({0}, {1}))},
    Row{id_of<ops::softshrink>(), saves({0})},
    MODECHECK_ROWS(threshold, saves({0})),
    MODECHECK_ROWS(logit, saves({0})),
    MODECHECK_ROWS(sgn, saves_self_and_result),
    Row{id_of<ops::celu>(), saves({0})},
    Row{id_of<ops::celu_>(), saves_result},
    Row{id_of<ops::logcumsumexp>(), saves_self_and_result},
    Row{id_of<ops::linalg_inv_ex>(), saves_result},
    Row{id_of<ops::linalg_cholesky_ex>(), saves_result},
    Row{id_of<ops::linalg_solve_triangular>(), saves_self_and_result},
    Row{id_of<ops::linalg_vector_norm>(), saves_self_and_result},
    Row{id_of<ops::norm_Scalar>(), saves_self_and_result},
    Row{id_of<ops::norm_ScalarOpt_dim>(), saves_self_and_result},
    Row{id_of<ops::searchsorted_Tensor>(), not_differentiable},
    Row{id_of<ops::bucketize_Tensor>(), not_differentiable},
    Row{id_of<ops::segment_reduce>(), by_numbers},
    Row{id_of<ops::searchsorted_Scalar>(), not_differentiable},
    Row{id_of<ops::bucketize_Scalar>(), not_differentiable},
    MODECHECK_ROWS(lgamma, saves({0})),
    MODECHECK_ROWS(digamma, saves({0})),
    Row{id_of<ops::polygamma>(), saves({0})},
    Row{id_of<ops::rand_like>(), not_differentiable},
    Row{id_of<ops::randn_like>(), not_differentiable},
    Row{id_of<ops::native_dropout>(), saves_places},
    Row{id_of<ops::_unique2>(), without_formula(saves_nothing)},
    Row{id_of<ops::_linalg_det>(), and_factors(saves_self_and_result, 3)},
    Row{id_of<ops::_linalg_slogdet>(), flat(with_second(and_factors(saves_self_and_result, 6)))},
    Row{id_of<ops::_linalg_solve_ex>(), and_factors(saves_self_and_result, 3)},
};

constexpr std::array<DerivativeFacts, kExtras + operators::Catalogue::size> make_table() {
  std::array<DerivativeFacts, kExtras + operators::Catalogue::size> out{};
  for (const Row& row : kRows) out[row.operation] = row.facts;
  return out;
}

constexpr std::array<DerivativeFacts, kExtras + operators::Catalogue::size> kTable = make_table();

}  // namespace

const DerivativeFacts& derivative_of(OperationId operation) { return kTable[operation]; }
const DerivativeFacts& derivative_of(const Record& record) {
  if (record.operation == id_of<ops::norm_ScalarOpt_dim>() || record.operation == id_of<ops::norm_Scalar>() ||
      record.operation == id_of<ops::linalg_vector_norm>()) {
    const std::optional<ScalarValue> order = Arguments(record).optional_scalar(1);
    return order && order->value == 0 ? of_counted : saves_self_and_result;
  }
  // The weight is kept, the bias is not.
  if (record.operation == id_of<ops::native_group_norm>() && !Arguments(record).present(1))
    return of_groups_without_weight;
  if (record.operation == id_of<ops::_embedding_bag>() && Arguments(record).present(6)) return of_weighted_bags;
  if (record.operation == id_of<ops::segment_reduce>()) {
    const Arguments arguments(record);
    return !arguments.present(2) && arguments.present(3) && arguments.present(4) ? by_indices_and_offsets : by_numbers;
  }
  if (record.operation == id_of<ops::index_Tensor>() || record.operation == id_of<ops::index_put>() ||
      record.operation == id_of<ops::index_put_>()) {
    std::size_t present = 0;
    const Arguments arguments(record);
    for (int i = 0; i < arguments.list_length(1); ++i) present += arguments.list_present(1, i) ? 1 : 0;
    return kSaveIndices[present];
  }
  return kTable[record.operation];
}

const DerivativeFacts& derivative_without_saving() { return saves_nothing; }
const DerivativeFacts& derivative_of_product() { return each_for_the_other; }
const DerivativeFacts& derivative_of_softmax() { return saves_result; }

}  // namespace modecheck::spec
