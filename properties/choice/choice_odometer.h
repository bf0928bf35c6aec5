// Every sequence of decisions, one after the other, like the digits of an odometer: each run replays the decisions of
// the last one but takes the next value at the last place that has one left. What comes after is 0 at first.
//
//   OdometerChoice choice;
//   do { visit(choice.below(2), choice.below(3)); } while (choice.advance());   // six visits
//
// The number of runs is the number of different outcomes of the code that asks, if what it asks next depends on the
// earlier answers only.
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

  // Turns to the next sequence and starts it. False when all have been seen; then the odometer stands at the first.
  bool advance() {
    digits_.resize(at_);  // digits of an earlier, longer run
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
