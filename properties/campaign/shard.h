// Defines Shard, the part of a campaign that one machine searches: every n-th slice of the programs.
#pragma once

#include <cstdint>

namespace modecheck::properties {

struct Shard {
  std::uint64_t number = 0;  // from 0 to count - 1; the command counts from 1
  std::uint64_t count = 1;
};

}  // namespace modecheck::properties
