// Says which operators have kernels that start GPU work themselves, and therefore accept tensors on the device.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "spec/operators/operator.h"

namespace modecheck::engine {

namespace detail {

// Returns the name that all forms of an operator share: the name without the underscore of an in-place form.
constexpr std::string_view common_name(std::string_view name) {
  if (name.size() > 1 && name.back() == '_') name.remove_suffix(1);
  return name;
}

}  // namespace detail

// Returns whether the operator's kernel runs on the device itself. Element-wise operators share code that runs their
// loops on the device, so most of them are not listed here by name.
template <typename Op>
constexpr bool is_native_on_device() {
  using namespace std::string_view_literals;  // NOLINT
  using spec::operators::Family;
  constexpr std::string_view name = engine::detail::common_name(spec::operators::schema_of<Op>.name);
  // The operators of the element-wise families named below run on the device, except for the operators in this list.
  constexpr std::array not_native{"div"sv,        "where"sv,     "celu"sv,           "digamma"sv,
                                  "lgamma"sv,     "logit"sv,     "polygamma"sv,      "sgn"sv,
                                  "softshrink"sv, "threshold"sv, "bucketize"sv,      "searchsorted"sv,
                                  "fmod"sv,       "remainder"sv, "_conj_physical"sv, "bernoulli"sv};
  constexpr std::array others{"_to_copy"sv, "clone"sv, "copy"sv, "empty"sv, "empty_strided"sv,
                              "fill"sv,     "full"sv,  "ones"sv, "zero"sv,  "zeros"sv};
  if constexpr (Op::family == Family::PointwiseUnary || Op::family == Family::PointwiseBinary ||
                Op::family == Family::Comparison)
    return std::find(not_native.begin(), not_native.end(), name) == not_native.end();
  else
    return std::find(others.begin(), others.end(), name) != others.end();
}

}  // namespace modecheck::engine
