// Controls: what a campaign must find if it is worth anything. A subject with a planted fault, and the hole that the
// guards of G5 are. And what it must not find, on the engine whose allocations fail, one after the other.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "properties/campaign/campaign.h"

namespace modecheck::properties {

struct Control {
  std::string name;
  std::uint64_t limit = 0;               // programs that it must be found within
  std::uint64_t tried = 0;               // programs that there was time for
  std::optional<std::uint64_t> program;  // that shows it
  std::string text;                      // that program, of what must not be found
  bool wanted = true;                    // it must be found; false: it must not
  std::string not_run;                   // why it was not looked for; empty: it was
  bool missing = false;                  // for want of its subject, or of time for a single program

  // Nothing was found although there was time enough, or nobody could look; or something that must not be there.
  bool failed() const {
    if (!not_run.empty()) return missing;
    return wanted ? !program && tried >= limit : program.has_value();
  }
};

struct ControlOptions {
  std::optional<SubjectHandle> canary;  // a subject that is wrong on purpose; without: its control fails
  std::optional<SubjectHandle> engine;  // a subject whose G5 guards must be shown to spoil a gradient; the same
  std::uint64_t canary_limit = 10'000;
  std::uint64_t hole_limit = 15'000;     // about one in 1,400 programs shows it
  std::optional<SubjectHandle> starved;  // a subject whose allocations fail, in which nothing must depart; the same
  bool sweep = false;                    // whether that is looked for
  std::uint64_t sweep_limit = 2'000;
  bool alone = true;    // whether the canary is looked for by itself, ...
  bool beside = false;  // ... and as what the engine becomes while another thread runs a program
  bool hole = true;     // whether that is looked for
  std::string not_run;  // why none is looked for; empty: they are
  std::chrono::milliseconds time{4'000};
  std::chrono::milliseconds patience{5'000};  // beyond that, for the program that runs when it is over
  std::function<void(spec::Program& program, std::uint64_t index)> program_into;
  std::function<void(spec::Program& program, std::uint64_t index)> hole_program_into;  // without: as for the others
};

// Each in a process of its own, at the same time.
std::vector<Control> run_controls(const ControlOptions& options);

}  // namespace modecheck::properties
