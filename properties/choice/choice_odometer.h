// An OdometerChoice enumerates all sequences of decisions, like the digits of an odometer. Each run repeats the
// decisions of the previous run, but takes the next value at the last decision that has another value. Later decisions
// start again at 0.
//
//   OdometerChoice choice;
//   do { visit(choice.below(2), choice.below(3)); } while (choice.advance());   // six visits
//
// Each run makes another sequence of decisions, and all sequences occur. This requires that the calling code depends on
// nothing but its earlier decisions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "properties/choice/choice.h"

namespace modecheck::properties {

class OdometerChoice final : public Choice {
 public:
  std::uint32_t below(std::uint32_t n) override {
    if (at_ == digits_.size()) digits_.push_back({0, n});
    Digit& digit = digits_[at_++];
    digit.base = n;
    return digit.value;
  }

  // Turns to the next sequence of decisions. After the last sequence, returns false and starts again with the first
  // sequence.
  bool advance() {
    digits_.resize(at_);  // drop the decisions of an earlier run that made more of them
    at_ = 0;
    while (!digits_.empty()) {
      if (++digits_.back().value < digits_.back().base) return true;
      digits_.pop_back();
    }
    return false;
  }

 private:
  struct Digit {
    std::uint32_t value = 0;
    std::uint32_t base = 1;
  };
  std::vector<Digit> digits_;
  std::size_t at_ = 0;
};

}  // namespace modecheck::properties
