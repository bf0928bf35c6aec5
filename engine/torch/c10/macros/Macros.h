// Defines basic macros for code that is written for libtorch. It also makes all names of c10:: available in at::.
#pragma once

#define C10_CONCATENATE_IMPL(a, b) a##b
#define C10_CONCATENATE(a, b) C10_CONCATENATE_IMPL(a, b)
#define C10_UID __COUNTER__
#define C10_ANONYMOUS_VARIABLE(name) C10_CONCATENATE(name, C10_UID)
#define C10_STRINGIZE_IMPL(text) #text
#define C10_STRINGIZE(text) C10_STRINGIZE_IMPL(text)
#define C10_NOINLINE __attribute__((noinline))
#define C10_ALWAYS_INLINE __attribute__((always_inline)) inline
#define C10_LIKELY(condition) (__builtin_expect(static_cast<bool>(condition), 1))
#define C10_UNLIKELY(condition) (__builtin_expect(static_cast<bool>(condition), 0))
#define C10_UNUSED __attribute__((__unused__))
#define C10_NODISCARD [[nodiscard]]
#define C10_RESTRICT __restrict
#define C10_HOST_DEVICE
#define C10_DEVICE
#define C10_HOST
#define C10_API
#define C10_EXPORT
#define TORCH_API

namespace c10 {
inline namespace modecheck_v1 {}
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using namespace c10;  // NOLINT: libtorch makes these names available, too
}
}  // namespace at
