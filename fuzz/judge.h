// Judges every input of a fuzz target: runs the subject beside the specification, in this process, with full checking.
#pragma once

#include <memory>
#include <string>

#include "properties/lockstep/lockstep.h"
#include "reference/run/expected_run.h"
#include "spec/program/program.h"

namespace modecheck::fuzz {

class Judge {
 public:
  // `subject`: "engine:cpu", "torch:cpu", ... Throws subjects::PluginError if there is no such subject.
  // `sanctioned_holes`: whether gradients that the unsafe guards (G5) spoil are judged.
  explicit Judge(const std::string& subject,
                 reference::SanctionedHoles sanctioned_holes = reference::SanctionedHoles::Exempt);

  // Returns true if the subject does what the specification says.
  bool passes(const spec::Program& program);

  // Describes the mismatch in the last program, with the program's text; "" if there is none.
  std::string mismatch(const spec::Program& program) const;

  const properties::Lockstep& lockstep() const { return *lockstep_; }

 private:
  std::unique_ptr<properties::Lockstep> lockstep_;
  const properties::Verdict* verdict_ = nullptr;
};

// Returns the subject of this process: MODECHECK_FUZZ_SUBJECT, or engine:cpu if that is not set.
std::string subject_from_environment();

// Returns Judged if MODECHECK_FUZZ_SANCTIONED_HOLES is "judged": then the fuzzer, as a control, must find the
// sanctioned hole.
reference::SanctionedHoles sanctioned_holes_from_environment();

}  // namespace modecheck::fuzz
