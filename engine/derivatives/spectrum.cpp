// Defines the derivatives and dispatch tables of Fourier transforms. All are linear, so their derivatives are
// transforms too.
#include "spec/operators/spectrum.h"

#include <vector>

#include "engine/core/memory/allocate.h"
#include "engine/derivatives/gradient.h"
#include "engine/modes/grad_mode.h"
#include "spec/operators/shape.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

at::Tensor real_part(const at::Tensor& a) {
  return call<operators::select_int>(call<operators::view_as_real>(a), -1, 0);
}

// Returns a vector of factors along `dim`: 1 for the first element, and 2 for all others. If `ends` is set, the last
// factor is 1 too.
at::Tensor twice_inside(const at::Tensor& like, std::int64_t dim, std::int64_t length, bool ends) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(like.dim()), 1);
  sizes[static_cast<std::size_t>(dim)] = length;
  const at::Tensor out = full(sizes, 2, like);
  const auto set_one = [&](std::int64_t place) {
    const at::NoGradGuard quiet;
    call<operators::fill__Scalar>(call<operators::narrow>(out, dim, place, 1), 1);
  };
  if (length > 0) set_one(0);
  if (ends && length > 1) set_one(length - 1);
  return out;
}

}  // namespace

// _fft_r2c saves its argument as in libtorch, although the argument's sizes would suffice.
MODECHECK_GRADIENT(FftR2CBackward0, (_fft_r2c), self, dim, normalization) {
  at::Tensor gradient = g;
  // _fft_r2c returns only the first half of the spectrum, because the other half is its mirror image. The gradient of
  // the omitted half is zero.
  const std::int64_t last = dim[dim.size() - 1];
  const std::int64_t missing = self.size(last) - gradient.size(last);
  if (missing != 0) {
    std::vector<std::int64_t> pad(static_cast<std::size_t>(2 * (self.dim() - last)), 0);
    pad.back() = missing;
    gradient = call<operators::constant_pad_nd>(gradient, pad, 0);
  }
  return real_part(call<operators::_fft_c2c>(gradient, dim, normalization, false));
}

// _fft_c2r takes half of a spectrum. An element there counts twice if the other half of the spectrum would contain its
// mirror image.
MODECHECK_GRADIENT(FftC2RBackward0, (_fft_c2r), dim, normalization) {
  const std::int64_t last = dim[dim.size() - 1];
  const at::Tensor half = call<operators::_fft_r2c>(g, dim, normalization, true);
  return mul(half, twice_inside(g, last, half.size(last), g.size(last) % 2 == 0));
}

MODECHECK_GRADIENT(FftC2CBackward0, (_fft_c2c), dim, normalization, forward) {
  return call<operators::_fft_c2c>(g, dim, normalization, !forward);
}

}  // namespace modecheck::engine
