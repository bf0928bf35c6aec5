// Tests rule E1 when memory runs out: each allocation of a call fails in turn, and a failed call may leave no effect
// behind. The subject `starved` does the same to every operator of random programs. These tests cover the code just
// before a write.
#include <memory>
#include <new>
#include <optional>

#include "engine/autograd/graph/history.h"
#include "engine/core/memory/allocation_gate.h"
#include "engine/core/memory/free_list.h"
#include "engine/core/memory/live_objects.h"
#include "support.h"

namespace modecheck::engine {
namespace {

// Repeats the call with its first allocation failing, then with its second, and so on until it succeeds. Calls
// `unchanged` after each failure, and returns the number of failures.
template <typename Call, typename Unchanged>
int fail_each_allocation(const Call& call, const Unchanged& unchanged) {
  FreeLists::keep_none();
  for (int number = 0;; ++number) {
    AllocationGate::close_before(number);
    std::optional<ErrorClass> error;
    try {
      call();
    } catch (const c10::Error& raised) {
      error = classified(raised)->error_class();
    } catch (const std::bad_alloc&) {
      error = ErrorClass::OutOfMemory;
    }
    const bool failed = AllocationGate::open();
    // Either no allocation failed, or the call succeeded without the allocation that failed.
    if (!failed || !error.has_value()) {
      EXPECT_FALSE(error.has_value());
      return number;
    }
    EXPECT_EQ(error, ErrorClass::OutOfMemory);
    unchanged();
  }
}

TEST(AllocationFailure, ARecordedWriteIsStagedBeforeTheFirstByte) {
  const Tensor leaf = at::ones({2, 2}).requires_grad_();
  const Tensor base = leaf.mul(2);
  const Tensor view = base.select(0, 1);
  const auto node = base.grad_fn();
  const int failures = fail_each_allocation([&] { view.exp_(); },
                                            [&] {
                                              EXPECT_EQ(values(base), std::vector<double>(4, 2));
                                              EXPECT_EQ(base._version(), 0);
                                              EXPECT_EQ(base.grad_fn(), node);
                                            });
  EXPECT_GE(failures, 3);
  EXPECT_EQ(base._version(), 1);
  base.sum().backward();
  const double e2 = std::exp(2.0F);
  EXPECT_EQ(values(leaf.grad()).at(0), 2);
  EXPECT_NEAR(values(leaf.grad()).at(3), 2 * e2, 1e-5);
}

TEST(AllocationFailure, OutputsGetTheirSizesBack) {
  Tensor first = at::full({3}, 7.0);
  Tensor second = at::empty({0}, at::kLong);
  const Tensor matrix = at::ones({4, 4});
  const int failures = fail_each_allocation([&] { at::sort_out(first, second, matrix, 0); },
                                            [&] {
                                              EXPECT_EQ(first.sizes(), at::IntArrayRef({3}));
                                              EXPECT_EQ(values(first), std::vector<double>(3, 7));
                                              EXPECT_EQ(first.storage().nbytes(), 12U);
                                              EXPECT_EQ(second.sizes(), at::IntArrayRef({0}));
                                              EXPECT_EQ(first._version(), 0);
                                            });
  EXPECT_GE(failures, 2);
  EXPECT_EQ(second.sizes(), at::IntArrayRef({4, 4}));
}

TEST(AllocationFailure, ATangentIsStagedBeforeTheFirstByte) {
  const auto level = torch::autograd::ForwardADLevel::get_next_idx();
  const Tensor dual = at::_make_dual(at::ones({2, 2}), at::full({2, 2}, 3.0).t(), level);
  const int failures =
      fail_each_allocation([&] { dual.mul_(2); },
                           [&] {
                             EXPECT_EQ(values(dual), std::vector<double>(4, 1));
                             EXPECT_EQ(values(std::get<1>(at::_unpack_dual(dual, level))), std::vector<double>(4, 3));
                           });
  EXPECT_GE(failures, 1);
  EXPECT_EQ(values(std::get<1>(at::_unpack_dual(dual, level))), std::vector<double>(4, 6));
  torch::autograd::ForwardADLevel::release_idx(level);
}

// A tensor with more than six dimensions keeps its sizes and strides in a separate allocation, which may fail.
TEST(AllocationFailure, OutputsOfManyDimensionsGetTheirSizesBack) {
  const std::vector<std::int64_t> many = {1, 1, 3, 1, 1, 1, 1, 1};
  Tensor first = at::full(many, 7.0);
  Tensor second = at::empty({0}, at::kLong);
  const std::vector<std::int64_t> strides = first.strides().vec();
  const Tensor matrix = at::ones({4, 4});
  const int failures = fail_each_allocation([&] { at::sort_out(first, second, matrix, 0); },
                                            [&] {
                                              EXPECT_EQ(first.sizes(), at::IntArrayRef(many));
                                              EXPECT_EQ(first.strides(), at::IntArrayRef(strides));
                                              EXPECT_TRUE(first.is_contiguous());
                                              EXPECT_EQ(first.numel(), 3);
                                              EXPECT_EQ(values(first), std::vector<double>(3, 7));
                                            });
  EXPECT_GE(failures, 2);
  EXPECT_EQ(first.sizes(), at::IntArrayRef({4, 4}));
}

TEST(AllocationFailure, PartsOfManyDimensionsAreJoinedOrNone) {
  const std::vector<std::int64_t> many = {1, 1, 2, 1, 1, 1, 1, 1};
  Tensor out = at::zeros({1, 1, 4, 1, 1, 1, 1, 1});
  const Tensor part = at::ones(many);
  fail_each_allocation(
      [&] {
        at::cat_out(out, {part, part}, 2);
      },
      [&] { EXPECT_EQ(values(out), std::vector<double>(4, 0)); });
  EXPECT_EQ(values(out), std::vector<double>(4, 1));
}

TEST(AllocationFailure, ManySlicesAreWrittenOrNone) {
  const Tensor target = at::zeros({3, 2});
  const Tensor index = at::arange(3);
  const Tensor source = at::ones({3, 2});
  fail_each_allocation([&] { target.index_copy_(0, index, source); },
                       [&] { EXPECT_EQ(values(target), std::vector<double>(6, 0)); });
  EXPECT_EQ(values(target), std::vector<double>(6, 1));
}

// A foreach operator on half precision computes one tensor of its list after another. An allocation may fail at any of
// these tensors.
TEST(AllocationFailure, AListIsWrittenOrNothingOfIt) {
  const Tensor base = at::ones({3, 4}, at::kHalf);
  const Tensor base_of_float = at::ones({2, 1, 2, 1, 1, 1, 1, 1});
  const std::vector<Tensor> list{base.select(1, 1), base.select(1, 3), base.select(1, 1), base_of_float};
  fail_each_allocation([&] { at::_foreach_add_(list, 1); },
                       [&] {
                         EXPECT_EQ(values(base), std::vector<double>(12, 1));
                         EXPECT_EQ(values(base_of_float), std::vector<double>(4, 1));
                         EXPECT_EQ(base._version(), 0);
                         EXPECT_EQ(base_of_float._version(), 0);
                       });
  EXPECT_EQ(values(base), (std::vector<double>{1, 3, 1, 2, 1, 3, 1, 2, 1, 3, 1, 2}));
  EXPECT_EQ(base._version(), 3);
}

TEST(AllocationFailure, APlainListNeedsNoMemory) {
  const std::vector<Tensor> list{at::ones({3}), at::ones({2, 2}), at::ones({2}, at::kDouble)};
  EXPECT_EQ(fail_each_allocation([&] { at::_foreach_mul_(list, 2); }, [] {}), 0);
  const std::vector<Tensor> others{at::zeros({3}), at::ones({2, 2}), at::ones({2}, at::kDouble)};
  EXPECT_EQ(fail_each_allocation([&] { at::_foreach_maximum_(list, others); }, [] {}), 0);
  EXPECT_EQ(fail_each_allocation([&] { at::_foreach_addcdiv_(list, others, others, 2); }, [] {}), 0);
}

// Before the engine writes a tensor that has a history, it copies the tensor's sizes and strides, and the copy
// allocates memory.
TEST(AllocationFailure, AListWithHistoryIsWrittenWithoutARecordOrNothingOfIt) {
  const Tensor first = at::zeros({2});
  const Tensor second = at::zeros({2}).requires_grad_().mul(2);
  const at::NoGradGuard guard;
  const std::vector<Tensor> others{at::ones({2}), at::ones({2})};
  EXPECT_GE(fail_each_allocation(
                [&] {
                  at::_foreach_maximum_({first, second}, others);
                },
                [&] { EXPECT_EQ(values(first), std::vector<double>(2, 0)); }),
            1);
  EXPECT_EQ(values(second), std::vector<double>(2, 1));
}

// A foreach call that fails restores the histories of the earlier tensors in its list, the histories of their views,
// and their retained gradients.
TEST(AllocationFailure, ARecordedListIsWrittenOrNothingOfIt) {
  const Tensor leaf = at::ones({4}).requires_grad_();
  const Tensor first = leaf.mul(2);
  first.retain_grad();
  const Tensor base = leaf.mul(3);
  const Tensor view = base.slice(0, 0, 2);
  view.retain_grad();
  const Tensor last = leaf.mul(4);
  const auto node = first.grad_fn();
  const auto base_node = base.grad_fn();
  const auto view_node = view.grad_fn();
  const int failures = fail_each_allocation(
      [&] {
        at::_foreach_mul_({first, view, last}, 2);
      },
      [&] {
        EXPECT_EQ(first.grad_fn(), node);
        EXPECT_EQ(base.grad_fn(), base_node);
        EXPECT_EQ(view.grad_fn(), view_node);
        EXPECT_EQ(values(first), std::vector<double>(4, 2));
        EXPECT_EQ(values(base), std::vector<double>(4, 3));
        EXPECT_EQ(first._version(), 0);
        EXPECT_EQ(base._version(), 0);
      });
  EXPECT_GE(failures, 20);
  (first.sum() + base.sum() + view.sum() + last.sum()).backward();
  EXPECT_EQ(values(leaf.grad()), (std::vector<double>{24, 24, 15, 15}));
  EXPECT_EQ(values(first.grad()), std::vector<double>(4, 1));
  EXPECT_EQ(values(view.grad()), std::vector<double>(2, 1));
}

// A tensor that retains its gradient still does so after a foreach call on it has failed.
TEST(AllocationFailure, RetainedGradientsSurviveAListThatFails) {
  FreeLists::keep_none();
  for (int number = 0, failures = 1; failures > 0; ++number) {
    const Tensor leaf = at::ones({2}).requires_grad_();
    const Tensor first = leaf.mul(2);
    first.retain_grad();
    const Tensor last = leaf.mul(4);
    failures = 0;
    AllocationGate::close_before(number);
    try {
      at::_foreach_mul_({first, last}, 3);
    } catch (const std::exception&) {
      failures = 1;
    }
    AllocationGate::open();
    (first.sum() + last.sum()).backward();
    EXPECT_EQ(values(first.grad()), std::vector<double>(2, 1)) << number;
    EXPECT_EQ(values(leaf.grad()), std::vector<double>(2, failures > 0 ? 6 : 18)) << number;
  }
}

// A successful write restarts the numbering of a tensor's hooks. A write that failed and was undone does not.
TEST(AllocationFailure, HooksKeepTheirPositionsInAListThatFails) {
  const Tensor first = at::ones({2}).requires_grad_().mul(2);
  const Tensor last = at::ones({2}).requires_grad_().mul(2);
  first.register_hook([](const Tensor& gradient) { return gradient; });
  unsigned hooks = 1;
  const int failures = fail_each_allocation(
      [&] {
        at::_foreach_mul_({first, last}, 3);
      },
      [&] {
        const auto again = [](const Tensor& gradient) { return gradient; };
        EXPECT_EQ(first.register_hook(again), hooks++);
      });
  EXPECT_GE(failures, 3);
  EXPECT_EQ(first.register_hook([](const Tensor& gradient) { return gradient; }), 0U);
}

TEST(AllocationFailure, TangentsOfAListAreWrittenOrNone) {
  const auto level = torch::autograd::ForwardADLevel::get_next_idx();
  const Tensor first = at::_make_dual(at::ones({2}), at::full({2}, 3.0), level);
  const Tensor second = at::_make_dual(at::ones({2}), at::full({2}, 5.0), level);
  fail_each_allocation(
      [&] {
        at::_foreach_mul_({first, second}, 2);
      },
      [&] {
        EXPECT_EQ(values(first), std::vector<double>(2, 1));
        EXPECT_EQ(values(std::get<1>(at::_unpack_dual(first, level))), std::vector<double>(2, 3));
      });
  EXPECT_EQ(values(std::get<1>(at::_unpack_dual(first, level))), std::vector<double>(2, 6));
  EXPECT_EQ(values(std::get<1>(at::_unpack_dual(second, level))), std::vector<double>(2, 10));
  torch::autograd::ForwardADLevel::release_idx(level);
}

// A recorded set_ allocates the new history after it has exchanged the storage.
TEST(AllocationFailure, SetTakesTheOtherStorageOrStaysOnItsOwn) {
  const Tensor leaf = at::ones({2, 1, 1, 1, 1, 1, 1}).requires_grad_();
  const Tensor set = leaf.mul(2);
  set.retain_grad();
  const Tensor base = leaf.mul(3);
  const Tensor view = base.slice(0, 0, 1);
  const Tensor source = at::zeros({1, 3, 1, 1, 1, 1, 1, 1});
  for (const Tensor& self : {set, view}) {
    const auto node = self.grad_fn();
    const auto base_node = base.grad_fn();
    const auto bytes = self.storage().unsafeGetStorageImpl();
    const std::vector<std::int64_t> sizes = self.sizes().vec();
    const int failures = fail_each_allocation([&] { self.set_(source); },
                                              [&] {
                                                EXPECT_EQ(self.grad_fn(), node);
                                                EXPECT_EQ(base.grad_fn(), base_node);
                                                EXPECT_EQ(self.storage().unsafeGetStorageImpl(), bytes);
                                                EXPECT_EQ(self.sizes(), at::IntArrayRef(sizes));
                                                EXPECT_EQ(self._version(), 0);
                                              });
    EXPECT_GE(failures, 3);
    EXPECT_EQ(self.sizes(), source.sizes());
    EXPECT_EQ(self._version(), 1);
  }
}

// Registering a hook on a view whose base was written since regenerates the view's history. If memory runs out, the
// view keeps its old history.
TEST(AllocationFailure, AStaleViewIsHookedOrStaysStale) {
  const auto stored = [](const Tensor& tensor) { return torch::autograd::impl::get_autograd_meta(tensor)->grad_fn_; };
  const auto check = [&](const std::function<void(const Tensor&)>& command) {
    const Tensor base = at::ones({2}).requires_grad_().mul(1);
    const Tensor view = base.view({2});
    base.add_(1);
    const auto before = stored(view);
    const int failures = fail_each_allocation([&] { command(view); }, [&] { EXPECT_EQ(stored(view), before); });
    EXPECT_GE(failures, 2);
    EXPECT_NE(stored(view), before);
  };
  check([](const Tensor& view) { view.register_hook([](const Tensor& gradient) { return gradient; }); });
  check([](const Tensor& view) { view.retain_grad(); });
}

// retain_grad registers two hooks if an in-place view operator, such as as_strided_, gave the tensor more elements
// under NoGradGuard. In this test both hooks belong to one node. If memory runs out for the second hook, the node must
// drop the first hook, too.
TEST(AllocationFailure, TwoPlacesAtOneNodeRetainOrNeither) {
  const Tensor tensor = at::ones({2}).requires_grad_().mul(2);
  const auto node = tensor.grad_fn();
  const RetainPlace place{node, 0, nullptr,
                          std::make_shared<const RetainPlace>(RetainPlace{node, 0, nullptr, nullptr})};
  const int failures =
      fail_each_allocation([&] { retain_at(tensor, place); }, [&] { EXPECT_FALSE(node->has_tensor_hooks()); });
  EXPECT_GE(failures, 2);
  EXPECT_EQ(node->tensor_hooks().size(), 2U);
}

// When set_data changes the dtype of a leaf, the leaf keeps its hooks.
TEST(AllocationFailure, SetDataTakesTheHooksAlongOrChangesNothing) {
  const Tensor leaf = at::ones({2}).requires_grad_();
  const Tensor before = leaf.mul(1);
  int called = 0;
  leaf.register_hook([&](const Tensor& gradient) {
    ++called;
    return gradient;
  });
  const Tensor data = at::zeros({1, 3, 1, 1, 1, 1, 1, 1}, at::kDouble);
  const int failures = fail_each_allocation([&] { leaf.set_data(data); },
                                            [&] {
                                              EXPECT_EQ(leaf.scalar_type(), at::kFloat);
                                              EXPECT_EQ(leaf.sizes(), at::IntArrayRef({2}));
                                            });
  EXPECT_GE(failures, 2);
  leaf.sum().backward();
  EXPECT_EQ(called, 1);
  EXPECT_EQ(leaf.grad().scalar_type(), at::kDouble);
}

// A leaf is destroyed while no memory can be allocated. Backward must still add to the leaf's grad. If the grad then
// receives a history that leads back to the leaf, no reference cycle may arise.
TEST(AllocationFailure, ALeafGoesWithoutMemory) {
  FreeLists::keep_none();
  const std::int64_t before = live_objects().total();
  {
    Tensor leaf = at::ones({2}).requires_grad_();
    const Tensor result = leaf.mul(3);
    leaf.backward(at::ones({2}));
    const Tensor grad = leaf.grad();
    const std::int64_t version = grad._version();
    AllocationGate::close_before(0);
    leaf.reset();
    AllocationGate::open();
    result.backward(at::ones({2}), true);
    EXPECT_EQ(values(grad), std::vector<double>(2, 4));
    EXPECT_EQ(grad._version(), version + 1);
    grad.add_(result);
    EXPECT_EQ(values(grad), std::vector<double>(2, 7));
  }
  EXPECT_EQ(live_objects().total(), before);
}

// Destroying a chain of nodes allocates nothing.
TEST(AllocationFailure, GraphsAreDestroyedWithoutMemory) {
  FreeLists::keep_none();
  Tensor chain = at::ones({2}).requires_grad_();
  for (int i = 0; i < 100; ++i) chain = chain.mul(chain);
  AllocationGate::close_before(0);
  chain.reset();
  EXPECT_FALSE(AllocationGate::open());
}

}  // namespace
}  // namespace modecheck::engine
