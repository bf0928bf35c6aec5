// Defines std::bit_cast for programs that are compiled as C++17: it reads the bytes of one type as another type.
#pragma once

#include <type_traits>

namespace modecheck::engine {

template <typename To, typename From>
constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
  return __builtin_bit_cast(To, from);
}

}  // namespace modecheck::engine
