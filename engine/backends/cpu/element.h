// One element: reading it, writing it, converting it. Everything here is defined for every bit pattern: a bool may hold
// any byte (a dtype view makes such), and a floating value may not fit an integer.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "engine/core/scalar_type.h"

namespace modecheck::engine::backends {

// What an element is in memory: a bool is a byte.
template <typename T>
using Stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;

template <typename T>
inline T load(const char* from) {
  Stored<T> value;
  std::memcpy(&value, from, sizeof value);
  if constexpr (std::is_same_v<T, bool>) {
    return value != 0;
  } else {
    return value;
  }
}

template <typename T>
inline void store(char* to, T value) {
  const Stored<T> stored = static_cast<Stored<T>>(value);
  std::memcpy(to, &stored, sizeof stored);
}

// As x86-64 converts: what does not fit an int64 (NaN included) becomes its smallest value.
template <typename To, typename From>
inline To convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else if constexpr (std::is_same_v<To, std::int64_t> && std::is_floating_point_v<From>) {
    const bool fits = value >= From(-9223372036854775808.0) && value < From(9223372036854775808.0);
    return fits ? static_cast<std::int64_t>(value) : std::numeric_limits<std::int64_t>::min();
  } else {
    return static_cast<To>(value);
  }
}

// Calls visit(T()) with the C++ type of a supported dtype.
template <typename Visit>
inline decltype(auto) visit_dtype(c10::ScalarType type, Visit&& visit) {
  switch (type) {
    case c10::kFloat:
      return visit(float());
    case c10::kDouble:
      return visit(double());
    case c10::kLong:
      return visit(std::int64_t());
    default:
      return visit(bool());
  }
}

// Reads an element of any dtype as a `To`, and writes a `From` as any dtype.
template <typename To>
using Loader = To (*)(const char*);
template <typename From>
using Storer = void (*)(char*, From);

template <typename To>
inline Loader<To> loader(c10::ScalarType from) {
  return visit_dtype(from, [](auto type) -> Loader<To> {
    using From = decltype(type);
    return [](const char* at) { return convert<To>(load<From>(at)); };
  });
}
template <typename From>
inline Storer<From> storer(c10::ScalarType to) {
  return visit_dtype(to, [](auto type) -> Storer<From> {
    using To = decltype(type);
    return [](char* at, From value) { store<To>(at, convert<To>(value)); };
  });
}

// Integer arithmetic wraps.
template <typename T>
inline T wrapping_add(T a, T b) {
  if constexpr (std::is_same_v<T, std::int64_t>) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  } else if constexpr (std::is_same_v<T, bool>) {
    return a || b;
  } else {
    return a + b;
  }
}
template <typename T>
inline T wrapping_sub(T a, T b) {
  if constexpr (std::is_same_v<T, std::int64_t>) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
  } else if constexpr (std::is_same_v<T, bool>) {
    return a != b;
  } else {
    return a - b;
  }
}
template <typename T>
inline T wrapping_mul(T a, T b) {
  if constexpr (std::is_same_v<T, std::int64_t>) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  } else if constexpr (std::is_same_v<T, bool>) {
    return a && b;
  } else {
    return a * b;
  }
}

}  // namespace modecheck::engine::backends
