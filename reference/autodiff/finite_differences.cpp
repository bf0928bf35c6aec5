#include "reference/autodiff/finite_differences.h"

namespace modecheck::reference {

std::vector<double> finite_differences(const ScalarFunction& function, const std::vector<double>& point, double step) {
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
