// Judges many operators, in several worker processes at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/operators/operator_worker.h"

namespace modecheck::cli {

struct OperatorViolation {
  std::string rule;
  std::string what;
  std::string missing;    // the kernel or annotation that is missing; may be empty
  std::string situation;  // may be empty
  std::string call;
  std::string known;  // the entry of known/ that describes it, if it is libtorch's own fault; else empty
};

struct OperatorReport {
  std::string name;
  std::string schema;
  std::string not_judged;  // why not; empty if the operator was judged
  int calls = 0;           // calls with different arguments that were judged
  std::vector<OperatorViolation> violations;
  std::vector<std::string> skipped;  // checks that could not be made, each with the reason

  // Whether there is a verdict. An operator whose calls all end the process has one.
  bool judged() const { return not_judged.empty() || !violations.empty(); }
  // Whether it breaks a rule by a fault of its own.
  bool broken() const;
};

struct JudgeRequest {
  WorkerProgram program;
  std::vector<std::string> libraries;
  std::vector<std::string> names;
  std::uint32_t seed = 1;
  int tries = 3000;
  int jobs = 1;
};

// Returns a report for each name, in their order. `progress` gets the number of operators that are done, and may be
// called by several threads, one after the other.
std::vector<OperatorReport> judge_operators(const JudgeRequest& request,
                                            const std::function<void(std::size_t done)>& progress);

}  // namespace modecheck::cli
