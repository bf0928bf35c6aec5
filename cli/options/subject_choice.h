// Which subjects judge: `--subjects engine:cpu,torch:cpu`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/campaign/campaign.h"
#include "properties/campaign/controls.h"

namespace modecheck::cli {

// A subject that could be asked for, whether it is there or not.
struct SubjectState {
  std::string name;     // "torch:cpu"; of a plug-in that does not load "torch"
  std::string version;  // empty if it is not available
  bool available = false;
  std::string why;   // it is not available
  std::string file;  // of the plug-in
};

// All of them; loads every plug-in there is. One for a plug-in that does not load, else one for each device.
std::vector<SubjectState> all_subjects();

// The named ones. Empty: engine:cpu and torch:cpu, as far as they are there. Throws UsageError for a name that does not
// exist or is not available, naming the option.
std::vector<properties::SubjectHandle> choose_subjects(const std::vector<std::string>& names,
                                                       const char* option = "--subjects");

// One that a control needs; nothing if its plug-in is not there.
std::optional<properties::SubjectHandle> subject_for_control(const std::string& name);

// Where engine:cpu is judged, its allocations are made to fail, too (E1).
void sweep_beside(const std::vector<properties::SubjectHandle>& judged, properties::ControlOptions& controls);

}  // namespace modecheck::cli
