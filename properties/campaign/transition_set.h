// A set of transitions, one bit each. The object is large and holds no pointers, so that processes can share it in
// memory.
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
  // Adds a transition. Returns true if it is new to the set.
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
  // Adds the transitions of all commands of a program. `expected` is the specification's run of the program.
  void add_run(const spec::Program& program, const Expected& expected);
  void add_all(const TransitionSet& other);
  std::vector<Transition> all() const;

 private:
  std::array<std::uint64_t, std::size_t{Transition::kPerOperation} / 64 * spec::kMostOperations> words_{};
};

}  // namespace modecheck::properties
