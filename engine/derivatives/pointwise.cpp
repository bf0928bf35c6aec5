// Defines the derivatives and dispatch tables of pointwise operators.
#include "spec/operators/pointwise.h"

#include "engine/derivatives/gradient.h"
#include "spec/operators/copy.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// Returns x / |x|. Where x is zero, the value and its derivative are zero.
at::Tensor complex_direction_of(const at::Tensor& x) {
  const at::Tensor size = call<operators::abs>(x);
  const at::Tensor is_zero = not_positive(size);
  return div(masked_fill(x, is_zero, 0), masked_fill(size, is_zero, 1));
}

// Sets the gradients of a maximum, or those of a minimum if `is_minimum` is set. Where the operands are equal, each
// operand gets half of the gradient.
void give_to_larger(Backward& b, const SavedTensor& self, const SavedTensor& other, bool is_minimum) {
  const at::Tensor x = b.get(self);
  const at::Tensor y = b.get(other);
  const at::Tensor shared = halved_where(eq(x, y), b.gradient());
  if (b.needs(0)) b.out(0) = masked_fill(shared, is_minimum ? lt(y, x) : lt(x, y), 0);
  if (b.needs(1)) b.out(1) = masked_fill(shared, is_minimum ? lt(x, y) : lt(y, x), 0);
}

// Two equal operands get half of the gradient each (PyTorch pull request 191142). If one operand is NaN, the other gets
// the whole gradient.
void give_to_number(Backward& b, const SavedTensor& self, const SavedTensor& other, bool greater) {
  const at::Tensor x = b.get(self);
  const at::Tensor y = b.get(other);
  const at::Tensor shared = halved_where(eq(x, y), b.gradient());
  const at::Tensor alone = call<operators::isnan>(y);
  const auto either = [](const at::Tensor& p, const at::Tensor& q) { return call<operators::logical_or>(p, q); };
  if (b.needs(0)) {
    const at::Tensor ordered = greater ? call<operators::ge_Tensor>(x, y) : call<operators::le_Tensor>(x, y);
    b.out(0) = masked_fill(shared, call<operators::logical_not>(either(ordered, alone)), 0);
  }
  if (b.needs(1)) b.out(1) = masked_fill(shared, either(greater ? lt(y, x) : lt(x, y), alone), 0);
}

}  // namespace

MODECHECK_GRADIENT(NegBackward0, (neg, neg_)) { return neg(g); }
MODECHECK_GRADIENT(AbsBackward0, (abs, abs_), self) {
  return mul(g, c10::isComplexType(self.scalar_type()) ? complex_direction_of(self) : sign_of(self));
}
MODECHECK_GRADIENT(ExpBackward0, (exp, exp_), result) { return mul(g, conj(result)); }
MODECHECK_GRADIENT(ReluBackward0, (relu, relu_), result) { return masked_fill(g, not_positive(result), 0); }
MODECHECK_GRADIENT(SigmoidBackward0, (sigmoid, sigmoid_), result) {
  const at::Tensor y = conj(result);
  return mul(mul(g, sub(number(1, y), y)), y);
}
MODECHECK_GRADIENT(TanhBackward0, (tanh, tanh_), result) {
  const at::Tensor y = conj(result);
  return mul(g, sub(number(1, y), mul(y, y)));
}

// add returns self + alpha * other, and sub returns self - alpha * other.
MODECHECK_GRADIENTS(AddBackward0, (add_Tensor, add__Tensor), alpha) {
  if (b.needs(0)) b.out(0) = g;
  if (b.needs(1)) b.out(1) = scale(g, alpha.conj());
}
MODECHECK_GRADIENTS(SubBackward0, (sub_Tensor, sub__Tensor), alpha) {
  if (b.needs(0)) b.out(0) = g;
  if (b.needs(1)) b.out(1) = scale(neg(g), alpha.conj());
}
MODECHECK_GRADIENT(AddBackward1, (add_Scalar, add__Scalar)) { return g; }
MODECHECK_GRADIENT_OF(AddBackward1, SubBackward1, sub_Scalar, sub__Scalar)

