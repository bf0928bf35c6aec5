// Writes the text of values.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "engine/api/formatting.h"
#include "engine/core/errors/error.h"
#include "engine/script/dict.h"
#include "engine/script/limits.h"
#include "engine/script/list.h"
#include "engine/script/object.h"
#include "engine/script/tuple.h"
#include "engine/script/value_functions.h"

namespace modecheck::engine::script {
namespace {

// Returns a whole number that fits an int.
std::string whole_text(double value) {
  return (value == 0 && std::signbit(value) ? "-" : "") + std::to_string(static_cast<std::int64_t>(value));
}

// Returns the float as Python's repr writes it.
std::string float_as_python(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e16) return whole_text(value) + ".0";
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, end);
}

// Returns the float as libtorch's str() writes it: "2." and "0.10000000000000001".
std::string float_as_libtorch(double value) {
  if (value == std::floor(value) && std::fabs(value) < 9223372036854775808.0) return whole_text(value) + ".";
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}

// Writes a value into a text, and raises before the text is longer than a string may be. A list can hold another one
// many times, so that the text of a small value would be huge.
class TextWriter {
 public:
  explicit TextWriter(bool quoted) : quoted_(quoted) {}
  std::string take() { return std::move(out_); }

  void write(const Value& value, int depth) {
    MODECHECK_CHECK(depth <= kMostValueNesting, ErrorClass::Argument, "TorchScript: values are nested more than ",
                    kMostValueNesting, " deep");
    if (value.is_list()) {
      write_all("[", value.elements(), "]", depth);
    } else if (value.is_tuple()) {
      write_all("(", value.elements(), value.elements().size() == 1 ? ",)" : ")", depth);
    } else if (value.is_dict()) {
      add("{");
      const char* separator = "";
      for (const auto& [key, one] : value.dict()->entries()) {
        add(separator);
        write(key, depth + 1);
        add(": ");
        write(one, depth + 1);
        separator = ", ";
      }
      add("}");
    } else if (value.is_string()) {
      add(quoted_ ? "'" + value.string() + "'" : value.string());
    } else {
      add(simple(value));
    }
  }

 private:
  void add(const std::string& text) {
    MODECHECK_CHECK(text.size() <= kMostElements - out_.size(), ErrorClass::OutOfMemory,
                    "TorchScript: the text of a value has more than ", kMostElements,
                    " bytes, which is the most that is allowed");
    out_ += text;
  }
  void write_all(const char* open, const std::vector<Value>& values, const char* close, int depth) {
    add(open);
    const char* separator = "";
    for (const Value& value : values) {
      add(separator);
      write(value, depth + 1);
      separator = ", ";
    }
    add(close);
  }
  std::string number(double value) const {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    return quoted_ ? float_as_python(value) : float_as_libtorch(value);
  }
  std::string simple(const Value& value) const {
    if (value.is_none()) return "None";
    if (value.is_bool()) return value.boolean() ? "True" : "False";
    if (value.is_int()) return std::to_string(value.integer());
    if (value.is_float()) return number(value.real());
    if (value.is_complex()) {
      const c10::complex<double> both = value.complex_number();
      const std::string text = number(both.real()) + (both.imag() < 0 ? "" : "+") + number(both.imag()) + "j";
      return quoted_ ? "(" + text + ")" : text;
    }
    if (value.is_device()) return quoted_ ? "device(type='" + value.device().str() + "')" : value.device().str();
    if (value.is_tensor()) {
      std::ostringstream out;
      out << value.tensor();
      return out.str();
    }
    return "<" + value.type_name() + ">";
  }

  bool quoted_;
  std::string out_;
};

}  // namespace

std::string to_text(const Value& value, bool quoted) {
  TextWriter out(quoted);
  out.write(value, 0);
  return out.take();
}

}  // namespace modecheck::engine::script
