// Tensors on a CUDA device: kinds across devices, values, messages. The device is the GPU, or where there is none a
// simulated one. Programs of all operators run there as the subjects engine:cuda and engine:sim.
#include <gtest/gtest.h>

#include <memory>
#include <sstream>

#include "engine/backends/cuda/device.h"
#include "engine/backends/cuda/gpu_runtime.h"
#include "engine/backends/cuda/simulated_runtime.h"
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

const c10::Device kGpu(c10::kCUDA, 0);

// One device for the process: tensors that a failed test left behind are released after it. Null: it is a GPU.
cuda::SimulatedRuntime* simulated() {
  static auto* const out = cuda::gpu_runtime() != nullptr ? nullptr : new cuda::SimulatedRuntime(/*seed=*/7);
  return out;
}
cuda::Runtime& runtime() { return simulated() != nullptr ? *simulated() : *cuda::gpu_runtime(); }

class DeviceTensors : public ::testing::Test {
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

TEST(NoDevice, IsSaid) {
  if (find_device().empty()) GTEST_SKIP() << "there is one";
  try {
    static_cast<void>(at::ones({2}, at::TensorOptions().device(kGpu)));
    FAIL() << "there is a device";
  } catch (const c10::Error& error) {
    EXPECT_NE(std::string(error.what()).find("there is no CUDA device; use cpu or meta ("), std::string::npos)
        << error.what();
  }
  EXPECT_THROW(static_cast<void>(at::ones({2}).to(kGpu)), c10::Error);
  EXPECT_FALSE(torch::cuda::is_available());
  EXPECT_EQ(torch::cuda::device_count(), 0U);
  EXPECT_FALSE(at::hasCUDA());
}

TEST_F(DeviceTensors, AreOfTheOneDeviceThereIs) {
  EXPECT_TRUE(torch::cuda::is_available());
  EXPECT_EQ(torch::cuda::device_count(), 1U);
  EXPECT_TRUE(at::hasCUDA());
}

TEST_F(DeviceTensors, SayWhereTheyAre) {
  const at::Tensor a = at::ones({2, 3}, at::TensorOptions().device(c10::kCUDA));
  EXPECT_TRUE(a.is_cuda());
  EXPECT_EQ(a.device(), kGpu) << "without an index it is the first one";
  EXPECT_TRUE(a.key_set().has(c10::DispatchKey::CUDA));
  EXPECT_TRUE(a.key_set().has(c10::DispatchKey::AutogradCUDA));
  EXPECT_FALSE(a.key_set().has(c10::DispatchKey::CPU));
  EXPECT_EQ(a.sum().item<float>(), 6.0F);
  std::ostringstream out;
  out << a.slice(0, 0, 1);
  EXPECT_NE(out.str().find(" 1  1  1"), std::string::npos) << out.str();
}

TEST_F(DeviceTensors, GoThereAndBack) {
  const at::Tensor a = at::arange(6, c10::kFloat).reshape({2, 3}).t();
  const at::Tensor there = a.to(kGpu);
  EXPECT_TRUE(there.is_cuda());
  EXPECT_EQ(there.strides(), a.strides());
  EXPECT_TRUE(there.cpu().equal(a));
  EXPECT_TRUE(there.to(c10::kDouble).cpu().equal(a.to(c10::kDouble)));
  at::Tensor into = at::zeros({3, 2});
  into.copy_(there);
  EXPECT_TRUE(into.equal(a));
  at::Tensor back = at::zeros({3, 2}, at::TensorOptions().device(kGpu));
  back.copy_(a);
  EXPECT_TRUE(back.equal(there));
}

// K4: what is copied is of the kind that the mode asks for, wherever it goes.
TEST_F(DeviceTensors, KindsAreTheModes) {
  at::Tensor inside;
  at::Tensor moved_inside;
  const at::Tensor normal = at::ones({2});
  {
    const c10::InferenceMode mode;
    inside = at::ones({2}, at::TensorOptions().device(kGpu));
    moved_inside = normal.to(kGpu);
    EXPECT_TRUE(inside.is_inference());
    EXPECT_TRUE(moved_inside.is_inference());
    EXPECT_TRUE(inside.view({1, 2}).is_inference());
  }
  EXPECT_FALSE(inside.cpu().is_inference());
  EXPECT_FALSE(inside.clone().is_inference());
  EXPECT_TRUE(inside.view({1, 2}).is_inference()) << "K2";
  EXPECT_THROW(inside.add_(1), c10::Error) << "M2";
  EXPECT_EQ(inside.sum().item<float>(), 2.0F) << "E1: nothing was written";
}

TEST_F(DeviceTensors, BackwardRunsWhereTheForwardRan) {
  const at::Tensor a = at::arange(4, c10::kFloat).to(kGpu).requires_grad_(true);
  cuda::set_current_stream(runtime().create_stream());
  const at::Tensor product = a * a;
  EXPECT_EQ(product.grad_fn()->name(), "MulBackward0");
  cuda::set_current_stream(cuda::default_stream);
  product.sum().backward();
  EXPECT_TRUE(a.grad().is_cuda());
  EXPECT_TRUE(a.grad().cpu().equal(at::arange(4, c10::kFloat) * 2));
}

TEST_F(DeviceTensors, OutGrowsThere) {
  const at::Tensor a = at::ones({3}).to(kGpu);
  at::Tensor out = at::empty({0}, at::TensorOptions().device(kGpu));
  at::add_out(out, a, a);
  EXPECT_TRUE(out.cpu().equal(at::full({3}, 2.0)));
  at::mm_out(out, a.reshape({3, 1}), a.reshape({1, 3}));
  EXPECT_TRUE(out.cpu().equal(at::ones({3, 3})));
  out.resize_({12});
  EXPECT_TRUE(out.slice(0, 9, 12).cpu().equal(at::zeros({3})));
}

// An index that is out of range is found before the call returns, as on the CPU (E1).
TEST_F(DeviceTensors, AnIndexIsCheckedAtOnce) {
  const at::Tensor a = at::arange(3, c10::kFloat).to(kGpu);
  const at::Tensor wrong = at::full({1}, 3, c10::kLong).to(kGpu);
  EXPECT_THROW(static_cast<void>(a.index_select(0, wrong)), c10::Error);
  at::Tensor written = a.clone();
  EXPECT_THROW(written.index_fill_(0, wrong, 1), c10::Error);
  EXPECT_TRUE(written.equal(a));
}

TEST_F(DeviceTensors, DevicesDoNotMix) {
  const at::Tensor there = at::ones({2}).to(kGpu);
  EXPECT_THROW(static_cast<void>(there + at::ones({2})), c10::Error);
  EXPECT_TRUE((there + at::scalar_tensor(1)).cpu().equal(at::full({2}, 2.0))) << "a number of the CPU may come along";
}

// Dimensions beyond what one kernel takes are several kernels.
TEST_F(DeviceTensors, HaveAnyNumberOfDimensions) {
  const std::vector<std::int64_t> sizes(12, 2);
  at::Tensor a = at::arange(4096, c10::kFloat).reshape(sizes);
  std::vector<std::int64_t> turned{11, 0, 9, 2, 7, 4, 5, 6, 3, 8, 1, 10};
  a = a.permute(turned);
  const at::Tensor b = at::arange(4096, c10::kFloat).reshape(sizes);
  EXPECT_TRUE((a.to(kGpu) * b.to(kGpu)).cpu().equal(a * b));
}

TEST_F(DeviceTensors, MemoryIsCountedAndGivenBack) {
  runtime().synchronize_device();
  const std::size_t before = runtime().memory().in_use;
  {
    const at::Tensor a = at::ones({1000}, at::TensorOptions().device(kGpu));
    EXPECT_EQ(runtime().memory().in_use, before + 4000);
    runtime().limit_memory(before + 5000);
    EXPECT_THROW(static_cast<void>(a + a), c10::OutOfMemoryError);
    runtime().limit_memory(0);
  }
  EXPECT_EQ(runtime().memory().in_use, before);
}

}  // namespace
}  // namespace modecheck::engine
