// Conversions for element functions of complex numbers. Such a function converts its elements to complex doubles,
// computes with these doubles, and rounds the result once.
#pragma once

#if defined(__CUDACC__)
#include <cuda/std/complex>
#else
#include <complex>
#endif

#include "engine/core/types/host_device.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::backends {

// Call functions of ComplexDouble without a namespace: exp(z) and not std::exp(z). The compiler then finds the function
// in the namespace of the argument, which is std or cuda::std.
#if defined(__CUDACC__)
using ComplexDouble = ::cuda::std::complex<double>;  // not modecheck::engine::cuda
#else
using ComplexDouble = std::complex<double>;
#endif

template <typename T>
MODECHECK_HOST_DEVICE ComplexDouble widened(const c10::complex<T>& z) {
  return {static_cast<double>(z.real()), static_cast<double>(z.imag())};
}

// Rounds the real and the imaginary part of a complex double to the precision of `T`, which is a c10::complex.
template <typename T>
MODECHECK_HOST_DEVICE T narrowed(const ComplexDouble& z) {
  using Part = typename T::value_type;
  return {static_cast<Part>(z.real()), static_cast<Part>(z.imag())};
}

}  // namespace modecheck::engine::backends
