// Controls check the campaign itself. It must find a subject with a planted fault, and the sanctioned hole (rule H)
// that G5's guards open. It must find nothing in the engine when its allocations fail one after the other.
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
  std::uint64_t limit = 0;               // the number of programs within which it must be found
  std::uint64_t tried = 0;               // the number of programs that there was time for
  std::optional<std::uint64_t> program;  // the program that shows it
  std::string text;                      // that program's text, if it should not have been found
  bool wanted = true;                    // true: it must be found; false: it must not
  std::string not_run;                   // why it was not looked for; empty if it was
  bool missing = false;                  // because its subject is missing, or there was no time for a single program

  // True if a wanted fault was not found in enough programs, if nothing could be tried, or if an unwanted one was
  // found.
  bool failed() const {
    if (!not_run.empty()) return missing;
    return wanted ? !program && tried >= limit : program.has_value();
  }
};

struct ControlOptions {
  std::optional<SubjectHandle> canary;  // a subject with a planted fault; without it the canary's control fails
  std::optional<SubjectHandle> engine;  // a subject in which G5's guards must be shown to spoil a gradient; likewise
  std::uint64_t canary_limit = 10'000;
  std::uint64_t sanctioned_hole_limit = 15'000;  // about one in 1,400 programs shows it
  std::optional<SubjectHandle> starved;  // a subject whose allocations fail, in which no mismatch may occur; likewise
  bool sweep = false;                    // whether failing allocations are tried
  std::uint64_t sweep_limit = 2'000;
  bool alone = true;            // whether the canary is looked for by itself, ...
  bool beside = false;          // ... and as a subject that is wrong only while another thread runs a program
  bool sanctioned_hole = true;  // whether the sanctioned hole is looked for
  std::string not_run;          // why no control runs; empty: they run
  std::chrono::milliseconds time{4'000};
  std::chrono::milliseconds patience{5'000};  // added to `time`, for a program that is still running
  std::function<void(spec::Program& program, std::uint64_t index)> program_into;
  std::function<void(spec::Program& program, std::uint64_t index)>
      sanctioned_hole_program_into;  // without: program_into
};

// Runs each control in a process of its own, all at the same time.
std::vector<Control> run_controls(const ControlOptions& options);

}  // namespace modecheck::properties
