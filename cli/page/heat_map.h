// Shows what a campaign covered, as HTML tables. One table has rules and operations against modes and kinds of tensors.
// Another table has rules against groups of operations. A cell is met, reachable but not met, not found reachable, or
// not explored.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "properties/campaign/coverage_matrix.h"
#include "properties/generate/operation_set.h"

namespace modecheck::cli {

struct HeatMapFacts {
  const properties::CoverageMatrix& met;  // for each cell, how often the campaign met it
  // For each cell, how often short programs over the reduced alphabet (a small set of commands) meet it.
  const properties::CoverageMatrix& reachable;
  properties::OperationSet operations;  // the operations that the campaign's programs may use
};

struct HeatMap {
  std::string html;
  std::size_t met = 0;
  std::vector<std::string> missed;  // cells that are reachable but were not met, in words
};

// Returns HTML that explains the colours.
std::string heat_map_legend();

HeatMap rules_by_context(const HeatMapFacts& facts);
HeatMap rules_by_group(const HeatMapFacts& facts);
// Returns a map with a row for each group of operations. A reader can unfold each group to see its operations.
HeatMap operations_by_context(const HeatMapFacts& facts);

}  // namespace modecheck::cli
