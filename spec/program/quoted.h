// Quotes untrusted input in messages. Such input may be long, binary, or meant to confuse a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace modecheck::spec {

// Escapes everything in `text` that a terminal does not print: control characters (\x1B) and bytes that are not UTF-8
// (\xFF). It also escapes characters that are invisible or turn the direction of writing (\u{202E}). Characters in
// `keep` are not escaped.
std::string printable(std::string_view text, std::string_view keep = {});

// The most bytes of the input that a message repeats.
constexpr std::size_t kMostQuoted = 60;

// Returns `text` in quotes and printable. A text of more than kMostQuoted bytes is cut, and its length is added:
// "'aaaa...' (1,000 bytes)".
std::string quoted(std::string_view text);

}  // namespace modecheck::spec
