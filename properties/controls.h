// Controls: what a campaign must find if it is worth anything. A subject with a planted fault, and the hole that the
// guards of G5 are.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "properties/campaign.h"

namespace modecheck::properties {

struct Control {
  std::string name;
  std::uint64_t limit = 0;               // programs that it must be found within
  std::uint64_t tried = 0;               // programs that there was time for
  std::optional<std::uint64_t> program;  // that shows it

  // Nothing was found although there was time enough.
  bool failed() const { return !program && tried >= limit; }
};

struct ControlOptions {
  std::optional<SubjectHandle> canary;  // a subject that is wrong on purpose
  std::optional<SubjectHandle> engine;  // a subject whose G5 guards must be shown to spoil a gradient
  std::uint64_t canary_limit = 10'000;
  std::uint64_t hole_limit = 100'000;
  std::chrono::milliseconds time{4'000};
  std::function<void(spec::Program& program, std::uint64_t index)> program_into;
};

// Each in a process of its own, at the same time.
std::vector<Control> run_controls(const ControlOptions& options);

}  // namespace modecheck::properties
