// Finds the known mismatches and selects those that count.
#pragma once

#include <filesystem>
#include <vector>

#include "properties/known/known.h"

namespace modecheck::cli {

// Returns `known` in the source tree of this build or, for an installed command, share/modecheck/known beside the
// program's folder. Empty if neither exists.
std::filesystem::path known_folder();

// Returns all entries, or none if they are to be ignored.
std::vector<properties::KnownMismatch> choose_known(bool ignore);

}  // namespace modecheck::cli
