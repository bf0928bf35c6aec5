// Implements PyTorch's type promotion for all dtypes that programs use. Also converts a scalar argument to an integer
// dtype.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "reference/values/rounding.h"
#include "spec/interface/effect.h"
#include "spec/program/arguments.h"
#include "spec/program/dtype.h"

namespace modecheck::reference {

// Returns the category of a dtype: 0 for bool, 1 for integers, 2 for floating dtypes, 3 for complex dtypes.
constexpr int category_of(spec::DType dtype) {
  if (spec::is_complex(dtype)) return 3;
  if (spec::is_floating(dtype)) return 2;
  return dtype == spec::DType::Bool ? 0 : 1;
}

// How many bits a dtype has. For floating dtypes `range` is the exponent bits and `precision` the fraction bits. For
// integers `range` is the sign bit and `precision` the value bits.
struct Needs {
  int category = 0;
  int range = 0;
  int precision = 0;
};
// The bits of each dtype, in the order of spec::DType.
inline constexpr std::array<Needs, spec::kDTypes> kNeeds{{{2, 8, 23},     // float32
                                                          {2, 11, 52},    // float64
                                                          {1, 1, 63},     // int64
                                                          {0, 0, 0},      // bool
                                                          {1, 0, 8},      // uint8
                                                          {1, 1, 7},      // int8
                                                          {1, 1, 15},     // int16
                                                          {1, 1, 31},     // int32
                                                          {2, 5, 10},     // float16
                                                          {2, 8, 7},      // bfloat16
                                                          {3, 8, 23},     // complex64
                                                          {3, 11, 52}}};  // complex128
constexpr const Needs& needs_of(spec::DType dtype) { return kNeeds[static_cast<std::size_t>(dtype)]; }

// Returns the smallest dtype of the higher category that has the range and precision of both dtypes. A dtype of a lower
// category does not matter. One exception: a complex result must have the range and precision of a floating operand.
constexpr spec::DType promote(spec::DType a, spec::DType b) {
  using spec::DType;
  if (a == b) return a;
  const Needs x = needs_of(a);
  const Needs y = needs_of(b);
  const int category = x.category > y.category ? x.category : y.category;
  const bool counts_x = x.category == category || (category == 3 && x.category == 2);
  const bool counts_y = y.category == category || (category == 3 && y.category == 2);
  const int range = std::max(counts_x ? x.range : 0, counts_y ? y.range : 0);
  const int precision = std::max(counts_x ? x.precision : 0, counts_y ? y.precision : 0);
  for (const DType dtype : {DType::Bool, DType::UInt8, DType::Int8, DType::Int16, DType::Int32, DType::Int64,
                            DType::Float16, DType::BFloat16, DType::Float32, DType::Float64, DType::Complex64}) {
    const Needs given = needs_of(dtype);
    if (given.category == category && given.range >= range && given.precision >= precision) return dtype;
  }
  return DType::Complex128;
}

// Computes the dtype to which operands promote. Tensors with dimensions decide first. Tensors without dimensions matter
// only if their category is higher, and scalars only if theirs is higher still.
class ResultType {
 public:
  void add(const spec::Geometry& tensor) { add(tensor.rank > 0 ? 0 : 1, tensor.dtype); }
  void add(const spec::ScalarValue& number) {
    using Kind = spec::ScalarValue::Kind;
    add(2, number.kind == Kind::Float ? spec::DType::Float32
           : number.kind == Kind::Int ? spec::DType::Int64
                                      : spec::DType::Bool);
  }
  spec::DType dtype() const {
    Entry out = entries_[0];
    for (int i = 1; i < 3; ++i) out = combine(out, entries_[i]);
    return out.dtype;
  }

 private:
  struct Entry {
    bool defined = false;
    spec::DType dtype = spec::DType::Float32;
  };
  static Entry combine(Entry higher, Entry lower) {
    if (!higher.defined) return lower;
    if (!lower.defined || category_of(higher.dtype) >= category_of(lower.dtype)) return higher;
    // If a complex operand of lower priority meets a floating dtype, the result is the complex dtype of the floating
    // dtype's width.
    if (category_of(higher.dtype) == 2) return {true, promote(higher.dtype, spec::DType::Complex64)};
    return {true, promote(higher.dtype, lower.dtype)};
  }
  void add(int priority, spec::DType dtype) {
    Entry& entry = entries_[priority];
    entry = {true, entry.defined ? promote(entry.dtype, dtype) : dtype};
  }
  Entry entries_[3];
};

// Returns the dtype to which the given tensors and scalars promote together.
template <typename... Operands>
spec::DType common_dtype(const Operands&... operands) {
  ResultType type;
  (type.add(operands), ...);
  return type.dtype();
}

// Returns the result's dtype for operators that give floating results only, such as exp and div. Integers and bools
// become float32.
constexpr spec::DType to_floating(spec::DType dtype) {
  return spec::is_differentiable(dtype) ? dtype : spec::DType::Float32;
}

// Returns the value that a scalar argument has in an integer dtype or bool. Scalars in programs are small enough for
// int64.
inline std::int64_t integer_value(const spec::ScalarValue& number, spec::DType dtype) {
  if (dtype == spec::DType::Bool) return number.value != 0;
  return wrap_to(dtype, static_cast<std::int64_t>(number.value));
}

}  // namespace modecheck::reference
