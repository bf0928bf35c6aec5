// Defines the code that is compiled for every reduction and dtype: its arithmetic over spans of elements, rows and
// totals. The loop over all elements and the order of merges are compiled once, and call this code through pointers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "engine/backends/functions/reducer.h"
#include "engine/backends/iterate/element.h"

namespace modecheck::engine::backends {

// The functions of one reducer, and of the writer that stores the reducer's results. Each function gets a pointer to
// the reducer or the writer as its first argument. Totals lie in memory without gaps.
struct ReductionForm {
  static constexpr std::int64_t max_total_bytes = 48;
  static constexpr int many_rows = 8;

  std::int64_t element_bytes;
  std::int64_t total_bytes;
  bool cascades;  // true if totals lose precision when many elements are added; see functions/reducer.h
  void (*start)(const void* reducer, char* totals, std::int64_t n);
  void (*span)(const void* reducer, const char* from, std::int64_t step, std::int64_t n, char* total);
  // Add one row (add_row), or `many_rows` rows that are `apart` bytes apart (add_rows), to `width` neighbouring totals.
  void (*add_row)(const void* reducer, char* totals, std::int64_t width, const char* row, std::int64_t step,
                  std::int64_t apart);
  void (*add_rows)(const void* reducer, char* totals, std::int64_t width, const char* row, std::int64_t step,
                   std::int64_t apart);
  // Merges the n totals at `later` into the n totals at `totals`.
  void (*merge)(const void* reducer, char* totals, const char* later, std::int64_t n);
  // Writes n totals as n results. Their row-major indices are `index`, index + apart, index + 2 * apart, and so on.
  void (*write)(const void* writer, std::int64_t index, std::int64_t apart, const char* totals, std::int64_t n);
};

namespace detail {

template <typename R, typename Write>
struct ReductionParts {
  using T = typename R::Element;
  using Total = typename R::Total;
  static_assert(std::is_trivially_copyable_v<Total> && sizeof(Total) <= ReductionForm::max_total_bytes);

  static const R& of(const void* reducer) { return *static_cast<const R*>(reducer); }
  static Total* totals_at(char* totals) { return reinterpret_cast<Total*>(totals); }
  static const Total* totals_at(const char* totals) { return reinterpret_cast<const Total*>(totals); }

  static void start(const void* reducer, char* totals, std::int64_t n) {
    std::fill_n(totals_at(totals), n, of(reducer).start());
  }
  static void span(const void* reducer, const char* from, std::int64_t step, std::int64_t n, char* total) {
    *totals_at(total) = of(reducer).span(from, step, n);
  }
  template <int count>
  static void add(const void* reducer, char* totals, std::int64_t width, const char* row, std::int64_t step,
                  std::int64_t apart) {
    constexpr std::int64_t bytes = sizeof(Stored<T>);
    const R r = of(reducer);
    Total* const into = totals_at(totals);
    const auto add_all = [&](auto element_step) {
      for (std::int64_t j = 0; j < width; ++j) {
        Total total = into[j];
        for (int k = 0; k < count; ++k) r.add(total, load<T>(row + k * apart + j * element_step));
        into[j] = total;
      }
    };
    if (step == bytes)
      add_all(std::integral_constant<std::int64_t, bytes>());
    else
      add_all(step);
  }
  static void merge(const void* reducer, char* totals, const char* later, std::int64_t n) {
    const R r = of(reducer);
    for (std::int64_t j = 0; j < n; ++j) r.merge(totals_at(totals)[j], totals_at(later)[j]);
  }
  static void write(const void* writer, std::int64_t index, std::int64_t apart, const char* totals, std::int64_t n) {
    const Write& put = *static_cast<const Write*>(writer);
    for (std::int64_t j = 0; j < n; ++j) put(index + j * apart, totals_at(totals)[j]);
  }
};

}  // namespace detail

template <typename R, typename Write>
inline constexpr ReductionForm reduction_form = {
    sizeof(Stored<typename R::Element>),
    sizeof(typename R::Total),
    R::cascades,
    &detail::ReductionParts<R, Write>::start,
    &detail::ReductionParts<R, Write>::span,
    &detail::ReductionParts<R, Write>::template add<1>,
    &detail::ReductionParts<R, Write>::template add<ReductionForm::many_rows>,
    &detail::ReductionParts<R, Write>::merge,
    &detail::ReductionParts<R, Write>::write};

}  // namespace modecheck::engine::backends
