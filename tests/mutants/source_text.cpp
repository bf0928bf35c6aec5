#include "tests/mutants/source_text.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace modecheck::mutants {

std::string read_file(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::string on_one_line(std::string_view text) {
  std::string out;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      out += c;
      if (c == '\\' && i + 1 < text.size())
        out += text[++i];
      else if (c == quote)
        quote = 0;
      continue;
    }
    // A quote after a digit or letter is a digit separator, not a character literal.
    if (c == '"' || (c == '\'' && (i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0))) quote = c;
    const std::string_view rest = text.substr(i);
    if (rest.substr(0, 2) == "//") {
      i = std::min(text.find('\n', i), text.size());
    } else if (rest.substr(0, 2) == "/*") {
      i = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      out += c;
      continue;
    }
    if (!out.empty() && out.back() != ' ') out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::size_t line_of(std::string_view text, std::size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return static_cast<std::size_t>(std::count(text.begin(), end, '\n')) + 1;
}

std::string line_around(std::string_view text, std::size_t offset) {
  const std::size_t before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  std::size_t from = before == std::string_view::npos ? 0 : before + 1;
  std::size_t to = std::min(text.find('\n', offset), text.size());
  const auto blank = [&](std::size_t at) { return std::isspace(static_cast<unsigned char>(text[at])) != 0; };
  while (from < to && blank(from)) ++from;
  while (to > from && blank(to - 1)) --to;
  return std::string(text.substr(from, to - from));
}

}  // namespace modecheck::mutants
