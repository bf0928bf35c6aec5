// Sorts rows by keys. Every element gets an unsigned key, and an element that comes earlier in the sorted row gets a
// smaller key. Equal elements have equal keys, and the sort is stable. Keys have 32 bits if the dtype has at most 32,
// else 64.
//
//   * A row that fits one block of threads is sorted by that block (ShortRows).
//   * Longer rows: one kernel writes keys and positions, CUB sorts them row by row (SortRows), and another kernel
//     writes the elements of the result.
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

// The length of the longest row that is sorted by counting. For each element, one thread reads the whole row and counts
// the elements that come before this element.
constexpr std::int64_t longest_ranked_row = 64;
// The longest row that one block of threads sorts.
constexpr std::int64_t longest_row_of_a_block = 4096;
// The length of the longest row for which positions in the row fit 32 bits.
constexpr std::int64_t longest_row_of_short_keys = std::int64_t{1} << 32;

// The smallest and the largest sort key. No number of a floating dtype has one of these two keys, so they are free for
// NaN.
template <typename Key>
inline constexpr Key first_key = 0;
template <typename Key>
inline constexpr Key last_key = static_cast<Key>(~Key{0});

// Returns the sort key of a number. A larger number has a larger key, and both zeros have the same key.
template <typename Key, typename Number>
MODECHECK_HOST_DEVICE Key order_key(Number number) {
  constexpr bool is_short = sizeof(Key) == 4;
  constexpr Key sign = Key{1} << (8 * sizeof(Key) - 1);
  if constexpr (std::is_floating_point_v<Number>) {
    const std::conditional_t<is_short, float, double> positive_zero = number == 0 ? Number(0) : number;
    Key bits = 0;
    std::memcpy(&bits, &positive_zero, sizeof bits);
    return (bits & sign) != 0 ? static_cast<Key>(~bits) : bits | sign;
  } else {
    return static_cast<Key>(static_cast<std::conditional_t<is_short, std::int32_t, std::int64_t>>(number)) ^ sign;
  }
}

// Rows that are sorted by keys. Of each sorted row, `kept` elements are written.
template <typename Key>
struct OrderedRows {
  Rows rows;
  c10::ScalarType type;
  RowOrder order;
  RowStart start;
  std::int64_t first;  // the rank of the first element that is written, unless `start` is AtMedian

  // Calls visit(T()) with T the C++ type of the elements. Skips the types that are wider than Key, because their rows
  // have wider keys.
  template <typename Visit>
  MODECHECK_HOST_DEVICE void with_type(const Visit& visit) const {
    const auto if_it_fits = [&](auto tag) {
      if constexpr (sizeof(tag) <= sizeof(Key)) visit(tag);
    };
    backends::visit_dtype(type, if_it_fits, [](auto /*complex*/) {});
  }
  std::int64_t count() const { return rows.outer * rows.inner; }
  // Calls visit(T()) with a type T of the elements' size, for code that only moves elements. For bool elements T is
  // bool, because a byte other than 0 and 1 must become 1 when it is moved.
  template <typename Visit>
  MODECHECK_HOST_DEVICE void with_width(const Visit& visit) const {
    if (type == c10::kBool) return visit(bool());
    if (type == c10::kByte || type == c10::kChar) return visit(std::uint8_t());
    if (type == c10::kShort || type == c10::kHalf || type == c10::kBFloat16) return visit(std::int16_t());
    if constexpr (sizeof(Key) == 8)
      if (type == c10::kLong || type == c10::kDouble) return visit(std::int64_t());
    visit(std::int32_t());
  }
  // Returns the sort key of the element of type T at position `place` of a row.
  template <typename T>
  MODECHECK_HOST_DEVICE Key key_as(std::int64_t row, std::int64_t place) const {
    constexpr std::int64_t bytes = sizeof(backends::Stored<T>);
    return key_of(
        static_cast<backends::Computed<T>>(backends::load<T>(rows.from + element(row, rows.size, place) * bytes)));
  }
  MODECHECK_HOST_DEVICE Key key(std::int64_t row, std::int64_t place) const {
    Key out = 0;
    with_type([&](auto tag) { out = key_as<decltype(tag)>(row, place); });
    return out;
  }
  // Returns true if `key` is the key of a NaN in ascending order. A NaN has the last key. Returns false for integer
  // dtypes, because their last key belongs to a number.
  MODECHECK_HOST_DEVICE bool is_nan_key(Key key) const {
    const bool floating = type == c10::kHalf || type == c10::kBFloat16 || type == c10::kFloat || type == c10::kDouble;
    return floating && key == last_key<Key>;
  }
  // Returns the rank of the first element that is written from a row with `numbers` elements that are not NaN. The
  // median is the first NaN if there is one. Otherwise it is the middle element, or the smaller one of the two middle
  // elements.
  MODECHECK_HOST_DEVICE std::int64_t first_wanted(std::int64_t numbers) const {
    if (start == RowStart::AtRank) return first;
    return numbers < rows.size ? numbers : (rows.size - 1) / 2;
  }
  // Writes the `which`-th element of a result row, which was at position `place` of the input row. T is a type of an
  // element's size.
  template <typename T>
  MODECHECK_HOST_DEVICE void put_as(std::int64_t row, std::int64_t which, std::int64_t place) const {
    constexpr std::int64_t bytes = sizeof(backends::Stored<T>);
    const std::int64_t to = element(row, rows.kept, which);
    backends::store<T>(rows.values + to * bytes, backends::load<T>(rows.from + element(row, rows.size, place) * bytes));
    rows.places[to] = place;
  }
  MODECHECK_HOST_DEVICE void put(std::int64_t row, std::int64_t which, std::int64_t place) const {
    with_width([&](auto tag) { put_as<decltype(tag)>(row, which, place); });
  }

