// Normalizes the elements of one group (group_norm, layer_norm): in double precision, rounded once.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

template <typename T>
struct NormalizationKernel {
  const T* values;  // [groups, size], row-major
  const T* scales;  // may be null, and so may `shifts`
  const T* shifts;
  T* to;
  T* means;
  T* reciprocals;  // 1 / sqrt(variance + eps)
  std::int64_t size;
  // The parameters repeat after `groups` groups. Each group has `channels` parameters, each for `spatial` elements.
  std::int64_t groups;
  std::int64_t channels;
  std::int64_t spatial;
  double eps;

  MODECHECK_HOST_DEVICE void operator()(std::int64_t group) const {
    const T* const from = values + group * size;
    const auto count = static_cast<double>(size);
    double mean = 0;
    for (std::int64_t i = 0; i < size; ++i) mean += static_cast<double>(from[i]);
    mean = size == 0 ? 0 : mean / count;
    double variance = 0;
    for (std::int64_t i = 0; i < size; ++i) {
      const double distance = static_cast<double>(from[i]) - mean;
      variance += distance * distance;
    }
    variance /= count;
    const double factor = 1.0 / std::sqrt(variance + eps);
    means[group] = backends::convert<T>(mean);
    reciprocals[group] = backends::convert<T>(factor);
    for (std::int64_t i = 0; i < size; ++i) {
      const std::int64_t parameter = group % groups * channels + i / spatial;
      double value = (static_cast<double>(from[i]) - mean) * factor;
      if (scales != nullptr) value *= static_cast<double>(scales[parameter]);
      if (shifts != nullptr) value += static_cast<double>(shifts[parameter]);
      to[group * size + i] = backends::convert<T>(value);
    }
  }
};

}  // namespace modecheck::engine::cuda
