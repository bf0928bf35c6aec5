// The layout of text for people: its width, and whether the terminal shows colours.
#pragma once

#include <string>
#include <string_view>

namespace modecheck::properties {

struct Style {
  bool colour = false;
  int width = 100;

  std::string bold(std::string_view text) const { return wrapped("1", text); }
  std::string dim(std::string_view text) const { return wrapped("2", text); }
  std::string red(std::string_view text) const { return wrapped("31", text); }
  std::string green(std::string_view text) const { return wrapped("32", text); }
  std::string yellow(std::string_view text) const { return wrapped("33", text); }

 private:
  std::string wrapped(std::string_view code, std::string_view text) const {
    if (!colour) return std::string(text);
    std::string out = "\033[";
    out += code;
    out += 'm';
    out += text;
    out += "\033[0m";
    return out;
  }
};

}  // namespace modecheck::properties
