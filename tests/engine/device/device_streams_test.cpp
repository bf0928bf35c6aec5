// Tests streams, events, memory and graphs of the CUDA device through the public API.
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers

class DeviceStreams : public DeviceTest {};

std::uint64_t given_to(const c10::cuda::CUDAStream& stream) { return simulated()->given_to(stream.number()); }

TEST_F(DeviceStreams, AreTheThreadsForAWhile) {
  const c10::cuda::CUDAStream before = c10::cuda::getCurrentCUDAStream();
  EXPECT_EQ(before, c10::cuda::getDefaultCUDAStream());
  const c10::cuda::CUDAStream other = c10::cuda::getStreamFromPool();
  EXPECT_NE(other, before);
  {
    c10::cuda::CUDAStreamGuard guard(other);
    EXPECT_EQ(c10::cuda::getCurrentCUDAStream(), other);
    guard.reset_stream(c10::cuda::getStreamFromPool());
    EXPECT_NE(c10::cuda::getCurrentCUDAStream(), other);
    EXPECT_EQ(guard.original_stream(), before);
  }
  EXPECT_EQ(c10::cuda::getCurrentCUDAStream(), before);
  const c10::cuda::CUDAGuard device(0);
  EXPECT_EQ(device.current_device(), kGpu);
  EXPECT_THROW(c10::cuda::CUDAGuard(1), c10::Error);
  EXPECT_THROW(static_cast<void>(c10::cuda::getStreamFromPool(false, 3)), c10::Error);
}

// The pool has as many streams as libtorch's stream pool.
TEST_F(DeviceStreams, OfThePoolComeInTurn) {
  const c10::cuda::CUDAStream first = c10::cuda::getStreamFromPool();
  int others = 0;
  while (c10::cuda::getStreamFromPool() != first) ASSERT_LT(++others, 64);
}

// If one stream writes a tensor and another stream then uses the tensor, the engine makes the second stream wait for
// the first.
TEST_F(DeviceStreams, ShareTensors) {
  const at::Tensor a = mixed({100}, c10::kFloat);
  at::Tensor there = a.to(kGpu);
  for (int i = 0; i < 20; ++i) {
    const c10::cuda::CUDAStreamGuard guard(c10::cuda::getStreamFromPool());
    there = there.add(1);
    if (i % 3 == 0) there.mul_(1);
  }
  expect_same(there, a.add(20));
}

TEST_F(DeviceStreams, MeetInEvents) {
  const c10::cuda::CUDAStream other = c10::cuda::getStreamFromPool();
  at::cuda::CUDAEvent event;
  EXPECT_TRUE(event.query()) << "nothing was recorded";
  EXPECT_FALSE(event.isCreated());
  const at::Tensor a = mixed({10}, c10::kFloat).to(kGpu).add(1);
  event.record();
  event.block(other);
  event.synchronize();
  EXPECT_TRUE(event.query());
  other.synchronize();
  EXPECT_TRUE(other.query());
  torch::cuda::synchronize();
  EXPECT_THROW(torch::cuda::synchronize(1), c10::Error);
}

// Backward runs on the stream on which forward ran, whichever stream is current when backward is called.
TEST_F(DeviceStreams, OfTheForwardHaveTheBackward) {
  if (simulated() == nullptr) GTEST_SKIP() << "a GPU does not say what it was given";
  const c10::cuda::CUDAStream forward = c10::cuda::getStreamFromPool();
  const at::Tensor a = mixed({10}, c10::kFloat).to(kGpu).requires_grad_(true);
  at::Tensor out;
  {
    const c10::cuda::CUDAStreamGuard guard(forward);
    out = a.sin().exp().mul(a).sum();
  }
  const at::Tensor one = at::ones({}).to(kGpu);
  torch::cuda::synchronize();
  const std::uint64_t there = given_to(forward);
  const std::uint64_t here = given_to(c10::cuda::getCurrentCUDAStream());
  out.backward(one);
  EXPECT_GT(given_to(forward), there + 4);
  EXPECT_LT(given_to(c10::cuda::getCurrentCUDAStream()) - here, given_to(forward) - there) << "sums of gradients alone";
  const at::Tensor b = mixed({10}, c10::kFloat).requires_grad_(true);
  b.sin().exp().mul(b).sum().backward();
  expect_close(a.grad(), b.grad());
}

