// The reducers of sums, products, extremes and truth values.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "engine/backends/functions/is_nan.h"
#include "engine/backends/functions/reducer.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

// The type in which a sum is accumulated. Floating numbers are added in double precision, so that only sums of doubles
// lose precision.
template <typename T>
using SumTotal = std::conditional_t<std::is_floating_point_v<Computed<T>>, double,
                                    std::conditional_t<c10::is_complex_number<T>, c10::complex<double>, Stored<T>>>;

template <typename T>
struct SumOf : Reducer<SumOf<T>, T, SumTotal<T>> {
  using Total = SumTotal<T>;
  static constexpr bool cascades = std::is_same_v<T, double> || std::is_same_v<T, c10::complex<double>>;
  MODECHECK_HOST_DEVICE Total start() const { return Total(0); }
  MODECHECK_HOST_DEVICE void add(Total& total, T element) const { merge(total, convert<Total>(element)); }
  MODECHECK_HOST_DEVICE void merge(Total& total, Total other) const {
    if constexpr (std::is_same_v<T, bool>)
      total |= other;
    else
      total = wrapping_add<Total>(total, other);
  }
};

// The reducer of nansum, in which NaN counts as zero.
template <typename T>
struct SumOfNumbers : SumOf<T> {
  MODECHECK_HOST_DEVICE void add(SumTotal<T>& total, T element) const {
    if (!is_nan(static_cast<Computed<T>>(element))) SumOf<T>::add(total, element);
  }
  SumTotal<T> span(const char* from, std::int64_t step, std::int64_t n) const {
    SumTotal<T> total = this->start();
    for (std::int64_t i = 0; i < n; ++i) add(total, load<T>(from + i * step));
    return total;
  }
};

// The reducer of prod. It computes in the precision of the elements. If a partial product overflows, it overflows in
// libtorch, too.
template <typename T>
struct ProductOf : Reducer<ProductOf<T>, T, Stored<T>> {
  using Total = Stored<T>;
  static constexpr bool cascades = false;
  MODECHECK_HOST_DEVICE Total start() const { return Total(1); }
  MODECHECK_HOST_DEVICE void add(Total& total, T element) const { merge(total, static_cast<Total>(element)); }
  MODECHECK_HOST_DEVICE void merge(Total& total, Total other) const { total = wrapping_mul<Total>(total, other); }
};

enum class Extreme : bool { Greatest, Least };

// The reducer of amax and amin. The result is NaN if any element is NaN.
template <Extreme which, typename T>
struct ExtremeOf : Reducer<ExtremeOf<which, T>, T, Computed<Stored<T>>> {
  using Total = Computed<Stored<T>>;
  static constexpr bool cascades = false;
  MODECHECK_HOST_DEVICE Total start() const {
    using Limits = std::numeric_limits<Total>;
    if constexpr (Limits::has_infinity)
      return which == Extreme::Greatest ? -Limits::infinity() : Limits::infinity();
    else
      return which == Extreme::Greatest ? Limits::lowest() : Limits::max();
  }
  MODECHECK_HOST_DEVICE void add(Total& total, T element) const { merge(total, static_cast<Total>(element)); }
  MODECHECK_HOST_DEVICE void merge(Total& total, Total other) const {
    const bool beyond = which == Extreme::Greatest ? other > total : other < total;
    if constexpr (std::is_floating_point_v<Total>)
      total = (beyond | (other != other)) ? other : total;
    else
      total = beyond ? other : total;
  }
};