 private:
  MODECHECK_HOST_DEVICE std::int64_t element(std::int64_t row, std::int64_t size, std::int64_t place) const {
    if (rows.inner == 1) return row * size + place;
    return (row / rows.inner * size + place) * rows.inner + row % rows.inner;
  }
  template <typename Number>
  MODECHECK_HOST_DEVICE Key key_of(Number number) const {
    if (backends::is_nan(number)) return order == RowOrder::Ascending ? last_key<Key> : first_key<Key>;
    const Key key = order_key<Key>(number);
    return order == RowOrder::Descending ? static_cast<Key>(~key) : key;
  }
};

// Rows so short that one block of threads sorts each of them.
template <typename Key>
struct ShortRows {
  OrderedRows<Key> what;
};

template <typename Key>
const char* sort_short_rows_on_host(const void* bytes) {
  const OrderedRows<Key>& what = static_cast<const ShortRows<Key>*>(bytes)->what;
  const auto size = static_cast<std::size_t>(what.rows.size);
  std::vector<Key> keys(size);
  std::vector<std::size_t> places(size);
  for (std::int64_t row = 0; row < what.count(); ++row) {
    std::int64_t numbers = 0;
    for (std::size_t k = 0; k < size; ++k) {
      keys[k] = what.key(row, static_cast<std::int64_t>(k));
      numbers += what.is_nan_key(keys[k]) ? 0 : 1;
      places[k] = k;
    }
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
    const std::int64_t first = what.first_wanted(numbers);
    for (std::int64_t k = 0; k < what.rows.kept; ++k)
      what.put(row, k, static_cast<std::int64_t>(places[static_cast<std::size_t>(first + k)]));
  }
  return nullptr;
}

// The integer type of the positions that are sorted together with the keys.
template <typename Key>
using Place = std::conditional_t<sizeof(Key) == 4, std::uint32_t, std::int64_t>;

// Writes the key of one element, and the position of the element in its row. The rows of keys are dense.
template <typename Key>
struct OrderKeyKernel {
  OrderedRows<Key> what;
  Key* keys;
  Place<Key>* places;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t row = i / what.rows.size;
    const std::int64_t place = i - row * what.rows.size;
    keys[i] = what.key(row, place);
    places[i] = static_cast<Place<Key>>(place);
  }
};

// Rows of keys and their positions, which CUB sorts. The sort is stable.
template <typename Key>
struct SortRows {
  const Key* keys;
  const Place<Key>* places;
  Key* sorted_keys;
  Place<Key>* sorted_places;
  std::int64_t rows;
  std::int64_t size;
};

template <typename Key>
const char* sort_rows_on_host(const void* bytes) {
  const auto& sort = *static_cast<const SortRows<Key>*>(bytes);
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

// Writes one element of a sorted row to the result.
template <typename Key>
struct PickSortedKernel {
  OrderedRows<Key> what;
  const Key* sorted_keys;
  const Place<Key>* sorted_places;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t row = i / what.rows.kept;
    const std::int64_t which = i - row * what.rows.kept;
    const std::int64_t numbers = what.start == RowStart::AtMedian ? numbers_of(row) : 0;
    const std::int64_t rank = what.first_wanted(numbers) + which;
    what.put(row, which, static_cast<std::int64_t>(sorted_places[row * what.rows.size + rank]));
  }

 private:
  // Returns the number of elements before the first NaN of a sorted row.
  MODECHECK_HOST_DEVICE std::int64_t numbers_of(std::int64_t row) const {
    const Key* const keys = sorted_keys + row * what.rows.size;
    std::int64_t low = 0;
    std::int64_t high = what.rows.size;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (what.is_nan_key(keys[middle]))
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }
};

}  // namespace modecheck::engine::cuda
