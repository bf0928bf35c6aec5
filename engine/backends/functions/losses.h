// The element functions of loss functions. Each function computes the loss of a difference or of a probability, in
// double precision.
#pragma once

#include <cmath>

#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

struct SquaredLoss {
  MODECHECK_HOST_DEVICE double operator()(double z) const { return z * z; }
};

struct SmoothLoss {
  double beta;
  MODECHECK_HOST_DEVICE double operator()(double z) const {
    const double distance = std::abs(z);
    return distance < beta ? 0.5 * distance * distance / beta : distance - 0.5 * beta;
  }
};

struct HuberLoss {
  double delta;
  MODECHECK_HOST_DEVICE double operator()(double z) const {
    const double distance = std::abs(z);
    return distance <= delta ? 0.5 * distance * distance : delta * (distance - 0.5 * delta);
  }
};

// The binary cross entropy of a probability x for the target y. Logarithms are clamped to at least -100.
struct CrossEntropy {
  MODECHECK_HOST_DEVICE static bool is_probability(double x) { return x >= 0 && x <= 1; }
  MODECHECK_HOST_DEVICE double operator()(double x, double y) const {
    const double yes = x == 0 ? -100 : at_least(std::log(x));
    const double no = x == 1 ? -100 : at_least(std::log1p(-x));
    return (y - 1) * no - y * yes;
  }

 private:
  MODECHECK_HOST_DEVICE static double at_least(double logarithm) { return logarithm < -100.0 ? -100.0 : logarithm; }
};

}  // namespace modecheck::engine::backends
