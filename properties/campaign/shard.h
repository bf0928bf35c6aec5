// Defines Shard, the part of a campaign that one machine searches: every n-th slice of the programs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace modecheck::properties {

struct Shard {
  std::uint64_t number = 0;  // from 0 to count - 1; the command counts from 1
  std::uint64_t count = 1;
};

// Returns the size of slices with which each of `shards` shards has at least eight, so that all have about as many
// programs. The size is a power of two, at most 16,384, and the same in every shard.
constexpr std::uint64_t slice_size_for(std::uint64_t programs, std::uint64_t shards) {
  return std::bit_floor(std::clamp<std::uint64_t>(programs / shards / 8, 1, 16'384));
}

}  // namespace modecheck::properties
