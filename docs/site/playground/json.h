// Writes JSON text. The caller opens and closes objects and lists, and this class puts the commas.
//
//   Json json;
//   json.open('{').key("sizes").open('[').number(2).number(2).close(']').close('}');
//   json.text();   // {"sizes":[2,2]}
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace modecheck::playground {

class Json {
 public:
  Json& open(char bracket) {
    separate();
    text_ += bracket;
    first_ = true;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    first_ = false;
    return *this;
  }
  Json& key(std::string_view name) {
    separate();
    quote(name);
    text_ += ':';
    first_ = true;
    return *this;
  }
  Json& string(std::string_view value) {
    separate();
    quote(value);
    return *this;
  }
  Json& boolean(bool value) { return literal(value ? "true" : "false"); }
  Json& null() { return literal("null"); }
  Json& number(std::int64_t value) { return literal(std::to_string(value)); }
  // JSON has no NaN and no infinities, so these values become strings.
  Json& real(double value) {
    if (std::isnan(value)) return string("nan");
    if (std::isinf(value)) return string(value < 0 ? "-inf" : "inf");
    char out[32];
    const int length = std::snprintf(out, sizeof out, "%.7g", value);
    return literal(std::string_view(out, static_cast<std::size_t>(length)));
  }

  const std::string& text() const { return text_; }

 private:
  Json& literal(std::string_view value) {
    separate();
    text_ += value;
    return *this;
  }
  void separate() {
    if (!first_) text_ += ',';
    first_ = false;
  }
  void quote(std::string_view value) {
    text_ += '"';
    for (const char c : value) {
      if (c == '"' || c == '\\') text_ += '\\';
      if (static_cast<unsigned char>(c) >= 0x20) {
        text_ += c;
        continue;
      }
      char out[8];
      std::snprintf(out, sizeof out, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      text_ += out;
    }
    text_ += '"';
  }

  std::string text_;
  bool first_ = true;  // whether nothing precedes the next value in its object or list
};

}  // namespace modecheck::playground
