// These definitions of the C allocation functions (malloc, calloc, ...) take precedence over the C library's. They
// count each call and pass it on to the C library.
#include "bench/allocations.h"

#include <cerrno>
#include <cstddef>

#define MODECHECK_EXPORT __attribute__((visibility("default")))

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {
thread_local long count = 0;
}

extern "C" {

MODECHECK_EXPORT void* malloc(std::size_t size) {
  ++count;
  return __libc_malloc(size);
}
MODECHECK_EXPORT void* calloc(std::size_t n, std::size_t size) {
  ++count;
  return __libc_calloc(n, size);
}
MODECHECK_EXPORT void* realloc(void* old, std::size_t size) {
  ++count;
  return __libc_realloc(old, size);
}
MODECHECK_EXPORT void* memalign(std::size_t alignment, std::size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}
MODECHECK_EXPORT void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}
MODECHECK_EXPORT int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  ++count;
  *out = __libc_memalign(alignment, size);
  return *out == nullptr ? ENOMEM : 0;
}
}

namespace modecheck::bench {

long allocation_count() { return count; }

}  // namespace modecheck::bench
