#include "spec/rules/result.h"

#include "spec/program/operator_id.h"
#include "spec/rules/advanced_indexing.h"
#include "spec/rules/creation.h"
#include "spec/rules/distance.h"
#include "spec/rules/embedding_bag.h"
#include "spec/rules/indexing.h"
#include "spec/rules/linear_algebra.h"
#include "spec/rules/loss.h"
#include "spec/rules/matrix.h"
#include "spec/rules/moving.h"
#include "spec/rules/norm.h"
#include "spec/rules/normalization.h"
#include "spec/rules/pointwise.h"
#include "spec/rules/random.h"
#include "spec/rules/reduction.h"
#include "spec/rules/sampling.h"
#include "spec/rules/segment.h"
#include "spec/rules/selection.h"
#include "spec/rules/sorting.h"
#include "spec/rules/spectrum.h"
#include "spec/rules/window.h"

namespace modecheck::spec {
namespace {

namespace ops = operators;

template <typename Row>
constexpr OperationId id = id_of<Row>();

#define MODECHECK_TENSOR_FORMS(name) \
  case id<ops::name##_Tensor>:       \
  case id<ops::name##__Tensor>:      \
  case id<ops::name##_Tensor_out>:
#define MODECHECK_SCALAR_FORMS(name) \
  case id<ops::name##_Scalar>:       \
  case id<ops::name##__Scalar>:      \
  case id<ops::name##_Scalar_out>:
// A function, its in-place form and its `out=` form.
#define MODECHECK_FORMS(name) \
  case id<ops::name>:         \
  case id<ops::name##_>:      \
  case id<ops::name##_out>:

// Of the result of a function that does not rise its argument cannot be told, and libtorch says so in backward.
ResultPlan plan_written_activation(const CallTensors& tensors, std::initializer_list<ScalarValue> slopes) {
  ResultPlan plan = only_on(tensors, is_floating, {.half = false});
  for (const ScalarValue slope : slopes)
    plan.leave_unspecified(Unspecified::InPlaceNegativeSlope, tensors.target != nullptr && slope.value < 0);
  return plan;
}

// Of an operator that writes into `out` what another one computes.
ResultPlan plan_moved_result(const Record& record, const CallTensors& tensors, const ValueWitness* witness) {
  Record whole = record;
  whole.operation = operation(record.operation).computes;
  CallTensors read;
  read.inputs = tensors.inputs;
  ResultPlan plan = plan_into_out(plan_result(whole, read, witness), tensors);
  // Images whose channels come last are stacked so by libtorch, but not into an output that it resizes first.
  if (record.operation == id<ops::stack_out> && plan.resizes && !is_contiguous(plan.result))
    plan.leave_unspecified(Unspecified::ResultStrides);
  // What is summed up is computed in the output first, element by element: all that it reaches changes.
  const bool huber = record.operation == id<ops::huber_loss_out>;
  if (huber || record.operation == id<ops::mse_loss_out> || record.operation == id<ops::smooth_l1_loss_out>) {
    // Nor do all lay out nothing alike, or what does not lie row by row.
    Geometry rows = plan.result;
    set_contiguous(rows, sizes_of(plan.result));
    plan.leave_unspecified(Unspecified::BytesBeyondTheResult, Arguments(record).integer(2) != 0);
    plan.leave_unspecified(Unspecified::LayoutWithoutElements, plan.resizes && plan.result.numel() == 0);
    plan.leave_unspecified(Unspecified::ResultStrides, plan.resizes && huber && rows.strides != plan.result.strides);
  }
  return plan;
}

}  // namespace

ResultPlan plan_result(const Record& record, const CallTensors& tensors, const ValueWitness* witness) {
  if (operation(record.operation).computes != 0) return plan_moved_result(record, tensors, witness);
  const Arguments arguments(record);
  const IteratorInputs& inputs = tensors.inputs;
  switch (record.operation) {
    case id<ops::neg>:
    case id<ops::neg_>:
    case id<ops::neg_out>:
      return pointwise(tensors, ResultDtype::Same, {.boolean = false});
    case id<ops::abs>: {
      ResultPlan plan = pointwise(tensors, ResultDtype::Parts, {.boolean = false});
      // The sizes of complex numbers lie as the numbers do.
      if (is_complex(inputs[0].dtype)) set_preserved(plan.result, inputs[0]);
      return plan;
    }
    case id<ops::abs_>:  // the size of a complex number is none
      return pointwise(tensors, ResultDtype::Same, {.boolean = false, .complex = false});
    case id<ops::relu>:
    case id<ops::relu_>:
      return pointwise(tensors, ResultDtype::Same, {.boolean = false, .half = false, .complex = false});
    case id<ops::abs_out>:
      return plan_abs_into(tensors);
      MODECHECK_FORMS(floor)
      MODECHECK_FORMS(ceil)
      MODECHECK_FORMS(trunc)
      MODECHECK_FORMS(round)
      return pointwise(tensors, ResultDtype::Same, {.boolean = false, .half = false, .complex = false});
      MODECHECK_FORMS(hardtanh)
      return plan_hardtanh(tensors, arguments.scalar(1), arguments.scalar(2));
    case id<ops::exp>:
    case id<ops::exp_>:
    case id<ops::exp_out>:
    case id<ops::sigmoid>:
    case id<ops::sigmoid_>:
    case id<ops::tanh>:
    case id<ops::tanh_>:
    case id<ops::sigmoid_out>:
    case id<ops::tanh_out>:
      MODECHECK_FORMS(asinh)
      MODECHECK_FORMS(acosh)
      MODECHECK_FORMS(atanh)
      MODECHECK_FORMS(log)
      MODECHECK_FORMS(log2)
      MODECHECK_FORMS(log10)
      MODECHECK_FORMS(sqrt)
      MODECHECK_FORMS(rsqrt)
      MODECHECK_FORMS(sin)
      MODECHECK_FORMS(cos)
      MODECHECK_FORMS(tan)
      MODECHECK_FORMS(asin)
      MODECHECK_FORMS(acos)
      MODECHECK_FORMS(atan)
      MODECHECK_FORMS(sinh)
      MODECHECK_FORMS(cosh)
      return pointwise(tensors, ResultDtype::Floating, {.half = false});
      MODECHECK_FORMS(log1p)
      MODECHECK_FORMS(expm1)
      MODECHECK_FORMS(erf)
      MODECHECK_FORMS(erfc)
      MODECHECK_FORMS(atan2)
      MODECHECK_FORMS(lgamma)
      MODECHECK_FORMS(digamma)
      return pointwise(tensors, ResultDtype::Floating, {.half = false, .complex = false});
    case id<ops::polygamma>: {
      ResultPlan plan = pointwise(tensors, ResultDtype::Floating, {.half = false, .complex = false});
      plan.reasons.add_if(arguments.integer(0) < 0, ErrorClass::Argument);
      return plan;
    }
      MODECHECK_FORMS(exp2)
      return pointwise(tensors, ResultDtype::Floating, {.complex = false});
      MODECHECK_FORMS(reciprocal)
    case id<ops::div_Tensor>:
    case id<ops::div__Tensor>:
    case id<ops::div_out>:
      return pointwise(tensors, ResultDtype::Floating);
      MODECHECK_FORMS(sign)
      return pointwise(tensors, ResultDtype::Same, {.complex = false});
      MODECHECK_FORMS(nan_to_num)
      return made_like(tensors, pointwise(tensors, ResultDtype::Same, {.complex = false}));
      MODECHECK_FORMS(frac)
      return only_on(tensors, is_floating);
      MODECHECK_FORMS(silu)
      return only_on(tensors, is_differentiable, {.half = false});
      MODECHECK_FORMS(hardsigmoid)
      MODECHECK_FORMS(hardswish)
      MODECHECK_FORMS(gelu)
    case id<ops::elu>:
    case id<ops::elu_out>:
    case id<ops::leaky_relu>:
    case id<ops::leaky_relu_out>:
    case id<ops::softplus>:
    case id<ops::softplus_out>:
      return only_on(tensors, is_floating, {.half = false});
    case id<ops::elu_>:
      return plan_written_activation(tensors, {arguments.scalar(1), arguments.scalar(2), arguments.scalar(3)});
    case id<ops::leaky_relu_>:
      return plan_written_activation(tensors, {arguments.scalar(1)});
      MODECHECK_FORMS(mish)
      return only_on(tensors, [](DType dtype) { return dtype == DType::Float32 || dtype == DType::Float64; });
      MODECHECK_FORMS(bitwise_not)
      return only_on(tensors, [](DType dtype) { return !is_differentiable(dtype); });
    case id<ops::isinf>:
      if (!is_differentiable(inputs[0].dtype)) return made_like(tensors, pointwise(tensors, ResultDtype::Compared));
      return plan_isinf(tensors);
    case id<ops::isnan>:
      MODECHECK_FORMS(logical_not)
      return pointwise(tensors, ResultDtype::Compared);
      MODECHECK_FORMS(clamp)
      return plan_clamp(tensors, arguments.optional_scalar(1), arguments.optional_scalar(2));
      MODECHECK_FORMS(clamp_min)
      return plan_clamp(tensors, arguments.scalar(1), std::nullopt);
      MODECHECK_FORMS(clamp_max)
      return plan_clamp(tensors, std::nullopt, arguments.scalar(1));
      MODECHECK_TENSOR_FORMS(clamp)
      return plan_clamp_by_tensors(tensors);
    case id<ops::add_Tensor>:
    case id<ops::add__Tensor>:
    case id<ops::add_out>: {
      ResultPlan plan = pointwise(tensors, ResultDtype::Promoted);
      check_alpha(plan, common_dtype(inputs, {}), arguments.scalar(2));
      return plan;
    }
    case id<ops::add_Scalar>:
    case id<ops::add__Scalar>: {
      const Number number{true, arguments.scalar(1).kind};
      ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {}, number);
      check_alpha(plan, common_dtype(inputs, number), arguments.scalar(2));
      return plan;
    }
    case id<ops::sub_Tensor>:
    case id<ops::sub__Tensor>:
    case id<ops::sub_out>: {
      ResultPlan plan = plan_subtraction(tensors);
      check_alpha(plan, common_dtype(inputs, {}), arguments.scalar(2));
      return plan;
    }
    case id<ops::mul_Tensor>:
    case id<ops::mul__Tensor>:
    case id<ops::mul_out>:
      return pointwise(tensors, ResultDtype::Promoted);
    case id<ops::maximum>:
    case id<ops::maximum_out>:
    case id<ops::minimum>:
    case id<ops::minimum_out>:
    case id<ops::fmax>:
    case id<ops::fmax_out>:
    case id<ops::fmin>:
    case id<ops::fmin_out>:
    case id<ops::clamp_min_Tensor>:
    case id<ops::clamp_min__Tensor>:
    case id<ops::clamp_min_Tensor_out>:
    case id<ops::clamp_max_Tensor>:
    case id<ops::clamp_max__Tensor>:
    case id<ops::clamp_max_Tensor_out>:
      return pointwise(tensors, ResultDtype::Promoted, {.complex = false});
    case id<ops::mul_Scalar>:
    case id<ops::mul__Scalar>:
      return pointwise(tensors, ResultDtype::Promoted, {}, {true, arguments.scalar(1).kind});
      MODECHECK_TENSOR_FORMS(eq)
      MODECHECK_TENSOR_FORMS(ne)
      MODECHECK_FORMS(logical_and)
      MODECHECK_FORMS(logical_or)
      MODECHECK_FORMS(logical_xor)
      return pointwise(tensors, ResultDtype::Compared);
      MODECHECK_TENSOR_FORMS(lt)
      MODECHECK_TENSOR_FORMS(le)
      MODECHECK_TENSOR_FORMS(gt)
      MODECHECK_TENSOR_FORMS(ge)
      return pointwise(tensors, ResultDtype::Compared, {.complex = false});
      MODECHECK_SCALAR_FORMS(eq)
      MODECHECK_SCALAR_FORMS(ne)
      return pointwise(tensors, ResultDtype::Compared, {}, {true, arguments.scalar(1).kind});
      MODECHECK_SCALAR_FORMS(lt)
      MODECHECK_SCALAR_FORMS(le)
      MODECHECK_SCALAR_FORMS(gt)
      MODECHECK_SCALAR_FORMS(ge)
      return pointwise(tensors, ResultDtype::Compared, {.complex = false}, {true, arguments.scalar(1).kind});
      MODECHECK_TENSOR_FORMS(bitwise_and)
      MODECHECK_TENSOR_FORMS(bitwise_or)
      MODECHECK_TENSOR_FORMS(bitwise_xor)
      return plan_bitwise(tensors, {});
    case id<ops::bitwise_and_Scalar>:
    case id<ops::bitwise_and__Scalar>:
    case id<ops::bitwise_or_Scalar>:
    case id<ops::bitwise_or__Scalar>:
    case id<ops::bitwise_xor_Scalar>:
    case id<ops::bitwise_xor__Scalar>:
      return plan_bitwise(tensors, {true, arguments.scalar(1).kind});
    case id<ops::copysign_Tensor>:
    case id<ops::copysign__Tensor>:
    case id<ops::copysign_out>:
    case id<ops::xlogy_Tensor>:
    case id<ops::xlogy__Tensor>:
    case id<ops::xlogy_OutTensor>:
      return pointwise(tensors, ResultDtype::Floating, {.complex = false});
    case id<ops::rsub_Tensor>: {
      // It is the minuend that comes first, for the strides of the result too.
      CallTensors reversed = tensors;
      std::swap(reversed.inputs.tensors[0], reversed.inputs.tensors[1]);
      ResultPlan plan = plan_subtraction(reversed);
      check_alpha(plan, common_dtype(inputs, {}), arguments.scalar(2));
      return plan;
    }
    case id<ops::sub_Scalar>:
    case id<ops::sub__Scalar>:
    case id<ops::rsub_Scalar>: {
      const Number number{true, arguments.scalar(1).kind};
      ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {}, number);
      plan.reasons.add_if(inputs[0].dtype == DType::Bool || number.kind == ScalarValue::Kind::Bool, ErrorClass::Dtype);
      check_alpha(plan, common_dtype(inputs, number), arguments.scalar(2));
      return plan;
    }
    case id<ops::div_Scalar>:
    case id<ops::div__Scalar>:
      return pointwise(tensors, ResultDtype::Floating, {}, {true, arguments.scalar(1).kind});
    case id<ops::pow_Tensor_Scalar>:
    case id<ops::pow__Scalar>:
    case id<ops::pow_Tensor_Scalar_out>:
      return plan_power(tensors, arguments.scalar(1));
    case id<ops::pow_Tensor_Tensor>:
    case id<ops::pow_Tensor_Tensor_out>:
    case id<ops::pow__Tensor>:
      return pointwise(tensors, ResultDtype::Promoted, {.boolean = false});
    case id<ops::pow_Scalar>: {
      // Its result lies row by row, whatever the exponent does.
      ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.boolean = false}, {true, arguments.scalar(0).kind});
      set_contiguous(plan.result, sizes_of(inputs[0]));
      return plan;
    }
    case id<ops::pow_Scalar_out>: {
      ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.boolean = false}, {true, arguments.scalar(0).kind});
      // Ones are filled in without a look at any dtype, and other results into what has been resized by then.
      plan.leave_unspecified(Unspecified::OutputDtype, arguments.scalar(0).value == 1);
      plan.leave_unspecified(Unspecified::OutputResizedBeforeRead,
                             plan.resizes && may_overlap(*tensors.target, inputs[0]));
      const DType dtype = plan.result.dtype;
      if (plan.resizes) set_contiguous(plan.result, sizes_of(inputs[0]));
      plan.result.dtype = dtype;
      return plan;
    }
    case id<ops::fmod_Tensor>:
    case id<ops::fmod__Tensor>:
    case id<ops::fmod_Tensor_out>:
    case id<ops::remainder_Tensor>:
    case id<ops::remainder__Tensor>:
    case id<ops::remainder_Tensor_out>:
      return plan_division(tensors, witness);
    case id<ops::fmod_Scalar>:
    case id<ops::fmod__Scalar>:
    case id<ops::remainder_Scalar>:
    case id<ops::remainder__Scalar>:
      return plan_division(tensors, arguments.scalar(1));
    case id<ops::div_Tensor_mode>:
    case id<ops::div__Tensor_mode>:
    case id<ops::div_out_mode>:
      if (!arguments.optional_word(2)) return pointwise(tensors, ResultDtype::Floating);
      return plan_division(tensors, witness);
    case id<ops::div_Scalar_mode>:
    case id<ops::div__Scalar_mode>:
      if (!arguments.optional_word(2))
        return pointwise(tensors, ResultDtype::Floating, {}, {true, arguments.scalar(1).kind});
      return plan_division(tensors, arguments.scalar(1));
      MODECHECK_FORMS(hypot)
    case id<ops::logaddexp>:
    case id<ops::logaddexp_out>:
      return plan_of_floats(tensors);
    case id<ops::lerp_Scalar>:
    case id<ops::lerp__Scalar>:
    case id<ops::lerp_Tensor>:
    case id<ops::lerp__Tensor>:
    case id<ops::lerp_Scalar_out>:
    case id<ops::lerp_Tensor_out>:
      return plan_lerp(tensors);
      MODECHECK_FORMS(addcmul) {
        ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.boolean = false, .half = false});
        check_number(plan, common_dtype(inputs, {}), arguments.scalar(3));
        return plan;
      }
      MODECHECK_FORMS(addcdiv)
      return plan_addcdiv(tensors);
    case id<ops::where_self>:
      return plan_where(tensors);
    case id<ops::copy_>:
      return plan_copy_into(tensors);
    case id<ops::copy>:
      return plan_copy(tensors);
    case id<ops::zero_>:
      return {};
    case id<ops::fill__Scalar>: {
      ResultPlan plan;
      check_number(plan, inputs[0].dtype, arguments.scalar(1));
      return plan;
    }
    case id<ops::fill__Tensor>: {
      ResultPlan plan;
      check_value_tensor(plan, inputs[0].dtype, inputs[1]);
      return plan;
    }
    case id<ops::fill_Scalar>: {
      ResultPlan plan = plan_clone(inputs[0], /*preserve=*/true);
      check_number(plan, inputs[0].dtype, arguments.scalar(1));
      return plan;
    }
    case id<ops::masked_fill_Tensor>:
    case id<ops::masked_fill__Tensor>:
      return plan_masked_fill_by_tensor(tensors);
    case id<ops::masked_fill_Scalar>:
    case id<ops::masked_fill__Scalar>:
      return plan_masked_fill(tensors, arguments.scalar(2));
    case id<ops::empty_memory_format>:
    case id<ops::zeros>:
    case id<ops::ones>:
      return plan_filled(arguments.integers(0), arguments.optional_dtype(1).value_or(DType::Float32));
    case id<ops::empty_strided>:
      return plan_strided(arguments.integers(0), arguments.integers(1),
                          arguments.optional_dtype(2).value_or(DType::Float32));
    case id<ops::rand>:
    case id<ops::randn>: {
      ResultPlan plan = plan_filled(arguments.integers(0), arguments.optional_dtype(1).value_or(DType::Float32));
      plan.reasons.add_if(!is_differentiable(plan.result.dtype), ErrorClass::Dtype);
      return plan;
    }
    case id<ops::randperm>:
      return plan_permutation(arguments.integer(0), arguments.optional_dtype(1).value_or(DType::Int64));
    case id<ops::randint>:
      return plan_integers(0, arguments.integer(0), arguments.integers(1),
                           arguments.optional_dtype(2).value_or(DType::Float32));
    case id<ops::randint_low>:
      return plan_integers(arguments.integer(0), arguments.integer(1), arguments.integers(2),
                           arguments.optional_dtype(3).value_or(DType::Float32));
    case id<ops::rand_like>:
    case id<ops::randn_like>:
      return plan_drawn_like(inputs[0], arguments.optional_dtype(1).value_or(inputs[0].dtype));
    case id<ops::native_dropout>:
      return plan_dropout(inputs[0], arguments.floating(1));
    case id<ops::full>: {
      const ScalarValue value = arguments.scalar(1);
      ResultPlan plan =
          plan_filled(arguments.integers(0), arguments.optional_dtype(2).value_or(dtype_of_number(value)));
      check_number(plan, plan.result.dtype, value);
      return plan;
    }
    case id<ops::scalar_tensor>: {
      ResultPlan plan = plan_filled({}, arguments.optional_dtype(1).value_or(DType::Float32));
      check_number(plan, plan.result.dtype, arguments.scalar(0));
      return plan;
    }
    case id<ops::full_like>:
      return plan_filled_like(inputs[0], arguments.optional_dtype(2).value_or(inputs[0].dtype), arguments.scalar(1));
    case id<ops::arange_start_step>:
      return plan_arange(arguments);
    case id<ops::clone>:
      return plan_clone(inputs[0], /*preserve=*/true);
    case id<ops::_to_copy>:
      return plan_conversion(inputs[0], arguments.optional_dtype(1));
    case id<ops::sum>:
      return plan_sum(tensors, {}, false, arguments.optional_dtype(1));
    case id<ops::sum_dim_IntList>:
    case id<ops::sum_IntList_out>:
      return plan_sum(tensors, arguments.integers(1), arguments.boolean(2), arguments.optional_dtype(3));
    case id<ops::mean_dim>:
      return plan_mean(tensors, arguments.integers(1), arguments.boolean(2), arguments.optional_dtype(3));
    case id<ops::amax>:
      return plan_amax(tensors, arguments.integers(1), arguments.boolean(2));
    case id<ops::mean>:
      return plan_mean(tensors, {}, false, arguments.optional_dtype(1));
    case id<ops::amax_out>:
    case id<ops::amin>:
    case id<ops::amin_out>:
      return plan_amax(tensors, arguments.integers(1), arguments.boolean(2));
    case id<ops::prod>:
      return plan_prod(tensors, {}, false, arguments.optional_dtype(1));
    case id<ops::prod_dim_int>:
      return plan_prod(tensors, one_dim(arguments.integer(1)), arguments.boolean(2), arguments.optional_dtype(3));
    case id<ops::nansum>:
      return plan_nansum(tensors, arguments.integers(1), arguments.boolean(2), arguments.optional_dtype(3));
    case id<ops::any>:
    case id<ops::all>:
      return plan_truth(tensors, {}, false);
    case id<ops::any_dim>:
    case id<ops::all_dim>:
      return plan_truth(tensors, one_dim(arguments.integer(1)), arguments.boolean(2));
    case id<ops::argmax>:
    case id<ops::argmin>:
      return plan_place_of_extreme(tensors, arguments.optional_integer(1), arguments.boolean(2));
    case id<ops::count_nonzero>: {
      const std::optional<std::int64_t> dim = arguments.optional_integer(1);
      return plan_reduction(tensors, dim ? one_dim(*dim) : IntList{}, false, DType::Int64);
    }
    case id<ops::mean_out>:
      return plan_mean_into(tensors, arguments.integers(1), arguments.boolean(2), arguments.optional_dtype(3));
    case id<ops::prod_int_out>:
      return plan_prod_into(tensors, arguments.integer(1), arguments.boolean(2), arguments.optional_dtype(3));
      MODECHECK_FORMS(cumprod)
    case id<ops::cumsum>:
    case id<ops::cumsum_>:
    case id<ops::cumsum_out>:
      return plan_cumsum(tensors, arguments.integer(1), arguments.optional_dtype(2));
    case id<ops::logsumexp>:
      return plan_logsumexp(tensors, arguments.integers(1), arguments.boolean(2));
    case id<ops::var_correction>:
    case id<ops::std_correction>:
    case id<ops::var_mean_correction>:
    case id<ops::std_mean_correction>:
      return plan_variance(tensors, arguments.integers(1), arguments.boolean(3));
    case id<ops::_adaptive_avg_pool2d>:
      return plan_adaptive_avg_pool(inputs[0], arguments.integers(1), 2);
    case id<ops::_adaptive_avg_pool3d>:
      return plan_adaptive_avg_pool(inputs[0], arguments.integers(1), 3);
    case id<ops::avg_pool2d>:
      return plan_avg_pool(inputs[0], mean_window(arguments, 2), arguments.optional_integer(6));
    case id<ops::avg_pool3d>:
      return plan_avg_pool(inputs[0], mean_window(arguments, 3), arguments.optional_integer(6));
    case id<ops::convolution>:
      return plan_convolution(tensors, arguments);
    case id<ops::col2im>:
      return plan_col2im(inputs[0], arguments);
    case id<ops::upsample_nearest2d_vec>:
      return plan_upsample(inputs[0], arguments.optional_integers(1), arguments.optional_floats(2), /*between=*/false);
    case id<ops::upsample_bilinear2d_vec>:
      return plan_upsample(inputs[0], arguments.optional_integers(1), arguments.optional_floats(3), /*between=*/true);
    case id<ops::max_pool2d_with_indices>:
      return plan_max_pool(inputs[0], max_window(arguments, 2));
    case id<ops::max_pool3d_with_indices>:
      return plan_max_pool(inputs[0], max_window(arguments, 3));
    case id<ops::native_layer_norm>:
      return plan_layer_norm(tensors, arguments.integers(1));
    case id<ops::native_group_norm>:
      return plan_group_norm(tensors,
                             {arguments.integer(3), arguments.integer(4), arguments.integer(5), arguments.integer(6)});
    case id<ops::_embedding_bag>:
      return plan_embedding_bag(tensors, arguments, witness);
    case id<ops::uniform_>:
      return plan_uniform(tensors, arguments.floating(1), arguments.floating(2));
    case id<ops::normal_>:
      return plan_normal(tensors);
    case id<ops::exponential_>:
      return plan_exponential(tensors, arguments.floating(1));
    case id<ops::random_>:
      return plan_random(tensors);
    case id<ops::random__from>:
      return plan_random_between(tensors, arguments.integer(1), arguments.optional_integer(2));
    case id<ops::bernoulli__float>:
      return plan_bernoulli(tensors, arguments.floating(1));
    case id<ops::bernoulli__Tensor>:
      return plan_bernoulli_each(tensors, witness);
    case id<ops::bernoulli>:
      return plan_bernoulli_of(inputs[0], witness);
    case id<ops::_fft_r2c>:
      return plan_real_transform(inputs[0], arguments.integers(1), arguments.integer(2), arguments.boolean(3));
    case id<ops::_fft_c2r>:
      return plan_real_inverse(inputs[0], arguments.integers(1), arguments.integer(2), arguments.integer(3));
    case id<ops::_cdist_forward>:
      return plan_cdist(tensors, arguments.optional_integer(3));
    case id<ops::_pdist_forward>:
      return plan_pdist(inputs[0]);
    case id<ops::max_dim>:
    case id<ops::min_dim>:
      return plan_extreme_along(tensors, arguments.integer(1), arguments.boolean(2));
    case id<ops::sort_stable>:
      return plan_sort(tensors, arguments.integer(2));
    case id<ops::sort>:
      return plan_sort(tensors, arguments.integer(1));
    case id<ops::topk>:
      return plan_topk(tensors, arguments.integer(1), arguments.integer(2));
    case id<ops::kthvalue>:
      return plan_kthvalue(tensors, arguments.integer(1), arguments.integer(2), arguments.boolean(3));
    case id<ops::cummax>:
    case id<ops::cummin>:
      return plan_cumulative_extreme(tensors, arguments.integer(1));
    case id<ops::median_dim>:
      return plan_median(tensors, arguments.integer(1), arguments.boolean(2));
    case id<ops::_softmax>:
    case id<ops::_log_softmax>:
      return plan_softmax(inputs[0], arguments.integer(1), arguments.boolean(2));
    case id<ops::cat>:
    case id<ops::cat_out>:
      return plan_cat(tensors, arguments.integer(1));
    case id<ops::stack>:
      return plan_stack(tensors, arguments.integer(1));
    case id<ops::index_select>:
    case id<ops::index_select_out>:
      return plan_index_select(tensors, arguments.integer(1), witness);
    case id<ops::embedding>:
      return plan_embedding(tensors, arguments.boolean(4), witness);
    case id<ops::grid_sampler_2d>:
      return plan_grid_sampler(inputs[0], inputs[1]);
    case id<ops::nonzero>:
      return plan_nonzero(tensors, witness);
    case id<ops::index_Tensor>:
      return plan_index(record, tensors, witness);
    case id<ops::index_put>:
    case id<ops::index_put_>:
      return plan_index_put(record, tensors, witness);
    case id<ops::gather>:
      return plan_gather(tensors, arguments.integer(1), witness);
    case id<ops::index_add>:
    case id<ops::index_add_>:
      return plan_index_add(tensors, arguments.integer(1), arguments.scalar(4), witness);
    case id<ops::index_copy>:
    case id<ops::index_copy_>:
      return plan_index_into(tensors, arguments.integer(1), witness, /*int32_too=*/false, /*from_the_end=*/false);
    case id<ops::index_fill_int_Scalar>:
    case id<ops::index_fill__int_Scalar>:
      return plan_index_fill(tensors, arguments.integer(1), arguments.scalar(3), witness);
    case id<ops::scatter_src>:
    case id<ops::scatter__src>:
      return plan_scatter(tensors, arguments.integer(1), witness);
    case id<ops::scatter_value>:
    case id<ops::scatter__value>:
      return plan_scatter_value(tensors, arguments.integer(1), arguments.scalar(3), witness);
    case id<ops::scatter_add>:
    case id<ops::scatter_add_>:
      return plan_scatter_add(tensors, arguments.integer(1), witness);
    case id<ops::scatter_reduce_two>:
    case id<ops::scatter_reduce__two>:
    case id<ops::scatter_reduce_two_out>:
      return plan_scatter_reduce(tensors, arguments.integer(1), arguments.word(4), arguments.boolean(5), witness);
    case id<ops::masked_scatter>:
    case id<ops::masked_scatter_>:
      return plan_masked_scatter(tensors, witness);
    case id<ops::slice_scatter>:
      return plan_scatter_into_view(tensors, slice_of(inputs[0], arguments.integer(2), arguments.optional_integer(3),
                                                      arguments.optional_integer(4), arguments.integer(5)));
    case id<ops::select_scatter>:
      return plan_scatter_into_view(tensors, select_of(inputs[0], arguments.integer(2), arguments.integer(3)));
    case id<ops::mv>:
      return plan_small_product(inputs[0], inputs[1], 2, 1, plan_mv);
    case id<ops::dot>:
      return plan_small_product(inputs[0], inputs[1], 1, 1, plan_dot);
    case id<ops::bmm>:
      return plan_small_product(inputs[0], inputs[1], 3, 3, plan_bmm);
    case id<ops::mv_out>:
      return plan_small_product_into(tensors, 2, 1, plan_mv);
    case id<ops::dot_out>:
      return plan_small_product_into(tensors, 1, 1, plan_dot);
    case id<ops::bmm_out>:
      return plan_small_product_into(tensors, 3, 3, plan_bmm);
    case id<ops::addmv>:
    case id<ops::addmv_>:
      return plan_addmv(tensors, arguments.scalar(3), arguments.scalar(4));
    case id<ops::addbmm>:
      return plan_baddbmm(tensors, arguments.scalar(3), arguments.scalar(4), /*sums=*/true);
      MODECHECK_FORMS(baddbmm)
      return plan_baddbmm(tensors, arguments.scalar(3), arguments.scalar(4), /*sums=*/false);
    case id<ops::constant_pad_nd>:
      return plan_pad(inputs[0], arguments.integers(1), arguments.scalar(2));
    case id<ops::reflection_pad1d>:
      return plan_border(inputs[0], arguments.integers(1), 1, /*reflects=*/true);
    case id<ops::reflection_pad2d>:
      return plan_border(inputs[0], arguments.integers(1), 2, /*reflects=*/true);
    case id<ops::replication_pad2d>:
      return plan_border(inputs[0], arguments.integers(1), 2, /*reflects=*/false);
    case id<ops::reflection_pad3d>:
      return plan_border(inputs[0], arguments.integers(1), 3, /*reflects=*/true);
    case id<ops::replication_pad3d>:
      return plan_border(inputs[0], arguments.integers(1), 3, /*reflects=*/false);
    case id<ops::repeat>:
      return plan_repeat(inputs[0], arguments.integers(1));
    case id<ops::flip>:
      return plan_flip(inputs[0], arguments.integers(1));
    case id<ops::tril>:
    case id<ops::tril_>:
    case id<ops::triu>:
    case id<ops::triu_>:
      return plan_triangle(tensors);
    case id<ops::mm>:
    case id<ops::mm_out>:
      return plan_matrix_product(tensors, inputs[0], inputs[1]);
    case id<ops::addmm>:
    case id<ops::addmm_>:
      return plan_addmm(tensors, arguments.scalar(3), arguments.scalar(4));
    case id<ops::mse_loss>:
      return plan_loss(tensors, arguments.integer(2), /*bfloat=*/false);
    case id<ops::smooth_l1_loss>:
      return plan_loss(tensors, arguments.integer(2), /*bfloat=*/true);
    case id<ops::huber_loss>:
      return plan_huber_loss(tensors, arguments.integer(2), arguments.floating(3));
    case id<ops::binary_cross_entropy>:
      return plan_binary_cross_entropy(tensors, arguments.integer(3), witness);
    case id<ops::nll_loss_forward>:
      return plan_nll_loss(tensors, arguments.integer(3), arguments.integer(4), witness);
    case id<ops::max>:
    case id<ops::min>:
      return plan_extreme_of_all(tensors);
    case id<ops::median>:
      return plan_median_of_all(tensors);
    case id<ops::masked_select>:
      return plan_masked_select(tensors, witness);
    case id<ops::take>:
      return plan_take(tensors, witness);
    case id<ops::roll>:
      return plan_roll(inputs[0], arguments.integers(1), arguments.integers(2));
    case id<ops::diag_embed>:
      return plan_diag_embed(inputs[0], arguments.integer(1), arguments.integer(2), arguments.integer(3));
    case id<ops::trace>:
      return plan_trace(tensors);
    case id<ops::logcumsumexp>:
      return plan_logcumsumexp(tensors, arguments.integer(1));
    case id<ops::linalg_inv_ex>:
      return plan_inverse(inputs[0], arguments.boolean(1));
    case id<ops::linalg_cholesky_ex>:
      return plan_cholesky(inputs[0], arguments.boolean(2));
    case id<ops::linalg_solve_triangular>:
      return plan_solve_triangular(inputs[0], inputs[1], arguments.boolean(3));
    case id<ops::_linalg_det>:
      return plan_determinant(inputs[0], /*numbers=*/1, /*looks=*/false);
    case id<ops::_linalg_slogdet>:
      return plan_determinant(inputs[0], /*numbers=*/2, /*looks=*/true);
    case id<ops::_linalg_solve_ex>:
      return plan_solve(inputs[0], inputs[1], arguments.boolean(2), arguments.boolean(3));
    case id<ops::linalg_vector_norm>:
      return plan_vector_norm(tensors, arguments.scalar(1), arguments.integers(2), arguments.boolean(3),
                              arguments.optional_dtype(4));
    case id<ops::norm_Scalar>:
      return plan_norm(tensors, arguments.scalar(1), {}, false);
    case id<ops::norm_ScalarOpt_dim>:
      return plan_norm(tensors, arguments.optional_scalar(1), arguments.integers(2), arguments.boolean(3));
    case id<ops::searchsorted_Tensor>:
      return plan_places_in(inputs[0], inputs[1], arguments.present(5) ? &inputs[2] : nullptr, arguments.boolean(2),
                            arguments.boolean(3), arguments.optional_word(4), witness);
    case id<ops::bucketize_Tensor>:
      return plan_buckets(inputs[0], inputs[1], arguments.boolean(2));
    case id<ops::searchsorted_Scalar>:
      return plan_place_of(inputs[0], arguments.scalar(1), arguments.present(5) ? &inputs[1] : nullptr,
                           arguments.boolean(2), arguments.boolean(3), arguments.optional_word(4), witness);
    case id<ops::bucketize_Scalar>:
      return plan_place_of(inputs[0], arguments.scalar(0), nullptr, arguments.boolean(2), arguments.boolean(3), {},
                           witness);
    case id<ops::segment_reduce>:
      return plan_segments(record, tensors, witness);
    case id<ops::_unique2>:
      return plan_unique(inputs[0], arguments.boolean(1), arguments.boolean(2), arguments.boolean(3), witness);
    case id<ops::_fft_c2c>:
      return plan_transform(inputs[0], arguments.integers(1), arguments.integer(2));
    case id<ops::softshrink>:
    case id<ops::softshrink_out>: {
      ResultPlan plan = only_on(tensors, is_floating, {.half = false});
      plan.reasons.add_if(arguments.scalar(1).value < 0, ErrorClass::Argument);
      return plan;
    }
      MODECHECK_FORMS(threshold)
      return plan_threshold(tensors, arguments.scalar(1), arguments.scalar(2));
      MODECHECK_FORMS(logit)
      return pointwise(tensors, ResultDtype::Floating, {.half = false, .complex = false});
      MODECHECK_FORMS(sgn)
      return pointwise(tensors, ResultDtype::Same);
    case id<ops::celu>:
    case id<ops::celu_>: {
      const ScalarValue alpha = arguments.scalar(1);
      ResultPlan plan = plan_written_activation(tensors, {alpha});
      plan.reasons.add_if(alpha.value == 0, ErrorClass::Argument);
      return plan;
    }
    default:
      return {};
  }
}

}  // namespace modecheck::spec
