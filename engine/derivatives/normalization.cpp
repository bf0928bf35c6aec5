// Defines the derivatives and dispatch tables of normalisations.
#include "spec/operators/normalization.h"

#include <vector>

#include "engine/core/memory/thread_state.h"
#include "engine/derivatives/gradient.h"
#include "engine/dispatch/library_rows.h"
#include "spec/operators/copy.h"
#include "spec/operators/reduction.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

at::Tensor mean_over(const at::Tensor& a, c10::IntArrayRef dims) {
  return call<operators::mean_dim>(a, dims, true, c10::nullopt);
}
at::Tensor sum_over(const at::Tensor& a, c10::IntArrayRef dims) {
  return call<operators::sum_dim_IntList>(a, dims, false, c10::nullopt);
}
at::Tensor reciprocal_deviation(const at::Tensor& variance, double eps) {
  return call<operators::rsqrt>(add(variance, number(eps, variance)));
}

struct Statistics {
  at::Tensor mean, reciprocal;
};

// Returns the statistics of the forward call. If backward is recorded, they are recomputed, because they must then
// depend on the input.
Statistics statistics_of(const at::Tensor& input, c10::IntArrayRef dims, double eps, Statistics saved) {
  if (!thread_state.grad) return saved;
  const at::Tensor mean = mean_over(input, dims);
  const at::Tensor distance = sub(input, mean);
  return {mean, reciprocal_deviation(mean_over(mul(distance, distance), dims), eps)};
}

at::Tensor normalized(const at::Tensor& input, const Statistics& of) { return mul(sub(input, of.mean), of.reciprocal); }

// Returns the gradient of the input. `gradient` is the gradient of the normalised input `y`, before weights.
at::Tensor input_gradient(const at::Tensor& gradient, const at::Tensor& y, const Statistics& of,
                          c10::IntArrayRef dims) {
  const at::Tensor along = mul(y, mean_over(mul(gradient, y), dims));
  return mul(of.reciprocal, sub(sub(gradient, mean_over(gradient, dims)), along));
}

bool given(const c10::optional<at::Tensor>& tensor) { return tensor.has_value() && tensor->defined(); }

// The positions of weight and bias among the node's inputs. Absent parameters are not counted.
struct Parameters {
  bool has_weight = false;
  bool has_bias = false;

  bool needs_weight(const Backward& b) const { return has_weight && b.needs(1); }
  bool needs_bias(const Backward& b) const { return has_bias && b.needs(bias()); }
  std::size_t bias() const { return has_weight ? 2 : 1; }
};

// Returns which parameters were given to an operator whose only other input is the normalised tensor.
Parameters parameters_of(const Backward& b, const SavedTensor& weight) {
  return {weight.present(), b.inputs() == (weight.present() ? 3 : 2)};
}

// Returns the gradient that reaches the input of native_group_norm through the means and the reciprocals r. Their
// derivatives are 1 / n and -r^3 (x - mean) / n. `x` is [batch, groups, elements of a group].
at::Tensor statistics_gradient(Backward& b, const at::Tensor& x, const Statistics& of) {
  const std::int64_t of_group[] = {x.sizes()[0], x.sizes()[1], 1};
  const at::Tensor count = number(x.sizes()[2], x);
  at::Tensor out;
  if (b.gradient(1).defined()) out = expand(div(reshape(b.gradient(1), of_group), count), x.sizes());
  if (b.gradient(2).defined()) {
    const at::Tensor slope = div(mul(mul(of.reciprocal, of.reciprocal), of.reciprocal), count);
    const at::Tensor of_reciprocals = neg(mul(mul(reshape(b.gradient(2), of_group), slope), sub(x, of.mean)));
    out = out.defined() ? add(out, of_reciprocals) : of_reciprocals;
  }
  return out;
}

}  // namespace

// native_layer_norm saves the bias as in libtorch, although the bias's sizes would suffice.
MODECHECK_GRADIENTS(NativeLayerNormBackward0, (native_layer_norm), input, weight, bias, result1, result2,
                    normalized_shape, eps) {
  const Parameters parameters = parameters_of(b, weight);
  const at::Tensor a = b.get(input);
  std::vector<std::int64_t> dims, others;
  const std::int64_t kept = a.dim() - static_cast<std::int64_t>(normalized_shape.size());
  for (std::int64_t d = 0; d < a.dim(); ++d) (d < kept ? others : dims).push_back(d);
  const Statistics of = statistics_of(a, dims, eps, {b.get(result1), b.get(result2)});
  const at::Tensor y = normalized(a, of);
  const auto parameter_gradient = [&](const at::Tensor& gradient) {
    return others.empty() ? gradient : sum_over(gradient, others);
  };
  if (b.needs(0)) b.out(0) = input_gradient(parameters.has_weight ? mul(g, b.get(weight)) : g, y, of, dims);
  if (parameters.needs_weight(b)) b.out(1) = parameter_gradient(mul(g, y));
  if (parameters.needs_bias(b)) b.out(parameters.bias()) = parameter_gradient(g);
}

