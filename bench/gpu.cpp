// modecheck_gpu_bench: measures the engine's operators on a GPU, as shares of the speed of a copy in GPU memory. Prints
// a Markdown table; exits with 3 if there is no GPU.
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/torch.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/backends/cuda/libraries/blas_lt.h"
#include "engine/backends/cuda/libraries/dnn.h"
#include "engine/backends/cuda/runtime/device.h"
#include "engine/core/types/device_hooks.h"

namespace {

using modecheck::engine::cuda::device;

// Returns the milliseconds that one call takes. The figure is the median of several series of calls; the host waits for
// the GPU once after each series.
double milliseconds(const std::function<void()>& call, int calls) {
  call();
  device().synchronize_device();
  std::vector<double> series;
  for (int i = 0; i < 7; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < calls; ++k) call();
    device().synchronize_device();
    series.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() /
                     calls);
  }
  std::sort(series.begin(), series.end());
  return series[series.size() / 2];
}

// Returns a library's name and version, for example "cuDNN 9.19.0", or "no cuDNN" if the library is missing.
template <typename Library>
std::string described(const char* name, const Library* library) {
  if (library == nullptr) return std::string("no ") + name;
  const std::size_t version = library->version();
  return std::string(name) + ' ' + std::to_string(version / 10000) + '.' + std::to_string(version / 100 % 100) + '.' +
         std::to_string(version % 100);
}

const std::pair<const char*, torch::ScalarType> kTypes[] = {
    {"float32", torch::kFloat}, {"float64", torch::kDouble}, {"bfloat16", torch::kBFloat16}};

void report_batches(const torch::TensorOptions& options) {
  constexpr std::int64_t batch = 512, rows = 128;
  std::printf("\nBatches of %d products of matrices of %d rows.\n\n| dtype | ms | Tflop/s |\n|---|---:|---:|\n",
              static_cast<int>(batch), static_cast<int>(rows));
  for (const auto& [name, type] : kTypes) {
    const torch::Tensor matrices = torch::ones({batch, rows, rows}, options.dtype(type));
    const double ms = milliseconds([&] { torch::bmm(matrices, matrices); }, 10);
    std::printf("| %s | %.3f | %.2f |\n", name, ms, 2.0 * batch * rows * rows * rows / ms / 1e9);
  }
}

// Measures a convolution as in the middle layers of an image network, its derivatives by the input and the weight, and
// average pooling.
void report_windows(const torch::TensorOptions& options) {
  constexpr std::int64_t images = 32, channels = 128, side = 56;
  std::printf(
      "\nWindows of 3 x 3 over %d images of %d channels of %d x %d, by cuDNN where it is there (MODECHECK_CUDNN=none: "
      "the "
      "plain kernels).\n\n| operator | dtype | ms | Tflop/s |\n|---|---|---:|---:|\n",
      static_cast<int>(images), static_cast<int>(channels), static_cast<int>(side), static_cast<int>(side));
  const double flops = 2.0 * images * channels * side * side * channels * 9;
  for (const auto& [name, type] : {kTypes[0], kTypes[1]}) {
    const torch::Tensor input = torch::ones({images, channels, side, side}, options.dtype(type));
    const torch::Tensor weight = torch::ones({channels, channels, 3, 3}, options.dtype(type));
    const c10::optional<torch::Tensor> none;
    const auto convolve = [&](const torch::Tensor& seen, const torch::Tensor& kernels, std::int64_t padding,
                              bool transposed) {
      torch::convolution(seen, kernels, none, {1, 1}, {padding, padding}, {1, 1}, transposed, {0, 0}, 1);
    };
    const auto line = [&](const char* what, double ms) {
      std::printf("| %s | %s | %.3f | %.2f |\n", what, name, ms, flops / ms / 1e9);
    };
    line("convolution", milliseconds([&] { convolve(input, weight, 1, false); }, 3));
    line("its derivative in the input", milliseconds([&] { convolve(input, weight, 1, true); }, 3));
    const torch::Tensor turned = input.transpose(0, 1);
    line("its derivative in the weight", milliseconds([&] { convolve(turned, turned, 1, false); }, 3));
    const double ms = milliseconds([&] { torch::avg_pool2d(input, {3, 3}, {1, 1}, {1, 1}); }, 3);
    std::printf("| avg_pool2d | %s | %.3f | |\n", name, ms);
  }
}

}  // namespace

