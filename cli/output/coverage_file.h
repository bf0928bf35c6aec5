// Reads and writes a file of the transitions that a campaign reached: `run --coverage FILE` writes it, `explore
// --reached FILE` reads it.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "properties/campaign/transition.h"

namespace modecheck::cli {

void write_coverage(const std::filesystem::path& file, const std::vector<properties::Transition>& transitions);

// Returns the transitions in the file, as text. Throws UsageError if the file is no coverage file.
std::set<std::string> read_coverage(const std::filesystem::path& file, const char* option);

}  // namespace modecheck::cli
