#include "engine/backends/iterate/fourier.h"

#include <array>
#include <cmath>
#include <numbers>

namespace modecheck::engine::backends {
namespace {

// Returns e^(2 pi i part / whole). The result is exact for multiples of a quarter turn.
std::complex<double> root_of_unity(std::size_t part, std::size_t whole) {
  constexpr std::array<std::complex<double>, 4> quarters{std::complex<double>{1, 0}, std::complex<double>{0, 1},
                                                         std::complex<double>{-1, 0}, std::complex<double>{0, -1}};
  if (4 * part % whole == 0) return quarters[4 * part / whole];
  return std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(part) / static_cast<double>(whole));
}

std::size_t smallest_factor(std::size_t number) {
  for (std::size_t factor = 2; factor * factor <= number; ++factor)
    if (number % factor == 0) return factor;
  return number;
}

// Multiplies complex numbers as (ac - bd) + (ad + bc)i. std::complex's operator* also handles infinite real and
// imaginary parts, which costs time.
std::complex<double> product(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace

FourierTransform::FourierTransform(std::int64_t length, bool forward)
    : length_(static_cast<std::size_t>(length)), roots_(length_), in_(length_), out_(length_) {
  for (std::size_t i = 0; i < length_; ++i) {
    roots_[i] = root_of_unity(i, length_);
    if (forward) roots_[i] = std::conj(roots_[i]);
  }
}

void FourierTransform::apply(std::complex<double>* line, std::int64_t step) {
  const auto stride = static_cast<std::size_t>(step);
  for (std::size_t i = 0; i < length_; ++i) in_[i] = line[i * stride];
  transform(in_.data(), 1, out_.data(), length_);
  for (std::size_t i = 0; i < length_; ++i) line[i * stride] = out_[i];
}

// Splits a Fourier transform by the smallest prime factor p of its length (Cooley-Tukey). First it transforms p
// sequences; sequence i has the numbers i, i + p, i + 2p and so on. Then it combines the results of the p sequences. If
// the length is a prime number, each sequence has one number, and the combination is the definition of the transform.
void FourierTransform::transform(const Complex* in, std::size_t step, Complex* out, std::size_t length) {
  if (length == 1) {
    out[0] = in[0];
    return;
  }
  const std::size_t factor = smallest_factor(length);
  const std::size_t rest = length / factor;
  for (std::size_t i = 0; i < factor; ++i) transform(in + i * step, factor * step, out + i * rest, rest);
  // the distance in `roots_` between neighbouring roots of unity of order `length`
  const std::size_t turn = length_ / length;
  parts_.resize(factor);
  for (std::size_t k = 0; k < rest; ++k) {
    for (std::size_t i = 0; i < factor; ++i) parts_[i] = product(out[i * rest + k], roots_[i * k * turn]);
    for (std::size_t q = 0; q < factor; ++q) {
      Complex total = parts_[0];
      for (std::size_t i = 1; i < factor; ++i) total += product(parts_[i], roots_[i * q % factor * rest * turn]);
      out[q * rest + k] = total;
    }
  }
}

}  // namespace modecheck::engine::backends
