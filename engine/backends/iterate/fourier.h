// The discrete Fourier transform of one line of complex numbers.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace modecheck::engine::backends {

// A transform of a certain length, for as many lines as one likes: out[k] = sum of in[j] e^(-2 pi i j k / length), or
// with the other sign. Not for several threads at once.
class FourierTransform {
 public:
  FourierTransform(std::int64_t length, bool forward);

  // Transforms `length` numbers in place, each `step` behind the one before it.
  void apply(std::complex<double>* line, std::int64_t step);

 private:
  using Complex = std::complex<double>;

  void transform(const Complex* in, std::size_t step, Complex* out, std::size_t length);

  std::size_t length_;
  std::vector<Complex> roots_;  // of unity
  std::vector<Complex> in_;
  std::vector<Complex> out_;
  std::vector<Complex> parts_;
};

}  // namespace modecheck::engine::backends
