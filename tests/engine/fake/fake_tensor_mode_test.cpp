// Tests fake tensors: what from_tensor() takes over, what operators do with it, and what they refuse.
#include "engine/fake/fake_tensor_mode.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <functional>
#include <sstream>
#include <string>
#include <thread>

#include "engine/core/errors/data_dependent_error.h"
#include "engine/core/memory/live_objects.h"
#include "engine/fake/fake_tensor_mode_guard.h"

namespace modecheck::engine::fake {
namespace {

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

std::string data_dependent_message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const DataDependentError& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another error: ") + error.what();
  }
  return "no error";
}

TEST(FromTensor, TakesOverTheMetadata) {
  FakeTensorMode mode;
  const at::Tensor real = at::empty_strided({2, 3}, {1, 4}, at::kDouble).requires_grad_();
  const at::Tensor fake = mode.from_tensor(real);
  EXPECT_TRUE(fake.is_fake());
  EXPECT_EQ(fake.sizes(), real.sizes());
  EXPECT_EQ(fake.strides(), real.strides());
  EXPECT_EQ(fake.scalar_type(), at::kDouble);
  EXPECT_EQ(fake.device(), at::Device(at::kCPU));
  EXPECT_TRUE(fake.is_cpu());
  EXPECT_FALSE(fake.is_meta());
  EXPECT_EQ(fake.device().str(), "cpu");
  EXPECT_TRUE(fake.requires_grad());
  EXPECT_TRUE(fake.is_leaf());
  EXPECT_EQ(fake.storage().nbytes(), real.storage().nbytes());
  EXPECT_EQ(fake.storage().data(), nullptr);
}

TEST(FromTensor, GivesTheSameTensorEachTime) {
  FakeTensorMode mode;
  const at::Tensor real = at::ones({2});
  EXPECT_TRUE(mode.from_tensor(real).is_same(mode.from_tensor(real)));
  EXPECT_TRUE(mode.from_tensor(mode.from_tensor(real)).is_same(mode.from_tensor(real)));
  EXPECT_FALSE(mode.from_tensor(real).is_same(mode.from_tensor(real.detach())));
  EXPECT_FALSE(mode.from_tensor(at::Tensor()).defined());
}

TEST(FromTensor, KeepsViewsAndVersionsTogether) {
  FakeTensorMode mode;
  const at::Tensor base = at::zeros({3, 4});
  const at::Tensor row = base.select(0, 1);
  const at::Tensor alias = base.detach();
  base.add_(1);
  const at::Tensor fake_row = mode.from_tensor(row);
  const at::Tensor fake_base = mode.from_tensor(base);
  EXPECT_TRUE(fake_row.is_view());
  EXPECT_TRUE(fake_row._base().is_same(fake_base));
  EXPECT_EQ(fake_row.storage_offset(), 4);
  EXPECT_TRUE(fake_row.is_alias_of(fake_base));
  EXPECT_EQ(fake_base._version(), 1u);
  fake_row.mul_(2);
  EXPECT_EQ(fake_base._version(), 2u);
  EXPECT_EQ(mode.from_tensor(alias)._version(), 2u);
  EXPECT_EQ(base._version(), 1u);
}

TEST(FromTensor, KeepsTheKind) {
  FakeTensorMode mode;
  at::Tensor inference;
  const at::Tensor normal = at::ones({2});
  {
    const c10::InferenceMode inside;
    inference = at::ones({2});
    EXPECT_FALSE(mode.from_tensor(normal).is_inference());
  }
  const at::Tensor fake = mode.from_tensor(inference);
  EXPECT_TRUE(fake.is_inference());
  EXPECT_NE(message_of([&] { fake.add_(1); }).find("Inplace update to inference tensor"), std::string::npos);
  EXPECT_NE(message_of([&] { static_cast<void>(fake._version()); }).find("do not track version"), std::string::npos);
  const c10::InferenceMode inside;
  EXPECT_TRUE(fake.add(1).is_inference());
  EXPECT_FALSE(mode.from_tensor(normal).view({2, 1}).is_inference());
}

