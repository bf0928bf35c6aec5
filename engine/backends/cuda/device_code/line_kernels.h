// Kernels that work along a line, for example softmax and cumsum. A line is all elements along one dimension, at fixed
// indices in the other dimensions.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "engine/backends/cuda/device_code/scaled.h"
#include "engine/backends/functions/joins.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/strided.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// The lines that a kernel works on. `where` gives the addresses of a line's first element in the result and in the
// input. `steps` are the strides along a line, in bytes, in the result and in the input.
struct Lines {
  backends::Strided where;
  std::int64_t length;
  std::int64_t steps[2];

  // The addresses at which one line begins in the result and in the input.
  struct Line {
    char* to;
    const char* from;
  };
  MODECHECK_HOST_DEVICE Line line(std::int64_t i) const {
    char* at[2];
    where.place<2>(i, at);
    return {at[0], at[1]};
  }
};

// The kernel of softmax, exp(x - max) / sum(exp(x - max)), or of its logarithm (log_softmax). It computes in double
// precision and rounds once.
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

// SoftmaxKernel for long lines, on each of which the threads of a block work together (see line_scan.h). The "share" of
// an element is exp(element - maximum).
template <bool logarithms, typename T>
struct SoftmaxShares : SoftmaxKernel<logarithms, T> {
  using Line = Lines::Line;
  static constexpr std::int64_t longest_of_a_thread = 32;
  // true if result() takes exp(element - maximum), and false if it takes the element itself
  static constexpr bool needs_shares = !logarithms;
  using Held = backends::Computed<T>;  // the type of an element while a thread keeps it in a register
  MODECHECK_HOST_DEVICE Line line(std::int64_t i) const { return this->lines.line(i); }
  MODECHECK_HOST_DEVICE std::int64_t size() const { return this->lines.length; }
  MODECHECK_HOST_DEVICE double element(const Line& line, std::int64_t k) const {
    return backends::convert<double>(backends::load<T>(line.from + k * this->lines.steps[1]));
  }
  // Returns the greater of two numbers, or NaN if either number is NaN.
  MODECHECK_HOST_DEVICE static double greater(double a, double b) { return b > a || std::isnan(b) ? b : a; }
  MODECHECK_HOST_DEVICE static double share(double element, double greatest) { return std::exp(element - greatest); }
  // Returns the number by which a line is normalized. It is the sum of the shares for softmax, and the logarithm of
  // that sum for log_softmax.
  MODECHECK_HOST_DEVICE static double whole(double total) { return logarithms ? std::log(total) : total; }
  // Returns the result for one element. The caller passes the element's share, exp(element - greatest).
  MODECHECK_HOST_DEVICE static double result(double element, double share, double greatest, double whole) {
    return logarithms ? element - greatest - whole : share / whole;
  }
  // Returns the result for one element, and computes the share exp(element - greatest) itself.
  MODECHECK_HOST_DEVICE static double result(double element, double greatest, double whole) {
    return result(element, logarithms ? 0 : share(element, greatest), greatest, whole);
  }
  MODECHECK_HOST_DEVICE void put(const Line& line, std::int64_t k, double result) const {
    backends::store<T>(line.to + k * this->lines.steps[0], backends::convert<T>(result));
  }
};

// The type in which cumsum and cumprod accumulate: double for floating elements, c10::complex<double> for complex ones,
// and T itself for integers.
template <typename T>
using CumulativeNumber = std::conditional_t<std::is_floating_point_v<backends::Computed<T>>, double,
                                            std::conditional_t<c10::is_complex_number<T>, c10::complex<double>, T>>;

// cumsum, cumprod and similar operators: combines each element with all elements before it in the line. Floating
// results are accumulated in double and rounded when they are written.
template <typename Join, typename T>
struct CumulativeKernel {
  Lines lines;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    using Total = CumulativeNumber<T>;
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

// CumulativeKernel in the form that line_scan.h splits over threads. Floating products use Scaled, so that no partial
// product overflows where the whole product does not. Sums have no such guard. A partial sum may overflow if it comes
// close to the greatest double.
template <typename Join, typename T>
struct CumulativeScan : CumulativeKernel<Join, T> {
  using Line = Lines::Line;
  using Number = CumulativeNumber<T>;
  static constexpr bool scales = std::is_same_v<Join, backends::Products> && !std::is_integral_v<Number>;
  using Total = std::conditional_t<scales, Scaled<Number>, Number>;

  MODECHECK_HOST_DEVICE Line line(std::int64_t i) const { return this->lines.line(i); }
  MODECHECK_HOST_DEVICE std::int64_t size() const { return this->lines.length; }
  MODECHECK_HOST_DEVICE Total nothing() const {
    if constexpr (scales)
      return Total::one();
    else
      return Total(Join::start);
  }
  MODECHECK_HOST_DEVICE Total of(const Line& line, std::int64_t k) const {
    const auto number = backends::convert<Number>(backends::load<T>(line.from + k * this->lines.steps[1]));
    if constexpr (scales)
      return Total::of(number);
    else
      return number;
  }
  MODECHECK_HOST_DEVICE Total joined(const Total& a, const Total& b) const {
    if constexpr (scales)
      return a.times(b);
    else
      return Join::template joined<Total>(a, b);
  }
  MODECHECK_HOST_DEVICE void put(const Line& line, std::int64_t k, const Total& total) const {
    char* const to = line.to + k * this->lines.steps[0];
    if constexpr (scales)
      backends::store<T>(to, backends::convert<T>(total.value()));
    else
      backends::store<T>(to, backends::convert<T>(total));
  }
};

// logcumsumexp: log(sum(exp(x))) over each element and all elements before it in the line. The kernel keeps the maximum
// and the sum of exp(x - maximum) in double.
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

// LogCumulativeKernel in the form that line_scan.h splits over threads.
template <typename T>
struct LogCumulativeScan : LogCumulativeKernel<T> {
  using Line = Lines::Line;
  struct Total {
    double greatest;
    double sum;  // the sum of exp(x - greatest) over all elements x; NaN if an element is NaN
  };

  MODECHECK_HOST_DEVICE Line line(std::int64_t i) const { return this->lines.line(i); }
  MODECHECK_HOST_DEVICE std::int64_t size() const { return this->lines.length; }
  MODECHECK_HOST_DEVICE Total nothing() const { return {-std::numeric_limits<double>::infinity(), 0}; }
  MODECHECK_HOST_DEVICE Total of(const Line& line, std::int64_t k) const {
    const auto x = backends::convert<double>(backends::load<T>(line.from + k * this->lines.steps[1]));
    if (std::isnan(x)) return {-std::numeric_limits<double>::infinity(), x};
    return {x, x == -std::numeric_limits<double>::infinity() ? 0.0 : 1.0};
  }
  MODECHECK_HOST_DEVICE Total joined(const Total& a, const Total& b) const {
    // If the maxima are equal, the sums need no factor exp(difference). This case also covers two equal infinities,
    // whose difference would be NaN.
    if (a.greatest == b.greatest) return {a.greatest, a.sum + b.sum};
    if (a.greatest < b.greatest) return {b.greatest, a.sum * std::exp(a.greatest - b.greatest) + b.sum};
    return {a.greatest, a.sum + b.sum * std::exp(b.greatest - a.greatest)};
  }
  MODECHECK_HOST_DEVICE void put(const Line& line, std::int64_t k, const Total& total) const {
    const double result = total.sum == 0 ? total.greatest : total.greatest + std::log(total.sum);
    backends::store<T>(line.to + k * this->lines.steps[0], backends::convert<T>(result));
  }
};

}  // namespace modecheck::engine::cuda
