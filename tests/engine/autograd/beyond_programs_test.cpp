// Tests cases that no program in the harness's language can reach. These are large tensors, memory formats, user code
// that returns no gradient, and threads that lock a tensor while it is destroyed.
#include <atomic>
#include <cmath>
#include <thread>

#include "engine/autograd/graph/autograd_meta.h"
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

// Returns two results; the second is an integer tensor that was made outside the Function.
struct ProductAndIndex : Function<ProductAndIndex> {
  static inline Tensor index;
  static variable_list forward(AutogradContext* /*context*/, const Tensor& x) { return {x.mul(2), index}; }
  static variable_list backward(AutogradContext* /*context*/, variable_list gradients) {
    return {gradients[0].mul(number(2))};
  }
};

// Doubles its argument in place and returns no gradient for it.
struct WriteWithoutGradient : Function<WriteWithoutGradient> {
  static inline bool was_needed = false;
  static Tensor forward(AutogradContext* context, Tensor x) {
    x.mul_(2);
    context->mark_dirty({x});
    return x;
  }
  static variable_list backward(AutogradContext* context, variable_list /*gradients*/) {
    was_needed = context->needs_input_grad(0);
    return {Tensor()};
  }
};

}  // namespace

TEST(MemoryFormats, AreSuggestedByStrides) {
  const Tensor image = at::ones({2, 2, 2, 3}).permute({0, 3, 1, 2});
  EXPECT_EQ(image.suggest_memory_format(), at::MemoryFormat::ChannelsLast);
  EXPECT_EQ(image.contiguous().suggest_memory_format(), at::MemoryFormat::Contiguous);
  const Tensor volume = at::ones({2, 2, 2, 2, 3}).permute({0, 4, 1, 2, 3});
  EXPECT_EQ(volume.suggest_memory_format(), at::MemoryFormat::ChannelsLast3d);
  EXPECT_EQ(volume.contiguous().suggest_memory_format(), at::MemoryFormat::Contiguous);
}

TEST(CustomResults, F2AnInferenceTensorOfIntegersHasNoHistoryToTake) {
  {
    const c10::InferenceMode mode;
    ProductAndIndex::index = at::zeros({2}, at::kLong);
  }
  const Tensor l = leaf({2});
  const variable_list out = ProductAndIndex::apply(l);
  EXPECT_TRUE(out[1].is_same(ProductAndIndex::index));
  out[0].sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(2, 2.0));
  ProductAndIndex::index = Tensor();
}

// A gradient that a Function does not return counts as zero. Elements of the base that the Function did not write keep
// their gradient.
TEST(CustomResults, S3AWriteToAViewWithoutAGradientCutsOffWhatItWrote) {
  const Tensor l = leaf({2, 2});
  const Tensor base = l.mul(number(2));
  static_cast<void>(WriteWithoutGradient::apply(base.select(0, 0)));
  base.sum().backward();
  EXPECT_EQ(values(l.grad()), (std::vector<double>{0, 0, 2, 2}));
  EXPECT_TRUE(WriteWithoutGradient::was_needed);
}

// After set_data, gradients follow the sizes and strides of the new data. An unrecorded t_ changed the strides of the
// old data only.
TEST(Families, S3DataThatIsExchangedForgetsUnrecordedStrides) {
  const Tensor l = leaf({2, 2});
  const Tensor x = l.mul(number(2));
  {
    const at::NoGradGuard quiet;
    x.t_();
  }
  x.set_data(at::ones({2, 2}).t());
  x.mul(at::arange(1, 5, 1, at::kFloat).view({2, 2})).sum().backward();
  EXPECT_EQ(values(l.grad()), (std::vector<double>{2, 4, 6, 8}));
}

TEST(Families, S3ALargeBaseThatLeavesOutElementsKeepsTheirHistory) {
  const std::int64_t size = 70000;
  const Tensor l = leaf({size});
  const Tensor base = l.mul(number(2));
  const Tensor view = base.view({1, size});
  base.as_strided_({2}, {size - 1});
  view.sum().backward();
  EXPECT_TRUE(l.grad().equal(at::full({size}, 2.0)));
}