TEST(FromTensor, KeepsThatThereIsAHistoryAndAGradient) {
  FakeTensorMode mode;
  const at::Tensor leaf = at::ones({2}).requires_grad_();
  leaf.mul(3).sum().backward();
  const at::Tensor result = leaf * 2;
  const at::Tensor fake = mode.from_tensor(result);
  EXPECT_FALSE(fake.is_leaf());
  EXPECT_TRUE(fake.requires_grad());
  EXPECT_EQ(fake.grad_fn()->name(), "BeforeTheTraceBackward");
  fake.sum().backward();
  EXPECT_TRUE(mode.from_tensor(leaf).grad().is_fake());
  EXPECT_EQ(mode.from_tensor(leaf).grad().sizes(), leaf.sizes());
}

TEST(FakeTensor, HasGradientsWithoutData) {
  FakeTensorMode mode;
  const at::Tensor x = mode.from_tensor(at::ones({2, 3}).requires_grad_());
  const at::Tensor y = mode.from_tensor(at::ones({3, 4}).requires_grad_());
  x.mm(y).relu().sum().backward();
  EXPECT_TRUE(x.grad().is_fake());
  EXPECT_EQ(x.grad().sizes(), x.sizes());
  EXPECT_EQ(y.grad().sizes(), y.sizes());
}

TEST(FakeTensor, RaisesTheErrorsOfRealTensors) {
  FakeTensorMode mode;
  const at::Tensor real = at::ones({2, 3}).requires_grad_();
  const at::Tensor fake = mode.from_tensor(real);
  for (const auto& call :
       {+[](const at::Tensor& t) { static_cast<void>(t.mm(t)); }, +[](const at::Tensor& t) { t.add_(1); },
        +[](const at::Tensor& t) { static_cast<void>(t.view({4})); }}) {
    EXPECT_EQ(message_of([&] { call(fake); }), message_of([&] { call(real); }));
    EXPECT_NE(message_of([&] { call(real); }), "no error");
  }
}

TEST(FakeTensor, WhatDependsOnDataNamesTheOperator) {
  FakeTensorMode mode;
  const at::Tensor fake = mode.from_tensor(at::ones({2}));
  EXPECT_EQ(data_dependent_message_of([&] { static_cast<void>(fake.nonzero()); }).substr(0, 8), "nonzero:");
  EXPECT_EQ(data_dependent_message_of([&] { static_cast<void>(fake.sum().item()); }).substr(0, 20),
            "_local_scalar_dense:");
  EXPECT_EQ(data_dependent_message_of([&] { static_cast<void>(fake.masked_select(fake > 0)); }).substr(0, 14),
            "masked_select:");
  EXPECT_EQ(data_dependent_message_of([&] { static_cast<void>(fake.equal(fake)); }).substr(0, 6), "equal:");
  EXPECT_EQ(data_dependent_message_of([&] { static_cast<void>(fake.allclose(fake)); }).substr(0, 9), "allclose:");
}

TEST(FakeTensor, SavingItIsRefused) {
  FakeTensorMode mode;
  std::ostringstream out;
  EXPECT_NE(message_of([&] { torch::save(mode.from_tensor(at::ones({2})), out); }).find("no elements"),
            std::string::npos);
}

TEST(FakeTensorModeGuard, FactoriesMakeFakeTensors) {
  FakeTensorMode mode;
  const ModeState before = thread_state;
  {
    const FakeTensorModeGuard guard(mode);
    EXPECT_TRUE(at::ones({2}).is_fake());
    EXPECT_TRUE(at::arange(5).is_fake());
    EXPECT_TRUE(at::hann_window(5).is_fake());
    EXPECT_EQ(at::hann_window(5).sizes(), at::IntArrayRef({5}));
    EXPECT_TRUE(at::tril_indices(3, 3, 0).is_fake());
    EXPECT_TRUE(at::linspace(0, 1, 3).is_fake());
    EXPECT_TRUE(at::linspace(0, 1, 3, at::kCUDA).is_cuda());
    EXPECT_TRUE(at::tensor({1, 2}).is_fake());
    EXPECT_EQ(at::tensor({1, 2}).sizes(), at::IntArrayRef({2}));
    EXPECT_TRUE(torch::tensor({{1.5, 2.0}}).is_fake());
    EXPECT_TRUE(at::empty({2}, at::kMeta).is_fake());
    EXPECT_TRUE(at::empty({2}, at::kMeta).is_meta());
  }
  EXPECT_TRUE(thread_state == before);
  EXPECT_FALSE(at::ones({2}).is_fake());
  EXPECT_EQ(at::ones({2}).sum().item<float>(), 2);
}

