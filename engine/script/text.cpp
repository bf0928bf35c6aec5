#include <charconv>
#include <cmath>
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

std::string float_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::ostringstream out;
  // A whole number gets ".0", and all others have up to six digits, as with PyTorch's print.
  if (value == std::floor(value) && std::fabs(value) < 1e16) {
    out << static_cast<std::int64_t>(value) << ".0";
    return out.str();
  }
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, end);
}

std::string joined(const std::vector<Value>& values, int depth) {
  std::string out;
  for (const Value& value : values) out += (out.empty() ? "" : ", ") + to_text(value, true, depth + 1);
  return out;
}

}  // namespace

std::string to_text(const Value& value, bool quoted, int depth) {
  MODECHECK_CHECK(depth <= kMostValueNesting, ErrorClass::Argument, "TorchScript: values are nested more than ",
                  kMostValueNesting, " deep");
  if (value.is_none()) return "None";
  if (value.is_bool()) return value.boolean() ? "True" : "False";
  if (value.is_int()) return std::to_string(value.integer());
  if (value.is_float()) return float_text(value.real());
  if (value.is_complex()) {
    const c10::complex<double> number = value.complex_number();
    return "(" + float_text(number.real()) + (number.imag() < 0 ? "" : "+") + float_text(number.imag()) + "j)";
  }
  if (value.is_string()) return quoted ? "'" + value.string() + "'" : value.string();
  if (value.is_device()) return quoted ? "device(type='" + value.device().str() + "')" : value.device().str();
  if (value.is_list()) return "[" + joined(value.elements(), depth) + "]";
  if (value.is_tuple()) {
    const std::string inner = joined(value.elements(), depth);
    return "(" + inner + (value.elements().size() == 1 ? ",)" : ")");
  }
  if (value.is_dict()) {
    std::string out;
    for (const auto& [key, one] : value.dict()->entries())
      out += (out.empty() ? "" : ", ") + to_text(key, true, depth + 1) + ": " + to_text(one, true, depth + 1);
    return "{" + out + "}";
  }
  if (value.is_tensor()) {
    std::ostringstream out;
    out << value.tensor();
    return out.str();
  }
  return "<" + value.type_name() + ">";
}

}  // namespace modecheck::engine::script
