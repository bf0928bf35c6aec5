// Declares the line search of LBFGS. Only .cpp files include this header.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {
namespace detail {

// A point on the line that begins at the present parameters and has the direction of the next step.
struct LinePoint {
  double rate = 0;      // the distance from the beginning, in lengths of the direction
  double loss = 0;      // the loss there
  double slope = 0;     // the derivative of the loss along the line
  at::Tensor gradient;  // the gradient of all parameters
};

struct LineSearch {
  LinePoint found;
  std::int64_t evaluations = 0;
};

// Searches a point that satisfies the strong Wolfe conditions: the loss falls enough, and the slope is flat enough.
// `begin` is the point with the rate 0, `rate` the first rate to try, and `evaluate` computes the point of a rate.
// `length` is the largest element of the direction. The search ends when it has found such a point, when the points of
// the interval differ by less than tolerance_change, or after 25 evaluations.
LineSearch search_strong_wolfe(const std::function<LinePoint(double)>& evaluate, const LinePoint& begin, double rate,
                               double length, double tolerance_change);

}  // namespace detail
}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
