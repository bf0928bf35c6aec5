// Prints Fourier transforms: values, gradients and rejections. This file is built against the engine and against
// libtorch; both builds must print the same.

#include <vector>

#include "tests/parity/differentiate.h"
#include "tests/parity/part.h"
#include "tests/parity/print.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::spectrum {

using namespace modecheck::parity;  // NOLINT: a short program may use a whole namespace
using at::Tensor;

Tensor parts(const Tensor& a) { return at::view_as_real(a).contiguous(); }
Tensor whole(const Tensor& a) { return at::view_as_complex(a); }

void real_numbers() {
  for (const std::int64_t n : {1, 2, 3, 4, 5, 6, 8, 9, 12, 15, 30, 49, 128}) {
    differentiate("rfft", {filled({2, n}, 1)}, [](const Inputs& in) { return parts(at::fft_rfft(in[0])); });
    differentiate("there and back", {filled({n, 2}, 1)}, [n](const Inputs& in) {
      return at::fft_irfft(at::fft_rfft(in[0].mul(in[0]), c10::nullopt, 0, "ortho"), n, 0, "ortho");
    });
  }
  for (const std::int64_t normalization : {0, 1, 2}) {
    differentiate("_fft_r2c of several dimensions", {filled({3, 2, 4}, 1)}, [=](const Inputs& in) {
      return parts(at::_fft_r2c(in[0], {2, 0}, normalization, true));
    });
    differentiate("_fft_r2c, two-sided", {filled({3, 2, 4}, 1)}, [=](const Inputs& in) {
      return parts(at::_fft_r2c(in[0], {0, 1}, normalization, false));
    });
    differentiate("_fft_c2r of several dimensions", {filled({3, 2, 3, 2}, 1)}, [=](const Inputs& in) {
      return at::_fft_c2r(whole(in[0]), {0, 2}, normalization, 5);
    });
  }
}

void complex_numbers() {
  for (const std::int64_t n : {1, 2, 3, 7, 10, 16})
    differentiate("fft", {filled({3, n, 2}, 1)},
                  [](const Inputs& in) { return parts(at::fft_ifft(at::fft_fft(whole(in[0]), 5, 0, "forward"))); });
  differentiate("irfft", {filled({2, 3, 2}, 1)},
                [](const Inputs& in) { return at::fft_irfft(whole(in[0]), 7, -1, "forward"); });
  print("rfft of integers", parts(at::fft_rfft(filled({5}, 1).mul(8).to(at::kLong), 8)));
}

void rejections() {
  reject("complex numbers", [] { at::fft_rfft(at::view_as_complex(filled({3, 2}, 1))); });
  reject("no dimension", [] { at::fft_rfft(filled({}, 1)); });
  reject("another dimension", [] { at::fft_rfft(filled({3}, 1), c10::nullopt, 1); });
  reject("no elements", [] { at::fft_rfft(filled({3}, 1), 0); });
  reject("another norm", [] { at::fft_rfft(filled({3}, 1), c10::nullopt, -1, "none"); });
}

MODECHECK_PARITY(spectrum) {
  real_numbers();
  complex_numbers();
  rejections();
}

}  // namespace modecheck::parity::spectrum
