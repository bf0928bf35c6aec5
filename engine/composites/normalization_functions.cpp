#include "engine/composites/normalization_functions.h"

#include <vector>

#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/backends/iterate/overlap.h"
#include "engine/composites/composition.h"
#include "engine/core/errors/origin.h"
#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/library_rows.h"
#include "engine/modes/grad_mode.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/composites.h"
#include "spec/operators/normalization.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

using Parameter = c10::optional<Tensor>;

bool is_given(const Parameter& tensor) { return tensor.has_value() && tensor->defined(); }

// Returns whether inference tensors may be written. That is so inside InferenceMode, and under a guard that excludes
// ADInplaceOrView and thereby turns the check off (rules G5 and H).
bool allows_inference_writes() {
  return thread_state.inference || thread_state.excluded.has(c10::DispatchKey::ADInplaceOrView);
}

// Raises for running statistics that are inference tensors (rule M2), before anything is computed or written.
void check_writable(const char* name, const char* which, const Parameter& statistic) {
  MODECHECK_CHECK(!is_given(statistic) || !statistic->is_inference() || allows_inference_writes(),
                  ErrorClass::InferenceWriteOutsideMode, name, ": Inplace update to inference tensor ", which,
                  " outside InferenceMode is not allowed. Clone it to get a normal tensor, or train inside the mode.",
                  Origin{ErrorClass::InferenceWriteOutsideMode, statistic->unsafeGetTensorImpl()});
}

// While recording, raises if a running statistic requires grad, because no gradient can flow to it.
void check_statistic(const char* name, const char* which, const Parameter& statistic) {
  const bool records = thread_state.grad && !thread_state.excluded.has(c10::DispatchKey::Autograd);
  if (records && is_given(statistic)) check_constant(*statistic, name, which);
}

// Detaches running statistics, because no gradient flows through them.
Parameter constant(const Parameter& statistic) {
  return is_given(statistic) ? Parameter(statistic->detach()) : Parameter();
}

Tensor between(const Tensor& statistic, const Tensor& value, double momentum) {
  const NoGradGuard quiet;
  return value.mul(c10::Scalar(momentum)).add(statistic.mul(c10::Scalar(1 - momentum)));
}

// Repeats the parameters of the channels `count` times in one vector.
Parameter repeated(const Parameter& parameter, std::int64_t count) {
  if (!is_given(parameter)) return {};
  return parameter->repeat(count);
}

}  // namespace

Tensor layer_norm(const Tensor& input, c10::IntArrayRef normalized_shape, const Parameter& weight,
                  const Parameter& bias, double eps, bool /*cudnn_enable*/) {
  return std::get<0>(native_layer_norm(input, normalized_shape, weight, bias, eps));
}

Tensor group_norm(const Tensor& input, std::int64_t num_groups, const Parameter& weight, const Parameter& bias,
                  double eps, bool cudnn_enabled) {
  return traced_composite<operators::group_norm>(
      [&]() -> Tensor {
        MODECHECK_CHECK(input.dim() >= 2, ErrorClass::Dimension,
                        "group_norm: expected an input of at least two dimensions, [N, C, ...], but its sizes are ",
                        input.sizes());
        std::int64_t pixels = 1;
        for (const std::int64_t size : input.sizes().slice(2)) pixels *= size;
        const auto dense = [](const Parameter& parameter) {
          return is_given(parameter) ? Parameter(parameter->contiguous()) : Parameter();
        };
        return as_a_whole([&] {
          const Tensor rows = input.contiguous(input.suggest_memory_format());
          const Parameter scale = dense(weight);
          const Parameter shift = dense(bias);
          return std::get<0>(
              native_group_norm(rows, scale, shift, input.size(0), input.size(1), pixels, num_groups, eps));
        });
      },
      input, num_groups, weight, bias, eps, cudnn_enabled);
}

std::tuple<Tensor, Tensor, Tensor> native_batch_norm(const Tensor& input, const Parameter& weight,
                                                     const Parameter& bias, const Parameter& running_mean,
                                                     const Parameter& running_var, bool training, double momentum,
                                                     double eps) {
  check_statistic("batch_norm", "running_mean", running_mean);
  check_statistic("batch_norm", "running_var", running_var);
  if (training) {
    check_writable("batch_norm", "running_mean", running_mean);
    check_writable("batch_norm", "running_var", running_var);
  }
  const auto [out, mean, reciprocal, variance] = call<internal::_batch_normalize>(
      input, weight, bias, constant(running_mean), constant(running_var), training, eps);
  if (!training) return {out, mean, reciprocal};
  // An input without elements leaves the running statistics as they are.
  if (input.numel() != 0) {
    // The running variance is the unbiased estimate.
    const auto count = static_cast<double>(input.numel() / input.size(1));
    const Tensor new_var = is_given(running_var)
                               ? between(*running_var, variance.mul(c10::Scalar(count / (count - 1))), momentum)
                               : Tensor();
    const Tensor new_mean = is_given(running_mean) ? between(*running_mean, mean, momentum) : Tensor();
    // Both new values are computed, so nothing can fail from here on (rule E1).
    const NoGradGuard quiet;
    if (is_given(running_mean)) running_mean->copy_(new_mean);
    if (is_given(running_var)) running_var->copy_(new_var);
  }
  return {out, mean, reciprocal};
}