TEST_F(DeviceStreams, MemoryHasStatisticsAndALimit) {
  namespace allocator = c10::cuda::CUDACachingAllocator;
  torch::cuda::synchronize();
  const allocator::DeviceStats before = allocator::getDeviceStats(0);
  {
    const at::Tensor a = at::ones({1000}, at::TensorOptions().device(kGpu));
    const at::Tensor b = at::ones({500}, at::TensorOptions().device(kGpu));
    const allocator::DeviceStats now = allocator::getDeviceStats(0);
    EXPECT_EQ(now.allocated_bytes[0].current, before.allocated_bytes[0].current + 6000);
    EXPECT_EQ(now.allocated_bytes[0].allocated, before.allocated_bytes[0].allocated + 6000);
    EXPECT_EQ(now.allocation[0].current, before.allocation[0].current + 2);
    EXPECT_GE(now.reserved_bytes[0].current, now.allocated_bytes[0].current);
  }
  const allocator::DeviceStats after = allocator::getDeviceStats(0);
  EXPECT_EQ(after.allocated_bytes[0].current, before.allocated_bytes[0].current);
  EXPECT_EQ(after.allocated_bytes[0].freed, before.allocated_bytes[0].freed + 6000);
  EXPECT_GE(after.allocated_bytes[0].peak, before.allocated_bytes[0].current + 6000);
  allocator::resetPeakStats(0);
  EXPECT_EQ(allocator::getDeviceStats(0).allocated_bytes[0].peak, after.allocated_bytes[0].current);
  allocator::setMemoryFraction(0, 0);
  EXPECT_THROW(static_cast<void>(at::ones({1000}, at::TensorOptions().device(kGpu))), c10::OutOfMemoryError);
  EXPECT_EQ(allocator::getDeviceStats(0).num_ooms, before.num_ooms + 1);
  EXPECT_EQ(allocator::getDeviceStats(0).allocated_bytes[0].current, before.allocated_bytes[0].current);
  runtime().limit_memory(0);
  allocator::emptyCache();
  EXPECT_THROW(allocator::setMemoryFraction(2, 0), c10::Error);
  EXPECT_THROW(static_cast<void>(allocator::getDeviceStats(1)), c10::Error);
}

TEST_F(DeviceStreams, PinnedMemoryIsCopiedWithoutWaiting) {
  const at::Tensor a = mixed({6, 50}, c10::kFloat);
  EXPECT_FALSE(a.is_pinned());
  const at::Tensor pinned = a.pin_memory();
  EXPECT_TRUE(pinned.is_pinned());
  EXPECT_TRUE(pinned.slice(0, 2).is_pinned());
  EXPECT_TRUE(pinned.pin_memory().is_same(pinned));
  EXPECT_TRUE(pinned.equal(a));
  const at::Tensor there = pinned.to(kGpu, c10::kFloat, /*non_blocking=*/true);
  expect_same(there, a);
  // Copy a part of the pinned tensor to the device, and then copy a device tensor back to the host.
  const at::Tensor part = at::zeros({2, 50}, at::TensorOptions().device(kGpu));
  part.copy_(pinned.slice(0, 2, 4), true);
  expect_same(part, a.slice(0, 2, 4));
  const at::Tensor back = there.add(1).to(c10::Device(c10::kCPU), c10::kFloat, true);
  EXPECT_TRUE(back.is_pinned());
  torch::cuda::synchronize();
  EXPECT_TRUE(back.equal(a.add(1)));
  // The copy is synchronous if its source is not contiguous, has another dtype or is not pinned.
  expect_same(pinned.t().to(kGpu, c10::kFloat, true), a.t());
  expect_same(pinned.to(kGpu, c10::kDouble, true), a.to(c10::kDouble));
  expect_same(a.to(kGpu, c10::kFloat, true), a);
  EXPECT_THROW(static_cast<void>(there.pin_memory()), c10::Error);
  EXPECT_THROW(static_cast<void>(a.clone().requires_grad_(true).pin_memory()), c10::Error);
}

TEST_F(DeviceStreams, WhatIsNotWaitedForIsNotThereYet) {
  if (simulated() == nullptr) GTEST_SKIP() << "a GPU may be quick";
  const at::Tensor a = mixed({64}, c10::kFloat).to(kGpu);
  int early = 0;
  for (int i = 0; i < 50; ++i) {
    const at::Tensor back = a.mul(2).to(c10::Device(c10::kCPU), c10::kFloat, true);
    if (!back.equal(mixed({64}, c10::kFloat).mul(2))) ++early;
    torch::cuda::synchronize();
    EXPECT_TRUE(back.equal(mixed({64}, c10::kFloat).mul(2)));
  }
  EXPECT_GT(early, 0) << "the copy was waited for";
}

// Pinned memory stays allocated until the copy from it is done, even if its tensor is destroyed earlier.
TEST_F(DeviceStreams, PinnedMemoryOutlivesItsTensor) {
  const at::Tensor a = mixed({300}, c10::kFloat);
  for (int i = 0; i < 30; ++i) {
    const at::Tensor there = a.pin_memory().to(kGpu, c10::kFloat, true);
    const at::Tensor unrelated = a.add(i).pin_memory();
    expect_same(there, a);
  }
}

// --- tests of CUDA graphs

