// Operators whose kernels start work on the device themselves, and are called with tensors that are there.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace modecheck::engine {

// `name`: the operator's, without its overload.
constexpr bool is_native_on_device(std::string_view name) {
  using namespace std::string_view_literals;  // NOLINT
  constexpr std::array names{"_to_copy"sv,   "abs"sv,           "add"sv,        "atan2"sv,       "bitwise_and"sv,
                             "bitwise_or"sv, "bitwise_xor"sv,   "clone"sv,      "copy"sv,        "copysign"sv,
                             "empty"sv,      "empty_strided"sv, "eq"sv,         "exp"sv,         "fill"sv,
                             "fmax"sv,       "fmin"sv,          "full"sv,       "ge"sv,          "gt"sv,
                             "le"sv,         "logical_and"sv,   "logical_or"sv, "logical_xor"sv, "lt"sv,
                             "maximum"sv,    "minimum"sv,       "mul"sv,        "ne"sv,          "neg"sv,
                             "ones"sv,       "pow"sv,           "relu"sv,       "rsub"sv,        "sigmoid"sv,
                             "sub"sv,        "tanh"sv,          "xlogy"sv,      "zero"sv,        "zeros"sv};
  if (name.size() > 1 && name.back() == '_') name.remove_suffix(1);
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace modecheck::engine
