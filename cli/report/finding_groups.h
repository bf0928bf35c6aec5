// Findings that look alike: one fault in a kernel that all in-place operators share shows in each of them, and a person
// wants to read of it once.
#pragma once

#include <string>
#include <vector>

#include "properties/campaign/campaign.h"

namespace modecheck::cli {

struct FindingGroup {
  std::vector<const properties::Finding*> findings;  // the shortest program first
  std::string what;                                  // departs: "version", "outcome", ...

  const properties::Finding& first() const { return *findings.front(); }
};

// Alike are those of the same subject, rule, gravity and error in which the same field differs. The gravest group
// first; of equal gravity the largest.
std::vector<FindingGroup> groups_of(const std::vector<properties::Finding>& findings);

// "abs_, acos_, add_.Tensor and 120 more".
std::string commands_of(const FindingGroup& group, std::size_t shown);

}  // namespace modecheck::cli
