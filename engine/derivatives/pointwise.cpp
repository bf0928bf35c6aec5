// Pointwise operators: derivatives and dispatch tables.
#include "spec/operators/pointwise.h"

#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/keep_self.h"
#include "engine/kernels/register.h"
#include "spec/operators/copy.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

struct NegDerivative : Differentiable {
  static constexpr const char* name = "NegBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = neg(b.gradient());
  }
};

template <typename Op>
struct AbsDerivative : Differentiable {
  static constexpr const char* name = "AbsBackward0";
  SavedTensor self;
  auto saved() { return std::tie(self); }
  void save(Saver& saver, const at::Tensor& a) { keep_self<Op>(saver, self, a); }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor x = b.get(self);
    b.out(0) = mul(b.gradient(), c10::isComplexType(x.scalar_type()) ? direction_of(x) : sign_of(x));
  }

 private:
  // Returns x / |x|. Where x is zero, the value and its derivative are zero.
  static at::Tensor direction_of(const at::Tensor& x) {
    const at::Tensor size = call<operators::abs>(x);
    const at::Tensor is_zero = not_positive(size);
    return div(masked_fill(x, is_zero, 0), masked_fill(size, is_zero, 1));
  }
};

// Base of derivatives that are computed from the result alone.
struct FromResult : Differentiable {
  static constexpr bool saves_result = true;
  SavedTensor result;
  auto saved() { return std::tie(result); }
};

struct ExpDerivative : FromResult {
  static constexpr const char* name = "ExpBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mul(b.gradient(), conj(b.get(result)));
  }
};

struct ReluDerivative : FromResult {
  static constexpr const char* name = "ReluBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = masked_fill(b.gradient(), not_positive(b.get(result)), 0);
  }
};

struct SigmoidDerivative : FromResult {
  static constexpr const char* name = "SigmoidBackward0";
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor y = conj(b.get(result));
    b.out(0) = mul(mul(b.gradient(), sub(number(1, y), y)), y);
  }
};

struct TanhDerivative : FromResult {
  static constexpr const char* name = "TanhBackward0";
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor y = conj(b.get(result));
    b.out(0) = mul(b.gradient(), sub(number(1, y), mul(y, y)));
  }
};

// self + alpha * other, and self - alpha * other.
template <bool minus>
struct SumDerivative : Differentiable {
  static constexpr const char* name = minus ? "SubBackward0" : "AddBackward0";
  c10::Scalar alpha;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const at::Tensor& /*other*/, const c10::Scalar& factor) {
    alpha = factor;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = b.gradient();
    if (b.needs(1)) b.out(1) = scale(minus ? neg(b.gradient()) : b.gradient(), alpha.conj());
  }
};

struct AddScalarDerivative : Differentiable {
  static constexpr const char* name = "AddBackward1";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = b.gradient();
  }
};

template <typename Op>
struct MulDerivative : Differentiable {
  static constexpr const char* name = "MulBackward0";
  SavedTensor self, other;
  auto saved() { return std::tie(self, other); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    if (saver.needs(1)) keep_self<Op>(saver, self, a);
    if (saver.needs(0)) saver.input(other, b);
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mul(b.gradient(), conj(b.get(other)));
    if (b.needs(1)) b.out(1) = mul(b.gradient(), conj(b.get(self)));
  }
};

struct MulScalarDerivative : Differentiable {
  static constexpr const char* name = "MulBackward1";
  c10::Scalar other;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const c10::Scalar& factor) { other = factor; }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mul(b.gradient(), number(other.conj(), b.gradient()));
  }
};

// The divisor is saved for either gradient.
template <typename Op>
struct DivDerivative : Differentiable {
  static constexpr const char* name = "DivBackward0";
  SavedTensor self, other;
  auto saved() { return std::tie(self, other); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    if (saver.needs(1)) keep_self<Op>(saver, self, a);
    saver.input(other, b);
  }
  void backward(Backward& b) {
    const at::Tensor divisor = conj(b.get(other));
    if (b.needs(0)) b.out(0) = div(b.gradient(), divisor);
    if (b.needs(1)) b.out(1) = mul(neg(b.gradient()), div(div(conj(b.get(self)), divisor), divisor));
  }
};

