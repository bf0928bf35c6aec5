// The sections of a run's HTML page.
#pragma once

#include <string>

#include "cli/page/heat_map.h"
#include "cli/page/run_html.h"

namespace modecheck::cli {

// The coverage maps, computed once: the page shows them, and lists elsewhere which cells are empty.
struct PageMaps {
  HeatMap rules;
  HeatMap operations;
  HeatMap rules_and_groups;
};

// How many groups of similar findings are shown unfolded; the others are folded.
constexpr std::size_t kOpenFindings = 5;

std::string findings_section(const PageFacts& page);

// Returns the section on what this run did not look at, as far as it knows.
std::string gaps_section(const PageFacts& page, const PageMaps& maps);

}  // namespace modecheck::cli
