#include "engine/archive/place.h"

namespace modecheck::engine::archives {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 120;
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "'";
  for (const char one : text.substr(0, most)) {
    const auto code = static_cast<unsigned char>(one);
    if (code >= 0x20 && code < 0x7f) {
      out += one;
    } else {
      out += "\\x";
      out += digits[code >> 4];
      out += digits[code & 15];
    }
  }
  return out + (text.size() > most ? "...'" : "'");
}

}  // namespace modecheck::engine::archives
