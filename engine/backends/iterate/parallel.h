// Runs large loops on several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <type_traits>

namespace modecheck::engine::backends {

// The minimum number of elements that makes it worth while to use another thread.
inline constexpr std::int64_t parallel_grain = 1 << 15;

// The number of threads that share a loop, as set by at::set_num_threads. The default is one per processor.
int thread_count();
// Sets the number of threads that share a loop. Raises Argument if `count` is not positive.
void set_thread_count(int count);

// Runs `work` on another thread, and returns at once. The function `work` must not throw.
void launch(std::function<void()> work);

namespace detail {
// Splits the range 0..size into pieces and calls `piece` for each piece in parallel. Pieces begin at multiples of
// `boundary`.
void parallel_pieces(std::int64_t size, std::int64_t grain, std::int64_t boundary,
                     void (*piece)(const void*, std::int64_t, std::int64_t), const void* body);

// Splits a loop over 0..size into pieces as parallel_for does. The caller knows that the loop is large enough for
// several threads.
template <typename Body>
inline void parallel_pieces(std::int64_t size, const Body& body, std::int64_t grain = parallel_grain,
                            std::int64_t boundary = 64) {
  parallel_pieces(
      size, grain, boundary,
      [](const void* erased, std::int64_t begin, std::int64_t end) { (*static_cast<const Body*>(erased))(begin, end); },
      &body);
}
}  // namespace detail

// Calls body(begin, end) for pieces that make up the range 0..size, in parallel if there are several pieces. All pieces
// but the last have at least `grain` elements. `body` must not throw, and must not read thread-local state (modes,
// guards). Pieces begin at multiples of `boundary`. With the default boundary, two threads never write to the same
// cache line of a contiguous output.
template <typename Body>
inline void parallel_for(std::int64_t size, std::int64_t grain, const Body& body, std::int64_t boundary = 64) {
  static_assert(std::is_invocable_v<const Body&, std::int64_t, std::int64_t>);
  if (size < 2 * grain) [[likely]]
    return body(0, size);
  detail::parallel_pieces(size, body, grain, boundary);
}

}  // namespace modecheck::engine::backends
