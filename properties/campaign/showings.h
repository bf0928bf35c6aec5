// Defines Showings, which says how many programs of a campaign showed one thing, and which of them was the first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace modecheck::properties {

struct Showings {
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t programs = 0;
  std::uint64_t first = kNone;  // the lowest number of a program that showed it

  void add(std::uint64_t program) { add({1, program}); }
  void add(const Showings& other) {
    programs += other.programs;
    first = std::min(first, other.first);
  }
};

}  // namespace modecheck::properties
