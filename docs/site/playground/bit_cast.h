// Defines std::bit_cast, which emscripten's version of the C++ library lacks. The build for WebAssembly includes this
// file before each source (CMakeLists.txt); no other build does.
#pragma once

#include <bit>

#ifndef __cpp_lib_bit_cast
namespace std {

template <typename To, typename From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

}  // namespace std
#endif
