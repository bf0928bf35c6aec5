// Writes one element of a tensor, given by its bytes in memory, as JSON.
#pragma once

#include <complex>
#include <cstdint>
#include <cstring>
#include <string>

#include "docs/site/playground/json.h"
#include "reference/values/small_floats.h"
#include "spec/program/dtype.h"

namespace modecheck::playground {

template <typename T>
T read_as(const std::uint8_t* bytes) {
  T out;
  std::memcpy(&out, bytes, sizeof out);
  return out;
}

// A complex element becomes the list of its real and its imaginary part.
template <typename T>
void write_complex(Json& json, const std::uint8_t* bytes) {
  json.open('[').real(read_as<T>(bytes)).real(read_as<T>(bytes + sizeof(T))).close(']');
}

inline void write_element(Json& json, spec::DType dtype, const std::uint8_t* bytes) {
  switch (dtype) {
    case spec::DType::Float32:
      json.real(static_cast<double>(read_as<float>(bytes)));
      break;
    case spec::DType::Float64:
      json.real(read_as<double>(bytes));
      break;
    case spec::DType::Int64:
      json.number(read_as<std::int64_t>(bytes));
      break;
    case spec::DType::Bool:
      json.boolean(bytes[0] != 0);
      break;
    case spec::DType::UInt8:
      json.number(bytes[0]);
      break;
    case spec::DType::Int8:
      json.number(read_as<std::int8_t>(bytes));
      break;
    case spec::DType::Int16:
      json.number(read_as<std::int16_t>(bytes));
      break;
    case spec::DType::Int32:
      json.number(read_as<std::int32_t>(bytes));
      break;
    case spec::DType::Float16:
      json.real(read_as<reference::Float16>(bytes));
      break;
    case spec::DType::BFloat16:
      json.real(read_as<reference::BFloat16>(bytes));
      break;
    case spec::DType::Complex64:
      write_complex<float>(json, bytes);
      break;
    case spec::DType::Complex128:
      write_complex<double>(json, bytes);
      break;
  }
}

}  // namespace modecheck::playground
