// Prints, for each reason for dropping a command, the smallest program found whose last command is dropped for that
// reason. The examples in spec/limits/unspecified.cpp come from this output.
//
//   modecheck_unspecified_examples [PROGRAMS] [SEED]
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "properties/generate/generator.h"
#include "properties/shrink/reducer.h"
#include "properties/shrink/simplicity.h"
#include "reference/run/expected_run.h"
#include "spec/program/text.h"

namespace modecheck::tests {
namespace {

using spec::Program;
using spec::Unspecified;

constexpr std::size_t kTried = 4;  // the number of programs that are shrunk for each reason

struct Found {
  std::uint64_t hits = 0;
  std::vector<Program> programs;
};
using AllFound = std::array<Found, spec::kUnspecified>;

class Runner {
 public:
  explicit Runner(spec::DeviceKind device) : run_(device, true) {}

  // Returns for each command of the program why it is dropped.
  const std::array<Unspecified, spec::kMaxCommands>& reasons(const Program& program) {
    run_.run(program, *trace_, dropped_);
    return run_.unspecified();
  }

 private:
  reference::ExpectedRun run_;
  std::unique_ptr<spec::Trace> trace_ = std::make_unique<spec::Trace>();
  std::array<std::uint8_t, spec::kMaxCommands> dropped_{};
};

// For each reason, keeps the part of the program up to the first command that is dropped for this reason.
void keep(AllFound& all, const Program& program, const std::array<Unspecified, spec::kMaxCommands>& reasons) {
  std::array<bool, spec::kUnspecified> seen{};
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    const auto reason = static_cast<std::size_t>(reasons[i]);
    if (reasons[i] == Unspecified::None || seen[reason]) continue;
    seen[reason] = true;
    ++all[reason].hits;
    if (all[reason].programs.size() == kTried) continue;
    Program cut = program;
    cut.records.resize(i + 1);
    all[reason].programs.push_back(cut);
  }
}

std::optional<Program> smallest(const Found& found, Unspecified reason, Runner& runner) {
  properties::ReduceOptions options;
  options.max_seconds = 3;
  std::optional<Program> best;
  for (const Program& program : found.programs) {
    const Program reduced = properties::reduce(
                                program,
                                [&](const Program& candidate) {
                                  if (candidate.records.empty()) return false;
                                  return runner.reasons(candidate)[candidate.records.size() - 1] == reason;
                                },
                                options)
                                .program;
    if (!best || properties::simpler(reduced, *best)) best = reduced;
  }
  return best;
}

void print_examples(spec::DeviceKind device, const properties::GeneratorOptions& options, std::uint64_t programs,
                    std::uint64_t seed) {
  const properties::Generator generator(options);
  Runner runner(device);
  AllFound all;
  Program program;
  for (std::uint64_t i = 0; i < programs; ++i) {
    generator.program_into(program, seed, i);
    keep(all, program, runner.reasons(program));
  }
  for (std::size_t i = 1; i < all.size(); ++i) {
    const auto reason = static_cast<Unspecified>(i);
    const std::optional<Program> example = smallest(all[i], reason, runner);
    std::cout << fmt::format("# {} {}: {} programs\n{}\n", spec::name_of(device), facts_of(reason).id, all[i].hits,
                             example ? to_text(*example) : "");
  }
}

}  // namespace
}  // namespace modecheck::tests

int main(int argc, char** argv) {
  using namespace modecheck;
  const std::uint64_t programs = argc > 1 ? std::stoull(argv[1]) : 200'000;
  const std::uint64_t seed = argc > 2 ? std::stoull(argv[2]) : 1;
  properties::GeneratorOptions options;
  options.keeps_dropped = true;
  tests::print_examples(spec::DeviceKind::Cpu, options, programs, seed);
  options.device = spec::DeviceKind::Meta;
  tests::print_examples(spec::DeviceKind::Meta, options, programs / 10, seed);
  options.device = spec::DeviceKind::Sim;
  options.operations = properties::every_operation();
  tests::print_examples(spec::DeviceKind::Sim, options, programs / 10, seed);
}
