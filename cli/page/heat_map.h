// Shows where a campaign has been, as HTML tables: rules and operations against modes and kinds of tensors, and rules
// against groups of operations. A cell is met, reachable but not met, not found reachable, or not explored.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "properties/campaign/coverage_matrix.h"
#include "properties/generate/operation_set.h"

namespace modecheck::cli {

struct HeatMapFacts {
  const properties::CoverageMatrix& met;        // what the campaign met
  const properties::CoverageMatrix& reachable;  // what the alphabet's commands can reach
  properties::OperationSet operations;          // the operations that the programs were made of
};

struct HeatMap {
  std::string html;
  std::size_t met = 0;
  std::vector<std::string> missed;  // cells that are reachable but were not met, in words
};

// Explains the colours.
std::string heat_map_legend();

HeatMap rules_by_context(const HeatMapFacts& facts);
HeatMap rules_by_group(const HeatMapFacts& facts);
// By groups; each group's operations can be unfolded.
HeatMap operations_by_context(const HeatMapFacts& facts);

}  // namespace modecheck::cli
