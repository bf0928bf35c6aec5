// E1 where memory runs out: each allocation of a call fails in its turn, and nothing may be left of the call. Programs
// do it to every operator (the subject `starved`); here are the places that are about to write.
#include <optional>

#include "engine/core/allocation_gate.h"
#include "engine/core/free_list.h"
#include "support.h"

namespace modecheck::engine {
namespace {

// Calls with the first allocation failing, then with the second, and so on until there is enough; `unchanged` is asked
// after each failure. How many failed.
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
    }
    const bool failed = AllocationGate::open();
    if (!failed) {
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

// Sizes and strides of so many dimensions are kept in memory of their own.
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

// A chain of nodes goes without memory of its own.
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
