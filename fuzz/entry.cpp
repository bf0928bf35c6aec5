// The libFuzzer entry of every target but fuzz_programs. The build defines MODECHECK_TARGET as the function that judges
// an input (target.h), and MODECHECK_TARGET_NAME as the target's name.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "fuzz/finding.h"
#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    modecheck::fuzz::MODECHECK_TARGET(data, size);
  } catch (const modecheck::fuzz::Finding& finding) {
    std::fputs(modecheck::fuzz::text_of(MODECHECK_TARGET_NAME, finding.what(), finding.details).c_str(), stderr);
    std::abort();
  } catch (const std::exception& error) {
    std::fputs(modecheck::fuzz::text_of(MODECHECK_TARGET_NAME, error.what(), {}).c_str(), stderr);
    std::abort();
  }
  return 0;
}
