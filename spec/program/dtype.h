// The dtypes that programs use. Stored byte strings contain the enumerators' numbers, so add new dtypes at the end.
#pragma once

#include <cstdint>
#include <string_view>

namespace modecheck::spec {

enum class DType : std::uint8_t {
  Float32,
  Float64,
  Int64,
  Bool,
  UInt8,
  Int8,
  Int16,
  Int32,
  Float16,
  BFloat16,
  Complex64,
  Complex128,
};
constexpr int kDTypes = 12;

// The size of an element of each dtype. The array is not local to the function, because sanitized code would copy a
// local array at every call.
inline constexpr std::int8_t kItemSizes[kDTypes] = {4, 8, 8, 1, 1, 1, 2, 4, 2, 2, 8, 16};
constexpr int item_size(DType dtype) { return kItemSizes[static_cast<int>(dtype)]; }
constexpr bool is_complex(DType dtype) { return dtype == DType::Complex64 || dtype == DType::Complex128; }
constexpr bool is_floating(DType dtype) {
  return dtype == DType::Float32 || dtype == DType::Float64 || dtype == DType::Float16 || dtype == DType::BFloat16;
}
// Returns the dtype that the real and imaginary part of a complex dtype have. Returns any other dtype itself.
constexpr DType part_of(DType dtype) {
  return dtype == DType::Complex64 ? DType::Float32 : dtype == DType::Complex128 ? DType::Float64 : dtype;
}
// Returns true if tensors of this dtype can require grad (rule M3).
constexpr bool is_differentiable(DType dtype) { return is_floating(dtype) || is_complex(dtype); }
// Returns true for integer dtypes. Bool does not count as an integer.
constexpr bool is_integer(DType dtype) { return !is_differentiable(dtype) && dtype != DType::Bool; }

constexpr std::string_view name_of(DType dtype) {
  constexpr std::string_view names[] = {"float32", "float64", "int64",   "bool",     "uint8",     "int8",
                                        "int16",   "int32",   "float16", "bfloat16", "complex64", "complex128"};
  return names[static_cast<int>(dtype)];
}

}  // namespace modecheck::spec
