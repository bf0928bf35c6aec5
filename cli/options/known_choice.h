// Finds the known mismatches and selects those that count.
#pragma once

#include <filesystem>
#include <vector>

#include "properties/known/known.h"

namespace modecheck::cli {

// Returns share/modecheck/known beside the folder of the program or of the library that holds this code; in a build
// folder it is a link to the folder of the sources. Empty if it does not exist.
std::filesystem::path known_folder();

// Returns all entries, or none if they are to be ignored.
std::vector<properties::KnownMismatch> choose_known(bool ignore);

}  // namespace modecheck::cli
