// The discrete Fourier transform of complex numbers, along one dimension of a tensor.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace modecheck::engine::backends {

// A Fourier transform of a given length, for any number of lines: out[k] = sum over j of in[j] e^(-2 pi i j k /
// length). If `forward` is false, the exponent has the opposite sign. Only one thread at a time may use an object.
class FourierTransform {
 public:
  FourierTransform(std::int64_t length, bool forward);

  // Transforms one line in place. The line consists of `length` numbers that are `step` elements apart.
  void apply(std::complex<double>* line, std::int64_t step);

 private:
  using Complex = std::complex<double>;

  void transform(const Complex* in, std::size_t step, Complex* out, std::size_t length);

  std::size_t length_;
  std::vector<Complex> roots_;  // the complex roots of unity of order `length`
  std::vector<Complex> in_;
  std::vector<Complex> out_;
  std::vector<Complex> parts_;
};

}  // namespace modecheck::engine::backends
