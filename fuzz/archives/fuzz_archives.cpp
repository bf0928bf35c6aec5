// The libFuzzer target for files. archive_input.h says what an input is. Every input must be loaded or refused;
// anything else ends the process, and libFuzzer keeps the input. Time and memory are bounded by libFuzzer's options
// (scripts/fuzz-archives).
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "fuzz/archives/archive_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    modecheck::fuzz::load_archive_input(data, size);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fuzz_archives: %s\n", error.what());
    std::abort();
  }
  return 0;
}
