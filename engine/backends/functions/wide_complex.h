// Complex functions convert elements of any width to complex doubles, compute with those, and round once.
#pragma once

#if defined(__CUDACC__)
#include <cuda/std/complex>
#else
#include <complex>
#endif

#include "engine/core/types/host_device.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::backends {

// Functions of ComplexDouble must be called unqualified, exp(z) and not std::exp(z), so that the compiler searches the
// namespace of the argument.
#if defined(__CUDACC__)
using ComplexDouble = cuda::std::complex<double>;
#else
using ComplexDouble = std::complex<double>;
#endif

template <typename T>
MODECHECK_HOST_DEVICE ComplexDouble widened(const c10::complex<T>& z) {
  return {static_cast<double>(z.real()), static_cast<double>(z.imag())};
}

// Rounds a complex number of doubles to `T`, which is a c10::complex.
template <typename T>
MODECHECK_HOST_DEVICE T narrowed(const ComplexDouble& z) {
  using Part = typename T::value_type;
  return {static_cast<Part>(z.real()), static_cast<Part>(z.imag())};
}

}  // namespace modecheck::engine::backends
