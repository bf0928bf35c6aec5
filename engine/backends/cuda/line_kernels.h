// What a thread does that works along a line of elements: all of one dimension, at one place of the others.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/strided.h"
#include "engine/core/host_device.h"

namespace modecheck::engine::cuda {

// Operands: the result, and what is read. Steps are in bytes.
struct Lines {
  backends::Strided where;
  std::int64_t length;
  std::int64_t steps[2];
};

// exp(x - greatest) / sum of the same, or its logarithm: in double precision, rounded once.
template <bool logarithms, typename T>
struct SoftmaxKernel {
  Lines lines;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[2];
    lines.where.place<2>(i, at);
    const auto element = [&](std::int64_t k) {
      return backends::convert<double>(backends::load<T>(at[1] + k * lines.steps[1]));
    };
    double greatest = element(0);
    for (std::int64_t k = 1; k < lines.length; ++k) {
      const double value = element(k);
      if (value > greatest || std::isnan(value)) greatest = value;
    }
    double total = 0.0;
    for (std::int64_t k = 0; k < lines.length; ++k) total += std::exp(element(k) - greatest);
    const double logarithm = logarithms ? std::log(total) : 0.0;
    for (std::int64_t k = 0; k < lines.length; ++k) {
      const double result = logarithms ? element(k) - greatest - logarithm : std::exp(element(k) - greatest) / total;
      backends::store<T>(at[0] + k * lines.steps[0], backends::convert<T>(result));
    }
  }
};

// Each element joined with all before it. Floating results are carried in double and rounded where they are written.
template <typename Join, typename T>
struct CumulativeKernel {
  Lines lines;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    using Total = std::conditional_t<std::is_floating_point_v<backends::Computed<T>>, double,
                                     std::conditional_t<c10::is_complex_number<T>, c10::complex<double>, T>>;
    char* at[2];
    lines.where.place<2>(i, at);
    Total total = Total(Join::start);
    for (std::int64_t k = 0; k < lines.length; ++k) {
      total =
          Join::template joined<Total>(total, backends::convert<Total>(backends::load<T>(at[1] + k * lines.steps[1])));
      backends::store<T>(at[0] + k * lines.steps[0], backends::convert<T>(total));
    }
  }
};

// The logarithm of the sum of the powers of each element and of all before it: carried in double as the greatest of
// them and the sum beside it.
template <typename T>
struct LogCumulativeKernel {
  Lines lines;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[2];
    lines.where.place<2>(i, at);
    double greatest = -std::numeric_limits<double>::infinity();
    double total = 0;
    for (std::int64_t k = 0; k < lines.length; ++k) {
      const auto x = backends::convert<double>(backends::load<T>(at[1] + k * lines.steps[1]));
      if (x > greatest) {
        total = total * std::exp(greatest - x) + 1;
        greatest = x;
      } else if (std::isnan(x) || std::isfinite(x)) {
        total += std::exp(x - greatest);
      } else if (x == greatest && x > 0) {
        total += 1;
      }
      backends::store<T>(at[0] + k * lines.steps[0],
                         backends::convert<T>(total == 0 ? greatest : greatest + std::log(total)));
    }
  }
};

}  // namespace modecheck::engine::cuda
