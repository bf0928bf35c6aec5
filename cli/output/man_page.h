// Writes the command's manual page, in the language of man(7).
#pragma once

#include <string>
#include <vector>

#include "cli/options/app_facts.h"

namespace modecheck::cli {

// `version` is the text of --version; `date` is the page's date, like "2026-11-27".
std::string man_page(const std::string& summary, const std::vector<VerbFacts>& verbs, const std::string& version,
                     const std::string& date);

}  // namespace modecheck::cli
