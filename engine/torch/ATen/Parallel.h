// Sets the number of threads that operators use, and defines loops that run on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/backends/iterate/parallel.h"
#include "engine/backends/iterate/parallel_region.h"
#include "engine/core/errors/error.h"

namespace at {
inline namespace modecheck_v1 {

inline int get_num_threads() { return modecheck::engine::backends::thread_count(); }
// Sets the number of threads that operators use, for the whole process. Raises c10::Error if `count` is not positive.
inline void set_num_threads(int count) { modecheck::engine::backends::set_thread_count(count); }
// libtorch needs this call in threads of one's own. Here it changes nothing, because all threads share the number of
// threads.
inline void init_num_threads() {}
// The number of threads that libtorch runs independent operators on. This engine runs each operator in the thread that
// calls it, so the number has no effect; it is kept for programs that read it back. Setting it raises c10::Error if
// `count` is not positive.
namespace detail {
inline std::atomic<int> interop_thread_count{1};
}
inline int get_num_interop_threads() { return detail::interop_thread_count.load(std::memory_order_relaxed); }
inline void set_num_interop_threads(int count) {
  MODECHECK_CHECK(count > 0, modecheck::engine::ErrorClass::Argument,
                  "set_num_interop_threads: expected a positive number of threads, got ", count);
  detail::interop_thread_count.store(count, std::memory_order_relaxed);
}
// Returns the calling thread's number among the threads of the innermost parallel loop, counted from 0.
inline int get_thread_num() { return modecheck::engine::backends::ParallelRegion::thread_number(); }
inline bool in_parallel_region() { return modecheck::engine::backends::ParallelRegion::is_inside(); }

// Calls body(begin, end) for pieces of the range from `begin` to `end` on several threads. All pieces but the last have
// at least `grain_size` elements. `body` must not depend on the calling thread's modes, because other threads have
// their own (rule P6). If `body` throws, the first exception is rethrown after all pieces have ended. A loop inside
// another parallel loop runs as one piece.
template <typename Body>
inline void parallel_for(std::int64_t begin, std::int64_t end, std::int64_t grain_size, const Body& body) {
  using modecheck::engine::backends::ParallelRegion;
  if (begin >= end) return;
  if (in_parallel_region()) {
    const ParallelRegion region(0);
    return body(begin, end);
  }
  std::atomic<int> threads{0};
  std::exception_ptr thrown;
  std::mutex throwing;
  modecheck::engine::backends::parallel_for(
      end - begin, std::max<std::int64_t>(grain_size, 1), [&](std::int64_t first, std::int64_t last) {
        const ParallelRegion region(threads.fetch_add(1, std::memory_order_relaxed));
        try {
          body(begin + first, begin + last);
        } catch (...) {
          const std::lock_guard<std::mutex> lock(throwing);
          if (!thrown) thrown = std::current_exception();
        }
      });
  if (thrown) std::rethrow_exception(thrown);
}

// Computes body(begin, end, identity) for pieces of the range on several threads. Combines the results with `combine`
// in the order of the pieces, starting with `identity`.
template <typename T, typename Body, typename Combine>
inline T parallel_reduce(std::int64_t begin, std::int64_t end, std::int64_t grain_size, T identity, const Body& body,
                         const Combine& combine) {
  std::vector<std::pair<std::int64_t, T>> pieces;
  std::mutex adding;
  at::parallel_for(begin, end, grain_size, [&](std::int64_t first, std::int64_t last) {
    T piece = body(first, last, identity);
    const std::lock_guard<std::mutex> lock(adding);
    pieces.emplace_back(first, std::move(piece));
  });
  std::sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  T out = identity;
  for (const auto& piece : pieces) out = combine(out, piece.second);
  return out;
}

}  // namespace modecheck_v1
}  // namespace at
