// PyTorch's type promotion. Tensors with dimensions have priority over tensors without dimensions. Tensors without
// dimensions have priority over numbers.
#pragma once

#include <algorithm>
#include <optional>

#include "spec/interface/effect.h"
#include "spec/program/arguments.h"

namespace modecheck::spec {

// Returns the category of a dtype. The order is bool, integer, floating-point, complex.
constexpr int category_of(DType dtype) {
  return dtype == DType::Bool ? 0 : is_integer(dtype) ? 1 : is_floating(dtype) ? 2 : 3;
}

// Returns the complex dtype whose real and imaginary part can hold a floating-point dtype. bfloat16 maps to complex64,
// since bfloat16 has the range of float32. float16 would need half-precision complex numbers, which no program has.
constexpr DType complex_of(DType dtype) {
  return dtype == DType::Float64 || dtype == DType::Complex128 ? DType::Complex128 : DType::Complex64;
}

// Returns the dtype of the higher category, and within a category the wider dtype. If neither dtype holds the other
// (uint8 and int8, float16 and bfloat16), the result is the next dtype that holds both.
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

// Returns true if a result of one dtype may be written to a tensor of another: its category must not be higher. Casts
// between integer dtypes are always allowed.
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
  // Returns true if promotion would give half-precision complex, which no program has. In that case `result` returns
  // another dtype.
  bool wants_complex_half() const {
    return dimensioned_ == DType::Float16 && zero_dim_.has_value() && is_complex(*zero_dim_);
  }

 private:
  using Category = std::optional<DType>;
  static void join(Category& category, DType dtype) { category = category ? promote(*category, dtype) : dtype; }
  // Combines two dtypes into one. `higher` is of operands that have priority, such as tensors with dimensions, and
  // `lower` is of the others, such as numbers. `lower` counts only if its category (integer, floating, complex) is
  // higher: a number does not widen float32 to float64.
  static Category combine(Category higher, Category lower) {
    if (!higher) return lower;
    if (!lower || category_of(*higher) >= category_of(*lower)) return higher;
    // A complex number makes float32 complex64, and not complex128: the size of the parts stays.
    if (is_floating(*higher)) return complex_of(*higher);
    return promote(*higher, *lower);
  }

  Category dimensioned_;
  Category zero_dim_;
  Category number_;
};

}  // namespace modecheck::spec
