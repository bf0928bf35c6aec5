// Measures how many inputs a second the fuzz target judges. It repeats the same 1,000 programs of exactly 16 commands,
// and prints the speed and the share of dropped commands as one line of JSON.
//   replay_speed [SECONDS]
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "fuzz/programs/judge.h"
#include "properties/generate/decoder.h"
#include "properties/generate/generator.h"

namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kPrograms = 1000;
constexpr int kCommands = 16;

// Returns encoded programs, because the measurement includes decoding.
std::vector<std::vector<std::uint8_t>> corpus() {
  modecheck::properties::GeneratorOptions options;
  options.min_commands = options.max_commands = kCommands;
  const modecheck::properties::Generator generator(options);
  std::vector<std::vector<std::uint8_t>> out;
  for (std::uint64_t index = 0; out.size() < kPrograms; ++index) {
    const modecheck::spec::Program program = generator.program_of(kSeed, index);
    if (program.records.size() == kCommands) out.push_back(modecheck::properties::encode(program));
  }
  return out;
}

int run(double seconds) {
  modecheck::fuzz::Judge judge(modecheck::fuzz::subject_from_environment());
  const auto inputs = corpus();
  modecheck::spec::Program program;
  std::uint64_t executions = 0;
  std::uint64_t mismatches = 0;
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  while (executions == 0 || elapsed() < seconds) {
    for (const std::vector<std::uint8_t>& input : inputs) {
      modecheck::properties::decode_into(program, input.data(), input.size());
      if (!judge.passes(program)) ++mismatches;
    }
    executions += inputs.size();
  }
  const double took = elapsed();
  const modecheck::properties::Counts& counts = judge.lockstep().counts();
  std::printf(
      "{\"subject\": \"%s\", \"programs\": %zu, \"commands_each\": %d, \"executions\": %llu, \"seconds\": %.3f, "
      "\"executions_per_second\": %.0f, \"dropped\": %.4f, \"ok\": %.4f, \"mismatches\": %llu}\n",
      modecheck::fuzz::subject_from_environment().c_str(), inputs.size(), kCommands,
      static_cast<unsigned long long>(executions), took, static_cast<double>(executions) / took,
      static_cast<double>(counts.dropped) / static_cast<double>(counts.commands),
      static_cast<double>(counts.ok) / static_cast<double>(counts.commands),
      static_cast<unsigned long long>(mismatches * kPrograms / executions));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 5;
  if (argc > 2 || seconds <= 0) {
    std::fputs("usage: replay_speed [SECONDS]\n", stderr);
    return 2;
  }
  try {
    return run(seconds);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "replay_speed: %s\n", error.what());
    return 2;
  }
}
