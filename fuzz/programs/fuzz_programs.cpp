// The libFuzzer target. The bytes of an input encode a program (properties/generate/decoder.h). The target mutates
// inputs as programs, and judges them as `modecheck run` does. A mismatch ends the process like a crash, so libFuzzer
// keeps the input. `fuzz_input to-text` turns the input into a .prog file.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <vector>

#include "fuzz/programs/coverage.h"
#include "fuzz/programs/judge.h"
#include "properties/choice/choice_random.h"
#include "properties/generate/decoder.h"
#include "properties/generate/mutate.h"

namespace {

using modecheck::spec::Program;
using modecheck::spec::Record;

std::unique_ptr<modecheck::fuzz::Judge> judge;

// Generates programs for the subject's device. Programs for a device with its own memory also move tensors.
const modecheck::properties::Generator& generator() {
  static const modecheck::properties::Generator made([] {
    modecheck::properties::GeneratorOptions options;
    options.device = judge->device();
    if (modecheck::spec::has_own_memory(options.device)) options.operations = modecheck::properties::every_operation();
    return options;
  }());
  return made;
}

// Encodes a mutated program into libFuzzer's buffer of `most` bytes. libFuzzer must not get an empty input, so the
// result has at least one command, cut off if the buffer is too short.
std::size_t give_back(Program program, std::uint8_t* data, std::size_t most) {
  if (program.records.empty()) program.records.emplace_back();
  const std::vector<std::uint8_t> bytes = modecheck::properties::encode(program);
  const std::size_t size = std::min(bytes.size(), most);
  std::memcpy(data, bytes.data(), size);
  return size;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  try {
    judge = std::make_unique<modecheck::fuzz::Judge>(modecheck::fuzz::subject_from_environment(),
                                                     modecheck::fuzz::sanctioned_holes_from_environment());
    judge->set_known(modecheck::fuzz::known_from_environment());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fuzz_programs: %s\n", error.what());
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Program program;
  modecheck::properties::decode_into(program, data, size);
  const bool passes = judge->passes(program);
  modecheck::fuzz::count_transitions(program, judge->lockstep().expected());
  if (!passes) {
    std::fputs(judge->mismatch(program).c_str(), stderr);
    std::abort();
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  Program program = modecheck::properties::decode(data, size);
  modecheck::properties::RandomChoice choice(seed);
  modecheck::properties::mutate(program, choice, generator(), max_size / sizeof(Record));
  return give_back(program, data, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2, std::uint8_t* out,
                                                 std::size_t max_out_size, unsigned int seed) {
  modecheck::properties::RandomChoice choice(seed);
  const Program child = modecheck::properties::cross_over(modecheck::properties::decode(data1, size1),
                                                          modecheck::properties::decode(data2, size2), choice,
                                                          max_out_size / sizeof(Record));
  return give_back(child, out, max_out_size);
}
