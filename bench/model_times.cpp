// Times a saved model inside InferenceMode. The file needs the libtorch API only, so that scripts/model-times measures
// the engine and libtorch by one source.
//
//   model_times MODEL.pt VALUES.pt BATCH THREADS SECONDS DIMENSION...
//
// examples/models/make_models.py makes the files. There is a DIMENSION for each input of the model: the input is
// repeated BATCH times along it. A model that takes one request at a time has the dimension -1 for its inputs, and is
// called BATCH times instead. The program prints the median time of a batch in nanoseconds, how many batches were
// timed, and the sum of the magnitudes of all numbers that the model returned.
#include <torch/script.h>
#include <torch/torch.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "examples/roi_align_kernel.h"

namespace {

using Clock = std::chrono::steady_clock;

TORCH_LIBRARY(modecheck_examples, m) {
  m.def("roi_align(Tensor features, Tensor regions, float scale, int pooled) -> Tensor");
}
TORCH_LIBRARY_IMPL(modecheck_examples, CPU, m) { m.impl("roi_align", &roi::roi_align); }

struct Request {
  std::string model;
  std::string values;
  std::int64_t batch = 1;
  int threads = 1;
  double seconds = 1;
  std::vector<std::int64_t> dimensions;  // one for each input
};

Request request_of(int count, char** words) {
  if (count < 7) throw std::invalid_argument("expected MODEL.pt VALUES.pt BATCH THREADS SECONDS DIMENSION...");
  Request out{words[1], words[2], std::stoll(words[3]), std::stoi(words[4]), std::stod(words[5]), {}};
  for (int i = 6; i < count; ++i) out.dimensions.push_back(std::stoll(words[i]));
  return out;
}

std::vector<torch::jit::IValue> inputs_of(const Request& request) {
  std::ifstream in(request.values, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const c10::IValue list = torch::pickle_load(bytes);
  std::vector<torch::jit::IValue> out;
  for (const torch::jit::IValue& value : list.toListRef()) {
    if (out.size() == request.dimensions.size()) break;
    const at::Tensor tensor = value.toTensor();
    const std::int64_t dimension = request.dimensions[out.size()];
    if (dimension < 0)
      out.emplace_back(tensor);
    else
      out.emplace_back(torch::cat(std::vector<at::Tensor>(static_cast<std::size_t>(request.batch), tensor), dimension));
  }
  return out;
}

double magnitude(const torch::jit::IValue& value) {
  if (value.isTensor()) return value.toTensor().to(torch::kDouble).abs().sum().item<double>();
  double sum = 0;
  for (const torch::jit::IValue& element : value.toTuple()->elements()) sum += magnitude(element);
  return sum;
}

void run(const Request& request) {
  at::set_num_threads(request.threads);
  const c10::InferenceMode guard;
  torch::jit::Module module = torch::jit::load(request.model);
  module.eval();
  const std::vector<torch::jit::IValue> inputs = inputs_of(request);
  const std::int64_t calls = request.dimensions.front() < 0 ? request.batch : 1;
  const auto seconds_since = [](Clock::time_point time) {
    return std::chrono::duration<double>(Clock::now() - time).count();
  };
  torch::jit::IValue result;
  // libtorch compiles a function in its first runs, so these are not timed.
  const Clock::time_point began = Clock::now();
  for (int i = 0; i < 5 || seconds_since(began) < request.seconds / 4; ++i) result = module.forward(inputs);
  std::vector<double> times;
  const Clock::time_point ready = Clock::now();
  while (times.size() < 3 || seconds_since(ready) < request.seconds) {
    const Clock::time_point start = Clock::now();
    for (std::int64_t call = 0; call < calls; ++call) result = module.forward(inputs);
    times.push_back(seconds_since(start));
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  std::printf("%.0f %zu %.6g\n", *middle * 1e9, times.size(), magnitude(result));
}

}  // namespace

int main(int count, char** words) {
  try {
    run(request_of(count, words));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "model_times: %s\n", error.what());
    return 2;
  }
  return 0;
}
