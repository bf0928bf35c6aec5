// Declares the functions that write the sections of a run's HTML page.
#pragma once

#include <string>

#include "cli/page/heat_map.h"
#include "cli/page/run_html.h"

namespace modecheck::cli {

// The coverage maps of the page. They are computed once, because two sections use them: one shows the maps, another
// lists the empty cells.
struct PageMaps {
  HeatMap rules;
  HeatMap operations;
  HeatMap rules_and_groups;
};

// The number of groups of similar findings that are unfolded on the page; all others are folded.
constexpr std::size_t kOpenFindings = 5;

std::string findings_section(const PageFacts& page);

// Returns the section that lists what this run did not test, as far as the run's own counts show it.
std::string gaps_section(const PageFacts& page, const PageMaps& maps);

}  // namespace modecheck::cli
