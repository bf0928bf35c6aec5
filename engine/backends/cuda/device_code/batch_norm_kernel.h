// The kernels of batch normalization for the CUDA device. A channel's elements lie in `outer` runs of `inner` elements
// each. The kernels compute in double precision and round once. They add the elements of a channel in the same order as
// the CPU does.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// The sizes of a row-major tensor [outer, channels, inner].
struct BatchShape {
  std::int64_t outer;
  std::int64_t channels;
  std::int64_t inner;
};

// Computes the mean and variance of one channel. Writes them rounded to the parameters' dtype P, for the caller. Writes
// them also in double precision, for the kernels that follow.
template <typename T, typename P>
struct BatchMomentsKernel {
  BatchShape shape;
  const T* values;
  P* means;
  P* reciprocals;  // receives 1 / sqrt(variance + eps) of each channel
  P* variances;
  double* exact;  // receives the unrounded means of all channels, followed by the unrounded variances of all channels
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

// Normalizes one element of batch_norm. The means and variances that it reads have the C++ type S.
template <typename T, typename P, typename S>
struct BatchNormalizeKernel {
  BatchShape shape;
  const T* values;
  const P* scales;  // the weights of the channels, or null; `shifts` holds the biases, or is null
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
