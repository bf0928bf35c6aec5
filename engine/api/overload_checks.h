// Defines at::_test_ambiguous_defaults, which libtorch has for tests of overloads whose defaults could be ambiguous.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/api/generated/functions.h"
#include "engine/api/number_factories.h"
#include "engine/core/errors/error.h"

namespace at {
inline namespace modecheck_v1 {

// These functions return the number of the overload. They raise an Argument error for other numbers than the defaults.
inline Tensor _test_ambiguous_defaults(const Tensor& /*dummy*/, std::int64_t a = 1, std::int64_t b = 1) {
  MODECHECK_CHECK(a == 1 && b == 1, modecheck::engine::ErrorClass::Argument,
                  "_test_ambiguous_defaults: expected 1 and 1, got ", a, " and ", b);
  return full({}, 1, kLong);
}
inline Tensor _test_ambiguous_defaults(const Tensor& /*dummy*/, std::int64_t a, std::string_view b) {
  MODECHECK_CHECK(a == 2 && b == "2", modecheck::engine::ErrorClass::Argument,
                  "_test_ambiguous_defaults: expected 2 and '2', got ", a, " and '", b, "'");
  return full({}, 2, kLong);
}

}  // namespace modecheck_v1
}  // namespace at
