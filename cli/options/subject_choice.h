// Selects the subjects to judge: `--subjects engine:cpu,torch:cpu`. A name with a slash is the file of a plug-in:
// `--subjects ./modecheck_subject_mine.so`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/campaign/campaign.h"
#include "properties/campaign/controls.h"

namespace modecheck::cli {

// SubjectState describes a subject that the user may name, whether it is available or not.
struct SubjectState {
  std::string name;     // the subject's name, for example "torch:cpu"; if its plug-in does not load, "torch"
  std::string version;  // the subject's version; empty if the subject is not available
  bool available = false;
  std::string why;   // why the subject is not available
  std::string file;  // the file of the subject's plug-in
};

// Returns all subjects, and loads every plug-in. A plug-in that loads has an entry for each device. A plug-in that does
// not load has one entry.
std::vector<SubjectState> all_subjects();

// Returns the named subjects. Without names, returns engine:cpu and torch:cpu as far as they are available. A plug-in
// that the user did not name and that does not load is left out, with a message on standard error. For a name that does
// not exist or is not available, throws UsageError, which names the option.
std::vector<properties::SubjectHandle> choose_subjects(const std::vector<std::string>& names,
                                                       const char* option = "--subjects");

// Returns a subject that a control (a check of the search itself) needs, or std::nullopt if its plug-in is missing.
std::optional<properties::SubjectHandle> subject_for_control(const std::string& name);

// If engine:cpu is judged, adds a control in which the engine's allocations fail. The control shows that a command that
// fails changes nothing (rule E1).
void add_failing_allocations_control(const std::vector<properties::SubjectHandle>& judged,
                                     properties::ControlOptions& controls);

}  // namespace modecheck::cli
