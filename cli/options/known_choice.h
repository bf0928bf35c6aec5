// Where the known departures are, and which of them count.
#pragma once

#include <filesystem>
#include <vector>

#include "properties/known/known.h"

namespace modecheck::cli {

// `known` in the source tree that this was built from or, where it is installed, share/modecheck/known beside the
// folder of the program. Empty if there is neither.
std::filesystem::path known_folder();

// All entries, or none if they are to be ignored.
std::vector<properties::KnownDeparture> choose_known(bool ignore);

}  // namespace modecheck::cli