// rsub returns other - alpha * self.
MODECHECK_GRADIENTS(RsubBackward0, (rsub_Tensor), alpha) {
  if (b.needs(0)) b.out(0) = scale(neg(g), alpha);
  if (b.needs(1)) b.out(1) = g;
}
MODECHECK_GRADIENT(RsubBackward1, (rsub_Scalar), alpha) { return scale(neg(g), alpha); }

MODECHECK_GRADIENTS(MulBackward0, (mul_Tensor, mul__Tensor), self_for_1, other_for_0) {
  if (b.needs(0)) b.out(0) = mul(g, conj(b.get(other_for_0)));
  if (b.needs(1)) b.out(1) = mul(g, conj(b.get(self_for_1)));
}
MODECHECK_GRADIENT(MulBackward1, (mul_Scalar, mul__Scalar), other) { return mul(g, number(other.conj(), g)); }

// The divisor is always saved, because the gradients of both operands need it.
MODECHECK_GRADIENTS(DivBackward0, (div_Tensor, div__Tensor), self_for_1, other) {
  const at::Tensor divisor = conj(b.get(other));
  if (b.needs(0)) b.out(0) = div(g, divisor);
  if (b.needs(1)) b.out(1) = mul(neg(g), div(div(conj(b.get(self_for_1)), divisor), divisor));
}
MODECHECK_GRADIENT(DivBackward1, (div_Scalar, div__Scalar), other) { return div(g, number(other, g)); }

// With an exponent of zero the result of pow is constant, so the gradient is zero.
MODECHECK_GRADIENT(PowBackward0, (pow_Tensor_Scalar, pow__Scalar), self, exponent) {
  if (!exponent.toBool()) return zeros_like(g);
  const at::Tensor lower = call<operators::pow_Tensor_Scalar>(self, exponent.toDouble() - 1);
  return mul(g, conj(mul(lower, number(exponent, lower))));
}

// Both operands are always saved, because each gradient depends on which operand is larger.
MODECHECK_GRADIENTS(MaximumBackward0, (maximum), self, other) { give_to_larger(b, self, other, false); }
MODECHECK_GRADIENTS(MinimumBackward0, (minimum), self, other) { give_to_larger(b, self, other, true); }
MODECHECK_GRADIENTS(FmaxBackward0, (fmax), self, other) { give_to_number(b, self, other, true); }
MODECHECK_GRADIENTS(FminBackward0, (fmin), self, other) { give_to_number(b, self, other, false); }

MODECHECK_GRADIENTS(WhereBackward0, (where_self), condition) {
  const at::Tensor mask = b.get(condition);
  const at::Tensor zero = zeros({}, g);
  if (b.needs(0)) b.out(0) = where(mask, g, zero);
  if (b.needs(1)) b.out(1) = where(mask, zero, g);
}

MODECHECK_GRADIENTS(Atan2Backward0, (atan2, atan2_), self, other) {
  // Operands are converted to the gradient's dtype, because squares of integers could overflow and squares of
  // half-precision numbers would lose precision.
  // They are expanded before they are squared. Otherwise the second gradient of an operand that is NaN, and belongs to
  // no element of the result, would be 0 * NaN.
  const auto widened = [&](const at::Tensor& of) {
    const at::Tensor out = call<operators::to_dtype>(of, g.scalar_type(), false, false, c10::nullopt);
    return out.sizes() == g.sizes() ? out : expand(out, g.sizes());
  };
  const at::Tensor y = widened(b.get(self));
  const at::Tensor x = widened(b.get(other));
  const at::Tensor inverse = call<operators::reciprocal>(add(mul(y, y), mul(x, x)));
  if (b.needs(0)) b.out(0) = mul(mul(g, x), inverse);
  if (b.needs(1)) b.out(1) = mul(mul(neg(g), y), inverse);
}

MODECHECK_REGISTER(neg_out, exp_out, add_out, sub_out, mul_out, div_out, pow_Tensor_Scalar_out, maximum_out,
                   minimum_out, fmax_out, fmin_out, where_self_out, atan2_out)

}  // namespace modecheck::engine