// Both operands are saved for either gradient. Where they are equal, each gets half of the gradient.
struct MaximumDerivative : Differentiable {
  static constexpr const char* name = "MaximumBackward0";
  SavedTensor self, other;
  auto saved() { return std::tie(self, other); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    saver.input(self, a);
    saver.input(other, b);
  }
  void backward(Backward& b) {
    const at::Tensor x = b.get(self);
    const at::Tensor y = b.get(other);
    const at::Tensor shared = halved_where(eq(x, y), b.gradient());
    if (b.needs(0)) b.out(0) = masked_fill(shared, lt(x, y), 0);
    if (b.needs(1)) b.out(1) = masked_fill(shared, lt(y, x), 0);
  }
};

struct WhereDerivative : Differentiable {
  static constexpr const char* name = "WhereBackward0";
  SavedTensor condition;
  auto saved() { return std::tie(condition); }
  void save(Saver& saver, const at::Tensor& mask, const at::Tensor& /*self*/, const at::Tensor& /*other*/) {
    saver.constant(condition, mask);
  }
  void backward(Backward& b) {
    const at::Tensor mask = b.get(condition);
    const at::Tensor zero = zeros({}, b.gradient());
    if (b.needs(0)) b.out(0) = where(mask, b.gradient(), zero);
    if (b.needs(1)) b.out(1) = where(mask, zero, b.gradient());
  }
};

// Like `maximum` with the order reversed.
struct MinimumDerivative : MaximumDerivative {
  static constexpr const char* name = "MinimumBackward0";
  void backward(Backward& b) {
    const at::Tensor x = b.get(self);
    const at::Tensor y = b.get(other);
    const at::Tensor shared = halved_where(eq(x, y), b.gradient());
    if (b.needs(0)) b.out(0) = masked_fill(shared, lt(y, x), 0);
    if (b.needs(1)) b.out(1) = masked_fill(shared, lt(x, y), 0);
  }
};

// Two equal operands get half of the gradient each (upstream #191142). If one operand is NaN, the other gets the whole
// gradient.
template <bool greater>
struct NumberOfDerivative : MaximumDerivative {
  static constexpr const char* name = greater ? "FmaxBackward0" : "FminBackward0";
  void backward(Backward& b) {
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
};

template <typename Op>
struct Atan2Derivative : Differentiable {
  static constexpr const char* name = "Atan2Backward0";
  SavedTensor self, other;
  auto saved() { return std::tie(self, other); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    keep_self<Op>(saver, self, a);
    saver.input(other, b);
  }
  void backward(Backward& b) {
    // Operands are converted to the gradient's dtype, because squares of integers could overflow and squares of
    // half-precision numbers would lose precision.
    const auto widened = [&](const at::Tensor& of) {
      return call<operators::to_dtype>(of, b.gradient().scalar_type(), false, false, c10::nullopt);
    };
    const at::Tensor y = widened(b.get(self));
    const at::Tensor x = widened(b.get(other));
    const at::Tensor inverse = call<operators::reciprocal>(add(mul(y, y), mul(x, x)));
    if (b.needs(0)) b.out(0) = mul(mul(b.gradient(), x), inverse);
    if (b.needs(1)) b.out(1) = mul(mul(neg(b.gradient()), y), inverse);
  }
};

// other - alpha * self.
struct ReversedSubDerivative : Differentiable {
  static constexpr const char* name = "RsubBackward0";
  c10::Scalar alpha;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const at::Tensor& /*other*/, const c10::Scalar& factor) {
    alpha = factor;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = scale(neg(b.gradient()), alpha);
    if (b.needs(1)) b.out(1) = b.gradient();
  }
};

