#include "bench/simulated_gpu.h"

#include <cstdlib>
#include <string_view>

#include "engine/backends/cuda/runtime/device.h"
#include "engine/backends/simulated/simulated_runtime.h"

namespace modecheck::bench {
namespace {

// The simulated runtime is never destroyed, because it must outlive every tensor.
engine::cuda::SimulatedRuntime* simulated = nullptr;

}  // namespace

void use_simulated_gpu() {
  simulated = new engine::cuda::SimulatedRuntime(/*seed=*/7);
  const char* const like = std::getenv("MODECHECK_SIMULATE");
  if (like != nullptr && std::string_view(like) == "gpu") simulated->behave_like_a_gpu();
  engine::cuda::set_device(simulated);
}

std::vector<std::string> misuses_of_simulated_gpu() {
  if (simulated == nullptr) return {};
  std::vector<std::string> out = simulated->misuses();
  simulated->forget_misuses();
  return out;
}

}  // namespace modecheck::bench
