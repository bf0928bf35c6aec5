// Measures the speed of the harness without a subject, and prints the rows of a table. It generates programs together
// with their expected trace, runs the model alone, and runs the model with the reference's values. It uses one thread
// and the same programs throughout.
#include <fmt/core.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "properties/generate/generator.h"
#include "reference/run/expected_run.h"
#include "spec/model/model.h"

namespace {

using namespace modecheck;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kPrograms = 20'000;

template <typename Body>
void row(const char* name, std::uint64_t commands, Body&& body) {
  const Clock::time_point begin = Clock::now();
  body();
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  fmt::print("| {} | {:.0f} | {:.0f} |\n", name, static_cast<double>(commands) / seconds,
             1e9 * seconds / static_cast<double>(commands));
}

}  // namespace

int main() {
  const properties::GeneratorOptions options;
  std::vector<spec::Program> programs;
  std::uint64_t commands = 0;
  for (std::uint64_t i = 0; i < kPrograms; ++i) {
    programs.push_back(properties::program_of(1, i, options));
    commands += programs.back().records.size();
  }
  const properties::Generator generator(options);
  row("programs generated, with their expected trace", commands, [&] {
    for (std::uint64_t i = 0; i < kPrograms; ++i) programs[i] = generator.program_of(1, i);
  });
  row("the model alone, observation included", commands, [&] {
    spec::Model model(spec::ModelOptions{}, nullptr, nullptr);
    spec::Step step;
    for (const spec::Program& program : programs) {
      model.reset();
      for (const spec::Record& record : program.records) model.step(record, step);
    }
  });
  row("the expected trace of programs that are there: model and reference values", commands, [&] {
    reference::ExpectedRun run(spec::DeviceKind::Cpu, true);
    const auto trace = std::make_unique<spec::Trace>();
    std::array<std::uint8_t, spec::kMaxCommands> dropped{};
    for (const spec::Program& program : programs) run.run(program, *trace, dropped);
  });
  return 0;
}
