// Tests convolution, average pooling and batch normalisation with cuDNN: cuDNN is loaded, chosen and called correctly.
// A fake library that computes on the host replaces cuDNN.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <type_traits>
#include <vector>

#include "engine/backends/cuda/libraries/dnn.h"
#include "tests/engine/device/host_gpu.h"
#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers

class DeviceDnn : public ::testing::Test {
 protected:
  void SetUp() override {
    library_ = cuda::Dnn::load(MODECHECK_FAKE_CUDNN);
    ASSERT_TRUE(library_.has_value());
    void* const fake = dlopen(MODECHECK_FAKE_CUDNN, RTLD_NOW | RTLD_LOCAL);
    const auto find = [fake](const char* name, auto& function) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(fake, name));
      ASSERT_NE(function, nullptr);
    };
    find("fake_convolutions", convolutions_);
    find("fake_means", means_);
    find("fake_normalizations", normalizations_);
    find("fake_questions", questions_);
    find("fake_alive", alive_);
    find("fake_stream", stream_);
    find("fake_refuse", refuse_);
    find("fake_offer_unwanted", offer_unwanted_);
    cuda::Dnn::replace(&*library_);
    static HostGpu gpu;
    gpu_ = &gpu;
    HostGpu::has_library_memory = true;
    cuda::set_device(&gpu);
  }
  void TearDown() override {
    cuda::set_device(nullptr);
    cuda::set_current_stream(cuda::default_stream);
    cuda::Dnn::replace(nullptr);
    if (gpu_ == nullptr) return;
    refuse_(0);
    offer_unwanted_(0);
    EXPECT_EQ(HostGpu::library_blocks, 0) << "memory of the stream was not given back";
    EXPECT_EQ(alive_(), 0) << "something was described and not destroyed";
  }

  // Returns how often the fake cuDNN ran each of its three convolution functions, and how often it ran average pooling.
  std::vector<int> asked() const { return {convolutions_(0), convolutions_(1), convolutions_(2), means_()}; }
  std::vector<int> asked_since(const std::vector<int>& before) const {
    std::vector<int> out = asked();
    for (std::size_t i = 0; i < out.size(); ++i) out[i] -= before[i];
    return out;
  }

  HostGpu* gpu_ = nullptr;
  std::optional<cuda::Dnn> library_;
  int (*convolutions_)(int) = nullptr;
  int (*means_)() = nullptr;
  int (*normalizations_)() = nullptr;
  int (*questions_)() = nullptr;
  int (*alive_)() = nullptr;
  void* (*stream_)() = nullptr;
  void (*refuse_)(int) = nullptr;
  void (*offer_unwanted_)(int) = nullptr;
};

using Numbers = std::vector<std::int64_t>;

// Holds the arguments of a convolution call, which are drawn at random.
struct DrawnConvolution {
  at::Tensor input;
  at::Tensor weight;
  c10::optional<at::Tensor> bias;
  Numbers stride, padding, dilation, output_padding;
  bool transposed = false;
  std::int64_t groups = 1;

  explicit DrawnConvolution(std::mt19937& random) {
    const auto draw = [&random](std::int64_t least, std::int64_t most) {
      return std::uniform_int_distribution<std::int64_t>(least, most)(random);
    };
    const int rank = static_cast<int>(draw(1, 3));
    const c10::ScalarType type = draw(0, 1) == 0 ? c10::kFloat : c10::kDouble;
    transposed = draw(0, 2) == 0;
    groups = draw(1, 3);
    const std::int64_t batch = draw(1, 3);
    const std::int64_t in = groups * draw(1, 8);
    const std::int64_t out = groups * draw(1, 8);
    Numbers image{batch, in};
    Numbers kernels{transposed ? in : out, (transposed ? out : in) / groups};
    for (int d = 0; d < rank; ++d) {
      const std::int64_t kernel = draw(1, rank == 3 ? 3 : 5);
      stride.push_back(draw(1, 3));
      dilation.push_back(draw(1, 2));
      padding.push_back(draw(0, 2));
      output_padding.push_back(transposed ? draw(0, std::max(stride.back(), dilation.back()) - 1) : 0);
      kernels.push_back(kernel);
      const std::int64_t extent = dilation.back() * (kernel - 1) + 1;
      image.push_back(std::max<std::int64_t>(extent, padding.back() + 1) + draw(0, rank == 1   ? 300
                                                                                   : rank == 2 ? 20
                                                                                               : 5));
    }
    input = mixed(image, type).mul(0.01);
    weight = mixed(kernels, type).mul(0.003);
    if (draw(0, 1) == 0) bias = mixed({out}, type).mul(0.1);
    if (rank == 2 && draw(0, 2) == 0) input = input.contiguous(at::MemoryFormat::ChannelsLast);
  }

