// Reads `--profile NAME`, which says which mismatches are reported.
#pragma once

#include <string>

#include "properties/campaign/profile.h"

namespace modecheck::cli {

// Returns the profile of this name. If there is none, throws UsageError, which names the nearest profile.
properties::Profile choose_profile(const std::string& name);

}  // namespace modecheck::cli
