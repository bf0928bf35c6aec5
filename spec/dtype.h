// The dtypes that programs use.
#pragma once

#include <cstdint>
#include <string_view>

namespace modecheck::spec {

enum class DType : std::uint8_t { Float32, Float64, Int64, Bool };
constexpr int kDTypes = 4;

constexpr int item_size(DType dtype) {
  switch (dtype) {
    case DType::Float32:
      return 4;
    case DType::Float64:
    case DType::Int64:
      return 8;
    case DType::Bool:
      return 1;
  }
  return 0;
}
constexpr bool is_floating(DType dtype) { return dtype == DType::Float32 || dtype == DType::Float64; }

constexpr std::string_view name_of(DType dtype) {
  constexpr std::string_view names[] = {"float32", "float64", "int64", "bool"};
  return names[static_cast<int>(dtype)];
}

}  // namespace modecheck::spec
