#include "fuzz/programs/coverage.h"

#include <cstdint>
#include <initializer_list>

#include "properties/campaign/run_transitions.h"
#include "spec/program/operation.h"

namespace modecheck::fuzz {
namespace {

constexpr std::size_t kCounters = std::size_t{1} << 16;
// The groups of operators come after the commands that are no operators.
constexpr std::uint32_t kFirstGroup = spec::kMostOperations;

// libFuzzer prescribes the section name __libfuzzer_extra_counters.
__attribute__((section("__libfuzzer_extra_counters"))) std::uint8_t counters[kCounters];

// The operators of one family are two groups: those that write an argument, and the others. Every other command is a
// group of its own.
std::uint32_t group_of(spec::OperationId id) {
  const spec::Operation& operation = spec::operations()[id];
  if (operation.kind != spec::CommandKind::Operator) return id;
  return kFirstGroup + 2 * static_cast<std::uint32_t>(operation.family) +
         static_cast<std::uint32_t>(operation.schema.writes());
}

// Counts no further than one. How often something happens in a program would be new too often.
void reach(std::initializer_list<std::uint32_t> facts) {
  std::uint32_t key = 0x811c9dc5u;
  for (const std::uint32_t fact : facts) key = (key ^ fact) * 0x01000193u;
  counters[(key ^ key >> 16) % kCounters] = 1;
}

}  // namespace

void count_transitions(const spec::Program& program, const properties::Expected& expected) {
  properties::visit_transitions(program, expected, [](std::size_t, const properties::Transition& transition) {
    if (transition.dropped()) return;
    reach({0, transition.operation, transition.outcome});
    reach({1, group_of(transition.operation), transition.target, transition.mode, transition.ok()});
  });
}

}  // namespace modecheck::fuzz
