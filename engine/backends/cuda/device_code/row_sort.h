// Sorts long rows. Every element gets an integer key that has the wanted order. Keys are sorted row by row together
// with the elements' positions, and then the wanted elements are picked. On a GPU, CUB sorts the rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "engine/backends/cuda/device_code/selection_kernels.h"
#include "engine/backends/functions/is_nan.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// The key of a number: larger for a larger number, and equal for both zeros. No number has the first key or the last
// key.
MODECHECK_HOST_DEVICE inline std::uint64_t order_key(double number) {
  const double positive_zero = number == 0 ? 0.0 : number;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &positive_zero, sizeof bits);
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}
MODECHECK_HOST_DEVICE inline std::uint64_t order_key(std::int64_t number) {
  return static_cast<std::uint64_t>(number) ^ (std::uint64_t{1} << 63);
}
constexpr std::uint64_t first_key = 0;
constexpr std::uint64_t last_key = ~std::uint64_t{0};

// Writes the key of one element, and its position in its row. The rows of keys are dense.
template <typename T>
struct OrderKeyKernel {
  Rows rows;
  RowOrder order;
  std::uint64_t* keys;
  std::int64_t* places;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t row = i / rows.size;
    const std::int64_t place = i % rows.size;
    const std::int64_t at = (row / rows.inner * rows.size + place) * rows.inner + row % rows.inner;
    const auto value = static_cast<backends::Computed<T>>(
        backends::load<T>(rows.from + at * static_cast<std::int64_t>(sizeof(backends::Stored<T>))));
    keys[i] = key_of(value);
    places[i] = place;
  }

 private:
  MODECHECK_HOST_DEVICE std::uint64_t key_of(backends::Computed<T> value) const {
    if (backends::is_nan(value)) return order == RowOrder::Ascending ? last_key : first_key;
    std::uint64_t key = 0;
    if constexpr (std::is_floating_point_v<backends::Computed<T>>)
      key = order_key(static_cast<double>(value));
    else
      key = order_key(static_cast<std::int64_t>(value));
    return order == RowOrder::Descending ? ~key : key;
  }
};

// Sorts rows of keys; the sort is stable.
struct SortRows {
  const std::uint64_t* keys;
  const std::int64_t* places;
  std::uint64_t* sorted_keys;
  std::int64_t* sorted_places;
  std::int64_t rows;
  std::int64_t size;
};

inline const char* sort_rows_on_host(const void* bytes) {
  const auto& sort = *static_cast<const SortRows*>(bytes);
  std::vector<std::int64_t> order(static_cast<std::size_t>(sort.size));
  for (std::int64_t row = 0; row < sort.rows; ++row) {
    const std::int64_t first = row * sort.size;
    for (std::int64_t k = 0; k < sort.size; ++k) order[static_cast<std::size_t>(k)] = k;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int64_t a, std::int64_t b) { return sort.keys[first + a] < sort.keys[first + b]; });
    for (std::int64_t k = 0; k < sort.size; ++k) {
      const std::int64_t from = first + order[static_cast<std::size_t>(k)];
      sort.sorted_keys[first + k] = sort.keys[from];
      sort.sorted_places[first + k] = sort.places[from];
    }
  }
  return nullptr;
}

// Picks one of the wanted elements of a row.
template <typename T>
struct PickSortedKernel {
  Rows rows;
  RowStart start;
  std::int64_t first;
  const std::uint64_t* sorted_keys;
  const std::int64_t* sorted_places;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t row = i / rows.kept;
    const std::int64_t outer = row / rows.inner;
    const std::int64_t inner = row % rows.inner;
    const std::int64_t wanted = (start == RowStart::AtMedian ? median(row) : first) + i % rows.kept;
    const std::int64_t place = sorted_places[row * rows.size + wanted];
    constexpr std::int64_t bytes = sizeof(backends::Stored<T>);
    const std::int64_t to = (outer * rows.kept + i % rows.kept) * rows.inner + inner;
    backends::store<T>(rows.values + to * bytes,
                       backends::load<T>(rows.from + ((outer * rows.size + place) * rows.inner + inner) * bytes));
    rows.places[to] = place;
  }

 private:
  // Returns the position of the median in the sorted row: that of the first NaN if there is one, else the lower middle.
  MODECHECK_HOST_DEVICE std::int64_t median(std::int64_t row) const {
    if constexpr (std::is_floating_point_v<backends::Computed<T>>) {
      const std::uint64_t* const keys = sorted_keys + row * rows.size;
      std::int64_t low = 0;
      std::int64_t high = rows.size;
      while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        (keys[middle] == last_key ? high : low) = keys[middle] == last_key ? middle : middle + 1;
      }
      if (low < rows.size) return low;
    }
    return (rows.size - 1) / 2;
  }
};

}  // namespace modecheck::engine::cuda