  at::Tensor on(c10::Device device) const {
    c10::optional<at::Tensor> there;
    if (bias.has_value()) there = bias->to(device);
    return at::convolution(input.to(device), weight.to(device), there, stride, padding, dilation, transposed,
                           output_padding, groups);
  }
  // Returns how many products the convolution adds. Products with padding count, too.
  std::int64_t products(const at::Tensor& result) const {
    return (transposed ? input : result).numel() * weight.numel() / weight.size(0);
  }
  // Returns whether a dimension's output padding is at least its stride, which cuDNN does not support.
  bool has_room_for_more() const {
    for (std::size_t d = 0; d < stride.size(); ++d)
      if (output_padding[d] >= stride[d]) return true;
    return false;
  }
};

TEST_F(DeviceDnn, ConvolvesAsTheCpuDoes) {
  std::mt19937 random(5);
  int by_library[3] = {};
  int plain = 0;
  for (int i = 0; i < 600; ++i) {
    const DrawnConvolution drawn(random);
    at::Tensor wanted;
    try {
      wanted = drawn.on(c10::kCPU);
    } catch (const c10::Error&) {
      continue;  // the CPU rejects a transposed convolution with an empty result
    }
    const std::vector<int> before = asked();
    const at::Tensor got = drawn.on(kGpu);
    EXPECT_EQ(got.sizes(), wanted.sizes());
    EXPECT_EQ(got.strides(), wanted.strides());
    EXPECT_TRUE(at::allclose(got.cpu(), wanted, 1e-4, 1e-4)) << "call " << i;
    const std::vector<int> asked = asked_since(before);
    const bool expected = drawn.products(wanted) >= 1 << 15 && !drawn.has_room_for_more();
    const std::size_t of_places = static_cast<std::size_t>(
        drawn.transposed ? 1
        : drawn.groups == 1 && drawn.weight.numel() / drawn.weight.size(0) / drawn.weight.size(1) >
                                   wanted.numel() / wanted.size(0) / wanted.size(1)
            ? 2
            : 0);
    for (std::size_t which = 0; which < 3; ++which)
      EXPECT_EQ(asked[which], expected && which == of_places ? 1 : 0) << "call " << i << ", tensor " << which;
    ++(expected ? by_library[of_places] : plain);
  }
  EXPECT_GT(by_library[0], 20);
  EXPECT_GT(by_library[1], 10);
  EXPECT_GT(plain, 20);
}

TEST_F(DeviceDnn, DerivativesAreTheLibrarysToo) {
  for (const bool transposed : {false, true})
    for (const std::int64_t groups : {1, 2})
      for (const std::int64_t step : {1, 2}) {
        const at::Tensor image = mixed({2, 8, 22, 28}, c10::kDouble).mul(0.01);
        const at::Tensor kernels = mixed({8, 8 / groups, 3, 2}, c10::kDouble).mul(0.003);
        const auto derivatives = [&](c10::Device device) {
          const at::Tensor input = image.to(device).clone().requires_grad_(true);
          const at::Tensor weight = kernels.to(device).clone().requires_grad_(true);
          const at::Tensor out =
              at::convolution(input, weight, c10::nullopt, {step, 1}, {1, 0}, {1, 2}, transposed, {0, 0}, groups);
          out.backward(mixed(out.sizes(), c10::kDouble).mul(0.01).to(device));
          return std::vector<at::Tensor>{out.detach(), input.grad(), weight.grad()};
        };
        const std::vector<at::Tensor> wanted = derivatives(c10::kCPU);
        const std::vector<int> before = asked();
        const std::vector<at::Tensor> got = derivatives(kGpu);
        for (std::size_t i = 0; i < wanted.size(); ++i)
          EXPECT_TRUE(at::allclose(got[i].cpu(), wanted[i], 1e-8, 1e-8)) << "tensor " << i;
        EXPECT_EQ(asked_since(before), (std::vector<int>{1, 1, static_cast<int>(groups), 0}));
      }
}

