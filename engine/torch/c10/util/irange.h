// Defines c10::irange, with which a loop runs over integers: `for (const auto i : c10::irange(n))`.
#pragma once

#include <iterator>
#include <type_traits>

namespace c10 {
inline namespace modecheck_v1 {

// The integers from `begin` up to but not including `end`. There are none if `end` is not greater than `begin`.
template <typename T>
class integer_range final {
 public:
  class iterator final {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = T;

    constexpr explicit iterator(T value) : value_(value) {}
    constexpr T operator*() const { return value_; }
    constexpr const T* operator->() const { return &value_; }
    constexpr iterator& operator++() {
      ++value_;
      return *this;
    }
    constexpr iterator operator++(int) {
      const iterator old = *this;
      ++value_;
      return old;
    }
    constexpr bool operator==(const iterator& other) const { return value_ == other.value_; }
    constexpr bool operator!=(const iterator& other) const { return value_ != other.value_; }

   private:
    T value_;
  };

  constexpr integer_range(T begin, T end) : begin_(begin), end_(end < begin ? begin : end) {}
  constexpr iterator begin() const { return iterator(begin_); }
  constexpr iterator end() const { return iterator(end_); }

 private:
  T begin_;
  T end_;
};

// Returns the range of integers from `begin` to `end` - 1. Its integers have the type of `end`, to which `begin` is
// converted.
template <typename Begin, typename End,
          typename = std::enable_if_t<std::is_integral_v<Begin> && std::is_integral_v<End>>>
constexpr integer_range<End> irange(Begin begin, End end) {
  return {static_cast<End>(begin), end};
}
template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
constexpr integer_range<T> irange(T end) {
  return {T(0), end};
}

}  // namespace modecheck_v1
}  // namespace c10
