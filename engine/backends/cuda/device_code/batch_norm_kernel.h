// Batch normalization on the device: a channel's elements lie in `outer` runs of `inner` elements each. Computes in
// double precision and rounds once; sums add up in the CPU's order.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// A tensor [outer, channels, inner], row-major.
struct BatchShape {
  std::int64_t outer;
  std::int64_t channels;
  std::int64_t inner;
};

// The statistics of one channel: rounded to the parameters' dtype P for the caller, and exactly for the kernels that
// follow.
template <typename T, typename P>
struct BatchMomentsKernel {
  BatchShape shape;
  const T* values;
  P* means;
  P* reciprocals;  // 1 / sqrt(variance + eps)
  P* variances;
  double* exact;  // the means of all channels, then their variances
  double eps;

  MODECHECK_HOST_DEVICE void operator()(std::int64_t channel) const {
    const auto count = static_cast<double>(shape.outer * shape.inner);
    double mean = 0;
    for (std::int64_t repeat = 0; repeat < shape.outer; ++repeat)
      for (std::int64_t i = 0; i < shape.inner; ++i) mean += at(repeat, channel, i);
    mean = count == 0 ? 0 : mean / count;
    double variance = 0;
    for (std::int64_t repeat = 0; repeat < shape.outer; ++repeat)
      for (std::int64_t i = 0; i < shape.inner; ++i) {
        const double distance = at(repeat, channel, i) - mean;
        variance += distance * distance;
      }
    variance /= count;
    means[channel] = backends::convert<P>(mean);
    reciprocals[channel] = backends::convert<P>(1 / std::sqrt(variance + eps));
    variances[channel] = backends::convert<P>(variance);
    exact[channel] = mean;
    exact[shape.channels + channel] = variance;
  }

 private:
  MODECHECK_HOST_DEVICE double at(std::int64_t repeat, std::int64_t channel, std::int64_t i) const {
    return static_cast<double>(values[(repeat * shape.channels + channel) * shape.inner + i]);
  }
};

// Normalizes one element, with means and variances of dtype S.
template <typename T, typename P, typename S>
struct BatchNormalizeKernel {
  BatchShape shape;
  const T* values;
  const P* scales;  // may be null, and so may `shifts`
  const P* shifts;
  const S* means;
  const S* variances;
  T* to;
  double eps;

  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t channel = i / shape.inner % shape.channels;
    const double factor = 1.0 / std::sqrt(static_cast<double>(variances[channel]) + eps);
    double value = (static_cast<double>(values[i]) - static_cast<double>(means[channel])) * factor;
    if (scales != nullptr) value *= static_cast<double>(scales[channel]);
    if (shifts != nullptr) value += static_cast<double>(shifts[channel]);
    to[i] = backends::convert<T>(value);
  }
};

}  // namespace modecheck::engine::cuda
