// Controls check the campaign itself. The campaign must find the canary, a subject with a planted fault. It must find
// the sanctioned hole: a wrong gradient under guards that exclude dispatch keys (rule G5), which rule H otherwise
// exempts. And it must find nothing in the engine when its allocations fail one after the other.
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
  std::uint64_t limit = 0;               // the number of programs within which the fault must be found
  std::uint64_t tried = 0;               // the number of programs that were tried before the time ended
  std::optional<std::uint64_t> program;  // the number of the program that shows the fault
  std::string text;     // for a control that must find no fault: the text of the program that showed one
  bool wanted = true;   // true: the control must find a fault; false: it must find none
  std::string not_run;  // why the control did not run; empty if it ran
  // true: the control did not run, because its subject is missing, or because the time was too short for a single
  // program
  bool missing = false;

  // Returns true if the control must find a fault and did not, although it tried enough programs. Returns true as well
  // if the control could try nothing, or found a fault where there must be none.
  bool failed() const {
    if (!not_run.empty()) return missing;
    return wanted ? !program && tried >= limit : program.has_value();
  }
};

struct ControlOptions {
  std::optional<SubjectHandle> canary;  // a subject with a planted fault; if the subject is missing, its control fails
  // A subject in which guards that exclude dispatch keys (rule G5) make gradients wrong: the sanctioned hole. If the
  // subject is missing, the control that must find such a gradient fails.
  std::optional<SubjectHandle> engine;
  std::uint64_t canary_limit = 10'000;
  // about one in 1,400 programs has a gradient that guards make wrong (see `engine`)
  std::uint64_t sanctioned_hole_limit = 15'000;
  // A subject whose allocations fail, and that must show no mismatch. If the subject is missing, its control fails.
  std::optional<SubjectHandle> starved;
  bool sweep = false;  // whether the control runs in which the allocations of the subject `starved` fail
  std::uint64_t sweep_limit = 2'000;
  bool alone = true;    // whether a control looks for the fault of `canary`
  bool beside = false;  // whether a control looks for a fault that shows only while another thread runs a program
  bool sanctioned_hole = true;  // whether a control looks for a gradient that guards make wrong (see `engine`)
  std::string not_run;          // why no control runs; empty: the controls run
  std::chrono::milliseconds time{4'000};
  std::chrono::milliseconds patience{5'000};  // how much longer than `time` the last program of a control may run
  std::function<void(spec::Program& program, std::uint64_t index)> program_into;
  // draws programs for the control `sanctioned_hole`; if empty, program_into draws them
  std::function<void(spec::Program& program, std::uint64_t index)> sanctioned_hole_program_into;
};

// Runs all controls at the same time, each in a process of its own.
std::vector<Control> run_controls(const ControlOptions& options);

}  // namespace modecheck::properties