// The device need not exist.
TEST(FakeTensorModeGuard, TheClaimedDeviceIsKept) {
  FakeTensorMode mode;
  const FakeTensorModeGuard guard(mode);
  const at::Tensor there = at::empty({2, 3}, at::kCUDA);
  EXPECT_TRUE(there.is_cuda());
  EXPECT_EQ(there.device(), at::Device(at::kCUDA, 0));
  EXPECT_EQ(there.to(at::kDouble).device(), there.device());
  EXPECT_NE(message_of([] { static_cast<void>(at::empty({2}, at::Device(at::kCUDA, 5))); }).find("cuda:5"),
            std::string::npos);
  EXPECT_TRUE(there.relu().mm(there.t()).is_cuda());
  EXPECT_TRUE(there.cpu().is_cpu());
  EXPECT_TRUE(there.cpu().is_fake());
  EXPECT_TRUE(at::zeros_like(there).is_cuda());
  EXPECT_TRUE(there.add(at::ones({})).is_cuda());
  EXPECT_TRUE(at::ones({}).mul(there).is_cuda());
  EXPECT_NE(message_of([&] { static_cast<void>(there.add(at::ones({3}))); }).find("two devices"), std::string::npos);
}

TEST(FakeTensorModeGuard, RealTensorsAreRefused) {
  FakeTensorMode mode;
  const at::Tensor real = at::ones({2});
  const at::Tensor fake = mode.from_tensor(real);
  EXPECT_NE(message_of([&] { static_cast<void>(fake.add(real)); }).find("another one is"), std::string::npos);
  EXPECT_NE(message_of([&] {
              static_cast<void>(at::cat({fake, real}));
            }).find("convert all Tensors"),
            std::string::npos);
  const FakeTensorModeGuard guard(mode);
  EXPECT_NE(message_of([&] { static_cast<void>(real.add(1)); }).find("a FakeTensorMode is active"), std::string::npos);
  EXPECT_NE(message_of([&] { real.add_(1); }).find("convert all Tensors"), std::string::npos);
  EXPECT_EQ(real._version(), 0u);
}

TEST(FakeTensorModeGuard, ModesDoNotMix) {
  FakeTensorMode one;
  FakeTensorMode other;
  const at::Tensor a = one.from_tensor(at::ones({2}));
  const at::Tensor b = other.from_tensor(at::ones({2}));
  EXPECT_NE(message_of([&] { static_cast<void>(a.add(b)); }).find("Mixing fake modes"), std::string::npos);
  EXPECT_NE(message_of([&] { static_cast<void>(a.add(1).add(b.add(1))); }).find("Mixing fake modes"),
            std::string::npos);
  EXPECT_NE(message_of([&] { static_cast<void>(one.from_tensor(b)); }).find("Mixing fake modes"), std::string::npos);
  const FakeTensorModeGuard guard(one);
  EXPECT_NE(message_of([&] { static_cast<void>(b.add(1)); }).find("Mixing fake modes"), std::string::npos);
  {
    const FakeTensorModeGuard inner(other);
    EXPECT_TRUE(b.add(1).is_fake());
  }
  EXPECT_TRUE(a.add(1).is_fake());
}

TEST(FakeTensorModeGuard, AnotherThreadTakesItOverWithTheState) {
  FakeTensorMode mode;
  const FakeTensorModeGuard guard(mode);
  const at::ThreadLocalState state;
  bool without = true;
  bool within = false;
  bool afterwards = true;
  std::thread([&] {
    without = at::ones({2}).is_fake();
    {
      const at::ThreadLocalStateGuard taken(state);
      within = at::ones({2}).is_fake();
    }
    afterwards = at::ones({2}).is_fake();
  }).join();
  EXPECT_FALSE(without);
  EXPECT_TRUE(within);
  EXPECT_FALSE(afterwards);
}

TEST(FakeTensorModeGuard, NestsWithInferenceMode) {
  FakeTensorMode mode;
  const FakeTensorModeGuard guard(mode);
  at::Tensor made;
  {
    const c10::InferenceMode inside;
    made = at::ones({2});
    EXPECT_TRUE(made.is_inference());
  }
  EXPECT_TRUE(made.is_fake());
  EXPECT_FALSE(at::ones({2}).is_inference());
  EXPECT_NE(message_of([&] { made.add_(1); }).find("Inplace update to inference tensor"), std::string::npos);
}

