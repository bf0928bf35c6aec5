// Converts dtypes between programs and the library under test.
#pragma once

#include <array>
#include <cstddef>

#include MODECHECK_ACCESS_HEADER
#include "spec/interface/device_kind.h"
#include "spec/program/dtype.h"

namespace modecheck::subjects {

inline c10::ScalarType to_library(spec::DType dtype) {
  switch (dtype) {
    case spec::DType::Float32:
      return c10::ScalarType::Float;
    case spec::DType::Float64:
      return c10::ScalarType::Double;
    case spec::DType::Int64:
      return c10::ScalarType::Long;
    case spec::DType::Bool:
      return c10::ScalarType::Bool;
    case spec::DType::UInt8:
      return c10::ScalarType::Byte;
    case spec::DType::Int8:
      return c10::ScalarType::Char;
    case spec::DType::Int16:
      return c10::ScalarType::Short;
    case spec::DType::Int32:
      return c10::ScalarType::Int;
    case spec::DType::Float16:
      return c10::ScalarType::Half;
    case spec::DType::BFloat16:
      return c10::ScalarType::BFloat16;
    case spec::DType::Complex64:
      return c10::ScalarType::ComplexFloat;
    case spec::DType::Complex128:
      return c10::ScalarType::ComplexDouble;
  }
  return c10::ScalarType::Undefined;
}

namespace detail {
constexpr std::array<spec::DType, 64> make_dtypes() {
  std::array<spec::DType, 64> out{};
  for (spec::DType& dtype : out) dtype = static_cast<spec::DType>(spec::kDTypes);
  out[static_cast<std::size_t>(c10::ScalarType::Float)] = spec::DType::Float32;
  out[static_cast<std::size_t>(c10::ScalarType::Double)] = spec::DType::Float64;
  out[static_cast<std::size_t>(c10::ScalarType::Long)] = spec::DType::Int64;
  out[static_cast<std::size_t>(c10::ScalarType::Bool)] = spec::DType::Bool;
  out[static_cast<std::size_t>(c10::ScalarType::Byte)] = spec::DType::UInt8;
  out[static_cast<std::size_t>(c10::ScalarType::Char)] = spec::DType::Int8;
  out[static_cast<std::size_t>(c10::ScalarType::Short)] = spec::DType::Int16;
  out[static_cast<std::size_t>(c10::ScalarType::Int)] = spec::DType::Int32;
  out[static_cast<std::size_t>(c10::ScalarType::Half)] = spec::DType::Float16;
  out[static_cast<std::size_t>(c10::ScalarType::BFloat16)] = spec::DType::BFloat16;
  out[static_cast<std::size_t>(c10::ScalarType::ComplexFloat)] = spec::DType::Complex64;
  out[static_cast<std::size_t>(c10::ScalarType::ComplexDouble)] = spec::DType::Complex128;
  return out;
}
inline constexpr std::array<spec::DType, 64> dtypes = make_dtypes();
}  // namespace detail

// Returns the dtype of programs for a library's dtype. If no program uses that dtype, the result is a value that equals
// none of the model's dtypes.
inline spec::DType from_library(c10::ScalarType type) { return detail::dtypes[static_cast<std::size_t>(type) % 64]; }

inline c10::Device to_library(spec::DeviceKind device) {
  if (spec::has_own_memory(device)) return {c10::DeviceType::CUDA, 0};
  return device == spec::DeviceKind::Meta ? c10::DeviceType::Meta : c10::DeviceType::CPU;
}

}  // namespace modecheck::subjects
