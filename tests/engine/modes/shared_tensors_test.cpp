// Tests tensors that several threads read, view, compute with in various modes, and differentiate into one leaf (rules
// G6, P6 and S6). The threads choose their steps at random. All arithmetic is exact, so the sums do not depend on the
// order. The thread sanitizer runs this test too.
#include <ATen/ThreadLocalState.h>

#include <array>
#include <atomic>
#include <random>
#include <thread>

#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 150;

// Holds the tensors that all threads use.
struct Shared {
  Tensor weight = at::arange(6, c10::kFloat).reshape({2, 3}).set_requires_grad(true);
  Tensor product = weight * 2;      // this tensor belongs to a graph that every thread runs backward through
  Tensor input = at::ones({2, 3});  // this tensor does not require grad
  Tensor row = input.select(0, 0);  // this tensor is a view of `input`
  Tensor of_mode = inference({2, 3});
  Tensor stale = at::ones({2, 3});  // this tensor is written after a view of it is made
  Tensor seen_stale;
  Tensor turned = weight * 2;  // this tensor is transposed later under NoGradGuard
};

// Does the work of one thread. run() returns by how much the gradient of `weight` grew.
class Worker {
 public:
  Worker(const Shared& shared, int seed) : shared_(shared), draw_(static_cast<unsigned>(seed)) {}

  int run() {
    for (int round = 0; round < kRounds; ++round) step();
    return arrived_;
  }

 private:
  int below(int n) { return static_cast<int>(draw_() % static_cast<unsigned>(n)); }

  void step() {
    switch (below(9)) {
      case 0: {
        const c10::InferenceMode mode(below(2) == 0);
        const Tensor made = shared_.input + shared_.of_mode;
        EXPECT_EQ(made.is_inference(), c10::InferenceMode::is_enabled()) << "K1";
        EXPECT_FALSE(shared_.input.view({3, 2}).is_inference()) << "K2";
        EXPECT_TRUE(shared_.of_mode.view({3, 2}).is_inference()) << "K2";
        break;
      }
      case 1: {
        const at::NoGradGuard quiet;
        EXPECT_FALSE((shared_.weight * 3).requires_grad());
        break;
      }
      case 2:
        (shared_.weight * shared_.input).sum().backward();
        ++arrived_;
        break;
      case 3:
        shared_.product.sum().backward({}, /*retain_graph=*/true);
        arrived_ += 2;
        break;
      case 4:
        EXPECT_EQ(shared_.input._version(), 1);
        EXPECT_EQ(shared_.row._version(), 1);
        EXPECT_EQ(rejected([&] { static_cast<void>(shared_.of_mode._version()); }), ErrorClass::InferenceVersionRead);
        break;
      case 5:
        EXPECT_EQ(rejected([&] { shared_.of_mode.view({6}).add_(1); }), ErrorClass::InferenceWriteOutsideMode);
        EXPECT_EQ(rejected([&] { (shared_.weight * shared_.of_mode).sum().backward(); }),
                  ErrorClass::InferenceSavedForBackward);
        break;
      case 6: {
        // The base of this view was written, so the first thread to read the view's grad_fn regenerates the view.
        EXPECT_NE(shared_.seen_stale.grad_fn(), nullptr);
        EXPECT_EQ(shared_.seen_stale.grad_fn()->name(), "AsStridedBackward0") << "W5";
        break;
      }
      case 7:
        // The first thread to use this transposed tensor adds the node that leads back to the old sizes and strides.
        shared_.turned.sum().backward({}, /*retain_graph=*/true);
        arrived_ += 2;
        break;
      default: {
        // A ThreadLocalState carries the modes of this thread to another thread (rule G6).
        const c10::InferenceMode mode;
        const at::ThreadLocalState state;
        std::thread([&] {
          EXPECT_FALSE(c10::InferenceMode::is_enabled());
          const at::ThreadLocalStateGuard guard(state);
          EXPECT_TRUE((shared_.row + 1).is_inference());
        }).join();
        break;
      }
    }
    EXPECT_FALSE(c10::InferenceMode::is_enabled());
    EXPECT_TRUE(at::GradMode::is_enabled());
  }

  const Shared& shared_;
  std::mt19937 draw_;
  int arrived_ = 0;
};

}  // namespace

TEST(SharedTensors, G6P6S6ManyThreadsUseThemAtOnce) {
  for (int seed = 0; seed < 3; ++seed) {
    Shared shared;
    shared.input.add_(0);
    shared.seen_stale = shared.stale.select(0, 0);
    shared.stale.mul_(shared.weight);
    {
      const at::NoGradGuard quiet;
      shared.turned.t_();
    }
    std::array<int, kThreads> arrived{};
    {
      std::vector<std::thread> threads;
      for (int i = 0; i < kThreads; ++i)
        threads.emplace_back([&, i] { arrived[static_cast<std::size_t>(i)] = Worker(shared, 100 * seed + i).run(); });
      for (std::thread& thread : threads) thread.join();
    }
    int total = 0;
    for (const int one : arrived) total += one;
    EXPECT_EQ(values(shared.weight.grad()), std::vector<double>(6, total)) << "S6";
    EXPECT_EQ(shared.weight._version(), 0U);
    EXPECT_EQ(values(shared.of_mode), std::vector<double>(6, 1)) << "M2";
  }
}

TEST(SharedTensors, ThreadsThatComeFirstToALeafOfAnotherShapeDescribeItOnce) {
  for (int round = 0; round < 200; ++round) {
    const at::Tensor leaf = at::ones({2, 3}).requires_grad_();
    leaf.sum().backward();  // the node of the leaf describes the leaf's sizes before t_
    {
      const at::NoGradGuard quiet;
      leaf.grad().zero_();
      leaf.t_();
      leaf.grad().t_();
    }
    std::atomic<int> ready{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i)
      threads.emplace_back([&] {
        for (++ready; ready < kThreads;) std::this_thread::yield();
        leaf.sum().backward();
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(values(leaf.grad()), std::vector<double>(6, kThreads)) << "S6";
  }
}

}  // namespace modecheck::engine