// The reducer of argmax and argmin. It finds the first NaN if there is one, else the first of the equal extreme
// elements.
template <Extreme which, typename T>
struct PlaceOfExtreme {
  using Element = T;
  struct Total {
    Computed<Stored<T>> extreme;
    std::int64_t place;  // the index of the extreme element in its group, or -1 if the group is empty so far
  };
  MODECHECK_HOST_DEVICE Total start() const { return {{}, -1}; }
  // Adds an element to the total, together with the element's index in its group.
  MODECHECK_HOST_DEVICE void add_at(Total& total, T element, std::int64_t place) const {
    merge(total, {static_cast<Computed<Stored<T>>>(element), place});
  }
  MODECHECK_HOST_DEVICE void merge(Total& total, const Total& other) const {
    if (other.place >= 0 && (total.place < 0 || comes_before(other, total))) total = other;
  }

 private:
  MODECHECK_HOST_DEVICE static bool comes_before(const Total& a, const Total& b) {
    if (is_nan(a.extreme) || is_nan(b.extreme)) return is_nan(a.extreme) && (!is_nan(b.extreme) || a.place < b.place);
    if (a.extreme == b.extreme) return a.place < b.place;
    return which == Extreme::Greatest ? a.extreme > b.extreme : a.extreme < b.extreme;
  }
};

// Returns 1 if an element is not zero, else 0, for all, any and count_nonzero. NaN is not zero.
template <typename T>
MODECHECK_HOST_DEVICE std::uint8_t is_not_zero(T element) {
  if constexpr (c10::is_complex_number<T>)
    return static_cast<std::uint8_t>(element.real() != 0 || element.imag() != 0);
  else
    return static_cast<std::uint8_t>(static_cast<Computed<T>>(element) != 0);
}

template <typename T>
struct AnyOf : Reducer<AnyOf<T>, T, std::uint8_t> {
  using Total = std::uint8_t;
  static constexpr bool cascades = false;
  MODECHECK_HOST_DEVICE Total start() const { return 0; }
  MODECHECK_HOST_DEVICE void add(Total& total, T element) const { merge(total, is_not_zero(element)); }
  MODECHECK_HOST_DEVICE void merge(Total& total, Total other) const { total |= other; }
};

template <typename T>
struct AllOf : Reducer<AllOf<T>, T, std::uint8_t> {
  using Total = std::uint8_t;
  static constexpr bool cascades = false;
  MODECHECK_HOST_DEVICE Total start() const { return 1; }
  MODECHECK_HOST_DEVICE void add(Total& total, T element) const { merge(total, is_not_zero(element)); }
  MODECHECK_HOST_DEVICE void merge(Total& total, Total other) const { total &= other; }
};

template <typename T>
struct CountOf : Reducer<CountOf<T>, T, std::int64_t> {
  using Total = std::int64_t;
  static constexpr bool cascades = false;
  MODECHECK_HOST_DEVICE Total start() const { return 0; }
  MODECHECK_HOST_DEVICE void add(Total& total, T element) const { total += is_not_zero(element); }
  MODECHECK_HOST_DEVICE void merge(Total& total, Total other) const { total += other; }
};

struct StorePlace {
  std::int64_t* to;
  template <typename Total>
  MODECHECK_HOST_DEVICE void operator()(std::int64_t index, const Total& total) const {
    to[index] = total.place;
  }
};

// Writes the result of a reduction to a dense output. If `divisor` is not 1, floating and complex results are divided
// by it, as in mean.
template <typename T>
struct StoreTotal {
  char* to;
  std::int64_t divisor = 1;
  template <typename Total>
  MODECHECK_HOST_DEVICE void operator()(std::int64_t index, const Total& total) const {
    T result = convert<T>(total);
    if constexpr (c10::is_complex_number<T>) {
      const auto by = static_cast<typename T::value_type>(divisor);
      if (divisor != 1) result = T(result.real() / by, result.imag() / by);
    } else if constexpr (std::is_floating_point_v<Computed<T>>) {
      if (divisor != 1) result = convert<T>(static_cast<Computed<T>>(result) / static_cast<Computed<T>>(divisor));
    }
    store<T>(to + index * static_cast<std::int64_t>(sizeof(Stored<T>)), result);
  }
};

}  // namespace modecheck::engine::backends
