#include "engine/backends/cuda/launch/batch_norm.h"

#include <type_traits>

#include "engine/backends/cuda/launch/elements.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/cuda/libraries/dnn.h"
#include "engine/core/memory/allocate.h"

namespace modecheck::engine::cuda {
namespace {

template <typename T>
T* at(const at::Tensor& tensor, std::int64_t element = 0) {
  return tensor.defined() ? static_cast<T*>(tensor.data_ptr()) + element : nullptr;
}

// Calls visit(T(), P()), where T is the C++ type of the input's dtype and P that of its weights and biases.
template <typename Visit>
void with_types(const at::Tensor& input, const at::Tensor& parameter, const Visit& visit) {
  if (input.scalar_type() == c10::kDouble)
    visit(double(), double());
  else if (input.scalar_type() == c10::kFloat)
    visit(float(), float());
  else if (parameter.scalar_type() == c10::kFloat)
    visit(c10::BFloat16(), float());
  else
    visit(c10::BFloat16(), c10::BFloat16());
}

// The arguments for cuDNN's batch normalization, and whether cuDNN accepted the call.
struct LibraryNormalization {
  const Dnn* library;
  const Dnn::Normalization* call;
  bool* taken;
};

void start_normalization(const void* bytes, void* stream) {
  const auto& arguments = *static_cast<const LibraryNormalization*>(bytes);
  *arguments.taken = arguments.library->normalize(*arguments.call, stream);
}

// Fills in the arguments for cuDNN that training and evaluation have in common. Returns false if cuDNN cannot normalize
// the input.
bool describe(Dnn::Normalization& call, const BatchShape& shape, const at::Tensor& input, const at::Tensor& weight,
              const at::Tensor& bias, const at::Tensor& parameter, double eps, const at::Tensor& out) {
  if (!weight.defined() || !bias.defined()) return false;
  with_types(input, parameter, [&]<typename T, typename P>(T /*of the input*/, P /*of the parameters*/) {
    call.type = Dnn::type_of<T>();
    call.has_types = std::is_same_v<P, double> || std::is_same_v<P, float>;
  });
  call.outer = shape.outer;
  call.channels = shape.channels;
  call.inner = shape.inner;
  call.eps = eps;
  call.values = input.data_ptr();
  call.scales = weight.data_ptr();
  call.shifts = bias.data_ptr();
  call.out = out.data_ptr();
  return device().library_memory() != nullptr && Dnn::takes(call) && Dnn::find() != nullptr;
}

bool run(const RangeLaunch& launch, const Dnn::Normalization& call) {
  bool taken = false;
  launch.run_library(LibraryNormalization{Dnn::find(), &call, &taken}, &start_normalization);
  return taken;
}

bool normalize_by_library(const BatchShape& shape, const at::Tensor& input, const at::Tensor& weight,
                          const at::Tensor& bias, double eps, const at::Tensor& out, const at::Tensor& means,
                          const at::Tensor& reciprocals, const at::Tensor& variances) {
  Dnn::Normalization call;
  call.training = true;
  if (!describe(call, shape, input, weight, bias, means, eps, out)) return false;
  // cuDNN adds the means and variances to running averages, which must therefore start at zero. The running means are
  // discarded. The running variances become the result `variances`.
  const at::Tensor running_means = empty(shape.channels, means.scalar_type(), means.device());
  fill_elements(running_means, 0);
  fill_elements(variances, 0);
  call.means = means.data_ptr();
  call.reciprocals = reciprocals.data_ptr();
  call.running_means = running_means.data_ptr();
  call.variances = variances.data_ptr();
  RangeLaunch launch("batch_norm");
  launch.writes(out).writes(means).writes(reciprocals).writes(running_means).writes(variances);
  launch.reads(input).reads(weight).reads(bias);
  return run(launch, call);
}

}  // namespace

void normalize_batch(const BatchShape& shape, const at::Tensor& input, const at::Tensor& weight, const at::Tensor& bias,
                     double eps, const at::Tensor& out, const at::Tensor& means, const at::Tensor& reciprocals,
                     const at::Tensor& variances) {
  if (normalize_by_library(shape, input, weight, bias, eps, out, means, reciprocals, variances)) return;
  const at::Tensor exact = empty({2, shape.channels}, c10::kDouble, input.device());
  with_types(input, means, [&]<typename T, typename P>(T /*of the input*/, P /*of the parameters*/) {
    RangeLaunch moments("batch_norm");
    moments.writes(means).writes(reciprocals).writes(variances).writes(exact).reads(input);
    moments.run(BatchMomentsKernel<T, P>{shape, at<const T>(input), at<P>(means), at<P>(reciprocals), at<P>(variances),
                                         at<double>(exact), eps},
                shape.channels);
    RangeLaunch launch("batch_norm");
    launch.writes(out).reads(input).reads(exact);
    if (weight.defined()) launch.reads(weight);
    if (bias.defined()) launch.reads(bias);
    launch.run(BatchNormalizeKernel<T, P, double>{shape, at<const T>(input), at<const P>(weight), at<const P>(bias),
                                                  at<const double>(exact), at<const double>(exact, shape.channels),
                                                  at<T>(out), eps},
               out.numel());
  });
}

void normalize_batch_with(const BatchShape& shape, const at::Tensor& input, const at::Tensor& weight,
                          const at::Tensor& bias, const at::Tensor& means, const at::Tensor& variances, double eps,
                          const at::Tensor& out) {
  RangeLaunch launch("batch_norm");
  launch.writes(out).reads(input).reads(means).reads(variances);
  if (weight.defined()) launch.reads(weight);
  if (bias.defined()) launch.reads(bias);
  Dnn::Normalization call;
  if (describe(call, shape, input, weight, bias, means, eps, out)) {
    call.means = means.data_ptr();
    call.variances = variances.data_ptr();
    if (run(launch, call)) return;
  }
  with_types(input, means, [&]<typename T, typename P>(T /*of the input*/, P /*of the parameters*/) {
    launch.run(BatchNormalizeKernel<T, P, P>{shape, at<const T>(input), at<const P>(weight), at<const P>(bias),
                                             at<const P>(means), at<const P>(variances), at<T>(out), eps},
               out.numel());
  });
}

}  // namespace modecheck::engine::cuda
