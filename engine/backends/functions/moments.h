// The reducers of var, std and logsumexp. They compute in double and round once.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

// The statistics of a group of elements: their number, their mean, and the sum of their squared distances from the
// mean.
template <typename Number>
struct Moments {
  double count = 0;
  Number mean = Number(0);
  double squares = 0;
};

MODECHECK_HOST_DEVICE inline double squared(double distance) { return distance * distance; }
MODECHECK_HOST_DEVICE inline double squared(c10::complex<double> distance) {
  return distance.real() * distance.real() + distance.imag() * distance.imag();
}

// The reducer of var and std. It reads each span of elements twice: first for the mean, and then for the distances from
// the mean. It merges two spans by the difference of their means, so that large squares are never subtracted from each
// other.
template <typename T>
struct Spread {
  using Element = T;
  using Number = std::conditional_t<c10::is_complex_number<T>, c10::complex<double>, double>;
  using Total = Moments<Number>;
  static constexpr bool cascades = true;

  MODECHECK_HOST_DEVICE Total start() const { return {}; }
  MODECHECK_HOST_DEVICE void add(Total& total, T element) const {
    const auto value = convert<Number>(element);
    total.count += 1;
    const Number before = value - total.mean;
    total.mean += before / Number(total.count);
    total.squares += squared(before) * ((total.count - 1) / total.count);
  }
  MODECHECK_HOST_DEVICE void merge(Total& total, const Total& other) const {
    if (other.count == 0) return;
    if (total.count == 0) {
      total = other;
      return;
    }
    const double count = total.count + other.count;
    const Number apart = other.mean - total.mean;
    total.squares += other.squares + squared(apart) * (total.count * (other.count / count));
    total.mean += apart * Number(other.count / count);
    total.count = count;
  }
  Total span(const char* from, std::int64_t step, std::int64_t n) const {
    Total out;
    out.count = static_cast<double>(n);
    if (n == 0) return out;
    for (std::int64_t i = 0; i < n; ++i) out.mean += convert<Number>(load<T>(from + i * step));
    out.mean = out.mean / Number(out.count);
    for (std::int64_t i = 0; i < n; ++i) out.squares += squared(convert<Number>(load<T>(from + i * step)) - out.mean);
    return out;
  }
};

// Writes variances or standard deviations to `to`. It also writes the means if `mean_to` is not null.
template <typename T>
struct StoreSpread {
  char* to;
  char* mean_to;  // receives the means; null if the caller does not want the means
  double less;    // the argument `correction` of var and std, which is subtracted from the number of elements
  bool root;
  template <typename Total>
  MODECHECK_HOST_DEVICE void operator()(std::int64_t index, const Total& moments) const {
    using Part = decltype(part_of(T()));
    const double others = moments.count - less;
    double value = moments.squares / (others > 0.0 ? others : 0.0);
    if (moments.count == 0) value = std::numeric_limits<double>::quiet_NaN();
    store<Part>(to + index * static_cast<std::int64_t>(sizeof(Part)), convert<Part>(root ? std::sqrt(value) : value));
    if (mean_to == nullptr) return;
    // The mean of no elements is NaN (0 / 0).
    using Number = typename Spread<T>::Number;
    const Number mean = moments.count == 0 ? moments.mean / Number(moments.count) : moments.mean;
    store<T>(mean_to + index * static_cast<std::int64_t>(sizeof(T)), convert<T>(mean));
  }

 private:
  MODECHECK_HOST_DEVICE static auto part_of(T number) {
    if constexpr (c10::is_complex_number<T>)
      return number.real();
    else
      return number;
  }
};

// The total of logsumexp over a group of elements: their maximum, and the sum of exp(x - maximum).
struct Powers {
  double greatest = -std::numeric_limits<double>::infinity();
  double sum = 0;
};

template <typename T>
struct SumOfPowers {
  using Element = T;
  using Total = Powers;
  static constexpr bool cascades = true;

  MODECHECK_HOST_DEVICE Total start() const { return {}; }
  MODECHECK_HOST_DEVICE void add(Total& total, T element) const {
    merge(total, {static_cast<double>(convert<double>(element)), 1});
  }
  MODECHECK_HOST_DEVICE void merge(Total& total, const Total& other) const {
    if (other.sum == 0) return;
    if (total.sum == 0) {
      total = other;
    } else if (other.greatest == total.greatest) {
      total.sum += other.sum;  // this branch also handles two equal infinities, whose difference would be NaN
    } else if (other.greatest > total.greatest) {
      total.sum = total.sum * std::exp(total.greatest - other.greatest) + other.sum;
      total.greatest = other.greatest;
    } else {
      total.sum += other.sum * std::exp(other.greatest - total.greatest);
    }
  }
  Total span(const char* from, std::int64_t step, std::int64_t n) const {
    Total out;
    for (std::int64_t i = 0; i < n; ++i) {
      const auto value = convert<double>(load<T>(from + i * step));
      if (value > out.greatest || std::isnan(value)) out.greatest = value;
    }
    if (!std::isfinite(out.greatest)) {
      // The maximum is infinite or NaN, and is the result of logsumexp. The sum only tells whether there are elements.
      out.sum = n == 0 ? 0 : 1;
      return out;
    }
    for (std::int64_t i = 0; i < n; ++i) out.sum += std::exp(convert<double>(load<T>(from + i * step)) - out.greatest);
    return out;
  }
};

template <typename T>
struct StoreLogarithm {
  char* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t index, const Powers& powers) const {
    store<T>(to + index * static_cast<std::int64_t>(sizeof(T)),
             convert<T>(powers.sum == 0 ? powers.greatest : powers.greatest + std::log(powers.sum)));
  }
};

}  // namespace modecheck::engine::backends
