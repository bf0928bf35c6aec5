// What every input of a fuzz target goes through: the subject beside the specification, in this process, with full
// checking.
#pragma once

#include <memory>
#include <string>

#include "properties/lockstep/lockstep.h"
#include "reference/run/expected_run.h"
#include "spec/program/program.h"

namespace modecheck::fuzz {

class Judge {
 public:
  // "engine:cpu", "torch:cpu", ... Throws subjects::PluginError if there is no such subject. `holes`: whether what the
  // unsafe guards spoil counts (G5).
  explicit Judge(const std::string& subject, reference::Holes holes = reference::Holes::Exempt);

  // True: the subject does what the specification says.
  bool passes(const spec::Program& program);

  // What departs in the last program, with the program's text; empty if nothing does.
  std::string departure(const spec::Program& program) const;

  const properties::Lockstep& lockstep() const { return *lockstep_; }

 private:
  std::unique_ptr<properties::Lockstep> lockstep_;
  const properties::Verdict* verdict_ = nullptr;
};

// The subject of this process: MODECHECK_FUZZ_SUBJECT, engine:cpu if that is not set.
std::string subject_from_environment();

// Judged if MODECHECK_FUZZ_HOLES is "judged": the control that must find them.
reference::Holes holes_from_environment();

}  // namespace modecheck::fuzz
