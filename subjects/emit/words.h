// Functions that the emitters of C++ and Python files share.
#pragma once

#include <cctype>
#include <string>

namespace modecheck::subjects {

// Returns the text as a string literal, which is the same in C++ and Python.
inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// Returns true if `name` occurs in `text` as a whole word.
inline bool mentions(const std::string& text, const std::string& name) {
  const auto part_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const bool starts = at == 0 || !part_of_word(text[at - 1]);
    const bool ends = at + name.size() == text.size() || !part_of_word(text[at + name.size()]);
    if (starts && ends) return true;
  }
  return false;
}

}  // namespace modecheck::subjects
