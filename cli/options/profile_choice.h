// `--profile NAME`: which mismatches are reported.
#pragma once

#include <string>

#include "properties/campaign/profile.h"

namespace modecheck::cli {

// Throws UsageError, naming the nearest profile, if there is none of this name.
properties::Profile choose_profile(const std::string& name);

}  // namespace modecheck::cli
