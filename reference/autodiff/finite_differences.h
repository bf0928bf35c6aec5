// The third witness: gradients as differences of values, away from kinks. It knows nothing of derivatives.
#pragma once

#include <functional>
#include <vector>

namespace modecheck::reference {

// A scalar function of many numbers.
using ScalarFunction = std::function<double(const std::vector<double>&)>;

// The gradient of `function` at `point` by central differences with the given step: exact up to rounding for functions
// of degree two, off by O(step^2) for smooth ones, and wrong at kinks closer than `step`.
std::vector<double> finite_differences(const ScalarFunction& function, const std::vector<double>& point, double step);

}  // namespace modecheck::reference
