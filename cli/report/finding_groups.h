// Groups findings that look alike. A fault in a kernel that all in-place operators share shows in each of them, and a
// person wants to read about it once.
#pragma once

#include <string>
#include <vector>

#include "properties/campaign/campaign.h"

namespace modecheck::cli {

struct FindingGroup {
  // the findings of the group, the one with the shortest program first
  std::vector<const properties::Finding*> findings;
  std::string what;  // the field that differs, for example "version" or "outcome"

  const properties::Finding& first() const { return *findings.front(); }
};

// Groups the findings that have the same subject, rule, severity, error and differing field. The most severe group
// comes first; among equally severe groups, the largest.
std::vector<FindingGroup> groups_of(const std::vector<properties::Finding>& findings);

// Returns the commands in which the group's findings show, for example "abs_, acos_, add_.Tensor and 120 more".
std::string commands_of(const FindingGroup& group, std::size_t shown);

}  // namespace modecheck::cli
