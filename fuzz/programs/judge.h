// Judges every input of a fuzz target. It runs the subject beside the specification, in this process, and makes all
// checks.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "properties/known/known.h"
#include "properties/lockstep/lockstep.h"
#include "reference/run/expected_run.h"
#include "spec/interface/device_kind.h"
#include "spec/program/program.h"

namespace modecheck::fuzz {

class Judge {
 public:
  // `subject`: "engine:cpu", "torch:cpu", ... Throws subjects::PluginError if there is no such subject.
  // `sanctioned_holes` says whether gradients that the unsafe guards (rule G5) may make wrong are judged.
  // With `concurrent` other threads run programs at the same time, so the number of live objects is not judged.
  explicit Judge(const std::string& subject,
                 reference::SanctionedHoles sanctioned_holes = reference::SanctionedHoles::Exempt,
                 bool concurrent = false);

  // From now on, mismatches that these entries cover count as no mismatch.
  void set_known(std::vector<properties::KnownMismatch> known) { known_ = std::move(known); }

  // Runs a program, and returns true if the subject does what the specification says.
  bool passes(const spec::Program& program);

  // Returns the signature of the mismatch that the last call of passes() met, or "".
  std::string signature() const;

  // Describes the mismatch that the last call of passes() met, with the program's text. Returns "" if there was none.
  std::string description(const spec::Program& program) const;
  // Returns the description and a last line: "ASSERTION FAILED: ", letters that stand for the signature, and the
  // signature. ClusterFuzz takes two crashes for the same if this line is the same.
  std::string mismatch(const spec::Program& program) const;

  const properties::Lockstep& lockstep() const { return *lockstep_; }
  // The device on which the subject computes.
  spec::DeviceKind device() const { return device_; }

 private:
  spec::DeviceKind device_;
  std::unique_ptr<properties::Lockstep> lockstep_;
  std::vector<properties::KnownMismatch> known_;
  std::vector<properties::Mismatch> mismatches_;  // those of the last program that no known entry covers
};

// Returns the name of the subject that this process judges: the variable MODECHECK_FUZZ_SUBJECT, or "engine:cpu" if it
// is not set.
std::string subject_from_environment();

// Returns Judged if MODECHECK_FUZZ_SANCTIONED_HOLES is "judged", and Exempt otherwise. With Judged the fuzzer must
// report the wrong gradients that rule H permits, which shows that it works.
reference::SanctionedHoles sanctioned_holes_from_environment();

// Returns the known mismatches in the folder that MODECHECK_FUZZ_KNOWN names, or none if it is not set.
std::vector<properties::KnownMismatch> known_from_environment();

}  // namespace modecheck::fuzz
