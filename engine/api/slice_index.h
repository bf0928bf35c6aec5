// at::indexing::Slice selects the elements start, start + step, ... below stop of a dimension, like Python's
// start:stop:step.
#pragma once

#include <cstdint>
#include <limits>
#include <ostream>

#include "engine/core/errors/error.h"
#include "engine/core/types/array_ref.h"

namespace at {
inline namespace modecheck_v1 {
namespace indexing {

inline constexpr std::int64_t INDEX_MIN = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t INDEX_MAX = std::numeric_limits<std::int64_t>::max();

struct Slice final {
 public:
  // An absent start or stop extends to the end of the dimension. Raises c10::ValueError for a step of zero.
  Slice(c10::optional<std::int64_t> start = c10::nullopt, c10::optional<std::int64_t> stop = c10::nullopt,
        c10::optional<std::int64_t> step = c10::nullopt)
      : step_(step.value_or(1)) {
    if (step_ == 0) throw c10::ValueError(modecheck::engine::ErrorClass::Argument, "slice step cannot be zero");
    start_ = start.value_or(step_ < 0 ? INDEX_MAX : 0);
    stop_ = stop.value_or(step_ < 0 ? INDEX_MIN : INDEX_MAX);
  }

  std::int64_t start() const { return start_; }
  std::int64_t stop() const { return stop_; }
  std::int64_t step() const { return step_; }

 private:
  std::int64_t start_ = 0;
  std::int64_t stop_ = 0;
  std::int64_t step_;
};

inline std::ostream& operator<<(std::ostream& out, const Slice& slice) {
  return out << slice.start() << ':' << slice.stop() << ':' << slice.step();
}

}  // namespace indexing
}  // namespace modecheck_v1
}  // namespace at
