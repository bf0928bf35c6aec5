#include "properties/campaign/transition_set.h"

#include <bit>

#include "properties/campaign/run_transitions.h"

namespace modecheck::properties {

void TransitionSet::add_run(const spec::Program& program, const Expected& expected) {
  visit_transitions(program, expected, [&](std::size_t, const Transition& transition) { add(transition); });
}

void TransitionSet::add_all(const TransitionSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
}

std::vector<Transition> TransitionSet::all() const {
  std::vector<Transition> out;
  for (std::size_t i = 0; i < words_.size(); ++i)
    for (std::uint64_t left = words_[i]; left != 0; left &= left - 1)
      out.push_back(
          Transition::of_code(static_cast<std::uint32_t>(i * 64 + static_cast<std::size_t>(std::countr_zero(left)))));
  return out;
}

}  // namespace modecheck::properties
