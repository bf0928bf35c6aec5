// Finds the known mismatches on disk.
#pragma once

#include <filesystem>
#include <vector>

#include "properties/known/known.h"

namespace modecheck::cli {

// Returns share/modecheck/known beside the folder of the program or library that holds this code. In a build folder
// share/modecheck/known is a link to the folder of the sources. Returns an empty path if it does not exist.
std::filesystem::path known_folder();

// Returns all known mismatches, or none if `ignore` is true.
std::vector<properties::KnownMismatch> choose_known(bool ignore);

}  // namespace modecheck::cli
