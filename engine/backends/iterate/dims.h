// Lists of sizes, strides and permutations that need no heap memory.
#pragma once

#include <cstdint>

#include "engine/core/tensor/wrapped_product.h"
#include "engine/core/types/array_ref.h"

namespace modecheck::engine::backends {

// A list of sizes or strides that refers to memory of the caller.
using DimSpan = c10::IntArrayRef;

// The largest number of dimensions that a kernel supports; libtorch's reductions have the same limit.
inline constexpr int max_dims = 64;

// A list of at most `max_dims` numbers that needs no heap memory. Only the first `size()` numbers are ever initialised.
class Dims {
 public:
  Dims() = default;
  Dims(int count, std::int64_t value) { assign(count, value); }
  explicit Dims(DimSpan values) { assign(values); }

  void assign(DimSpan values) {
    size_ = static_cast<int>(values.size());
    for (int i = 0; i < size_; ++i) values_[i] = values[static_cast<std::size_t>(i)];
  }
  void assign(int count, std::int64_t value) {
    size_ = count;
    for (int i = 0; i < size_; ++i) values_[i] = value;
  }
  void push_back(std::int64_t value) { values_[size_++] = value; }
  void pop_back() { --size_; }
  void resize(int count) { size_ = count; }  // entries that `resize` adds are uninitialised
  // Inserts `value` into the list before index `at`.
  void insert(int at, std::int64_t value) {
    for (int i = size_; i > at; --i) values_[i] = values_[i - 1];
    values_[at] = value;
    ++size_;
  }
  void erase(int at) {
    for (int i = at; i + 1 < size_; ++i) values_[i] = values_[i + 1];
    --size_;
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::int64_t& operator[](int i) { return values_[i]; }
  std::int64_t operator[](int i) const { return values_[i]; }
  std::int64_t& back() { return values_[size_ - 1]; }
  const std::int64_t* begin() const { return values_; }
  const std::int64_t* end() const { return values_ + size_; }
  // NOLINT: the implicit conversion lets a Dims stand for a list of sizes
  operator DimSpan() const { return {values_, static_cast<std::size_t>(size_)}; }

 private:
  int size_ = 0;
  std::int64_t values_[max_dims];
};

inline bool equal(DimSpan a, DimSpan b) { return a.equals(b); }

inline std::int64_t numel(DimSpan sizes) {
  std::int64_t n = 1;
  for (const std::int64_t size : sizes) n = wrapped_product(n, size);
  return n;
}

// Returns true if the product of the sizes does not fit in 63 bits. Sizes must be non-negative.
inline bool numel_overflows(DimSpan sizes) {
  std::int64_t n = 1;
  bool overflow = false;
  for (const std::int64_t size : sizes) {
    if (size == 0) return false;
    overflow = __builtin_mul_overflow(n, size, &n) || overflow;
  }
  return overflow;
}

}  // namespace modecheck::engine::backends
