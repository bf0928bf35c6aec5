// Transitions that were reached, one bit each. Large, and without pointers: it may lie in memory that processes share.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "properties/campaign/transition.h"
#include "properties/lockstep/expected.h"
#include "spec/program/program.h"

namespace modecheck::properties {

class TransitionSet {
 public:
  // True if it is new.
  bool add(const Transition& transition) {
    std::uint64_t& word = words_[transition.code() / 64];
    const std::uint64_t bit = std::uint64_t{1} << transition.code() % 64;
    const bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }
  bool contains(const Transition& transition) const {
    return (words_[transition.code() / 64] >> transition.code() % 64 & 1) != 0;
  }
  // Those of a run of the specification.
  void add_run(const spec::Program& program, const Expected& expected);
  void add_all(const TransitionSet& other);
  std::vector<Transition> all() const;

 private:
  std::array<std::uint64_t, std::size_t{Transition::kPerOperation} / 64 * spec::kMostOperations> words_{};
};

}  // namespace modecheck::properties
