#include "fuzz/coverage.h"

#include <cstdint>

#include "spec/program/slots.h"

namespace modecheck::fuzz {
namespace {

constexpr std::size_t kCounters = std::size_t{1} << 16;

// libFuzzer prescribes the section name __libfuzzer_extra_counters.
__attribute__((section("__libfuzzer_extra_counters"))) std::uint8_t counters[kCounters];

std::uint32_t mode_of(const spec::ModeObservation& mode) {
  return mode.inference_mode | static_cast<std::uint32_t>(mode.grad_mode) << 1 |
         static_cast<std::uint32_t>(mode.autograd_excluded) << 2 |
         static_cast<std::uint32_t>(mode.adinplaceorview_excluded) << 3;
}

std::uint32_t kind_of(const spec::TensorObservation& tensor) {
  return tensor.is_inference | static_cast<std::uint32_t>(tensor.requires_grad) << 1 |
         static_cast<std::uint32_t>(tensor.is_view) << 2 | static_cast<std::uint32_t>(tensor.has_grad_fn) << 3 |
         static_cast<std::uint32_t>(static_cast<int>(tensor.creation_meta) + 1) << 4;
}

}  // namespace

void count_transitions(const spec::Program& program, const properties::Expected& expected) {
  for (std::uint32_t i = 0; i < expected.judged; ++i) {
    const spec::Record& record = program.records[i];
    const spec::Step& before = expected.step(static_cast<int>(i) - 1);
    const spec::Step& after = expected.step(static_cast<int>(i));
    std::uint32_t key = record.operation;
    const auto mix = [&key](std::uint32_t value) { key = (key ^ value) * 0x01000193u; };
    mix(static_cast<std::uint32_t>(after.outcome.kind));
    mix(static_cast<std::uint32_t>(after.outcome.error));
    mix(mode_of(after.observation.mode));
    const std::size_t operands = spec::slots_of(record.operation).operand_count;
    for (std::size_t k = 0; k < operands && k < 2; ++k)
      mix(kind_of(before.observation.registers[record.operands[k]].tensor));
    std::uint8_t& counter = counters[(key ^ key >> 16) % kCounters];
    if (counter < 255) ++counter;
  }
}

}  // namespace modecheck::fuzz
