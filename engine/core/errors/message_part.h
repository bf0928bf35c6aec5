// Appends one value to an error message. Strings, integers, sizes and enumerators with a toString() are appended
// without a std::ostream. A stream would take longer than all other steps of raising an error. Other types are written
// with their operator<<.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace modecheck::engine {

namespace detail {

// True for the integer types that are written as numbers. Types of one byte are excluded, because streams print them as
// characters or as booleans.
template <typename T>
constexpr bool is_plain_integer = std::is_integral_v<T> && sizeof(T) > 1;

// True for lists of integers, such as sizes, strides and dimensions.
template <typename T, typename = void>
constexpr bool is_integers = false;
template <typename T>
constexpr bool
    is_integers<T, std::enable_if_t<std::is_convertible_v<decltype(std::declval<const T&>().size()), std::size_t> &&
                                    std::is_same_v<decltype(std::declval<const T&>()[0]), const std::int64_t&>>> = true;

template <typename T, typename = void>
constexpr bool is_named = false;
template <typename T>
constexpr bool is_named<
    T, std::enable_if_t<std::is_convertible_v<decltype(toString(std::declval<const T&>())), std::string_view>>> = true;

template <typename T>
void append_integer(std::string& out, T value) {
  char digits[24];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, end.ptr);
}

}  // namespace detail

template <typename T>
void append_part(std::string& out, const T& value) {
  if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    out.append(std::string_view(value));
  } else if constexpr (detail::is_plain_integer<T>) {
    detail::append_integer(out, value);
  } else if constexpr (detail::is_integers<T>) {
    out += '[';
    for (std::size_t i = 0; i < static_cast<std::size_t>(value.size()); ++i) {
      if (i > 0) out += ", ";
      detail::append_integer(out, value[i]);
    }
    out += ']';
  } else if constexpr (detail::is_named<T>) {
    out.append(std::string_view(toString(value)));
  } else {
    std::ostringstream text;
    text << value;
    out += text.str();
  }
}

}  // namespace modecheck::engine
