// One part of a message as text. Words, integers, sizes and names are appended as they are: a stream costs more than
// the rest of a rejection, and most rejections consist of nothing else. Everything else is written as its << writes it.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

namespace modecheck::engine {

namespace detail {

// Characters, and what streams take for them, are not numbers.
template <typename T>
concept PlainInteger = std::integral<T> && sizeof(T) > 1;

// Sizes, strides, dimensions.
template <typename T>
concept Integers = requires(const T& values) {
  { values.size() } -> std::convertible_to<std::size_t>;
  { values[0] } -> std::same_as<const std::int64_t&>;
};

template <typename T>
concept Named = requires(const T& value) {
  { toString(value) } -> std::convertible_to<std::string_view>;
};

template <PlainInteger T>
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
  } else if constexpr (detail::PlainInteger<T>) {
    detail::append_integer(out, value);
  } else if constexpr (detail::Integers<T>) {
    out += '[';
    for (std::size_t i = 0; i < static_cast<std::size_t>(value.size()); ++i) {
      if (i > 0) out += ", ";
      detail::append_integer(out, value[i]);
    }
    out += ']';
  } else if constexpr (detail::Named<T>) {
    out.append(std::string_view(toString(value)));
  } else {
    std::ostringstream text;
    text << value;
    out += text.str();
  }
}

}  // namespace modecheck::engine
