// Tests at::parallel_for and at::parallel_reduce in a user's program, and futures.
#include <ATen/Parallel.h>
#include <ATen/ParallelFuture.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>

#include "support.h"

namespace modecheck::engine {
namespace {

class Threads {
 public:
  explicit Threads(int count) : before_(at::get_num_threads()) { at::set_num_threads(count); }
  ~Threads() { at::set_num_threads(before_); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  int before_;
};

}  // namespace

TEST(ParallelLoops, PiecesHaveNumbersOfTheirOwn) {
  const Threads threads(3);
  std::mutex mutex;
  std::multiset<int> numbers;
  bool inside = true;
  at::parallel_for(0, 100000, 1, [&](std::int64_t, std::int64_t) {
    const std::lock_guard<std::mutex> lock(mutex);
    numbers.insert(at::get_thread_num());
    inside = inside && at::in_parallel_region();
  });
  EXPECT_EQ(numbers, (std::multiset<int>{0, 1, 2}));
  EXPECT_TRUE(inside);
  EXPECT_FALSE(at::in_parallel_region());
}

TEST(ParallelLoops, WithinALoopAreOnePiece) {
  const Threads threads(3);
  std::mutex mutex;
  bool one_piece = true;
  at::parallel_for(0, 100000, 1, [&](std::int64_t, std::int64_t) {
    int pieces = 0;
    at::parallel_for(0, 100000, 1, [&](std::int64_t begin, std::int64_t end) {
      ++pieces;
      const std::lock_guard<std::mutex> lock(mutex);
      one_piece = one_piece && begin == 0 && end == 100000 && at::get_thread_num() == 0;
    });
    const std::lock_guard<std::mutex> lock(mutex);
    one_piece = one_piece && pieces == 1;
  });
  EXPECT_TRUE(one_piece);
}

TEST(ParallelLoops, ThrowWhatAPieceThrew) {
  const Threads threads(3);
  EXPECT_THROW(at::parallel_for(0, 100000, 1,
                                [](std::int64_t begin, std::int64_t) {
                                  if (begin != 0) throw std::out_of_range("a later piece");
                                }),
               std::out_of_range);
  EXPECT_FALSE(at::in_parallel_region());
}

// This oneTBB loop is the caller's own. A thread that waits for an operator's parallel work must not start another
// iteration of it. Such an iteration may need a lock that the thread holds.
TEST(ParallelLoops, OfOperatorsTakeNoWorkFromTheCallersOwn) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "oneTBB is not built with the thread sanitizer";
#endif
#endif
  const Threads threads(8);
  const at::Tensor x = at::ones({1 << 18});
  static thread_local int depth = 0;
  std::atomic<int> deepest{0};
  tbb::parallel_for(0, 200, [&](int) {
    if (++depth > deepest) deepest = depth;
    static_cast<void>(x.mul(x));
    --depth;
  });
  EXPECT_EQ(deepest, 1);
}

TEST(ParallelLoops, ReduceInOrder) {
  const Threads threads(3);
  const std::string out = at::parallel_reduce(
      0, 300, 1, std::string(),
      [](std::int64_t begin, std::int64_t end, std::string text) {
        for (std::int64_t i = begin; i < end; ++i) text += std::to_string(i) + " ";
        return text;
      },
      [](const std::string& a, const std::string& b) { return a + b; });
  std::string expected;
  for (int i = 0; i < 300; ++i) expected += std::to_string(i) + " ";
  EXPECT_EQ(out, expected);
}

// Rule G6: another thread starts from the default state, and not with the modes of the thread that launched the work.
TEST(Futures, WorkHasItsThreadsModes) {
  const c10::InferenceMode mode;
  bool inference = true;
  const auto future = at::intraop_launch_future([&] { inference = c10::InferenceMode::is_enabled(); });
  future->wait();
  EXPECT_FALSE(inference);
  EXPECT_TRUE(future->hasValue());
}

TEST(Futures, HandOnErrors) {
  const auto future = at::intraop_launch_future([] { throw std::runtime_error("failed"); });
  EXPECT_THROW(future->wait(), std::runtime_error);
  EXPECT_TRUE(future->hasError());
  EXPECT_FALSE(future->hasValue());
  EXPECT_THROW(static_cast<void>(future->value()), std::runtime_error);
  EXPECT_EQ(rejected([&] { future->markCompleted(); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { future->setError(std::make_exception_ptr(std::runtime_error("again"))); }),
            ErrorClass::Argument);
}

TEST(Futures, CallBack) {
  const auto future = c10::make_intrusive<c10::ivalue::Future>();
  int called = 0;
  const auto count = [&](c10::ivalue::Future& done) { called += static_cast<int>(done.value().toInt()); };
  future->addCallback(count);
  EXPECT_FALSE(future->completed());
  EXPECT_EQ(rejected([&] { static_cast<void>(future->value()); }), ErrorClass::Argument);
  EXPECT_EQ(called, 0);
  future->markCompleted(2);
  EXPECT_EQ(called, 2);
  future->addCallback(count);
  EXPECT_EQ(called, 4);
  EXPECT_EQ(future->exception_ptr(), nullptr);
}

}  // namespace modecheck::engine
