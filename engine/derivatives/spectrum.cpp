// Fourier transforms: derivatives and dispatch tables. All are linear, so that their derivatives are transforms too.
#include "spec/operators/spectrum.h"

#include <vector>

#include "engine/core/memory/allocate.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/kernels/register.h"
#include "engine/modes/grad_mode.h"
#include "spec/operators/shape.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

at::Tensor real_part(const at::Tensor& a) {
  return call<operators::select_int>(call<operators::view_as_real>(a), -1, 0);
}

// Returns factors that broadcast along `dim`: 1 for the first element and, if `ends`, for the last one; otherwise 2.
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

struct RealTransformDerivative : Differentiable {
  static constexpr const char* name = "FftR2CBackward0";
  SavedTensor self;
  SmallSizes dims;
  std::int64_t normalization = 0;
  bool onesided = false;
  auto saved() { return std::tie(self); }
  // The argument is saved as in libtorch, although its sizes would suffice.
  void save(Saver& saver, const at::Tensor& a, c10::IntArrayRef along, std::int64_t how, bool half) {
    saver.input(self, a);
    dims = along;
    normalization = how;
    onesided = half;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(self);
    at::Tensor gradient = b.gradient();
    // The half that was left out has a zero gradient.
    const std::int64_t last = dims[dims.size() - 1];
    const std::int64_t missing = a.size(last) - gradient.size(last);
    if (missing != 0) {
      std::vector<std::int64_t> pad(static_cast<std::size_t>(2 * (a.dim() - last)), 0);
      pad.back() = missing;
      gradient = call<operators::constant_pad_nd>(gradient, pad, 0);
    }
    b.out(0) = real_part(call<operators::_fft_c2c>(gradient, dims, normalization, false));
  }
};

struct RealInverseDerivative : Differentiable {
  static constexpr const char* name = "FftC2RBackward0";
  SmallSizes dims;
  std::int64_t normalization = 0;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, c10::IntArrayRef along, std::int64_t how,
            std::int64_t /*last_dim_size*/) {
    dims = along;
    normalization = how;
  }
  // An element of the half spectrum that also stands for its mirror image counts twice.
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const std::int64_t last = dims[dims.size() - 1];
    const at::Tensor half = call<operators::_fft_r2c>(b.gradient(), dims, normalization, true);
    b.out(0) = mul(half, twice_inside(b.gradient(), last, half.size(last), b.gradient().size(last) % 2 == 0));
  }
};

struct TransformDerivative : Differentiable {
  static constexpr const char* name = "FftC2CBackward0";
  SmallSizes dims;
  std::int64_t normalization = 0;
  bool forward = true;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, c10::IntArrayRef along, std::int64_t how, bool direction) {
    dims = along;
    normalization = how;
    forward = direction;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::_fft_c2c>(b.gradient(), dims, normalization, !forward);
  }
};

}  // namespace

MODECHECK_REGISTER_WITH(RealTransformDerivative, _fft_r2c)
MODECHECK_REGISTER_WITH(RealInverseDerivative, _fft_c2r)
MODECHECK_REGISTER_WITH(TransformDerivative, _fft_c2c)

}  // namespace modecheck::engine
