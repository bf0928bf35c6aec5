// Defines torch::fft: Fourier transforms along one dimension. Each function calls the function of at:: with the prefix
// fft_, whose comment explains lengths, norms and errors.
#pragma once

#include "engine/composites/transforms/hermitian_transforms.h"
#include "torch/types.h"

namespace torch {
inline namespace modecheck_v1 {
namespace fft {

inline at::Tensor fft(const at::Tensor& self, Length n = {}, std::int64_t dim = -1, Norm norm = {}) {
  return at::fft_fft(self, n, dim, norm);
}
inline at::Tensor ifft(const at::Tensor& self, Length n = {}, std::int64_t dim = -1, Norm norm = {}) {
  return at::fft_ifft(self, n, dim, norm);
}
inline at::Tensor rfft(const at::Tensor& self, Length n = {}, std::int64_t dim = -1, Norm norm = {}) {
  return at::fft_rfft(self, n, dim, norm);
}
inline at::Tensor irfft(const at::Tensor& self, Length n = {}, std::int64_t dim = -1, Norm norm = {}) {
  return at::fft_irfft(self, n, dim, norm);
}

}  // namespace fft
}  // namespace modecheck_v1
}  // namespace torch