int main() {
  const std::string why = modecheck::engine::find_device();
  if (!why.empty()) {
    std::fprintf(stderr, "modecheck_gpu_bench: %s\n", why.c_str());
    return 3;
  }
  std::printf("Libraries: %s, %s.\n\n", described("cuBLASLt", modecheck::engine::cuda::BlasLt::find()).c_str(),
              described("cuDNN", modecheck::engine::cuda::Dnn::find()).c_str());
  const c10::InferenceMode mode;
  const std::int64_t count = (std::int64_t{1} << 30) / 4;
  const auto options = torch::TensorOptions().device(torch::kCUDA);
  const torch::Tensor a = torch::ones({count}, options);
  const torch::Tensor b = torch::ones({count}, options);
  torch::Tensor out = torch::empty({count}, options);
  const torch::Tensor columns = a.view({1 << 14, 1 << 14}).t();
  const torch::Tensor rows = out.view({1 << 14, 1 << 14});
  const torch::Tensor row = torch::ones({1 << 14}, options);

  const double copy = milliseconds([&] { out.copy_(a); }, 10);
  const double gigabytes = static_cast<double>(count) * 4 / 1e9;
  const double copied = 2 * gigabytes / copy * 1e3;
  std::printf("Of float32, 1 GiB an operand.\n\n| operator | ms | GB/s | of a copy's |\n|---|---:|---:|---:|\n");
  const auto line = [&](const char* name, double operands, double ms) {
    const double rate = operands * gigabytes / ms * 1e3;
    std::printf("| %s | %.3f | %.0f | %.2f |\n", name, ms, rate, rate / copied);
  };
  line("copy_", 2, copy);
  line("add_out", 3, milliseconds([&] { torch::add_out(out, a, b); }, 10));
  line("mul_out, a number", 2, milliseconds([&] { out.copy_(a).mul_(2); }, 10) - copy);
  line("exp_out", 2, milliseconds([&] { torch::exp_out(out, a); }, 10));
  line("relu_", 2, milliseconds([&] { out.relu_(); }, 10));
  line("fill_", 1, milliseconds([&] { out.fill_(1); }, 10));
  torch::Tensor rows_out = torch::empty({1 << 14, 1 << 14}, options);
  line("add_out, a row for all", 2, milliseconds([&] { torch::add_out(rows_out, rows, row); }, 10));
  line("copy_ of a transposed matrix", 2, milliseconds([&] { rows.copy_(columns); }, 10));
  std::printf(
      "\nProducts of square matrices of 4,096 rows, by cuBLASLt where it is there (MODECHECK_CUBLASLT=none: the plain "
      "kernel).\n\n| dtype | ms | Tflop/s |\n|---|---:|---:|\n");
  for (const auto& [name, type] : kTypes) {
    const torch::Tensor matrix = torch::ones({4096, 4096}, options.dtype(type));
    torch::Tensor product = torch::empty({4096, 4096}, options.dtype(type));
    const double ms = milliseconds([&] { torch::mm_out(product, matrix, matrix); }, 3);
    std::printf("| %s | %.3f | %.2f |\n", name, ms, 2 * 4096.0 * 4096 * 4096 / ms / 1e9);
  }
  report_batches(options);
  report_windows(options);
  const torch::Tensor small = torch::ones({16}, options);
  torch::Tensor result = torch::empty({16}, options);
  std::printf("\nadd_out of 16 elements: %.2f microseconds a call\n",
              1e3 * milliseconds([&] { torch::add_out(result, small, small); }, 10000));
  at::cuda::CUDAGraph graph;
  {
    const c10::cuda::CUDAStreamGuard stream(c10::cuda::getStreamFromPool());
    graph.capture_begin();
    for (int i = 0; i < 100; ++i) torch::add_out(result, small, small);
    graph.capture_end();
  }
  std::printf("\nThe same, a hundred of them as one graph: %.2f microseconds each\n",
              1e1 * milliseconds([&] { graph.replay(); }, 100));
  return 0;
}
