// A TransitionCounts counts the programs that showed each transition of the model: none, one, two, or three and more.
// The object is large and holds no pointers, so that processes can share it in memory. An object must begin as zeros:
// Shared memory does, and so does what std::make_unique makes. No constructor writes them, so that pages of shared
// memory which no transition needs take no memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "properties/campaign/residual_risk.h"
#include "properties/campaign/transition.h"
#include "properties/lockstep/expected.h"
#include "spec/program/program.h"

namespace modecheck::properties {

class TransitionCounts {
 public:
  // A campaign of 200,000 programs shows fewer than a tenth as many transitions.
  static constexpr std::size_t kMost = std::size_t{1} << 20;

  // Counts the transitions of a program. `expected` is the specification's run of the program. If kMost transitions
  // were shown, counting has ended, and the counts stay those of the programs before.
  void add_run(const spec::Program& program, const Expected& expected);

  // Returns what the programs showed that were added to any of the objects. They must be different programs.
  static Discovery joined(const std::vector<const TransitionCounts*>& all);

 private:
  // The first program that showed a transition. Programs are numbered as they were added.
  struct First {
    std::uint32_t code;
    std::uint32_t program;
  };
  // 64 counts of two bits each, which end at three
  struct Word {
    std::uint64_t low;
    std::uint64_t high;
  };

  void add(std::uint32_t code);
  unsigned count_of(std::uint32_t code) const {
    const Word& word = words_[code / 64];
    return static_cast<unsigned>((word.low >> code % 64 & 1) | (word.high >> code % 64 & 1) << 1);
  }

  std::uint32_t programs_;
  std::uint32_t firsts_count_;
  std::array<First, kMost> firsts_;
  std::array<Word, std::size_t{Transition::kPerOperation} / 64 * spec::kMostOperations> words_;
};

}  // namespace modecheck::properties