// A stale view is regenerated, or rejected, when it is used next (W5). So it must stay stale.
TEST(FromTensor, AStaleViewStaysStale) {
  FakeTensorMode mode;
  const at::Tensor leaf = at::ones({2, 2}).requires_grad_();
  const at::Tensor base = leaf * 2;
  const at::Tensor part = base.unbind()[0];
  base.mul_(2);
  const at::Tensor fake = mode.from_tensor(part);
  for (const at::Tensor& view : {part, fake})
    EXPECT_NE(message_of([&] { static_cast<void>(view.grad_fn()); }).find("output of a function that returns multiple"),
              std::string::npos);
}

// The storage of a tensor that got other data is gone, and a later tensor may get its address.
TEST(FromTensor, AnotherStorageAtTheSameAddressIsAnotherStorage) {
  FakeTensorMode mode;
  const at::Tensor first = at::ones({4});
  const at::Tensor fake = mode.from_tensor(first);
  first.set_data(at::ones({4}));
  for (int i = 0; i < 100; ++i) {
    const at::Tensor other = at::ones({4});
    EXPECT_FALSE(mode.from_tensor(other).is_alias_of(fake));
  }
}

TEST(FakeTensor, IsNotMixedWithARealOneByAutograd) {
  FakeTensorMode mode;
  const at::Tensor real = at::ones({2}).requires_grad_();
  const at::Tensor fake = mode.from_tensor(real);
  EXPECT_NE(message_of([&] { fake.mul(2).backward(at::ones({2})); }).find("expected a fake tensor"), std::string::npos);
  EXPECT_NE(message_of([&] { fake.set_data(at::ones({2})); }).find("cannot be a real tensor"), std::string::npos);
  EXPECT_NE(message_of([&] { real.set_data(fake.detach()); }).find("cannot be a fake tensor"), std::string::npos);
  EXPECT_NE(message_of([&] { static_cast<void>(real.to(fake.device())); }).find("call from_tensor()"),
            std::string::npos);
  fake.register_hook([](const at::Tensor&) { return at::ones({2}); });
  EXPECT_NE(message_of([&] { fake.mul(2).sum().backward(); }).find("has changed the location"), std::string::npos);
}

TEST(FakeTensor, GradientsBelongToTheMode) {
  FakeTensorMode mode;
  FakeTensorMode other;
  const at::Tensor x = mode.from_tensor(at::ones({2}).requires_grad_());
  x.sum().backward();
  EXPECT_TRUE(mode.from_tensor(x.grad()).is_same(x.grad()));
  EXPECT_NE(message_of([&] { static_cast<void>(x.grad().add(other.from_tensor(at::ones({2})))); }).find("Mixing"),
            std::string::npos);
}

// What is made on a fake tensor's device outside of the guard belongs to no mode. It must not end an active mode.
TEST(FakeTensor, AGradientOfNoModeKeepsTheActiveMode) {
  FakeTensorMode mode;
  const at::Tensor x = mode.from_tensor(at::ones({2}).requires_grad_());
  const at::Tensor of_no_mode = at::ones({2}, x.options());
  bool is_fake = false;
  const FakeTensorModeGuard guard(mode);
  const at::Tensor y = x * 2;
  y.register_hook([&](const at::Tensor& gradient) {
    is_fake = at::ones({2}).is_fake();
    return gradient;
  });
  y.backward(of_no_mode);
  EXPECT_TRUE(is_fake);
}

TEST(FakeTensor, NumbersNeedNoData) {
  FakeTensorMode mode;
  const at::Tensor whole = mode.from_tensor(at::ones({3}, at::kLong));
  EXPECT_EQ(at::gcd(whole, whole).sizes(), whole.sizes());
  EXPECT_EQ(whole.repeat_interleave(std::int64_t{1} << 20, 0).size(0), 3 << 20);
}

TEST(FakeTensorMode, LeavesNothingBehind) {
  const std::int64_t before = live_objects().total();
  {
    FakeTensorMode mode;
    const at::Tensor base = at::ones({2, 2}).requires_grad_();
    const at::Tensor fake = mode.from_tensor(base.mul(2).select(0, 1));
    const FakeTensorModeGuard guard(mode);
    fake.mul(2).sum().backward();
  }
  EXPECT_EQ(live_objects().total(), before);
}

}  // namespace
}  // namespace modecheck::engine::fake
