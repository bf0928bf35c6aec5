// Loops over contiguous elements. Each loop is compiled a second time for 256-bit registers, and that version runs if
// the processor has them.
//
//   wide_for(n, [=](std::int64_t begin, std::int64_t end) MODECHECK_WIDE_BODY { for (...) to[i] = a[i] + b[i]; });
//
// The version is chosen at run time, so that one build runs on every processor of its architecture. Only the width
// differs: there are no fused products and no other order of additions, so the bits are the same.
#pragma once

#include <cstdint>

// Marks the body of a wide_for. The compiler must inline the body into the function that it compiles for 256-bit
// registers.
#define MODECHECK_WIDE_BODY __attribute__((always_inline))

// Tells GCC that the iterations of a loop are independent. Each iteration reads and writes its own index only, and any
// two operands are either the same memory or do not overlap. Clang checks independence at run time. With the pragma,
// Clang would warn of loops that it does not vectorise.
#if defined(__clang__)
#define MODECHECK_INDEPENDENT
#else
#define MODECHECK_INDEPENDENT _Pragma("GCC ivdep") _Pragma("GCC unroll 4")
#endif

namespace modecheck::engine::backends {

// Sanitizer builds compile each loop for one register width only, because compiling takes long. The two versions of a
// loop differ in the register width alone.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__CUDACC__)
#if !defined(__clang__)
#define MODECHECK_TWO_WIDTHS 1
#elif !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define MODECHECK_TWO_WIDTHS 1
#endif
#endif

#if defined(MODECHECK_TWO_WIDTHS)
inline const bool has_wide_registers = __builtin_cpu_supports("avx2") != 0;

namespace detail {
// The body is passed by value. If it were passed by reference, a write of the body might change the body's own
// captures. The compiler would then have to read the captures again for every element.
template <typename Body>
[[gnu::target("avx2"), gnu::noinline]] void run_wide(std::int64_t begin, std::int64_t end, Body body) {
  body(begin, end);
}
}  // namespace detail
#endif

// The least number of elements for which a loop calls its AVX2 version. For fewer elements the call costs more than it
// saves.
inline constexpr std::int64_t least_wide = 64;

// Runs body(begin, end). Uses the AVX2 version of the body if the processor has AVX2 and the loop is long enough.
template <typename Body>
[[gnu::always_inline]] inline void wide_for(std::int64_t begin, std::int64_t end, const Body& body) {
#if defined(MODECHECK_TWO_WIDTHS)
  if (end - begin >= least_wide && has_wide_registers) return detail::run_wide(begin, end, body);
#endif
  body(begin, end);
}

}  // namespace modecheck::engine::backends
