#include "engine/optim/line_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace torch {
inline namespace modecheck_v1 {
namespace optim {
namespace detail {

namespace {

// The constants of the strong Wolfe conditions, and the most evaluations, as PyTorch has them.
constexpr double kSufficientDecrease = 1e-4;
constexpr double kCurvature = 0.9;
constexpr std::int64_t kMostEvaluations = 25;

// Returns the minimum of the cubic through two points and their slopes, moved into the interval from `least` to `most`.
// Returns the middle of the interval if the cubic has no minimum.
double cubic_minimum(const LinePoint& a, const LinePoint& b, double least, double most) {
  const double mean = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.rate - b.rate);
  const double square = mean * mean - a.slope * b.slope;
  if (!(square >= 0)) return (least + most) / 2;
  const double root = std::sqrt(square);
  const LinePoint& left = a.rate <= b.rate ? a : b;
  const LinePoint& right = a.rate <= b.rate ? b : a;
  const double minimum =
      right.rate - (right.rate - left.rate) * ((right.slope + root - mean) / (right.slope - left.slope + 2 * root));
  return std::min(std::max(minimum, least), most);
}

class StrongWolfe {
 public:
  StrongWolfe(const std::function<LinePoint(double)>& evaluate, const LinePoint& begin)
      : evaluate_(evaluate), begin_(begin) {}

  LineSearch run(double rate, double length, double tolerance_change) {
    bracket(rate);
    zoom(length, tolerance_change);
    return {low_, evaluations_};
  }

 private:
  LinePoint at(double rate) {
    ++evaluations_;
    return evaluate_(rate);
  }
  bool falls_enough(const LinePoint& point) const {
    return point.loss <= begin_.loss + kSufficientDecrease * point.rate * begin_.slope;
  }
  bool is_flat_enough(const LinePoint& point) const { return std::abs(point.slope) <= -kCurvature * begin_.slope; }

  // Sets the ends of the interval, and which of them has the lower loss. The first one counts as lower if both are
  // equal.
  void set_ends(const LinePoint& first, const LinePoint& second) {
    const bool first_is_lower = first.loss <= second.loss;
    low_ = first_is_lower ? first : second;
    high_ = first_is_lower ? second : first;
    low_is_first_ = first_is_lower;
  }

  // Moves forward until an interval surely contains a point that satisfies the conditions.
  void bracket(double rate) {
    LinePoint before = begin_;
    LinePoint now = at(rate);
    for (; iterations_ < kMostEvaluations; ++iterations_) {
      if (!falls_enough(now) || (iterations_ > 1 && now.loss >= before.loss)) return set_ends(before, now);
      if (is_flat_enough(now)) {
        low_ = high_ = now;
        is_done_ = true;
        return;
      }
      if (now.slope >= 0) return set_ends(before, now);
      const double next = cubic_minimum(before, now, now.rate + 0.01 * (now.rate - before.rate), now.rate * 10);
      before = std::move(now);
      now = at(next);
    }
    set_ends(begin_, now);
  }

  // Makes the interval smaller.
  void zoom(double length, double tolerance_change) {
    bool was_near_an_end = false;
    while (!is_done_ && iterations_ < kMostEvaluations) {
      const double least = std::min(low_.rate, high_.rate);
      const double most = std::max(low_.rate, high_.rate);
      if ((most - least) * length < tolerance_change) return;
      double rate = cubic_minimum(low_is_first_ ? low_ : high_, low_is_first_ ? high_ : low_, least, most);
      const double margin = 0.1 * (most - least);
      const bool is_near_an_end = std::min(most - rate, rate - least) < margin;
      const bool moves = is_near_an_end && (was_near_an_end || rate >= most || rate <= least);
      if (moves) rate = std::abs(rate - most) < std::abs(rate - least) ? most - margin : least + margin;
      was_near_an_end = is_near_an_end && !moves;
      LinePoint now = at(rate);
      ++iterations_;
      if (!falls_enough(now) || now.loss >= low_.loss) {
        const bool first_is_low = low_is_first_;
        high_ = std::move(now);
        set_ends(LinePoint(first_is_low ? low_ : high_), LinePoint(first_is_low ? high_ : low_));
      } else {
        if (is_flat_enough(now))
          is_done_ = true;
        else if (now.slope * (high_.rate - low_.rate) >= 0)
          high_ = std::move(low_);
        low_ = std::move(now);
      }
    }
  }

  const std::function<LinePoint(double)>& evaluate_;
  const LinePoint& begin_;
  LinePoint low_, high_;
  bool low_is_first_ = true;
  bool is_done_ = false;
  std::int64_t iterations_ = 0;
  std::int64_t evaluations_ = 0;
};

}  // namespace

LineSearch search_strong_wolfe(const std::function<LinePoint(double)>& evaluate, const LinePoint& begin, double rate,
                               double length, double tolerance_change) {
  return StrongWolfe(evaluate, begin).run(rate, length, tolerance_change);
}

}  // namespace detail
}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