// This base has gaps and spans 65,536 positions, the most for which the engine compares elements one by one. The base's
// hook runs, and the base's history passes the gradient on.
TEST(Families, S7HooksOfABaseThatLeavesOutElementsRun) {
  at::Tensor leaf = at::ones({2, 1}).requires_grad_(true);
  at::Tensor base = at::empty_strided({2, 32767}, {32769, 1}, c10::TensorOptions(c10::kFloat)).zero_();
  base.slice(0).add_(leaf);
  int calls = 0;
  base.register_hook([&](const at::Tensor& gradient) {
    ++calls;
    return gradient.mul(2);
  });
  base.mul_(3);
  base.sum().backward();
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(leaf.grad().equal(at::full({2, 1}, 6.0 * 32767)));
}

TEST(Hooks, S7HaveNoPlaceAtAViewThatIsAConstant) {
  const Tensor base = normal({2, 2});
  const Tensor view = base.t();
  base.requires_grad_();
  EXPECT_EQ(view.register_hook([](const Tensor& gradient) { return gradient; }), 0u);
}

TEST(Anomaly, ANaNInTheFirstGradientIsAnError) {
  const torch::autograd::DetectAnomalyGuard guard;
  const Tensor l = leaf({1});
  EXPECT_EQ(rejected([&] { l.mul(number(std::nan(""))).backward(); }), ErrorClass::BackwardNan);
}

TEST(SavedHooks, W5WhatIsSavedOfAStaleViewIsItsHistoryFromThenOn) {
  const Tensor base = computed({2, 2});
  const Tensor view = base.t();
  base.mul_(number(2));
  const torch::autograd::SavedVariable saved(view, false);
  EXPECT_EQ(saved.unpack().grad_fn(), view.grad_fn());
}

// lock() on a weak reference to a tensor that is being destroyed either finds the tensor or does not. A tensor that was
// found stays alive.
TEST(Links, WhatIsFoundAsItGoesStays) {
  constexpr int rounds = 20000;
  const auto wait_for = [](const std::atomic<int>& what, int round) {
    for (int i = 1; what.load(std::memory_order_acquire) < round; ++i)
      if (i % 1024 == 0) std::this_thread::yield();
  };
  std::atomic<int> begun{0};
  std::atomic<int> done{0};
  c10::intrusive_ptr<TensorLink> link;
  Tensor found;
  std::thread other([&] {
    for (int round = 1; round <= rounds; ++round) {
      wait_for(begun, round);
      found = link->lock();
      done.store(round, std::memory_order_release);
    }
  });
  int lost = 0;
  for (int round = 1; round <= rounds; ++round) {
    Tensor tensor = at::ones({2});
    link = link_to(tensor);
    begun.store(round, std::memory_order_release);
    for (int wait = round % 64; wait > 0; --wait) static_cast<void>(begun.load());
    tensor = Tensor();
    wait_for(done, round);
    if (found.defined() && !link->lock().is_same(found)) ++lost;
    if (lost > 0) break;
    found = Tensor();
  }
  begun.store(rounds, std::memory_order_release);
  EXPECT_EQ(lost, 0);
  other.join();
}

// The leaf is a view of the first two elements of a base without history, and is destroyed. as_strided then widens a
// view of the leaf to a third element. No leaf receives the third element's gradient.
TEST(Families, S3ALeafThatIsGoneKnowsNoFurtherElements) {
  const Tensor base = at::ones({4});
  Tensor leaf = [&] {
    const at::NoGradGuard quiet;
    return base.narrow(0, 0, 2);
  }();
  leaf.requires_grad_();
  const Tensor view = leaf.view({2});
  leaf = Tensor();
  const Tensor beyond = view.as_strided({3}, {1}, 0);
  EXPECT_EQ(values(beyond), std::vector<double>(3, 1));
  EXPECT_TRUE(beyond.requires_grad());
  beyond.sum().backward();
  EXPECT_FALSE(view.grad().defined());
}

}  // namespace modecheck::engine
