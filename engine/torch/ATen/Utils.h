// Defines functions that libtorch's own kernels use and that programs call too: they return the implementation of a
// random number generator.
#pragma once

#include <cstdint>

#include "ATen/ATen.h"

namespace at {
inline namespace modecheck_v1 {

// Returns the generator's implementation as the type `Impl`, from which a kernel draws. Raises if the generator is
// undefined or belongs to another device.
template <typename Impl>
Impl* check_generator(const c10::optional<Generator>& generator) {
  MODECHECK_CHECK(generator.has_value() && generator->defined(), modecheck::engine::ErrorClass::Argument,
                  "check_generator: Generator with undefined implementation is not allowed");
  MODECHECK_CHECK(generator->device().type() == Impl::device_type(), modecheck::engine::ErrorClass::DeviceMismatch,
                  "check_generator: Expected a '", Impl::device_type(), "' device type for generator but found '",
                  generator->device().type(), "'");
  return generator->get<Impl>();
}
// Returns the implementation of `generator`, or of `default_generator` if none is given, as the type `Impl`. Raises if
// it belongs to another device.
template <typename Impl>
Impl* get_generator_or_default(const c10::optional<Generator>& generator, const Generator& default_generator) {
  return check_generator<Impl>(generator.has_value() && generator->defined() ? *generator : default_generator);
}

}  // namespace modecheck_v1
}  // namespace at
