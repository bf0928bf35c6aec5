#include "engine/backends/cuda/launch/windows.h"

#include <type_traits>
#include <typeinfo>

#include "engine/backends/cuda/device_code/window_kernels.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/cuda/runtime/gpu_kernels.h"

namespace modecheck::engine::cuda {
namespace {

template <typename T>
T* at(const at::Tensor& tensor, std::int64_t element = 0) {
  return static_cast<T*>(tensor.data_ptr()) + element;
}

template <typename Visit>
void with_floating_type(const at::Tensor& tensor, const Visit& visit) {
  if (tensor.scalar_type() == c10::kFloat)
    visit(float());
  else
    visit(double());
}

// The arguments for cuDNN's convolution, and whether cuDNN accepted the call.
struct LibraryConvolution {
  const Dnn* library;
  const Dnn::Convolution* call;
  bool* taken;
};

void start_convolution(const void* bytes, void* stream) {
  const auto& arguments = *static_cast<const LibraryConvolution*>(bytes);
  *arguments.taken = arguments.library->convolve(*arguments.call, stream, *device().library_memory());
}

// Computes average pooling by cuDNN. If cuDNN refuses the call, the kernel of window_kernels.h computes it.
template <typename T>
void start_means(const void* bytes, void* stream) {
  static const Launch::OnDevice plain = gpu_kernel(typeid(MeanPoolKernel<T>).name(), c10::kByte, /*inputs=*/0);
  const auto& arguments = *static_cast<const RangeArguments<MeanPoolKernel<T>>*>(bytes);
  const MeanPoolKernel<T>& kernel = arguments.kernel;
  const Dnn* const library = Dnn::find();
  const Dnn::Means call{std::is_same_v<T, double>,  kernel.window, arguments.count / kernel.window.place_count(),
                        kernel.rule.counts_padding, kernel.images, kernel.to};
  if (library == nullptr || !library->average(call, stream)) plain(bytes, stream);
}

// Returns the function that uses cuDNN for this average pooling. Returns null if the kernel of window_kernels.h should
// compute it.
template <typename T>
Launch::OnDevice instead_of_means(const Window& window, const PoolingRule& rule, std::int64_t planes) {
  if constexpr (std::is_floating_point_v<T>)
    if (device().library_memory() != nullptr && Dnn::takes(window, rule, planes) && Dnn::find() != nullptr)
      return &start_means<T>;
  return nullptr;
}

}  // namespace

bool may_convolve(const Dnn::Convolution& call) {
  return device().library_memory() != nullptr && Dnn::takes(call) && Dnn::find() != nullptr;
}

bool convolve(Dnn::Convolution call, const at::Tensor& first, const at::Tensor& second, const at::Tensor& out) {
  call.wide = out.scalar_type() == c10::kDouble;
  call.first = first.data_ptr();
  call.second = second.data_ptr();
  call.out = out.data_ptr();
  bool taken = false;
  RangeLaunch launch("convolution");
  launch.writes(out).reads(first).reads(second);
  launch.run_library(LibraryConvolution{Dnn::find(), &call, &taken}, &start_convolution);
  return taken;
}

void gather_windows(const Window& window, std::int64_t channels, const at::Tensor& images, std::int64_t first,
                    const at::Tensor& columns) {
  RangeLaunch launch("convolution");
  launch.writes(columns).reads(images);
  with_floating_type(images, [&]<typename T>(T /*names the type*/) {
    launch.run(GatherWindowsKernel<T>{window, at<const T>(images, first), at<T>(columns)},
               channels * window.kernel_elements() * window.place_count());
  });
}

void scatter_windows(const Window& window, std::int64_t channels, const at::Tensor& columns, const at::Tensor& images,
                     std::int64_t first) {
  RangeLaunch launch("col2im");
  launch.writes(images).reads(columns);
  backends::visit_dtype(images.scalar_type(), [&]<typename T>(T /*names the type*/) {
    if constexpr (!std::is_integral_v<T>)
      launch.run(ScatterWindowsKernel<T>{window, at<const T>(columns), at<T>(images, first)},
                 channels * window.image_elements());
  });
}

void add_to_channels(const at::Tensor& images, const at::Tensor& numbers) {
  const std::int64_t channels = images.sizes()[1];
  RangeLaunch launch("convolution");
  launch.writes(images).reads(numbers);
  with_floating_type(images, [&]<typename T>(T /*names the type*/) {
    launch.run(AddToChannelsKernel<T>{at<const T>(numbers), at<T>(images),
                                      images.numel() / (images.sizes()[0] * channels), channels},
               images.numel());
  });
}

void pool_maxima(const Window& window, const at::Tensor& images, const at::Tensor& maxima, const at::Tensor& places) {
  RangeLaunch launch("max_pool");
  launch.writes(maxima).writes(places).reads(images);
  with_floating_type(images, [&]<typename T>(T /*names the type*/) {
    launch.run(MaxPoolKernel<T>{window, at<const T>(images), at<T>(maxima), at<std::int64_t>(places)}, maxima.numel());
  });
}

void spread_maxima(const Window& window, const at::Tensor& gradients, const at::Tensor& places,
                   const at::Tensor& images) {
  const std::int64_t count = window.place_count();
  RangeLaunch launch("max_pool_backward");
  launch.writes(images).reads(gradients).reads(places);
  with_floating_type(images, [&]<typename T>(T /*names the type*/) {
    launch.run(SpreadMaximaKernel<T>{at<const T>(gradients), at<const std::int64_t>(places), at<T>(images), count,
                                     window.image_elements()},
               gradients.numel() / count);
  });
}

void pool_means(const Window& window, const PoolingRule& rule, const at::Tensor& images, const at::Tensor& means) {
  RangeLaunch launch("avg_pool");
  launch.writes(means).reads(images);
  const auto run = [&]<typename T>(T /*names the type*/) {
    launch.run(MeanPoolKernel<T>{window, rule, at<const T>(images), at<T>(means)}, means.numel(),
               instead_of_means<T>(window, rule, means.numel() / window.place_count()));
  };
  if (images.scalar_type() == c10::kLong)
    run(std::int64_t());
  else
    with_floating_type(images, run);
}

void pool_shares(const Window& window, const PoolingRule& rule, const at::Tensor& gradients, const at::Tensor& images) {
  RangeLaunch launch("avg_pool_backward");
  launch.writes(images).reads(gradients);
  with_floating_type(images, [&]<typename T>(T /*names the type*/) {
    launch.run(SharePoolKernel<T>{window, rule, at<const T>(gradients), at<T>(images)}, images.numel());
  });
}

}  // namespace modecheck::engine::cuda
