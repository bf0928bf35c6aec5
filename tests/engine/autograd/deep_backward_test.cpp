// Tests backward calls inside hooks of backward, nested so deeply that the engine runs them on a new thread.
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <gtest/gtest.h>

#include <functional>

#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers

class DeepBackward : public DeviceTest {};

// Deeply nested backward calls run on a new thread. This thread uses the caller's stream and gives no work to the
// default stream.
TEST_F(DeepBackward, StaysOnTheCallersStream) {
  if (simulated() == nullptr) GTEST_SKIP() << "a GPU does not say what it was given";
  const std::uint64_t number = c10::cuda::getCurrentCUDAStream().number();
  const c10::cuda::CUDAStreamGuard guard(c10::cuda::getStreamFromPool());
  const at::Tensor twice = at::ones({2, 1}).to(kGpu);
  const std::function<void(int)> run = [&](int depth) {
    const c10::AutoGradMode recorded(true);
    const at::Tensor x = at::ones({1}).to(kGpu).requires_grad_(true);
    const at::Tensor y = x.exp();
    y.register_hook([&](const at::Tensor& gradient) {
      if (depth > 1) run(depth - 1);
      return gradient;
    });
    // The gradient has two rows and y has one. Backward adds the rows before any node runs.
    y.backward(twice);
    EXPECT_TRUE(x.grad().defined());
  };
  torch::cuda::synchronize();
  const std::uint64_t before = simulated()->given_to(number);
  run(61);
  torch::cuda::synchronize();
  EXPECT_EQ(simulated()->given_to(number), before);
}

}  // namespace
}  // namespace modecheck::engine