// All three results of native_group_norm are differentiable: the output, the means, and the reciprocals of the standard
// deviations. Of native_layer_norm only the output is.
template <>
inline constexpr std::size_t differentiable_results_of<operators::native_group_norm> = 3;
MODECHECK_GRADIENTS(NativeGroupNormBackward0, (native_group_norm), input, weight, result1, result2, N, C, HxW, group,
                    eps) {
  const Parameters parameters = parameters_of(b, weight);
  const at::Tensor a = b.get(input);
  const std::int64_t grouped[] = {N, group, C / group * HxW};
  const std::int64_t split[] = {N, C, HxW};
  const std::int64_t of_group[] = {N, group, 1};
  const std::int64_t dims[] = {2};
  const std::int64_t others[] = {0, 2};
  const at::Tensor x = reshape(a, grouped);
  const Statistics of =
      statistics_of(x, dims, eps, {reshape(b.get(result1), of_group), reshape(b.get(result2), of_group)});
  const at::Tensor y = normalized(x, of);
  at::Tensor out;
  if (b.needs(0)) out = statistics_gradient(b, x, of);
  if (g.defined()) {
    const at::Tensor gradient = reshape(g, split);
    if (b.needs(0)) {
      const at::Tensor scaled =
          parameters.has_weight ? mul(gradient, call<operators::unsqueeze>(b.get(weight), -1)) : gradient;
      const at::Tensor of_result = input_gradient(reshape(scaled, grouped), y, of, dims);
      out = out.defined() ? add(out, of_result) : of_result;
    }
    if (parameters.needs_weight(b)) b.out(1) = sum_over(mul(gradient, reshape(y, split)), others);
    if (parameters.needs_bias(b)) b.out(parameters.bias()) = sum_over(gradient, others);
  }
  if (out.defined()) b.out(0) = reshape(out, a.sizes());
}

namespace {

struct BatchNormDerivative : Differentiable {
  static constexpr const char* name = "NativeBatchNormBackward0";
  // In training, `mean` and `reciprocal` are results of the operator. Otherwise `mean` and `variance` are the running
  // statistics. A backward after a later training step raises, because that step overwrites the saved running
  // statistics.
  SavedTensor input, weight, mean, reciprocal, variance;
  Parameters inputs;
  bool training = false;
  double eps = 0;
  auto saved() { return std::tie(input, weight, mean, reciprocal, variance); }
  void save(Saver& saver, const at::Tensor& a, const c10::optional<at::Tensor>& scale,
            const c10::optional<at::Tensor>& shift, const c10::optional<at::Tensor>& running_mean,
            const c10::optional<at::Tensor>& running_var, bool is_training, double epsilon) {
    saver.input(input, a);
    inputs = {given(scale), given(shift)};
    if (inputs.has_weight) saver.input(weight, *scale);
    if (given(running_mean)) save_statistic(saver, mean, *running_mean, is_training);
    if (given(running_var)) save_statistic(saver, variance, *running_var, is_training);
    training = is_training;
    eps = epsilon;
  }
  // In training the derivative does not need the running statistics. libtorch saves them all the same, so a call with
  // an inference tensor is rejected (rule S1).
  static void save_statistic(Saver& saver, SavedTensor& saved, const at::Tensor& statistic, bool is_training) {
    if (is_training)
      SavedTensor::check(statistic, "native_batch_norm");
    else
      saver.constant(saved, statistic);
  }
  void save_results(Saver& saver, const std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>& results) {
    if (!training) return;
    saver.constant(mean, std::get<1>(results));
    saver.constant(reciprocal, std::get<2>(results));
  }
  void backward(Backward& b) {
    // The gradient is computed in the dtype of the statistics, which may be more precise than the input's.
    const at::Tensor given_input = b.get(input);
    const at::Tensor center = b.get(mean);
    const at::Tensor a = as_type(given_input, center.scalar_type());
    const at::Tensor arriving = as_type(b.gradient(), a.scalar_type());
    std::vector<std::int64_t> channels{1, a.sizes()[1]};
    std::vector<std::int64_t> others{0};
    for (std::int64_t d = 2; d < a.dim(); ++d) {
      channels.push_back(1);
      others.push_back(d);
    }
    const auto of_channel = [&](const at::Tensor& parameter) { return reshape(parameter, channels); };
    const Statistics kept = {of_channel(center), training ? of_channel(b.get(reciprocal))
                                                          : reciprocal_deviation(of_channel(b.get(variance)), eps)};
    const Statistics of = training ? statistics_of(a, others, eps, kept) : kept;
    const at::Tensor y = normalized(a, of);
    if (b.needs(0)) {
      const at::Tensor gradient = inputs.has_weight ? mul(arriving, of_channel(b.get(weight))) : arriving;
      const at::Tensor out = training ? input_gradient(gradient, y, of, others) : mul(gradient, of.reciprocal);
      b.out(0) = as_type(out, given_input.scalar_type());
    }
    if (inputs.needs_weight(b)) b.out(1) = sum_over(mul(arriving, y), others);
    if (inputs.needs_bias(b)) b.out(inputs.bias()) = sum_over(arriving, others);
  }
};

}  // namespace

template <>
struct Derivative<internal::_batch_normalize> : BatchNormDerivative {};

MODECHECK_REGISTER_ROW(internal::_batch_normalize)

}  // namespace modecheck::engine
