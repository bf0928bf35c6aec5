#include "engine/backends/cuda/libraries/dnn.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>
#include <utility>

#include "engine/backends/cuda/libraries/blas_lt.h"
#include "engine/backends/cuda/libraries/library_places.h"
#include "engine/backends/cuda/runtime/descriptions.h"
#include "engine/core/platform/shared_library.h"

namespace modecheck::engine::cuda {
namespace {

using backends::Window;

// cuDNN is called for a convolution of at least kLeastProducts multiplications. It is called for a pooling with at
// least kLeastElements elements under all windows, or a batch normalization of at least as many elements. For smaller
// calls cuDNN costs more than it saves.
constexpr double kLeastProducts = 1 << 15;
constexpr double kLeastElements = 1 << 20;

// The maximum number of geometries for which the chosen algorithm is remembered.
constexpr std::size_t kMostChoices = 1000;

// The largest number that cuDNN accepts as a size or stride, because cuDNN counts in int.
constexpr std::int64_t kMost = std::numeric_limits<int>::max();

// The maximum number of channels. This is CUDA's limit for the second and third dimension of a grid, which cuDNN's
// kernels may use for channels.
constexpr std::int64_t kMostChannels = 65535;

std::atomic<const Dnn*> replacement{nullptr};

// The sizes of a tensor in cuDNN's order: two dimensions such as batch and channels, then two or three spatial
// dimensions.
struct Sizes {
  int count = 2;
  int values[2 + Window::most] = {};

  Sizes(const Window& window, std::int64_t first, std::int64_t second, const Window::Sizes& spatial)
      : values{static_cast<int>(first), static_cast<int>(second)} {
    for (std::size_t d = first_dimension(window); d < Window::most; ++d) values[count++] = static_cast<int>(spatial[d]);
  }
  // Returns the index of the first spatial dimension of the window. The index is 1 for images without depth, which do
  // not use dimension 0. For other images it is 0.
  static std::size_t first_dimension(const Window& window) {
    return window.image[0] == 1 && window.kernel[0] == 1 && window.places[0] == 1 && window.padding[0] == 0 ? 1 : 0;
  }
};

// One number for each spatial dimension, for example the strides, in the form of an argument for cuDNN.
struct Spatial {
  int count = 0;
  int values[Window::most] = {};
  Spatial(const Window& window, const Window::Sizes& of) {
    for (std::size_t d = Sizes::first_dimension(window); d < Window::most; ++d)
      values[count++] = static_cast<int>(of[d]);
  }
};

bool counts(const Window& window, std::int64_t first, std::int64_t second, const Window::Sizes& spatial) {
  double elements = 1;
  for (const std::int64_t size : {first, second, spatial[0], spatial[1], spatial[2]}) {
    if (size < 1 || size > kMost) return false;
    elements *= static_cast<double>(size);
  }
  for (std::size_t d = 0; d < Window::most; ++d)
    if (window.padding[d] > kMost / 2 || window.stride[d] > kMost || window.dilation[d] > kMost) return false;
  return elements <= static_cast<double>(kMost);
}

// Returns true if the output size is the number of window positions that fit into the padded image. cuDNN computes that
// size itself, and has no argument for another size.
bool has_all_places(const Window& window) {
  for (std::size_t d = 0; d < Window::most; ++d) {
    const std::int64_t left = window.image[d] + 2 * window.padding[d] - window.dilation[d] * (window.kernel[d] - 1) - 1;
    if (left < 0 || left / window.stride[d] + 1 != window.places[d]) return false;
  }
  return true;
}

// Returns the geometry of `elements` adjacent elements that are treated as an image of one row.
Window plane_of(std::int64_t elements) {
  Window out;
  out.image[2] = elements;
  return out;
}

// The two factors that every call to cuDNN needs. `one` multiplies the new result, and `zero` multiplies the old
// contents of the output. cuDNN reads doubles for float64 tensors, and floats for all others.
struct Factors {
  explicit Factors(bool wide)
      : one(wide ? static_cast<const void*>(&wide_one) : &short_one),
        zero(wide ? static_cast<const void*>(&wide_zero) : &short_zero) {}
  const void* one;
  const void* zero;

