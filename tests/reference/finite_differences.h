// Computes gradients from differences of values, as a check that is independent of the engine's and the reference's
// formulas. This code uses no derivative formulas and is valid only away from kinks.
#pragma once

#include <functional>
#include <vector>

namespace modecheck::reference {

// A function that maps many numbers to one.
using ScalarFunction = std::function<double(const std::vector<double>&)>;

// Returns the gradient of `function` at `point` by central differences with the given step. The result is exact up to
// rounding for polynomials of degree two, and off by O(step^2) for other smooth functions. It is wrong at kinks closer
// than `step`.
inline std::vector<double> finite_differences(const ScalarFunction& function, const std::vector<double>& point,
                                              double step) {
  std::vector<double> out;
  out.reserve(point.size());
  std::vector<double> moved = point;
  for (std::size_t i = 0; i < point.size(); ++i) {
    moved[i] = point[i] + step;
    const double above = function(moved);
    moved[i] = point[i] - step;
    const double below = function(moved);
    moved[i] = point[i];
    out.push_back((above - below) / (2 * step));
  }
  return out;
}

}  // namespace modecheck::reference
