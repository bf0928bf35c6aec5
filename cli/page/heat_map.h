// Where a campaign has been, as tables of HTML: rules and operations against modes and kinds of tensors, rules against
// groups of operations. A place is met, reachable and not met, not found reachable, or not explored.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "properties/campaign/census.h"
#include "properties/generate/operation_set.h"

namespace modecheck::cli {

struct HeatMapFacts {
  const properties::Census& met;        // by the campaign
  const properties::Census& reachable;  // by the commands of the alphabet
  properties::OperationSet operations;  // that the programs were made of
};

struct HeatMap {
  std::string html;
  std::size_t met = 0;
  std::vector<std::string> missed;  // reachable and not met, in words
};

// The colours, in words.
std::string heat_map_legend();

HeatMap rules_by_circumstance(const HeatMapFacts& facts);
HeatMap rules_by_group(const HeatMapFacts& facts);
// By groups, each with its operations in a fold.
HeatMap operations_by_circumstance(const HeatMapFacts& facts);

}  // namespace modecheck::cli
