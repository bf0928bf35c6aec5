// Moving elements and leaving some out: derivatives and dispatch tables.
#include "spec/operators/shape.h"

#include <algorithm>

#include "engine/ops/arithmetic.h"
#include "engine/ops/register.h"
#include "engine/ops/small_sizes.h"

namespace modecheck::engine {
namespace {

// Turned back.
struct FlipDerivative : Differentiable {
  static constexpr const char* name = "FlipBackward0";
  SmallSizes dims;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, c10::IntArrayRef flipped) { dims = flipped; }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::flip>(b.gradient(), dims);
  }
};

template <bool upper>
struct TriangleDerivative : Differentiable {
  static constexpr const char* name = upper ? "TriuBackward0" : "TrilBackward0";
  std::int64_t diagonal = 0;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, std::int64_t along) { diagonal = along; }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    b.out(0) = upper ? call<operators::triu>(b.gradient(), diagonal) : call<operators::tril>(b.gradient(), diagonal);
  }
};

// What was added is left out, and what was left out is zero.
struct PadDerivative : Differentiable {
  static constexpr const char* name = "ConstantPadNdBackward0";
  SmallSizes sizes, negated;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::IntArrayRef pad, const c10::Scalar& /*value*/) {
    sizes = self.sizes();
    negated = pad;
    for (std::int64_t& side : negated) side = -side;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    // Nothing can be added to a dimension that has nothing, as the operator says of its own argument.
    const bool empty_argument = std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
    b.out(0) = empty_argument ? empty(sizes, b.gradient().scalar_type(), b.gradient().device())
                              : call<operators::constant_pad_nd>(b.gradient(), negated, 0);
  }
};

}  // namespace

template <>
struct Derivative<operators::constant_pad_nd> : PadDerivative {};
template <>
struct Derivative<operators::flip> : FlipDerivative {};
template <>
struct Derivative<operators::tril> : TriangleDerivative<false> {};
template <>
struct Derivative<operators::tril_> : TriangleDerivative<false> {};
template <>
struct Derivative<operators::triu> : TriangleDerivative<true> {};
template <>
struct Derivative<operators::triu_> : TriangleDerivative<true> {};

MODECHECK_REGISTER(constant_pad_nd);
MODECHECK_REGISTER(flip);
MODECHECK_REGISTER(tril);
MODECHECK_REGISTER(tril_);
MODECHECK_REGISTER(triu);
MODECHECK_REGISTER(triu_);

}  // namespace modecheck::engine
