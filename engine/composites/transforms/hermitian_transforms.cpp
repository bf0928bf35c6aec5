#include "engine/composites/transforms/hermitian_transforms.h"

#include "engine/composites/transforms/spectrum_functions.h"
#include "engine/derivatives/arithmetic.h"

namespace torch {
inline namespace modecheck_v1 {
namespace fft {
namespace {

using modecheck::engine::formula::conj;

// Returns the normalisation for the transform in the opposite direction.
Norm reversed(Norm norm) {
  if (!norm.has_value() || *norm == "backward") return "forward";
  return *norm == "forward" ? Norm("backward") : norm;
}

}  // namespace

at::Tensor hfft(const at::Tensor& self, Length n, std::int64_t dim, Norm norm) {
  return at::fft_irfft(conj(self), n, dim, reversed(norm));
}
at::Tensor ihfft(const at::Tensor& self, Length n, std::int64_t dim, Norm norm) {
  return conj(at::fft_rfft(self, n, dim, reversed(norm)));
}

}  // namespace fft
}  // namespace modecheck_v1
}  // namespace torch
