// PyTorch's type promotion: dimensioned tensors, then tensors without dimensions, then numbers.
#pragma once

#include <algorithm>
#include <optional>

#include "spec/interface/effect.h"
#include "spec/program/arguments.h"

namespace modecheck::spec {

// bool < integer < floating < complex.
constexpr int category_of(DType dtype) {
  return dtype == DType::Bool ? 0 : is_integer(dtype) ? 1 : is_floating(dtype) ? 2 : 3;
}

// The complex dtype whose parts hold a floating one; bfloat16, as wide in range as float32, goes with it. float16 would
// want half-precision complex numbers, which no program has.
constexpr DType complex_of(DType dtype) {
  return dtype == DType::Float64 || dtype == DType::Complex128 ? DType::Complex128 : DType::Complex64;
}

// The higher category decides; within it the wider, and where neither holds the other (uint8 and int8, float16 and
// bfloat16) the next that holds both.
constexpr DType promote(DType a, DType b) {
  if (a == b) return a;
  if (category_of(a) < category_of(b)) return promote(b, a);
  if (is_complex(a)) {
    const bool wide = a == DType::Complex128 || b == DType::Complex128 || b == DType::Float64;
    return wide ? DType::Complex128 : DType::Complex64;
  }
  if (category_of(a) > category_of(b)) return a;
  if (item_size(a) != item_size(b)) return item_size(a) > item_size(b) ? a : b;
  return is_floating(a) ? DType::Float32 : DType::Int16;
}

// Whether a result of one dtype may be written to a tensor of another: not if its category is higher. Integers differ
// from one another only in range.
constexpr bool can_cast(DType from, DType to) { return category_of(from) <= category_of(to); }

class Promotion {
 public:
  void add(const Geometry& tensor) { join(tensor.rank > 0 ? dimensioned_ : zero_dim_, tensor.dtype); }
  void add_number(ScalarValue::Kind kind) {
    join(number_, kind == ScalarValue::Kind::Float  ? DType::Float32
                  : kind == ScalarValue::Kind::Bool ? DType::Bool
                                                    : DType::Int64);
  }
  DType result() const { return combine(dimensioned_, combine(zero_dim_, number_)).value_or(DType::Float32); }
  // Whether the result would be of half-precision complex numbers, which are left out: then `result` is not it.
  bool wants_complex_half() const {
    return dimensioned_ == DType::Float16 && zero_dim_.has_value() && is_complex(*zero_dim_);
  }

 private:
  using Category = std::optional<DType>;
  static void join(Category& category, DType dtype) { category = category ? promote(*category, dtype) : dtype; }
  // The lower category counts only if it is of a higher kind: a number does not widen float32 to float64.
  static Category combine(Category higher, Category lower) {
    if (!higher) return lower;
    if (!lower || category_of(*higher) >= category_of(*lower)) return higher;
    // Complex numbers do not widen floating ones either.
    if (is_floating(*higher)) return complex_of(*higher);
    return promote(*higher, *lower);
  }

  Category dimensioned_;
  Category zero_dim_;
  Category number_;
};

}  // namespace modecheck::spec
