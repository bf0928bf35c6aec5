// What libtorch keeps for its own kernels, as far as programs use it.
#pragma once

#include <cstdint>

#include "ATen/ATen.h"

namespace at {
inline namespace modecheck_v1 {

// The generator as the implementation of it that the kernel draws from. Raises if it is of another device.
template <typename Impl>
Impl* check_generator(const c10::optional<Generator>& generator) {
  MODECHECK_CHECK(generator.has_value() && generator->defined(), modecheck::engine::ErrorClass::Argument,
                  "check_generator: Generator with undefined implementation is not allowed");
  MODECHECK_CHECK(generator->device().type() == Impl::device_type(), modecheck::engine::ErrorClass::DeviceMismatch,
                  "check_generator: Expected a '", Impl::device_type(), "' device type for generator but found '",
                  generator->device().type(), "'");
  return generator->get<Impl>();
}
// The default one if none is named.
template <typename Impl>
Impl* get_generator_or_default(const c10::optional<Generator>& generator, const Generator& default_generator) {
  return check_generator<Impl>(generator.has_value() && generator->defined() ? *generator : default_generator);
}

}  // namespace modecheck_v1
}  // namespace at