struct ReversedSubScalarDerivative : Differentiable {
  static constexpr const char* name = "RsubBackward1";
  c10::Scalar alpha;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const c10::Scalar& /*other*/, const c10::Scalar& factor) {
    alpha = factor;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = scale(neg(b.gradient()), alpha);
  }
};

struct SubScalarDerivative : AddScalarDerivative {
  static constexpr const char* name = "SubBackward1";
};

struct DivScalarDerivative : Differentiable {
  static constexpr const char* name = "DivBackward1";
  c10::Scalar other;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const c10::Scalar& divisor) { other = divisor; }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = div(b.gradient(), number(other, b.gradient()));
  }
};

// With an exponent of zero the result is constant, so the gradient is zero.
template <typename Op>
struct PowScalarDerivative : Differentiable {
  static constexpr const char* name = "PowBackward0";
  SavedTensor self;
  c10::Scalar exponent;
  auto saved() { return std::tie(self); }
  void save(Saver& saver, const at::Tensor& a, const c10::Scalar& to) {
    keep_self<Op>(saver, self, a);
    exponent = to;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor x = b.get(self);
    if (!exponent.toBool()) {
      b.out(0) = zeros_like(b.gradient());
      return;
    }
    const at::Tensor lower = call<operators::pow_Tensor_Scalar>(x, exponent.toDouble() - 1);
    b.out(0) = mul(b.gradient(), conj(mul(lower, number(exponent, lower))));
  }
};

}  // namespace

MODECHECK_REGISTER_WITH(NegDerivative, neg, neg_)
MODECHECK_REGISTER_WITH_OWN(AbsDerivative, abs, abs_)
MODECHECK_REGISTER_WITH(ExpDerivative, exp, exp_)
MODECHECK_REGISTER_WITH(ReluDerivative, relu, relu_)
MODECHECK_REGISTER_WITH(SigmoidDerivative, sigmoid, sigmoid_)
MODECHECK_REGISTER_WITH(TanhDerivative, tanh, tanh_)
MODECHECK_REGISTER_WITH(SumDerivative<false>, add_Tensor, add__Tensor)
MODECHECK_REGISTER_WITH(SumDerivative<true>, sub_Tensor, sub__Tensor)
MODECHECK_REGISTER_WITH(AddScalarDerivative, add_Scalar, add__Scalar)
MODECHECK_REGISTER_WITH(SubScalarDerivative, sub_Scalar, sub__Scalar)
MODECHECK_REGISTER_WITH(ReversedSubDerivative, rsub_Tensor)
MODECHECK_REGISTER_WITH(ReversedSubScalarDerivative, rsub_Scalar)
MODECHECK_REGISTER_WITH_OWN(MulDerivative, mul_Tensor, mul__Tensor)
MODECHECK_REGISTER_WITH(MulScalarDerivative, mul_Scalar, mul__Scalar)
MODECHECK_REGISTER_WITH_OWN(DivDerivative, div_Tensor, div__Tensor)
MODECHECK_REGISTER_WITH(DivScalarDerivative, div_Scalar, div__Scalar)
MODECHECK_REGISTER_WITH_OWN(PowScalarDerivative, pow_Tensor_Scalar, pow__Scalar)
MODECHECK_REGISTER_WITH(MaximumDerivative, maximum)
MODECHECK_REGISTER_WITH(MinimumDerivative, minimum)
MODECHECK_REGISTER_WITH(NumberOfDerivative<true>, fmax)
MODECHECK_REGISTER_WITH(NumberOfDerivative<false>, fmin)
MODECHECK_REGISTER_WITH(WhereDerivative, where_self)
MODECHECK_REGISTER_FORMS(atan2, Atan2Derivative)
MODECHECK_REGISTER(neg_out, exp_out, add_out, sub_out, mul_out, div_out, pow_Tensor_Scalar_out, maximum_out,
                   minimum_out, fmax_out, fmin_out, where_self_out)

}  // namespace modecheck::engine