Tensor batch_norm(const Tensor& input, const Parameter& weight, const Parameter& bias, const Parameter& running_mean,
                  const Parameter& running_var, bool training, double momentum, double eps, bool /*cudnn_enabled*/) {
  MODECHECK_CHECK(input.dim() >= 2, ErrorClass::Dimension,
                  "batch_norm: expected an input of at least two dimensions, [N, C, ...], but its sizes are ",
                  input.sizes());
  return std::get<0>(native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps));
}

Tensor instance_norm(const Tensor& input, const Parameter& weight, const Parameter& bias, const Parameter& running_mean,
                     const Parameter& running_var, bool use_input_stats, double momentum, double eps,
                     bool cudnn_enabled) {
  return modecheck::engine::traced_composite<operators::instance_norm>(
      [&]() -> Tensor {
        MODECHECK_CHECK(
            use_input_stats || (is_given(running_mean) && is_given(running_var)), ErrorClass::Argument,
            "instance_norm: expected running_mean and running_var to be defined when use_input_stats is false");
        MODECHECK_CHECK(input.dim() >= 2, ErrorClass::Dimension,
                        "instance_norm: expected an input of at least two dimensions, [N, C, ...], but its sizes are ",
                        input.sizes());
        if (use_input_stats) {
          check_writable("instance_norm", "running_mean", running_mean);
          check_writable("instance_norm", "running_var", running_var);
          for (const Parameter* statistic : {&running_mean, &running_var})
            MODECHECK_CHECK(
                !is_given(*statistic) || !backends::overlaps_itself((*statistic)->sizes(), (*statistic)->strides()),
                ErrorClass::MemoryOverlap,
                "instance_norm: more than one element of a running statistic refers to a single memory location. "
                "Please clone() it first.");
        }
        check_statistic("instance_norm", "running_mean", running_mean);
        check_statistic("instance_norm", "running_var", running_var);
        const std::int64_t batch = input.size(0);
        const std::int64_t channels = input.size(1);
        for (const Parameter* parameter : {&running_mean, &running_var})
          MODECHECK_CHECK(!is_given(*parameter) || (*parameter)->sizes() == c10::IntArrayRef(channels),
                          ErrorClass::Shape, "instance_norm: expected statistics of ", channels, " elements, got ",
                          (*parameter)->sizes());
        std::vector<std::int64_t> sizes = input.sizes().vec();
        sizes[0] = 1;
        sizes[1] = batch * channels;
        Parameter mean;
        Parameter variance;
        {
          const NoGradGuard quiet;
          // The repeated statistics are written below. They share no memory with the running statistics, because repeat
          // always copies.
          mean = repeated(running_mean, batch);
          variance = repeated(running_var, batch);
        }
        const Parameter scale = repeated(weight, batch);
        const Parameter shift = repeated(bias, batch);
        // An input that may not be used is refused before a parameter of the wrong size (rule E2).
        const Tensor images = input.contiguous().view(sizes);
        // A parameter of a single channel may also be a tensor without dimensions, as in libtorch.
        for (const Parameter* parameter : {&weight, &bias})
          MODECHECK_CHECK(!is_given(*parameter) || (*parameter)->numel() == channels, ErrorClass::Shape,
                          "instance_norm: expected parameters of ", channels, " elements, got ", (*parameter)->sizes());
        const Tensor out =
            batch_norm(images, scale, shift, mean, variance, use_input_stats, momentum, eps, cudnn_enabled);
        if (use_input_stats) {
          const NoGradGuard quiet;
          const auto keep = [&](const Parameter& statistic, const Parameter& values) {
            if (is_given(statistic)) statistic->copy_(values->view({batch, channels}).mean(c10::IntArrayRef(0)));
          };
          keep(running_mean, mean);
          keep(running_var, variance);
        }
        return out.view(input.sizes());
      },
      input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled);
}

}  // namespace modecheck_v1
}  // namespace at
