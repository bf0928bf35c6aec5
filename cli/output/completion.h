// Writes scripts with which a shell completes the command's verbs, options and values.
#pragma once

#include <string>
#include <vector>

#include "cli/options/app_facts.h"

namespace modecheck::cli {

std::string bash_completion(const std::vector<VerbFacts>& verbs);
std::string zsh_completion(const std::vector<VerbFacts>& verbs);
std::string fish_completion(const std::vector<VerbFacts>& verbs);

}  // namespace modecheck::cli
