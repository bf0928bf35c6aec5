// A discrete Fourier transform along one dimension of a dense tensor. Each thread computes one element: a sum of as
// many terms as the dimension has elements.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/core/types/complex.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// Cosine and sine of the angle 2 * pi * part / whole. Multiples of a quarter turn are exact.
struct UnitCircle {
  double cosine;
  double sine;
  MODECHECK_HOST_DEVICE UnitCircle(std::int64_t part, std::int64_t whole) {
    const bool is_quarter = 4 * part % whole == 0;
    const std::int64_t quarter = 4 * part / whole;
    const double angle = 2 * 3.14159265358979323846 * static_cast<double>(part) / static_cast<double>(whole);
    cosine = !is_quarter ? std::cos(angle) : quarter == 0 ? 1 : quarter == 2 ? -1 : 0;
    sine = !is_quarter ? std::sin(angle) : quarter == 1 ? 1 : quarter == 3 ? -1 : 0;
  }
};

struct FourierKernel {
  const c10::complex<double>* from;
  c10::complex<double>* to;
  std::int64_t length;
  std::int64_t behind;  // product of the sizes of the later dimensions
  double sign;          // sign of the exponent
  double factor;        // multiplies the sum
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t k = i / behind % length;
    const c10::complex<double>* in = from + i / behind / length * length * behind + i % behind;
    double real = 0;
    double imaginary = 0;
    // j * k modulo length: whole turns do not change the root.
    std::int64_t turn = 0;
    for (std::int64_t j = 0; j < length; ++j, in += behind) {
      const UnitCircle root(turn, length);
      const double sine = sign * root.sine;
      real += in->real() * root.cosine - in->imag() * sine;
      imaginary += in->real() * sine + in->imag() * root.cosine;
      turn += k;
      if (turn >= length) turn -= length;
    }
    to[i] = c10::complex<double>(factor * real, factor * imaginary);
  }
};

// Completes the spectrum of real lines, of which `from` has the first half: the other half is its complex conjugate. An
// element that is its own mirror image is real.
struct MirroredSpectrumKernel {
  const c10::complex<double>* from;
  c10::complex<double>* to;
  std::int64_t length;
  std::int64_t behind;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t k = i / behind % length;
    const std::int64_t mirrored = length - k;
    const std::int64_t line = i / behind / length * (length / 2 + 1) * behind + i % behind;
    const c10::complex<double> here = from[line + (k < mirrored ? k : mirrored) * behind];
    double imaginary = here.imag();
    if (k == 0 || k == mirrored) imaginary = 0;
    if (k > mirrored) imaginary = -imaginary;
    to[i] = c10::complex<double>(here.real(), imaginary);
  }
};

}  // namespace modecheck::engine::cuda
