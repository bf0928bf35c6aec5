// Complex numbers of any width are computed as doubles and rounded once.
#pragma once

#include <complex>

#include "engine/core/scalar_type.h"

namespace modecheck::engine::backends {

template <typename T>
std::complex<double> widened(const c10::complex<T>& z) {
  return {static_cast<double>(z.real()), static_cast<double>(z.imag())};
}

// `T` is a c10::complex.
template <typename T>
T narrowed(const std::complex<double>& z) {
  using Part = typename T::value_type;
  return {static_cast<Part>(z.real()), static_cast<Part>(z.imag())};
}

}  // namespace modecheck::engine::backends
