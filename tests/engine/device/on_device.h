// Helpers for tests on a CUDA device. They provide the device, which is simulated if there is no GPU, and compare its
// tensors with those of the CPU.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>

#include "engine/backends/cuda/runtime/device.h"
#include "engine/backends/cuda/runtime/gpu_runtime.h"
#include "engine/backends/simulated/simulated_runtime.h"
#include "tests/engine/support.h"

namespace modecheck::engine::on_device {

inline const c10::Device kGpu(c10::kCUDA, 0);

// Returns the simulated device of the process, or null if there is a GPU. The device is never destroyed, so that
// tensors of a failed test can still be released. With MODECHECK_SIMULATE=gpu, a call of a kernel that libmodecheck_gpu
// lacks is an error.
inline cuda::SimulatedRuntime* simulated() {
  static auto* const out = []() -> cuda::SimulatedRuntime* {
    if (cuda::gpu_runtime() != nullptr) return nullptr;
    auto* const made = new cuda::SimulatedRuntime(/*seed=*/7);
    const char* const like = std::getenv("MODECHECK_SIMULATE");
    if (like != nullptr && std::string_view(like) == "gpu") made->behave_like_a_gpu();
    return made;
  }();
  return out;
}
inline cuda::Runtime& runtime() { return simulated() != nullptr ? *simulated() : *cuda::gpu_runtime(); }

class DeviceTest : public ::testing::Test {
 protected:
  void SetUp() override { cuda::set_device(&runtime()); }
  void TearDown() override {
    runtime().synchronize_device();
    if (simulated() != nullptr) {
      EXPECT_TRUE(simulated()->misuses().empty()) << simulated()->misuses().front();
      simulated()->forget_misuses();
    }
    cuda::set_device(nullptr);
    cuda::set_current_stream(cuda::default_stream);
  }
};

// Returns the message of the error that `call` raises, or "none" if it raises no error.
inline std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const c10::Error& error) {
    return error.what();
  }
  return "none";
}

inline void expect_same(const at::Tensor& there, const at::Tensor& here) {
  EXPECT_TRUE(there.is_cuda());
  EXPECT_EQ(there.sizes(), here.sizes());
  EXPECT_EQ(there.strides(), here.strides());
  EXPECT_EQ(there.scalar_type(), here.scalar_type());
  EXPECT_TRUE(there.cpu().equal(here)) << there.cpu() << "\ninstead of\n" << here;
}

// Compares a device tensor with a CPU tensor. Rounding errors are allowed, because the device may add in another order.
inline void expect_close(const at::Tensor& there, const at::Tensor& here) {
  EXPECT_TRUE(there.is_cuda());
  EXPECT_EQ(there.sizes(), here.sizes());
  EXPECT_EQ(there.strides(), here.strides());
  EXPECT_EQ(there.scalar_type(), here.scalar_type());
  EXPECT_TRUE(at::allclose(there.cpu(), here, 1e-5, 1e-7, /*equal_nan=*/true)) << there.cpu() << "\ninstead of\n"
                                                                               << here;
}

// Returns numbers between -500 and 508 in a scrambled order; up to 1009 of them are distinct.
inline at::Tensor mixed(at::IntArrayRef sizes, c10::ScalarType type) {
  std::int64_t count = 1;
  for (const std::int64_t size : sizes) count *= size;
  return at::arange(count).mul(7919).remainder(1009).sub(500).to(type).reshape(sizes);
}

}  // namespace modecheck::engine::on_device