 private:
  static constexpr double wide_one = 1;
  static constexpr double wide_zero = 0;
  static constexpr float short_one = 1;
  static constexpr float short_zero = 0;
};

int precision(bool wide) { return wide ? Dnn::real_64 : Dnn::real_32; }

// Describes a contiguous tensor to cuDNN: sets its dtype, sizes and strides.
template <typename Set>
bool describes(const Set& set_tensor, void* tensor, int type, const Sizes& sizes) {
  int strides[2 + Window::most] = {};
  int stride = 1;
  for (int d = sizes.count - 1; d >= 0; --d) {
    strides[d] = stride;
    stride *= sizes.values[d];
  }
  return set_tensor(tensor, type, sizes.count, sizes.values, strides) == Dnn::success;
}

}  // namespace

bool Dnn::takes(const Convolution& call) {
  const Window& window = call.window;
  if (call.groups < 1 || call.groups > kMost || !has_all_places(window) ||
      !counts(window, call.batch, call.image_channels, window.image) ||
      !counts(window, call.batch, call.place_channels, window.places) ||
      !counts(window, call.place_channels, call.image_channels / call.groups, window.kernel))
    return false;
  return static_cast<double>(call.batch) * static_cast<double>(call.place_channels) *
             static_cast<double>(window.place_count()) * static_cast<double>(call.image_channels / call.groups) *
             static_cast<double>(window.kernel_elements()) >=
         kLeastProducts;
}

bool Dnn::takes(const Window& window, const backends::PoolingRule& rule, std::int64_t planes) {
  return !rule.equal && rule.divisor == 0 && window.dilation == Window::Sizes{1, 1, 1} && has_all_places(window) &&
         counts(window, planes, 1, window.image) && counts(window, planes, 1, window.places) &&
         counts(window, 1, 1, window.kernel) &&
         static_cast<double>(planes) * static_cast<double>(window.place_count()) *
                 static_cast<double>(window.kernel_elements()) >=
             kLeastElements;
}

bool Dnn::takes(const Normalization& call) {
  const Window plane = plane_of(call.inner);
  return call.has_types && call.eps >= 0 && call.outer <= kMostChannels && call.channels <= kMostChannels &&
         counts(plane, call.outer, call.channels, plane.image) && call.outer * call.inner > 1 &&
         static_cast<double>(call.outer) * static_cast<double>(call.channels) * static_cast<double>(call.inner) >=
             kLeastElements;
}

std::optional<Dnn> Dnn::load(const std::string& file) {
  const SharedLibrary library({file});
  if (!library.is_loaded()) return std::nullopt;
  Dnn out;
  const auto has_direction = [&](Sought sought, const char* choose, const char* memory, const char* run) {
    Direction& to = out.directions_[static_cast<std::size_t>(sought)];
    return library.find(choose, to.choose) && library.find(memory, to.memory) && library.find(run, to.run);
  };
  const bool complete =
      library.find("cudnnGetVersion", out.version_) && library.find("cudnnCreate", out.create_) &&
      library.find("cudnnSetStream", out.set_stream_) &&
      library.find("cudnnCreateTensorDescriptor", out.create_tensor_) &&
      library.find("cudnnSetTensorNdDescriptor", out.set_tensor_) &&
      library.find("cudnnDestroyTensorDescriptor", out.destroy_tensor_) &&
      library.find("cudnnCreateFilterDescriptor", out.create_kernels_) &&
      library.find("cudnnSetFilterNdDescriptor", out.set_kernels_) &&
      library.find("cudnnDestroyFilterDescriptor", out.destroy_kernels_) &&
      library.find("cudnnCreateConvolutionDescriptor", out.create_convolution_) &&
      library.find("cudnnSetConvolutionNdDescriptor", out.set_convolution_) &&
      library.find("cudnnSetConvolutionGroupCount", out.set_groups_) &&
      library.find("cudnnSetConvolutionMathType", out.set_products_) &&
      library.find("cudnnDestroyConvolutionDescriptor", out.destroy_convolution_) &&
      has_direction(Sought::Places, "cudnnGetConvolutionForwardAlgorithm_v7", "cudnnGetConvolutionForwardWorkspaceSize",
                    "cudnnConvolutionForward") &&
      has_direction(Sought::Images, "cudnnGetConvolutionBackwardDataAlgorithm_v7",
                    "cudnnGetConvolutionBackwardDataWorkspaceSize", "cudnnConvolutionBackwardData") &&
      has_direction(Sought::Kernels, "cudnnGetConvolutionBackwardFilterAlgorithm_v7",
                    "cudnnGetConvolutionBackwardFilterWorkspaceSize", "cudnnConvolutionBackwardFilter") &&
      library.find("cudnnCreatePoolingDescriptor", out.create_pool_) &&
      library.find("cudnnSetPoolingNdDescriptor", out.set_pool_) &&
      library.find("cudnnDestroyPoolingDescriptor", out.destroy_pool_) &&
      library.find("cudnnPoolingForward", out.pool_) &&
      library.find("cudnnBatchNormalizationForwardTraining", out.normalize_training_) &&
      library.find("cudnnBatchNormalizationForwardInference", out.normalize_with_);
  out.state_ = std::make_unique<State>();
  if (!complete || out.create_(&out.state_->handle) != success) return std::nullopt;
  return out;
}

const Dnn* Dnn::find() {
  if (const Dnn* const given = replacement; given != nullptr) return given;
  static const std::optional<Dnn> found = []() -> std::optional<Dnn> {
    const auto files = library_files("MODECHECK_CUDNN", library_places({"libcudnn.so.9"}, {"nvidia/cudnn/lib"}));
    // cuDNN needs cuBLASLt. If cuBLASLt is loaded first, cuDNN finds it even in a folder that the system does not
    // search.
    if (!files.empty()) static_cast<void>(BlasLt::find());
    for (const std::string& file : files)
      if (std::optional<Dnn> out = load(file); out.has_value()) return out;
    return std::nullopt;
  }();
  return found.has_value() ? &*found : nullptr;
}

void Dnn::replace(const Dnn* library) { replacement = library; }

// Chooses an algorithm for a convolution: the first one in cuDNN's ranking that is deterministic and uses full
// precision. It must also add up the products directly, without a transform such as Fourier's.
std::optional<Dnn::Choice> Dnn::choose(const Convolution& call, const Described& what) const {
  constexpr int most = 8;
  Algorithm algorithms[most] = {};
  int found = 0;
  const Direction& asked = direction(call.sought);
  if (asked.choose(state_->handle, what.first, what.second, what.convolution, what.out, most, &found, algorithms) !=
      success)
    return std::nullopt;
  const auto is_wanted = [&](const Algorithm& algorithm) {
    return algorithm.status == success && algorithm.determinism == is_deterministic &&
           (algorithm.products == exact_products || algorithm.products == default_products) &&
           (call.sought == Sought::Places ? algorithm.algorithm <= last_direct_forward
                                          : algorithm.algorithm == direct_backward);
  };
  const Algorithm* const end = algorithms + std::min(found, most);
  const Algorithm* const first = std::find_if(static_cast<const Algorithm*>(algorithms), end, is_wanted);
  if (first == end) return std::nullopt;
  Choice out{first->algorithm, 0};
  if (asked.memory(state_->handle, what.first, what.second, what.convolution, what.out, out.algorithm, &out.memory) !=
      success)
    return std::nullopt;
  return out;
}

// Returns the algorithm chosen for a geometry. Choices are remembered, because choosing takes longer than a small
// convolution.
std::optional<Dnn::Choice> Dnn::choice(const Convolution& call, const Described& what) const {
  const Window& window = call.window;
  std::vector<std::int64_t> key{static_cast<std::int64_t>(call.sought),
                                call.wide ? 1 : 0,
                                call.batch,
                                call.groups,
                                call.image_channels,
                                call.place_channels};
  for (const Window::Sizes* sizes :
       {&window.image, &window.places, &window.kernel, &window.stride, &window.padding, &window.dilation})
    key.insert(key.end(), sizes->begin(), sizes->end());
  if (const auto known = state_->choices.find(key); known != state_->choices.end()) return known->second;
  if (state_->choices.size() == kMostChoices) state_->choices.clear();
  return state_->choices[std::move(key)] = choose(call, what);
}

bool Dnn::convolve(const Convolution& call, void* stream, const StreamMemory& memory) const {
  const Window& window = call.window;
  Descriptions kept;
  void* const images = kept.made(create_tensor_, destroy_tensor_);
  void* const kernels = kept.made(create_kernels_, destroy_kernels_);
  void* const places = kept.made(create_tensor_, destroy_tensor_);
  void* const convolution = kept.made(create_convolution_, destroy_convolution_);
  const Sizes kernel_sizes(window, call.place_channels, call.image_channels / call.groups, window.kernel);
  const Spatial padding(window, window.padding);
  const Spatial stride(window, window.stride);
  const Spatial dilation(window, window.dilation);
  if (images == nullptr || kernels == nullptr || places == nullptr || convolution == nullptr ||
      !describes(set_tensor_, images, precision(call.wide), {window, call.batch, call.image_channels, window.image}) ||
      !describes(set_tensor_, places, precision(call.wide), {window, call.batch, call.place_channels, window.places}) ||
      set_kernels_(kernels, precision(call.wide), rows_first, kernel_sizes.count, kernel_sizes.values) != success ||
      set_convolution_(convolution, padding.count, padding.values, stride.values, dilation.values, correlation,
                       precision(call.wide)) != success ||
      set_groups_(convolution, static_cast<int>(call.groups)) != success ||
      set_products_(convolution, exact_products) != success)
    return false;
  const Described what = call.sought == Sought::Places   ? Described{images, kernels, places, convolution}
                         : call.sought == Sought::Images ? Described{kernels, places, images, convolution}
                                                         : Described{images, places, kernels, convolution};
  const std::scoped_lock lock(state_->mutex);
  if (set_stream_(state_->handle, stream) != success) return false;
  const std::optional<Choice> chosen = choice(call, what);
  if (!chosen.has_value()) return false;
  const StreamRoom room(memory, chosen->memory, stream);
  if (chosen->memory != 0 && room.data() == nullptr) return false;
  const Factors factors(call.wide);
  return direction(call.sought)
             .run(state_->handle, factors.one, what.first, call.first, what.second, call.second, convolution,
                  chosen->algorithm, room.data(), chosen->memory, factors.zero, what.out, call.out) == success;
}

bool Dnn::average(const Means& call, void* stream) const {
  const Window& window = call.window;
  // Pooling treats every plane alike, so only the product of batch and channels matters. Factors of two are moved from
  // the channels to the batch until both are small enough for cuDNN.
  std::int64_t batch = 1;
  std::int64_t channels = call.planes;
  for (; channels > kMostChannels && channels % 2 == 0; channels /= 2) batch *= 2;
  if (channels > kMostChannels || batch > kMostChannels) return false;
  Descriptions kept;
  void* const images = kept.made(create_tensor_, destroy_tensor_);
  void* const means = kept.made(create_tensor_, destroy_tensor_);
  void* const pool = kept.made(create_pool_, destroy_pool_);
  const Spatial kernel(window, window.kernel);
  const Spatial padding(window, window.padding);
  const Spatial stride(window, window.stride);
  if (images == nullptr || means == nullptr || pool == nullptr ||
      !describes(set_tensor_, images, precision(call.wide), {window, batch, channels, window.image}) ||
      !describes(set_tensor_, means, precision(call.wide), {window, batch, channels, window.places}) ||
      set_pool_(pool, call.counts_padding ? mean_with_padding : mean_without_padding, keeps_no_numbers, kernel.count,
                kernel.values, padding.values, stride.values) != success)
    return false;
  const Factors factors(call.wide);
  const std::scoped_lock lock(state_->mutex);
  return set_stream_(state_->handle, stream) == success &&
         pool_(state_->handle, pool, factors.one, images, call.images, factors.zero, means, call.out) == success;
}

bool Dnn::normalize(const Normalization& call, void* stream) const {
  Descriptions kept;
  void* const values = kept.made(create_tensor_, destroy_tensor_);
  void* const parameters = kept.made(create_tensor_, destroy_tensor_);
  const Window plane = plane_of(call.inner);
  const Window one = plane_of(1);
  const bool wide = call.type == real_64;
  if (values == nullptr || parameters == nullptr ||
      !describes(set_tensor_, values, call.type, {plane, call.outer, call.channels, plane.image}) ||
      !describes(set_tensor_, parameters, precision(wide), {one, 1, call.channels, one.image}))
    return false;
  const Factors factors(wide);
  const std::scoped_lock lock(state_->mutex);
  if (set_stream_(state_->handle, stream) != success) return false;
  if (!call.training)
    return normalize_with_(state_->handle, channel_by_channel, factors.one, factors.zero, values, call.values, values,
                           call.out, parameters, call.scales, call.shifts, call.means, call.variances,
                           call.eps) == success;
  // cuDNN returns the variance as a running estimate, with the correction count / (count - 1). The factor (count - 1) /
  // count undoes the correction.
  const auto count = static_cast<double>(call.outer * call.inner);
  return normalize_training_(state_->handle, channel_by_channel, factors.one, factors.zero, values, call.values, values,
                             call.out, parameters, call.scales, call.shifts, (count - 1) / count, call.running_means,
                             call.variances, call.eps, call.means, call.reciprocals) == success;
}

}  // namespace modecheck::engine::cuda
