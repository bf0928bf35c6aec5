// How many threads an operator uses, and loops that share them.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/parallel.h"

namespace at {
inline namespace modecheck_v1 {

inline int get_num_threads() { return modecheck::engine::backends::thread_count(); }
// Raises c10::Error if `count` is not positive.
inline void set_num_threads(int count) { modecheck::engine::backends::set_thread_count(count); }

// Calls body(begin, end) for pieces of begin..end, of at least `grain_size` but for the last. `body` must not throw and
// must not rely on the calling thread's modes.
template <typename Body>
inline void parallel_for(std::int64_t begin, std::int64_t end, std::int64_t grain_size, const Body& body) {
  if (begin >= end) return;
  modecheck::engine::backends::parallel_for(
      end - begin, grain_size < 1 ? 1 : grain_size,
      [&](std::int64_t first, std::int64_t last) { body(begin + first, begin + last); });
}

}  // namespace modecheck_v1
}  // namespace at