at::Tensor layers(const at::Tensor& in, const at::Tensor& weight) {
  const at::Tensor hidden = at::conv2d(in, weight, {}, 1, 1).relu();
  return at::softmax(at::max_pool2d(hidden, 2).flatten(1), 1).mul(3).add(hidden.mean());
}

TEST_F(DeviceStreams, AGraphDoesTheSameAgain) {
  const c10::InferenceMode mode;
  const at::Tensor weight = mixed({4, 2, 3, 3}, c10::kFloat).mul(0.001);
  const at::Tensor weight_there = weight.to(kGpu);
  const at::Tensor in = mixed({2, 2, 6, 6}, c10::kFloat).mul(0.01);
  at::Tensor in_there = in.to(kGpu);
  at::Tensor out;
  at::cuda::CUDAGraph graph;
  {
    const c10::cuda::CUDAStreamGuard stream(c10::cuda::getStreamFromPool());
    graph.capture_begin();
    out = layers(in_there, weight_there);
    graph.capture_end();
  }
  EXPECT_TRUE(out.is_inference());
  for (int i = 0; i < 4; ++i) {
    const at::Tensor other = in.add(i);
    in_there.copy_(other.to(kGpu));
    graph.replay();
    expect_close(out, layers(other, weight));
    // The graph is replayed on another stream than before, while a third stream reads the output.
    const c10::cuda::CUDAStreamGuard stream(c10::cuda::getStreamFromPool());
    const at::Tensor read = out.mul(2);
    graph.replay();
    expect_close(read, layers(other, weight).mul(2));
  }
  graph.reset();
  expect_close(out, layers(in.add(3), weight));
  EXPECT_THROW(graph.replay(), c10::Error);
}

TEST_F(DeviceStreams, NothingIsDoneWhileAGraphIsCaptured) {
  const at::Tensor a = at::ones({3}).to(kGpu);
  at::cuda::CUDAGraph graph;
  {
    const c10::cuda::CUDAStreamGuard stream(c10::cuda::getStreamFromPool());
    graph.capture_begin();
    a.add_(1);
    graph.capture_end();
  }
  expect_same(a, at::ones({3}));
  graph.replay();
  graph.replay();
  expect_same(a, at::full({3}, 3.0));
}

TEST_F(DeviceStreams, WhatAGraphMayNotHoldIsRefused) {
  const at::Tensor a = at::ones({3}).to(kGpu);
  const at::Tensor index = at::zeros({1}, c10::kLong).to(kGpu);
  {
    at::cuda::CUDAGraph graph;
    EXPECT_THROW(graph.capture_begin(), c10::Error) << "the default stream";
    EXPECT_THROW(graph.capture_end(), c10::Error);
    EXPECT_THROW(graph.replay(), c10::Error);
  }
  const c10::cuda::CUDAStreamGuard stream(c10::cuda::getStreamFromPool());
  for (const auto& refused : std::vector<std::function<void()>>{
           [&] { static_cast<void>(a.sum().item<float>()); },
           [&] { static_cast<void>(a.index({index})); },
           [&] { static_cast<void>(at::nonzero(a)); },
           [&] { static_cast<void>(a.bernoulli()); },
           [&] { torch::cuda::synchronize(); },
       }) {
    at::cuda::CUDAGraph graph;
    graph.capture_begin();
    EXPECT_THROW(refused(), c10::Error);
    EXPECT_THROW(graph.capture_end(), c10::Error);
  }
  {
    at::cuda::CUDAGraph graph;
    graph.capture_begin();
    static_cast<void>(a.add(1));
  }
  expect_same(a.add(1), at::full({3}, 2.0));
}

// The engine gives the memory of a CUDA graph to no other tensor, and gets the memory back when the graph is destroyed.
TEST_F(DeviceStreams, AGraphKeepsItsMemory) {
  torch::cuda::synchronize();
  const at::Tensor a = mixed({100}, c10::kFloat).to(kGpu);
  const std::size_t before = runtime().memory().in_use;
  {
    at::Tensor out;
    at::cuda::CUDAGraph graph;
    {
      const c10::cuda::CUDAStreamGuard stream(c10::cuda::getStreamFromPool());
      graph.capture_begin();
      out = a.sin().cos().exp();
      graph.capture_end();
    }
    EXPECT_EQ(runtime().memory().in_use, before + 3 * 400) << "what is in between is kept too";
    for (int i = 0; i < 10; ++i) {
      const at::Tensor other = a.add(i);
      graph.replay();
      expect_same(other, mixed({100}, c10::kFloat).add(i));
      expect_close(out, mixed({100}, c10::kFloat).sin().cos().exp());
    }
    graph.reset();
    EXPECT_EQ(runtime().memory().in_use, before + 400);
  }
  EXPECT_EQ(runtime().memory().in_use, before);
}

}  // namespace
}  // namespace modecheck::engine