TEST_F(DeviceDnn, WhatItRefusesIsDoneByThePlainKernels) {
  // The engine asks cuDNN for an algorithm only once for each combination of sizes, so a call with other sizes asks
  // again.
  const auto expect = [&](std::int64_t channels, int by_library) {
    const at::Tensor image = mixed({2, channels, 16, 16}, c10::kFloat).mul(0.01);
    const at::Tensor kernels = mixed({8, channels, 3, 3}, c10::kFloat).mul(0.01);
    const std::vector<int> before = asked();
    const auto convolve = [&](c10::Device device) {
      return at::convolution(image.to(device), kernels.to(device), c10::nullopt, {1}, {1}, {1}, false, {0}, 1);
    };
    EXPECT_TRUE(at::allclose(convolve(kGpu).cpu(), convolve(c10::kCPU), 1e-4, 1e-4));
    EXPECT_EQ(asked_since(before), (std::vector<int>{by_library, 0, 0, 0}));
  };
  expect(4, 1);
  const int questions = questions_();
  expect(4, 1);
  EXPECT_EQ(questions_(), questions) << "what is known was asked again";
  refuse_(2);
  expect(4, 0);
  refuse_(0);
  HostGpu::has_library_memory = false;
  expect(4, 0);
  HostGpu::has_library_memory = true;
  expect(4, 1);
  refuse_(1);
  expect(5, 0);
  refuse_(0);
  offer_unwanted_(1);
  expect(6, 0);
  offer_unwanted_(0);
  expect(6, 0);  // the engine remembers cuDNN's first answer for these sizes
  expect(7, 1);
}

TEST_F(DeviceDnn, GetsTheStreamOfTheThread) {
  const at::Tensor image = mixed({2, 4, 16, 16}, c10::kFloat).to(kGpu);
  const at::Tensor kernels = mixed({8, 4, 3, 3}, c10::kFloat).to(kGpu);
  for (int i = 0; i < 2; ++i) {
    const cuda::Stream stream = gpu_->create_stream();
    cuda::set_current_stream(stream);
    const at::Tensor out = at::convolution(image, kernels, c10::nullopt, {1}, {1}, {1}, false, {0}, 1);
    EXPECT_EQ(stream_(), gpu_->handle(stream));
  }
}

TEST_F(DeviceDnn, MeansAreThoseOfTheCpu) {
  std::mt19937 random(3);
  const auto draw = [&random](std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random);
  };
  for (int i = 0; i < 60; ++i) {
    const bool deep = i % 3 == 0;
    const c10::ScalarType type = i % 2 == 0 ? c10::kFloat : c10::kDouble;
    cuda::Dnn::Means call;
    call.wide = type == c10::kDouble;
    call.counts_padding = draw(0, 1) == 0;
    Numbers sizes{2, 3}, kernel, stride, padding;
    for (std::size_t d = deep ? 0 : 1; d < backends::Window::most; ++d) {
      backends::Window& window = call.window;
      window.kernel[d] = draw(1, 4);
      window.stride[d] = draw(1, 3);
      window.padding[d] = draw(0, window.kernel[d] / 2);
      window.image[d] = window.kernel[d] + draw(0, 6);
      window.places[d] = (window.image[d] + 2 * window.padding[d] - window.kernel[d]) / window.stride[d] + 1;
      sizes.push_back(window.image[d]);
      kernel.push_back(window.kernel[d]);
      stride.push_back(window.stride[d]);
      padding.push_back(window.padding[d]);
    }
    const at::Tensor images = mixed(sizes, type);
    const at::Tensor wanted =
        deep ? at::avg_pool3d(images, kernel, stride, padding, false, call.counts_padding, c10::nullopt)
             : at::avg_pool2d(images, kernel, stride, padding, false, call.counts_padding, c10::nullopt);
    const at::Tensor got = at::full(wanted.sizes(), 7, type);
    call.planes = 6;
    call.images = images.data_ptr();
    call.out = got.data_ptr();
    const std::vector<int> before = asked();
    EXPECT_TRUE(library_->average(call, nullptr));
    EXPECT_EQ(asked_since(before), (std::vector<int>{0, 0, 0, 1}));
    EXPECT_TRUE(at::allclose(got, wanted, 1e-5, 1e-5)) << "call " << i;
    refuse_(1);
    EXPECT_FALSE(library_->average(call, nullptr));
    refuse_(0);
  }
}

