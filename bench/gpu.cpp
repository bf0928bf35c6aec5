// modecheck_gpu_bench: what the engine reaches on a GPU, as shares of what a copy reaches there. Prints a table in
// Markdown; exit 3 where there is no GPU.
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

#include "engine/backends/cuda/device.h"
#include "engine/core/device_hooks.h"

namespace {

using modecheck::engine::cuda::device;

// Milliseconds of one call, the median of several series of calls that are waited for as a whole.
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

}  // namespace

int main() {
  const std::string why = modecheck::engine::find_device();
  if (!why.empty()) {
    std::fprintf(stderr, "modecheck_gpu_bench: %s\n", why.c_str());
    return 3;
  }
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
  for (const auto& [name, type] : {std::pair<const char*, torch::ScalarType>{"float32", torch::kFloat},
                                   {"float64", torch::kDouble},
                                   {"bfloat16", torch::kBFloat16}}) {
    const torch::Tensor matrix = torch::ones({4096, 4096}, options.dtype(type));
    torch::Tensor product = torch::empty({4096, 4096}, options.dtype(type));
    const double ms = milliseconds([&] { torch::mm_out(product, matrix, matrix); }, 3);
    std::printf("| %s | %.3f | %.2f |\n", name, ms, 2 * 4096.0 * 4096 * 4096 / ms / 1e9);
  }
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
