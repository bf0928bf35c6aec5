#include "engine/backends/iterate/parallel.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "engine/core/errors/error.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MODECHECK_PLAIN_THREADS 1
#include <thread>
#include <vector>
#endif
#endif

namespace modecheck::engine::backends {
namespace {

std::atomic<int>& count() {
  static std::atomic<int> threads{std::max(1, tbb::info::default_concurrency())};
  return threads;
}

}  // namespace

int thread_count() { return count().load(std::memory_order_relaxed); }

void set_thread_count(int threads) {
  MODECHECK_CHECK(threads > 0, ErrorClass::Argument, "set_num_threads: expected a positive number, but got ", threads);
  count().store(threads, std::memory_order_relaxed);
}

void detail::parallel_pieces(std::int64_t size, std::int64_t grain, std::int64_t boundary,
                             void (*piece)(const void*, std::int64_t, std::int64_t), const void* body) {
  const std::int64_t pieces = std::min<std::int64_t>(thread_count(), size / grain);
  if (pieces < 2) return piece(body, 0, size);
  const std::int64_t length = ((size + pieces - 1) / pieces + boundary - 1) / boundary * boundary;
  const auto run = [&](std::int64_t i) {
    const std::int64_t begin = std::min(i * length, size);
    const std::int64_t end = std::min(begin + length, size);
    if (begin < end) piece(body, begin, end);
  };
#if defined(MODECHECK_PLAIN_THREADS)
  // The thread-sanitizer build uses plain threads. oneTBB is not built with that sanitizer. The sanitizer would report
  // a data race whenever oneTBB passes work between threads. With plain threads it still finds data races inside the
  // pieces.
  std::vector<std::thread> threads;
  for (std::int64_t i = 1; i < pieces; ++i) threads.emplace_back(run, i);
  run(0);
  for (std::thread& thread : threads) thread.join();
#else
  // While this thread waits for its pieces, oneTBB must not give it other work. Such work may need a lock that this
  // thread holds.
  tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::int64_t{0}, pieces, run, tbb::static_partitioner()); });
#endif
}

void launch(std::function<void()> work) {
#if defined(MODECHECK_PLAIN_THREADS)
  std::thread(std::move(work)).detach();
#else
  // Work launched in the background has its own oneTBB arena, so that threads waiting in another loop do not pick up
  // that work.
  static tbb::task_arena arena;
  arena.enqueue([work = std::move(work)] { work(); });
#endif
}

}  // namespace modecheck::engine::backends
