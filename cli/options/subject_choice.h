// Selects the subjects to judge: `--subjects engine:cpu,torch:cpu`. A name with a slash is the file of a plug-in:
// `--subjects ./modecheck_subject_mine.so`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/campaign/campaign.h"
#include "properties/campaign/controls.h"

namespace modecheck::cli {

// A subject that could be asked for, available or not.
struct SubjectState {
  std::string name;     // "torch:cpu"; for a plug-in that does not load, "torch"
  std::string version;  // empty if it is not available
  bool available = false;
  std::string why;   // why the subject is not available
  std::string file;  // the plug-in's file
};

// Returns all subjects, and loads every plug-in. A plug-in that does not load has one entry, any other one for each
// device.
std::vector<SubjectState> all_subjects();

// Returns the named subjects; without names engine:cpu and torch:cpu, as far as available. A plug-in that nobody named
// and that does not load is left out, with a message on standard error. Throws UsageError, naming the option, for a
// name that does not exist or is not available.
std::vector<properties::SubjectHandle> choose_subjects(const std::vector<std::string>& names,
                                                       const char* option = "--subjects");

// Returns a subject that a control needs, or std::nullopt if its plug-in is missing.
std::optional<properties::SubjectHandle> subject_for_control(const std::string& name);

// If engine:cpu is judged, adds the control that makes its allocations fail (E1).
void add_failing_allocations_control(const std::vector<properties::SubjectHandle>& judged,
                                     properties::ControlOptions& controls);

}  // namespace modecheck::cli
