// Reads, writes and converts one element. The functions accept every bit pattern: a dtype view can make a bool of any
// byte. They also accept a floating value that does not fit into an integer.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "engine/core/types/host_device.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::backends {

// The type of an element in memory. A bool is stored as a byte.
template <typename T>
using Stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;

// Reads an element from memory. On a GPU, elements are aligned to their size, so that one instruction reads a whole
// element.
template <typename T>
MODECHECK_HOST_DEVICE inline T load(const char* from) {
#if defined(__CUDA_ARCH__)
  const Stored<T> value = *reinterpret_cast<const Stored<T>*>(from);
#else
  Stored<T> value;
  std::memcpy(&value, from, sizeof value);
#endif
  if constexpr (std::is_same_v<T, bool>) {
    return value != 0;
  } else {
    return value;
  }
}

template <typename T>
MODECHECK_HOST_DEVICE inline void store(char* to, T value) {
  const Stored<T> stored = static_cast<Stored<T>>(value);
#if defined(__CUDA_ARCH__)
  *reinterpret_cast<Stored<T>*>(to) = stored;
#else
  std::memcpy(to, &stored, sizeof stored);
#endif
}

// The type in which an operator computes with an element. Half-precision elements are computed as float, and results
// are rounded when they are written.
template <typename T>
using Computed = std::conditional_t<std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>, float, T>;

// Converts a number as x86-64 does. A float that does not fit into int64, or is NaN, becomes the smallest int64. A
// shorter integer takes the low bits of that int64. A complex number becomes its real part for a real dtype. As a bool,
// a complex number is true unless its real and its imaginary part are zero (PyTorch issue #120875).
template <typename To, typename From>
MODECHECK_HOST_DEVICE inline To convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (!std::is_same_v<From, Computed<From>>) {
    return convert<To>(static_cast<float>(value));
  } else if constexpr (!std::is_same_v<To, Computed<To>>) {
    return To(convert<float>(value));
  } else if constexpr (c10::is_complex_number<From>) {
    if constexpr (c10::is_complex_number<To>) {
      return To(value);
    } else if constexpr (std::is_same_v<To, bool>) {
      return convert<bool>(value.real()) || convert<bool>(value.imag());
    } else {
      return convert<To>(value.real());
    }
  } else if constexpr (c10::is_complex_number<To>) {
    return To(static_cast<typename To::value_type>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    const bool fits = value >= From(-9223372036854775808.0) && value < From(9223372036854775808.0);
    return static_cast<To>(fits ? static_cast<std::int64_t>(value) : std::numeric_limits<std::int64_t>::min());
  } else {
    return static_cast<To>(value);
  }
}

// Calls visit(T()), where T is the C++ type of the dtype's elements. For complex dtypes it calls complex_visit(T())
// instead.
#if defined(__CUDACC__)
// This pragma turns off nvcc's check that device code calls no host code, because a visitor may be for the host only.
#pragma nv_exec_check_disable
#endif
template <typename Visit, typename ComplexVisit>
MODECHECK_HOST_DEVICE inline decltype(auto) visit_dtype(c10::ScalarType type, Visit&& visit,
                                                        ComplexVisit&& complex_visit) {
  switch (type) {
    case c10::kFloat:
      return visit(float());
    case c10::kDouble:
      return visit(double());
    case c10::kLong:
      return visit(std::int64_t());
    case c10::kByte:
      return visit(std::uint8_t());
    case c10::kChar:
      return visit(std::int8_t());
    case c10::kShort:
      return visit(std::int16_t());
    case c10::kInt:
      return visit(std::int32_t());
    case c10::kHalf:
      return visit(c10::Half());
    case c10::kBFloat16:
      return visit(c10::BFloat16());
    case c10::kComplexFloat:
      return complex_visit(c10::complex<float>());
    case c10::kComplexDouble:
      return complex_visit(c10::complex<double>());
    default:
      return visit(bool());
  }
}
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <typename Visit>
MODECHECK_HOST_DEVICE inline decltype(auto) visit_dtype(c10::ScalarType type, Visit&& visit) {
  return visit_dtype(type, visit, visit);
}
// Calls visit(T()) for an operator that is not defined on complex numbers. The caller has rejected complex dtypes.
template <typename Visit>
inline void visit_real_dtype(c10::ScalarType type, Visit&& visit) {
  visit_dtype(type, visit, [](auto /*complex*/) {});
}

// wrapping_add, wrapping_sub and wrapping_mul add, subtract and multiply. Integers wrap around on overflow.
template <typename T>
MODECHECK_HOST_DEVICE inline T wrapping_add(T a, T b) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  } else if constexpr (std::is_same_v<T, bool>) {
    return a || b;
  } else {
    return T(a + b);
  }
}
template <typename T>
MODECHECK_HOST_DEVICE inline T wrapping_sub(T a, T b) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    return static_cast<T>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
  } else if constexpr (std::is_same_v<T, bool>) {
    return a != b;
  } else {
    return T(a - b);
  }
}
template <typename T>
MODECHECK_HOST_DEVICE inline T wrapping_mul(T a, T b) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  } else if constexpr (std::is_same_v<T, bool>) {
    return a && b;
  } else {
    return T(a * b);
  }
}

}  // namespace modecheck::engine::backends
