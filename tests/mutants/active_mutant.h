// Selects the active mutant: the number in the environment variable MODECHECK_MUTANT. Only the copy of the sources that
// scripts/mutate makes includes this header; the shipped code has no mutants.
//
// With MODECHECK_MUTANTS_SEEN=FILE no mutant is active. Each mutant whose code runs sets its byte in that file
// immediately, so the file is complete even if the process is killed.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

// Mutated code may compare a number with itself or leave a value unused, so switch the warnings for that off.
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Waddress"
#pragma GCC diagnostic ignored "-Waggressive-loop-optimizations"
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wclass-memaccess"
#pragma GCC diagnostic ignored "-Wdangling-else"
#pragma GCC diagnostic ignored "-Wdangling-pointer"
#pragma GCC diagnostic ignored "-Wdiv-by-zero"
#pragma GCC diagnostic ignored "-Wduplicated-branches"
#pragma GCC diagnostic ignored "-Wempty-body"
#pragma GCC diagnostic ignored "-Wenum-compare"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wfree-nonheap-object"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Winfinite-recursion"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wlogical-not-parentheses"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wmisleading-indentation"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wnonnull"
#pragma GCC diagnostic ignored "-Wnull-dereference"
#pragma GCC diagnostic ignored "-Woverflow"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wrestrict"
#pragma GCC diagnostic ignored "-Wreturn-local-addr"
#pragma GCC diagnostic ignored "-Wreturn-type"
#pragma GCC diagnostic ignored "-Wsequence-point"
#pragma GCC diagnostic ignored "-Wshift-count-negative"
#pragma GCC diagnostic ignored "-Wshift-count-overflow"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#pragma GCC diagnostic ignored "-Wswitch"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wterminate"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wunused-but-set-parameter"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-label"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-result"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wuse-after-free"

namespace modecheck::mutants {

inline constexpr int limit = 1 << 14;

// state[n] is 0 for every inactive mutant. It is `traced` for a mutant whose execution is to be recorded.
inline unsigned char state[limit];
inline constexpr unsigned char traced = 2;
inline unsigned char* seen = nullptr;

inline bool start() {
  if (seen != nullptr) return true;
  if (const char* const file = std::getenv("MODECHECK_MUTANTS_SEEN")) {
    const int descriptor = open(file, O_RDWR);
    void* const memory =
        descriptor < 0 ? MAP_FAILED : mmap(nullptr, limit, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) std::abort();
    close(descriptor);
    seen = static_cast<unsigned char*>(memory);
    for (unsigned char& each : state) each = traced;
  } else if (const char* const text = std::getenv("MODECHECK_MUTANT")) {
    const int number = std::atoi(text);
    if (number > 0 && number < limit) state[number] = 1;
  }
  return true;
}

// A file with mutants includes this header first, so that the active mutant is known before any other initialisation.
inline const bool started = start();

[[gnu::noinline]] inline bool on_or_traced(int number) {
  if (__atomic_load_n(&state[number], __ATOMIC_RELAXED) != traced) return true;
  __atomic_store_n(&seen[number], static_cast<unsigned char>(1), __ATOMIC_RELAXED);
  return false;
}

// Whether the mutant is active. An inactive mutant costs one load and one comparison.
inline bool on(int number) {
  if (__builtin_expect(state[number] == 0, 1)) return false;
  return on_or_traced(number);
}

}  // namespace modecheck::mutants
