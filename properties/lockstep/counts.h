// Counts what a run of programs did. The share of dropped commands, and the share of commands inside InferenceMode,
// show whether a campaign was worth its time.
#pragma once

#include <array>
#include <cstdint>

#include "spec/interface/error_class.h"
#include "spec/limits/unspecified.h"
#include "spec/program/limits.h"
#include "spec/program/operation.h"

namespace modecheck::properties {

struct Counts {
  std::uint64_t programs = 0;
  std::uint64_t commands = 0;  // the number of commands, including dropped ones
  // the number of dropped commands, including those that a generator proposed and then replaced
  std::uint64_t dropped = 0;
  std::uint64_t ok = 0;
  std::array<std::uint64_t, spec::kErrorClasses> errors{};
  std::uint64_t inside = 0;                  // the number of commands that ran inside InferenceMode
  std::uint64_t programs_inside = 0;         // the number of programs with a command inside InferenceMode
  std::uint64_t programs_with_backward = 0;  // the number of programs in which a backward returned
  std::uint64_t repeated = 0;                // the number of programs that each subject ran twice
  std::array<std::uint32_t, spec::kMostOperations> run_of{};
  std::array<std::uint32_t, spec::kMostOperations> dropped_of{};
  std::array<std::uint64_t, spec::kUnspecified> dropped_for{};  // the number of dropped commands for each reason
  // for each number of commands, the number of programs of that length
  std::array<std::uint32_t, spec::kMaxCommands + 1> programs_of{};

  std::uint64_t rejected() const {
    std::uint64_t out = 0;
    for (std::uint64_t n : errors) out += n;
    return out;
  }
  void add(const Counts& other);
};

struct SubjectCounts {
  std::uint64_t judged = 0;  // the number of commands whose answers were compared; dropped commands have no answer
  // the number of commands that the subject rejected for a valid reason other than the first reason (E3)
  std::uint64_t order = 0;
  std::uint64_t unsupported = 0;  // the number of programs in which judging ended at an unsupported operation
  std::uint64_t mismatched = 0;   // the number of programs in which the subject mismatched
  std::uint64_t cut_short = 0;    // the number of commands that were not compared because judging had ended before them
  std::uint64_t lost = 0;         // the number of the subject's processes that ended unexpectedly
  // for each operation, how often it was unsupported and ended judging
  std::array<std::uint32_t, spec::kMostOperations> unsupported_of{};

  void add(const SubjectCounts& other);
};

}  // namespace modecheck::properties
