// Transitions that a campaign reached, as a file: `run --coverage FILE` writes it, `explore --reached FILE` reads it.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "properties/campaign/transition.h"

namespace modecheck::cli {

void write_coverage(const std::filesystem::path& file, const std::vector<properties::Transition>& transitions);

// Their texts. Throws UsageError if the file is not one of these.
std::set<std::string> read_coverage(const std::filesystem::path& file, const char* option);

}  // namespace modecheck::cli
