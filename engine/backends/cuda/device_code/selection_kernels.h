// The kernels of sort, topk, median, cummax, cummin and unique for the CUDA device.
#pragma once

#include <cstdint>

#include "engine/backends/functions/is_nan.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// The order in which a row is sorted. Ascending puts NaN last. Descending and NanThenAscending put NaN first.
enum class RowOrder : std::uint8_t { Ascending, Descending, NanThenAscending };

// Says from which rank on the elements of a sorted row are written: from a given rank, or from the rank of the median.
// The median is the first NaN, or else the middle element.
enum class RowStart : std::uint8_t { AtRank, AtMedian };

// The rows that are sorted, `outer` * `inner` of them. Each has `size` elements with stride `inner`. `kept` elements of
// each sorted row are written.
struct Rows {
  const char* from;
  char* values;
  std::int64_t* places;
  std::int64_t outer;
  std::int64_t size;
  std::int64_t inner;
  std::int64_t kept;
};

// Computes the rank of one element: the number of elements that come before it. Equal elements keep their order.
template <typename T>
struct RankKernel {
  Rows rows;
  RowOrder order;
  RowStart start;
  std::int64_t first;  // the rank of the first element that is written
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t inner = i % rows.inner;
    const std::int64_t place = i / rows.inner % rows.size;
    const std::int64_t outer = i / rows.inner / rows.size;
    const std::int64_t row = outer * rows.size * rows.inner + inner;
    const auto own = element(row, place);
    std::int64_t rank = 0;
    std::int64_t numbers = 0;
    for (std::int64_t k = 0; k < rows.size; ++k) {
      const auto other = element(row, k);
      numbers += backends::is_nan(other) ? 0 : 1;
      if (comes_before(other, own) || (k < place && !comes_before(own, other))) ++rank;
    }
    std::int64_t wanted = first;
    if (start == RowStart::AtMedian) wanted = numbers < rows.size ? numbers : (rows.size - 1) / 2;
    if (rank < wanted || rank - wanted >= rows.kept) return;
    const std::int64_t to = (outer * rows.kept + rank - wanted) * rows.inner + inner;
    backends::store<T>(rows.values + to * bytes, backends::convert<T>(own));
    rows.places[to] = place;
  }

 private:
  using C = backends::Computed<T>;
  static constexpr std::int64_t bytes = sizeof(backends::Stored<T>);

  MODECHECK_HOST_DEVICE C element(std::int64_t row, std::int64_t place) const {
    return static_cast<C>(backends::load<T>(rows.from + (row + place * rows.inner) * bytes));
  }
  MODECHECK_HOST_DEVICE bool comes_before(C a, C b) const {
    if (backends::is_nan(a) || backends::is_nan(b)) {
      if (backends::is_nan(a) && backends::is_nan(b)) return false;
      return backends::is_nan(order == RowOrder::Ascending ? b : a);
    }
    return order == RowOrder::Descending ? a > b : a < b;
  }
};

// cummax and cummin of one row. Of equal elements, the last one gives the index.
template <typename T>
struct BestSoFarKernel {
  Rows rows;
  bool least;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    using C = backends::Computed<T>;
    constexpr std::int64_t bytes = sizeof(backends::Stored<T>);
    const std::int64_t row = i / rows.inner * rows.size * rows.inner + i % rows.inner;
    C best{};
    std::int64_t place = 0;
    for (std::int64_t k = 0; k < rows.size; ++k) {
      const std::int64_t at = row + k * rows.inner;
      const auto value = static_cast<C>(backends::load<T>(rows.from + at * bytes));
      const bool worse = least ? value > best : value < best;
      if (k == 0 || backends::is_nan(value) || !(backends::is_nan(best) || worse)) {
        best = value;
        place = k;
      }
      backends::store<T>(rows.values + at * bytes, backends::convert<T>(best));
      rows.places[at] = place;
    }
  }
};

// BestSoFarKernel (cummax and cummin) in the form that line_scan.h splits over threads. It is for rows whose elements
// are adjacent in memory.
template <typename T>
struct BestSoFarScan : BestSoFarKernel<T> {
  struct Line {
    const char* from;
    char* values;
    std::int64_t* places;
  };
  struct Total {
    backends::Computed<T> best;
    std::int64_t place;  // the position in the row of the best element so far, or -1 if there is none yet
  };

  MODECHECK_HOST_DEVICE Line line(std::int64_t i) const {
    const std::int64_t at = i * this->rows.size;
    return {this->rows.from + at * bytes, this->rows.values + at * bytes, this->rows.places + at};
  }
  MODECHECK_HOST_DEVICE std::int64_t size() const { return this->rows.size; }
  MODECHECK_HOST_DEVICE Total nothing() const { return {{}, -1}; }
  MODECHECK_HOST_DEVICE Total of(const Line& line, std::int64_t k) const {
    return {static_cast<backends::Computed<T>>(backends::load<T>(line.from + k * bytes)), k};
  }
  MODECHECK_HOST_DEVICE Total joined(const Total& a, const Total& b) const {
    if (b.place < 0) return a;
    if (a.place < 0 || backends::is_nan(b.best)) return b;
    const bool worse = this->least ? b.best > a.best : b.best < a.best;
    return backends::is_nan(a.best) || worse ? a : b;
  }
  MODECHECK_HOST_DEVICE void put(const Line& line, std::int64_t k, const Total& total) const {
    backends::store<T>(line.values + k * bytes, backends::convert<T>(total.best));
    line.places[k] = total.place;
  }

 private:
  static constexpr std::int64_t bytes = sizeof(backends::Stored<T>);
};

// unique, on one sorted row: writes 1 for an element that differs from the element before it, else 0. The first element
// counts as different, and so does every NaN.
template <typename T>
struct RunStartKernel {
  const char* sorted;
  std::uint8_t* starts;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    constexpr std::int64_t bytes = sizeof(backends::Stored<T>);
    using C = backends::Computed<T>;
    starts[i] = i == 0 || static_cast<C>(backends::load<T>(sorted + i * bytes)) !=
                              static_cast<C>(backends::load<T>(sorted + (i - 1) * bytes))
                    ? 1
                    : 0;
  }
};

// unique: handles one run of equal elements in the sorted row. Writes the length of the run to `counts`. Writes the
// number of the run to `run_of` for each of its elements, at the position that the element had before the sort.
struct ListRunKernel {
  const std::int64_t* starts;
  const std::int64_t* order;
  std::int64_t runs;
  std::int64_t elements;
  std::int64_t* run_of;  // receives the inverse indices; may be null, and so may `counts`
  std::int64_t* counts;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t run) const {
    const std::int64_t end = run + 1 < runs ? starts[run + 1] : elements;
    if (counts != nullptr) counts[run] = end - starts[run];
    if (run_of == nullptr) return;
    for (std::int64_t i = starts[run]; i < end; ++i) run_of[order[i]] = run;
  }
};

}  // namespace modecheck::engine::cuda
