// Lists the operators whose kernels start GPU work themselves and therefore accept tensors on the device.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace modecheck::engine {

// `name` is the operator's name without its overload.
constexpr bool is_native_on_device(std::string_view name) {
  using namespace std::string_view_literals;  // NOLINT
  constexpr std::array names{
      "_to_copy"sv,    "abs"sv,         "acos"sv,       "acosh"sv,         "add"sv,         "addcdiv"sv,
      "addcmul"sv,     "asin"sv,        "asinh"sv,      "atan"sv,          "atan2"sv,       "atanh"sv,
      "bitwise_and"sv, "bitwise_not"sv, "bitwise_or"sv, "bitwise_xor"sv,   "ceil"sv,        "clamp"sv,
      "clamp_max"sv,   "clamp_min"sv,   "clone"sv,      "copy"sv,          "copysign"sv,    "cos"sv,
      "cosh"sv,        "elu"sv,         "empty"sv,      "empty_strided"sv, "eq"sv,          "erf"sv,
      "erfc"sv,        "exp"sv,         "exp2"sv,       "expm1"sv,         "fill"sv,        "floor"sv,
      "fmax"sv,        "fmin"sv,        "frac"sv,       "full"sv,          "ge"sv,          "gelu"sv,
      "gt"sv,          "hardsigmoid"sv, "hardswish"sv,  "hardtanh"sv,      "hypot"sv,       "isinf"sv,
      "isnan"sv,       "le"sv,          "leaky_relu"sv, "lerp"sv,          "log"sv,         "log10"sv,
      "log1p"sv,       "log2"sv,        "logaddexp"sv,  "logical_and"sv,   "logical_not"sv, "logical_or"sv,
      "logical_xor"sv, "lt"sv,          "maximum"sv,    "minimum"sv,       "mish"sv,        "mul"sv,
      "nan_to_num"sv,  "ne"sv,          "neg"sv,        "ones"sv,          "pow"sv,         "reciprocal"sv,
      "relu"sv,        "round"sv,       "rsqrt"sv,      "rsub"sv,          "sigmoid"sv,     "sign"sv,
      "silu"sv,        "sin"sv,         "sinh"sv,       "softplus"sv,      "sqrt"sv,        "sub"sv,
      "tan"sv,         "tanh"sv,        "trunc"sv,      "xlogy"sv,         "zero"sv,        "zeros"sv};
  if (name.size() > 1 && name.back() == '_') name.remove_suffix(1);
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace modecheck::engine
