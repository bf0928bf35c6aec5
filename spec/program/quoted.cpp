#include "spec/program/quoted.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace modecheck::spec {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // the length of the character; 0: the bytes are not UTF-8
};

// Returns the character that begins at the start of `text`, which is not empty.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  std::uint32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3F);
  }
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least[length] || code > 0x10FFFF || surrogate) return {};
  return {code, length};
}

bool is_printed(std::uint32_t code) {
  const auto within = [code](std::uint32_t low, std::uint32_t high) { return code >= low && code <= high; };
  if (code < 0x20 || within(0x7F, 0x9F)) return false;
  return !(code == 0xAD || code == 0x61C || code == 0x180E || within(0x200B, 0x200F) || within(0x2028, 0x202E) ||
           within(0x2060, 0x206F) || code == 0xFEFF || within(0xFFF9, 0xFFFB) || within(0xE0000, 0xE0FFF));
}

std::string escaped(const char* form, std::uint32_t value) {
  std::array<char, 16> out{};
  std::snprintf(out.data(), out.size(), form, value);
  return out.data();
}

}  // namespace

std::string printable(std::string_view text, std::string_view keep) {
  std::string out;
  while (!text.empty()) {
    const Character character = first_character(text);
    const std::size_t bytes = character.bytes == 0 ? 1 : character.bytes;
    if (character.bytes == 0 || character.code < 0x80) {
      const char one = text[0];
      if (character.bytes == 1 && (is_printed(character.code) || keep.find(one) != std::string_view::npos))
        out += one;
      else
        out += escaped("\\x%02X", static_cast<unsigned char>(one));
    } else if (is_printed(character.code)) {
      out += text.substr(0, bytes);
    } else {
      out += escaped("\\u{%X}", character.code);
    }
    text.remove_prefix(bytes);
  }
  return out;
}

std::string quoted(std::string_view text) {
  if (text.size() <= kMostQuoted) return "'" + printable(text) + "'";
  // Cuts the text after at most kMostQuoted bytes, at the beginning of a UTF-8 character.
  std::size_t end = kMostQuoted;
  while (end > kMostQuoted - 3 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return "'" + printable(text.substr(0, end)) + "...' (" + std::to_string(text.size()) + " bytes)";
}

}  // namespace modecheck::spec
