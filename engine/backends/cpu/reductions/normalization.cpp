// Implements the kernels of native_layer_norm, native_group_norm and native_batch_norm. They are computed in double and
// rounded once.
#include "spec/operators/normalization.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/device_code/normalization_kernel.h"
#include "engine/backends/cuda/launch/batch_norm.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "engine/dispatch/library_rows.h"

namespace modecheck::engine {
namespace backends {
namespace {

// Says which elements of a normalization share a mean and a variance. The tensor is seen as row-major [outer, groups,
// inner], and all elements with the same second index form a group.
struct Groups {
  std::int64_t outer = 1;
  std::int64_t groups = 0;
  std::int64_t inner = 0;

  std::int64_t count() const { return outer * inner; }
  std::int64_t start(std::int64_t repeat, std::int64_t group) const { return (repeat * groups + group) * inner; }
};

struct Moments {
  double mean = 0;
  double variance = 0;
};

template <typename T>
Moments moments_of(const T* values, const Groups& shape, std::int64_t group) {
  const auto count = static_cast<double>(shape.count());
  double total = 0;
  for (std::int64_t repeat = 0; repeat < shape.outer; ++repeat) {
    const T* const from = values + shape.start(repeat, group);
    for (std::int64_t i = 0; i < shape.inner; ++i) total += static_cast<double>(from[i]);
  }
  const double mean = count == 0 ? 0 : total / count;
  double squares = 0;
  for (std::int64_t repeat = 0; repeat < shape.outer; ++repeat) {
    const T* const from = values + shape.start(repeat, group);
    for (std::int64_t i = 0; i < shape.inner; ++i) {
      const double distance = static_cast<double>(from[i]) - mean;
      squares += distance * distance;
    }
  }
  return {mean, squares / count};
}

// Normalizes each group by its mean and variance, which `moments(group)` returns. Element i of a group has the weight
// and bias at index `parameter(group, i)`. The weights and biases have dtype P.
template <typename T, typename P, typename MomentsOf, typename Parameter>
void normalize(const at::Tensor& input, const at::Tensor& weight, const at::Tensor& bias, const Groups& shape,
               double eps, const at::Tensor& out, MomentsOf&& moments, Parameter&& parameter) {
  const T* const values = static_cast<const T*>(input.data_ptr());
  const P* const scales = weight.defined() ? static_cast<const P*>(weight.data_ptr()) : nullptr;
  const P* const shifts = bias.defined() ? static_cast<const P*>(bias.data_ptr()) : nullptr;
  T* const to = static_cast<T*>(out.data_ptr());
  const std::int64_t grain = std::max<std::int64_t>(1, parallel_grain / std::max<std::int64_t>(1, shape.count()));
  parallel_for(shape.groups, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t group = begin; group < end; ++group) {
      const Moments of = moments(group);
      const double factor = 1.0 / std::sqrt(of.variance + eps);
      for (std::int64_t repeat = 0; repeat < shape.outer; ++repeat) {
        const std::int64_t start = shape.start(repeat, group);
        for (std::int64_t i = 0; i < shape.inner; ++i) {
          const std::int64_t p = parameter(group, i);
          double value = (static_cast<double>(values[start + i]) - of.mean) * factor;
          if (scales != nullptr) value *= static_cast<double>(scales[p]);
          if (shifts != nullptr) value += static_cast<double>(shifts[p]);
          to[start + i] = convert<T>(value);
        }
      }
    }
  });
}

// Calls visit(T()) with the C++ type of the dtype, for the floating dtypes that normalizations support.
template <typename Visit>
void visit_floating(c10::ScalarType type, Visit&& visit) {
  visit_real_dtype(type, [&](auto value) {
    using T = decltype(value);
    if constexpr (std::is_floating_point_v<Computed<T>>) visit(T());
  });
}

void check_dtype(const char* name, const at::Tensor& input) {
  MODECHECK_CHECK(c10::isFloatingType(input.scalar_type()) && input.scalar_type() != c10::kHalf, ErrorClass::Dtype,
                  name, ": not implemented for ", input.scalar_type(),
                  "; convert the input to Float, Double or BFloat16");
}

// Checks the sizes and the dtype of a weight or bias, and returns it contiguous. If the caller gave no weight or bias,
// returns an undefined tensor.
at::Tensor parameter(const char* name, const char* which, const at::Tensor& input, c10::ScalarType type,
                     const c10::optional<at::Tensor>& given, c10::IntArrayRef sizes) {
  if (!given.has_value() || !given->defined()) return {};
  check_same_device(name, input, *given);
  MODECHECK_CHECK(given->sizes() == sizes, ErrorClass::Shape, name, ": expected ", which, " of sizes ", sizes,
                  ", but got ", given->sizes());
  MODECHECK_CHECK(given->scalar_type() == type, ErrorClass::Dtype, name, ": expected ", which, " of dtype ", type,
                  ", as the input is of ", input.scalar_type(), ", but got ", given->scalar_type());
  return dense(*given);
}

// Returns the dtype of the parameters of batch_norm. This is the dtype of the input, but a BFloat16 input may have
// Float parameters.
c10::ScalarType batch_parameter_type(const at::Tensor& input,
                                     std::initializer_list<const c10::optional<at::Tensor>*> parameters) {
  if (input.scalar_type() == c10::kBFloat16)
    for (const c10::optional<at::Tensor>* one : parameters)
      if (one->has_value() && (*one)->defined() && (*one)->scalar_type() == c10::kFloat) return c10::kFloat;
  return input.scalar_type();
}

using Results = std::tuple<at::Tensor, at::Tensor, at::Tensor>;

// Maps element i of a group to the index of its weight and bias. Each group has `channels` weights, and each weight
// applies to `spatial` elements. As in group_norm, each sample has `groups` groups, and all samples share the weights.
struct Parameters {
  std::int64_t groups;
  std::int64_t channels;
  std::int64_t spatial;
  std::int64_t operator()(std::int64_t group, std::int64_t i) const { return group % groups * channels + i / spatial; }
};

// Normalizes each group by its own mean and variance. The last two results are the means and 1 / sqrt(variance + eps)
// of all groups, in the given sizes.
Results normalize_each(const at::Tensor& input, const at::Tensor& weight, const at::Tensor& bias, const Groups& shape,
                       c10::IntArrayRef statistics_sizes, double eps, const Parameters& parameters) {
  const at::Tensor values = dense(input);
  const at::Tensor out = empty(input.sizes(), input.scalar_type(), input.device());
  const at::Tensor means = empty(statistics_sizes, input.scalar_type(), input.device());
  const at::Tensor reciprocals = empty(statistics_sizes, input.scalar_type(), input.device());
  if (!has_bytes(means)) return {out, means, reciprocals};
  visit_floating(input.scalar_type(), [&](auto type) {
    using T = decltype(type);
    const T* const from = static_cast<const T*>(values.data_ptr());
    T* const mean = static_cast<T*>(means.data_ptr());
    T* const reciprocal = static_cast<T*>(reciprocals.data_ptr());
    if (input.in_cuda_memory()) {
      cuda::RangeLaunch launch("a normalisation");
      launch.writes(out).writes(means).writes(reciprocals).reads(values);
      const auto given = [&](const at::Tensor& tensor) -> const T* {
        if (!tensor.defined()) return nullptr;
        launch.reads(tensor);
        return static_cast<const T*>(tensor.data_ptr());
      };
      const T* const scales = given(weight);
      const T* const shifts = given(bias);
      const cuda::NormalizationKernel<T> kernel{from,
                                                scales,
                                                shifts,
                                                static_cast<T*>(out.data_ptr()),
                                                mean,
                                                reciprocal,
                                                shape.inner,
                                                parameters.groups,
                                                parameters.channels,
                                                parameters.spatial,
                                                eps};
      if (shape.inner <= cuda::largest_group_of_a_thread || shape.groups == 0) return launch.run(kernel, shape.groups);
      return launch.run(cuda::LargeGroups<T>{kernel, shape.groups}, &cuda::normalize_large_groups_on_host<T>);
    }
    const auto moments = [=](std::int64_t group) {
      const Moments of = moments_of(from, shape, group);
      mean[group] = convert<T>(of.mean);
      reciprocal[group] = convert<T>(1.0 / std::sqrt(of.variance + eps));
      return of;
    };
    normalize<T, T>(values, weight, bias, shape, eps, out, moments, parameters);
  });
  return {out, means, reciprocals};
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
std::tuple<at::Tensor, at::Tensor, at::Tensor> Kernel<operators::native_layer_norm>::call(
    const at::Tensor& input, c10::IntArrayRef normalized_shape, const c10::optional<at::Tensor>& weight,
    const c10::optional<at::Tensor>& bias, double eps) {
  constexpr const char* name = "native_layer_norm";
  check_dtype(name, input);
  MODECHECK_CHECK(!normalized_shape.empty(), ErrorClass::Shape, name,
                  ": expected normalized_shape to name at least one dimension");
  const std::size_t kept = input.sizes().size() - std::min(normalized_shape.size(), input.sizes().size());
  MODECHECK_CHECK(normalized_shape.size() <= input.sizes().size() && input.sizes().slice(kept).equals(normalized_shape),
                  ErrorClass::Shape, name, ": given normalized_shape=", normalized_shape,
                  ", expected an input whose last sizes are those, but got ", input.sizes());
  const at::Tensor scale = parameter(name, "weight", input, input.scalar_type(), weight, normalized_shape);
  const at::Tensor shift = parameter(name, "bias", input, input.scalar_type(), bias, normalized_shape);
  Groups shape;
  shape.groups = numel(input.sizes().slice(0, kept));
  shape.inner = numel(normalized_shape);
  Dims statistics(input.sizes());
  for (int d = static_cast<int>(kept); d < statistics.size(); ++d) statistics[d] = 1;
  return normalize_each(input, scale, shift, shape, statistics, eps, Parameters{1, shape.inner, 1});
}

template <>
std::tuple<at::Tensor, at::Tensor, at::Tensor> Kernel<operators::native_group_norm>::call(
    const at::Tensor& input, const c10::optional<at::Tensor>& weight, const c10::optional<at::Tensor>& bias,
    std::int64_t N, std::int64_t C, std::int64_t HxW, std::int64_t group, double eps) {
  constexpr const char* name = "native_group_norm";
  check_dtype(name, input);
  MODECHECK_CHECK(group > 0, ErrorClass::Argument, name, ": expected a positive number of groups, but got ", group);
  MODECHECK_CHECK(N >= 0 && C >= 0 && HxW >= 0 && C % group == 0, ErrorClass::Shape, name, ": expected ", C,
                  " channels to be divisible by ", group, " groups");
  const std::int64_t taken_for[] = {N, C, HxW};
  MODECHECK_CHECK(!numel_overflows(taken_for) && input.numel() == numel(taken_for), ErrorClass::Shape, name,
                  ": an input of sizes ", input.sizes(), " does not hold ", N, " x ", C, " x ", HxW, " elements");
  const bool channels_last = strides_suggest_channels_last(input.sizes(), input.strides());
  MODECHECK_CHECK(channels_last ? is_channels_last_contiguous(input.sizes(), input.strides()) : input.is_contiguous(),
                  ErrorClass::Strides, name,
                  ": expected a contiguous input, or one that lies channels last, but its sizes are ", input.sizes(),
                  " and its strides ", input.strides(), "; call contiguous() first");
  const at::Tensor scale = parameter(name, "weight", input, input.scalar_type(), weight, C);
  const at::Tensor shift = parameter(name, "bias", input, input.scalar_type(), bias, C);
  Groups shape;
  shape.groups = N * group;
  shape.inner = C / group * HxW;
  const std::int64_t sizes[] = {N, group};
  Results rows = normalize_each(input, scale, shift, shape, sizes, eps, Parameters{group, C / group, HxW});
  std::get<0>(rows) = laid_out_as(input, std::get<0>(rows));
  return rows;
}

template <>
std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor> Kernel<internal::_batch_normalize>::call(
    const at::Tensor& input, const c10::optional<at::Tensor>& weight, const c10::optional<at::Tensor>& bias,
    const c10::optional<at::Tensor>& mean, const c10::optional<at::Tensor>& var, bool training, double eps) {
  constexpr const char* name = "batch_norm";
  check_dtype(name, input);
  MODECHECK_CHECK(input.dim() >= 2, ErrorClass::Shape, name,
                  ": expected an input of at least two dimensions, [N, C, ...], but its sizes are ", input.sizes());
  const std::int64_t channels = input.sizes()[1];
  const c10::ScalarType type = batch_parameter_type(input, {&weight, &bias, &mean, &var});
  const at::Tensor scale = parameter(name, "weight", input, type, weight, channels);
  const at::Tensor shift = parameter(name, "bias", input, type, bias, channels);
  const at::Tensor running_mean = parameter(name, "running_mean", input, type, mean, channels);
  const at::Tensor running_var = parameter(name, "running_var", input, type, var, channels);
  if (training) {
    if (running_mean.defined()) check_no_internal_overlap(name, *mean);
    if (running_var.defined()) check_no_internal_overlap(name, *var);
  } else {
    MODECHECK_CHECK(running_mean.defined() && running_var.defined(), ErrorClass::Argument, name,
                    ": expected running_mean and running_var to be defined outside training");
  }
  Groups shape;
  shape.outer = input.sizes()[0];
  shape.groups = channels;
  shape.inner = numel(input.sizes().slice(2));
  const at::Tensor values = dense(input);
  const at::Tensor out = empty(input.sizes(), input.scalar_type(), input.device());
  const at::Tensor means = empty(training ? channels : 0, type, input.device());
  const at::Tensor reciprocals = empty(training ? channels : 0, type, input.device());
  const at::Tensor variances = empty(training ? channels : 0, type, input.device());
  if (!has_bytes(out)) return {laid_out_as(input, out), means, reciprocals, variances};
  if (out.in_cuda_memory()) {
    const cuda::BatchShape on_device{shape.outer, shape.groups, shape.inner};
    if (training)
      cuda::normalize_batch(on_device, values, scale, shift, eps, out, means, reciprocals, variances);
    else
      cuda::normalize_batch_with(on_device, values, scale, shift, running_mean, running_var, eps, out);
    return {laid_out_as(input, out), means, reciprocals, variances};
  }
  const auto index = [](std::int64_t group, std::int64_t /*i*/) { return group; };
  const auto compute = [&]<typename T, typename P>(T /*of the input*/, P /*of the parameters*/) {
    const auto at = [](const at::Tensor& tensor) { return static_cast<P*>(tensor.data_ptr()); };
    const auto from_running = [&](std::int64_t group) {
      return Moments{static_cast<double>(at(running_mean)[group]), static_cast<double>(at(running_var)[group])};
    };
    const auto from_values = [&](std::int64_t group) {
      const Moments of = moments_of(static_cast<const T*>(values.data_ptr()), shape, group);
      at(means)[group] = convert<P>(of.mean);
      at(reciprocals)[group] = convert<P>(1 / std::sqrt(of.variance + eps));
      at(variances)[group] = convert<P>(of.variance);
      return of;
    };
    if (training)
      normalize<T, P>(values, scale, shift, shape, eps, out, from_values, index);
    else
      normalize<T, P>(values, scale, shift, shape, eps, out, from_running, index);
  };
  if (type != input.scalar_type())
    compute(c10::BFloat16(), float());
  else
    visit_floating(type, [&](auto value) { compute(value, value); });
  return {laid_out_as(input, out), means, reciprocals, variances};
}

}  // namespace modecheck::engine
