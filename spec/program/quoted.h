// Quotes untrusted input in messages. The input may be long, binary, or meant to confuse a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace modecheck::spec {

// Escapes everything in `text` that a terminal does not print: control characters (\x1B), bytes that are not UTF-8
// (\xFF), and characters that are invisible or turn the direction of writing (\u{202E}). The characters of `keep` stay.
std::string printable(std::string_view text, std::string_view keep = {});

// The largest number of bytes of input that a message repeats.
constexpr std::size_t kMostQuoted = 60;

// `text` in quotes, printable, and cut after kMostQuoted bytes with its length: "'aaaa...' (1,000 bytes)".
std::string quoted(std::string_view text);

}  // namespace modecheck::spec
