// Declares c10::ArrayRef, a view of consecutive values that it does not own, and OptionalIntArrayRef, an optional list
// of integers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace c10 {
inline namespace modecheck_v1 {

template <typename T>
using optional = std::optional<T>;
using nullopt_t = std::nullopt_t;
inline constexpr std::nullopt_t nullopt = std::nullopt;
using std::string_view;

template <typename T>
class ArrayRef final {
 public:
  using value_type = T;
  using iterator = const T*;
  using const_iterator = const T*;
  using size_type = std::size_t;

  constexpr ArrayRef() = default;
  constexpr ArrayRef(const T& one) : data_(&one), size_(1) {}
  constexpr ArrayRef(const T* data, std::size_t size) : data_(data), size_(size) {}
  constexpr ArrayRef(const T* begin, const T* end) : data_(begin), size_(static_cast<std::size_t>(end - begin)) {}
  template <typename A>
  ArrayRef(const std::vector<T, A>& values) : data_(values.data()), size_(values.size()) {}
  template <std::size_t N>
  constexpr ArrayRef(const std::array<T, N>& values) : data_(values.data()), size_(N) {}
  template <std::size_t N>
  constexpr ArrayRef(const T (&values)[N]) : data_(values), size_(N) {}
  // Refers to the values of a braced list. It is valid only until the end of the full expression, like every braced
  // list.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
#endif
  constexpr ArrayRef(const std::initializer_list<T>& values)
      : data_(values.size() == 0 ? nullptr : values.begin()), size_(values.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

  constexpr iterator begin() const { return data_; }
  constexpr iterator end() const { return data_ + size_; }
  constexpr const_iterator cbegin() const { return data_; }
  constexpr const_iterator cend() const { return data_ + size_; }
  using reverse_iterator = std::reverse_iterator<iterator>;
  constexpr reverse_iterator rbegin() const { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const { return reverse_iterator(begin()); }
  constexpr const T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T& front() const { return data_[0]; }
  constexpr const T& back() const { return data_[size_ - 1]; }
  constexpr const T& operator[](std::size_t index) const { return data_[index]; }
  constexpr const T& at(std::size_t index) const {
    if (index >= size_) throw std::out_of_range("ArrayRef: invalid index");
    return data_[index];
  }
  constexpr ArrayRef slice(std::size_t from, std::size_t count) const { return ArrayRef(data_ + from, count); }
  constexpr ArrayRef slice(std::size_t from) const { return ArrayRef(data_ + from, size_ - from); }
  constexpr bool equals(ArrayRef other) const {
    if (size_ != other.size_) return false;
    for (std::size_t i = 0; i < size_; ++i)
      if (!(data_[i] == other.data_[i])) return false;
    return true;
  }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

template <typename T>
constexpr bool operator==(ArrayRef<T> a, ArrayRef<T> b) {
  return a.equals(b);
}
template <typename T>
constexpr bool operator!=(ArrayRef<T> a, ArrayRef<T> b) {
  return !a.equals(b);
}
template <typename T>
bool operator==(ArrayRef<T> a, const std::vector<T>& b) {
  return a.equals(ArrayRef<T>(b));
}
template <typename T>
bool operator==(const std::vector<T>& a, ArrayRef<T> b) {
  return b == a;
}

using IntArrayRef = ArrayRef<std::int64_t>;

inline std::ostream& operator<<(std::ostream& out, IntArrayRef values) {
  out << '[';
  for (std::size_t i = 0; i < values.size(); ++i) out << (i == 0 ? "" : ", ") << values[i];
  return out << ']';
}

// The type of the schema argument `int[1]? dim`: absent, one integer, or a list of integers.
class OptionalIntArrayRef final : public std::optional<IntArrayRef> {
 public:
  constexpr OptionalIntArrayRef() = default;
  constexpr OptionalIntArrayRef(std::nullopt_t) {}
  constexpr OptionalIntArrayRef(IntArrayRef values) : std::optional<IntArrayRef>(values) {}
  constexpr OptionalIntArrayRef(const std::int64_t& one) : std::optional<IntArrayRef>(IntArrayRef(one)) {}
  constexpr OptionalIntArrayRef(std::initializer_list<std::int64_t> values)
      : std::optional<IntArrayRef>(IntArrayRef(values)) {}
  OptionalIntArrayRef(const std::vector<std::int64_t>& values) : std::optional<IntArrayRef>(IntArrayRef(values)) {}
};

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using c10::ArrayRef;
using c10::IntArrayRef;
using c10::OptionalIntArrayRef;
}  // namespace modecheck_v1
}  // namespace at
