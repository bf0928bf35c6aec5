// The sections of the page of a run.
#pragma once

#include <string>

#include "cli/page/heat_map.h"
#include "cli/page/run_html.h"

namespace modecheck::cli {

// The maps, made once: the page shows them, and tells elsewhere what they leave white.
struct PageMaps {
  HeatMap rules;
  HeatMap operations;
  HeatMap rules_and_groups;
};

// How many of a finding's like are shown open; the others are folded.
constexpr std::size_t kOpenFindings = 5;

std::string findings_section(const PageFacts& page);

// What this run did not look at, as far as it knows.
std::string gaps_section(const PageFacts& page, const PageMaps& maps);

}  // namespace modecheck::cli