TEST_F(DeviceDnn, TakesMeansOfWholeWindows) {
  backends::Window window;
  window.image = {1, 100, 100};
  window.kernel = {1, 3, 3};
  window.stride = {1, 2, 2};
  window.places = {1, 49, 49};
  const auto takes = [&](const backends::PoolingRule& rule, std::int64_t count = 64) {
    return cuda::Dnn::takes(window, rule, count);
  };
  EXPECT_TRUE(takes({false, false, 0}));
  EXPECT_TRUE(takes({false, true, 0}));
  EXPECT_FALSE(takes({false, true, 5})) << "a divisor of its own";
  EXPECT_FALSE(takes({true, false, 0})) << "equal shares";
  EXPECT_FALSE(takes({false, false, 0}, 1)) << "too little";
  window.places[2] = 50;
  EXPECT_FALSE(takes({false, false, 0})) << "a window that is not whole, as ceil_mode has";
}

TEST_F(DeviceDnn, NormalisesBatchesAsTheCpuDoes) {
  struct Case {
    c10::ScalarType input;
    c10::ScalarType parameters;
    Numbers sizes;
    bool has_weight;
    bool by_library;
  };
  const Case cases[] = {
      {c10::kFloat, c10::kFloat, {4, 5, 230, 240}, true, true},
      {c10::kDouble, c10::kDouble, {3, 64, 6000}, true, true},
      {c10::kBFloat16, c10::kFloat, {40, 6, 5000}, true, true},
      {c10::kFloat, c10::kFloat, {1100, 1000}, true, true},
      // cuDNN does not support weight, bias and statistics of dtype bfloat16
      {c10::kBFloat16, c10::kBFloat16, {4, 6, 50000}, true, false},
      {c10::kFloat, c10::kFloat, {4, 6, 50000}, false, false},
      {c10::kFloat, c10::kFloat, {4, 6, 50}, true, false},
  };
  for (const Case& one : cases)
    for (const bool training : {false, true})
      for (const bool refuses : {false, true}) {
        const at::Tensor input = mixed(one.sizes, one.input).mul(0.01).add(1);
        const auto channel = [&](double factor, double shift) {
          return mixed({one.sizes[1]}, one.parameters).mul(factor).add(shift);
        };
        const auto normalize = [&](c10::Device device) {
          const at::Tensor mean = channel(0.001, 0.5).to(device);
          const at::Tensor variance = channel(0.0001, 2).to(device);
          c10::optional<at::Tensor> weight;
          if (one.has_weight) weight = channel(0.01, 1).to(device);
          auto out = at::native_batch_norm(input.to(device), weight, channel(0.02, 0).to(device), mean, variance,
                                           training, 0.25, 1e-3);
          return std::vector<at::Tensor>{std::get<0>(out), std::get<1>(out), std::get<2>(out), mean, variance};
        };
        refuse_(refuses ? 1 : 0);
        const std::vector<at::Tensor> wanted = normalize(c10::kCPU);
        const int before = normalizations_();
        const std::vector<at::Tensor> got = normalize(kGpu);
        EXPECT_EQ(normalizations_() - before, one.by_library && !refuses ? 1 : 0);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
          const double tolerance = wanted[i].scalar_type() == c10::kBFloat16 ? 0.01 : 1e-5;
          EXPECT_TRUE(at::allclose(got[i].cpu(), wanted[i], tolerance, tolerance))
              << "result " << i << " of " << one.sizes[0] << " x " << one.sizes[1];
        }
      }
}

TEST_F(DeviceDnn, NoLibraryIsNoError) {
  EXPECT_FALSE(cuda::Dnn::load("/nowhere/libcudnn.so.9").has_value());
  EXPECT_FALSE(cuda::Dnn::load("libm.so.6").has_value()) << "a library that is another";
  EXPECT_EQ(library_->version(), 91900u);
}

// The engine calls cuDNN only on a GPU, and not on a simulated device.
TEST_F(DeviceDnn, IsNotAskedOnASimulatedDevice) {
  if (simulated() == nullptr) GTEST_SKIP() << "the device is a GPU";
  cuda::set_device(&runtime());
  const at::Tensor image = mixed({2, 4, 16, 16}, c10::kFloat);
  const std::vector<int> before = asked();
  {
    const at::Tensor out = at::convolution(image.to(kGpu), mixed({8, 4, 3, 3}, c10::kFloat).to(kGpu), c10::nullopt, {1},
                                           {1}, {1}, false, {0}, 1);
    runtime().synchronize_device();
  }
  EXPECT_EQ(asked_since(before), (std::vector<int>{0, 0, 0, 0}));
}

}  // namespace
}  // namespace modecheck::engine
