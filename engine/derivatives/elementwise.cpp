// Powers, remainders and rounded quotients, and the operators of three tensors: derivatives and dispatch tables.
#include "spec/operators/elementwise.h"

#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/keep_self.h"
#include "engine/kernels/register.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// Converts an operand to the gradient's dtype. Formulas can then use integers and bools, and a float32 operand does not
// reduce the precision of a float64 gradient.
at::Tensor as_gradient(const at::Tensor& a, const at::Tensor& gradient) {
  if (a.scalar_type() == gradient.scalar_type()) return a;
  return call<operators::_to_copy>(a, gradient.scalar_type(), c10::nullopt, c10::nullopt, c10::nullopt, false,
                                   c10::nullopt);
}

at::Tensor drop_where(const at::Tensor& mask, const at::Tensor& gradient) {
  return where(mask, zeros({}, gradient), gradient);
}

at::Tensor real_part(const at::Tensor& a) {
  if (!c10::isComplexType(a.scalar_type())) return a;
  return call<operators::_to_copy>(a, c10::toRealValueType(a.scalar_type()), c10::nullopt, c10::nullopt, c10::nullopt,
                                   false, c10::nullopt);
}

// Returns the gradient of the exponent. It is zero where the base is 0 and the exponent is not negative.
at::Tensor slope_of_exponent(const at::Tensor& g, const at::Tensor& base, const at::Tensor& exponent,
                             const at::Tensor& result) {
  const at::Tensor flat =
      call<operators::logical_and>(eq(base, number(0, base)), call<operators::ge_Scalar>(real_part(exponent), 0));
  // log does not support float16, but xlogy does.
  const at::Tensor slope = base.scalar_type() == c10::kHalf ? call<operators::xlogy_Tensor>(result, base)
                                                            : mul(result, call<operators::log>(base));
  return mul(g, conj(drop_where(flat, slope)));
}

template <typename Op>
struct PowDerivative : Differentiable {
  static constexpr const char* name = "PowBackward1";
  static constexpr bool saves_result = true;
  SavedTensor self, exponent, result;
  auto saved() { return std::tie(self, exponent, result); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    keep_self<Op>(saver, self, a);
    saver.input(exponent, b);
  }
  void backward(Backward& b) {
    const at::Tensor& g = b.gradient();
    const at::Tensor base = b.get(self);
    const at::Tensor to = b.get(exponent);
    if (b.needs(0)) {
      const at::Tensor power = as_gradient(to, g);
      const at::Tensor lower = call<operators::pow_Tensor_Tensor>(base, sub(power, number(1, power)));
      b.out(0) = drop_where(eq(to, number(0, to)), mul(g, conj(mul(power, lower))));
    }
    if (b.needs(1)) b.out(1) = slope_of_exponent(g, as_gradient(base, g), to, b.get(result));
  }
};

struct PowOfNumberDerivative : Differentiable {
  static constexpr const char* name = "PowBackward2";
  static constexpr bool saves_result = true;
  c10::Scalar self;
  SavedTensor exponent, result;
  auto saved() { return std::tie(exponent, result); }
  void save(Saver& saver, const c10::Scalar& base, const at::Tensor& to) {
    self = base;
    saver.input(exponent, to);
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor to = b.get(exponent);
    b.out(0) = slope_of_exponent(b.gradient(), number(self, b.gradient()), to, b.get(result));
  }
};

// The rounded quotient is constant between its steps. The operands are saved only for the divisor's gradient.
template <typename Op, bool down>
struct RemainderDerivative : Differentiable {
  static constexpr const char* name = down ? "RemainderBackward0" : "FmodBackward0";
  SavedTensor self, other;
  auto saved() { return std::tie(self, other); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    if (!saver.needs(1)) return;
    keep_self<Op>(saver, self, a);
    saver.input(other, b);
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = b.gradient();
    if (b.needs(1)) {
      const at::Tensor quotient =
          call<operators::div_Tensor_mode>(b.get(self), b.get(other), std::string_view(down ? "floor" : "trunc"));
      b.out(1) = mul(neg(b.gradient()), quotient);
    }
  }
};
template <typename Op>
using FmodDerivative = RemainderDerivative<Op, false>;
template <typename Op>
using FlooredRemainderDerivative = RemainderDerivative<Op, true>;

template <bool down>
struct RemainderOfNumberDerivative : Differentiable {
  static constexpr const char* name = down ? "RemainderBackward1" : "FmodBackward1";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = b.gradient();
  }
};

// With a rounding mode the gradients are zero. Without one this is a plain division.
template <typename Op>
struct RoundedDivDerivative : Differentiable {
  static constexpr const char* name = "DivBackward2";
  SavedTensor self, other;
  bool rounds = false;
  auto saved() { return std::tie(self, other); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b,
            const c10::optional<std::string_view>& rounding_mode) {
    if (saver.needs(1)) keep_self<Op>(saver, self, a);
    saver.input(other, b);
    rounds = rounding_mode.has_value();
  }
  void backward(Backward& b) {
    const at::Tensor divisor = b.get(other);
    if (rounds) {
      for (const std::size_t i : {0, 1})
        if (b.needs(i)) b.out(i) = zeros_like(b.gradient());
      return;
    }
    if (b.needs(0)) b.out(0) = div(b.gradient(), conj(divisor));
    if (b.needs(1)) b.out(1) = mul(neg(b.gradient()), conj(div(div(b.get(self), divisor), divisor)));
  }
};

struct RoundedDivByNumberDerivative : Differentiable {
  static constexpr const char* name = "DivBackward3";
  c10::Scalar other;
  bool rounds = false;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const c10::Scalar& divisor,
            const c10::optional<std::string_view>& rounding_mode) {
    other = divisor;
    rounds = rounding_mode.has_value();
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    b.out(0) = rounds ? zeros_like(b.gradient()) : div(b.gradient(), number(other, b.gradient()));
  }
};

// Where the argument equals the bound, each gets half of the gradient, as for maximum (upstream #191142).
template <typename Op, bool at_least>
struct ClampByTensorDerivative : Differentiable {
  static constexpr const char* name = at_least ? "ClampMinBackward1" : "ClampMaxBackward1";
  SavedTensor self, bound;
  auto saved() { return std::tie(self, bound); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& limit) {
    keep_self<Op>(saver, self, a);
    saver.input(bound, limit);
  }
  void backward(Backward& b) {
    const at::Tensor x = b.get(self);
    const at::Tensor y = b.get(bound);
    const at::Tensor shared = halved_where(eq(x, y), b.gradient());
    if (b.needs(0)) b.out(0) = masked_fill(shared, at_least ? lt(x, y) : lt(y, x), 0);
    if (b.needs(1)) b.out(1) = masked_fill(shared, at_least ? lt(y, x) : lt(x, y), 0);
  }
};
template <typename Op>
using ClampMinDerivative = ClampByTensorDerivative<Op, true>;
template <typename Op>
using ClampMaxDerivative = ClampByTensorDerivative<Op, false>;

// The gradient goes to the argument or to the bound that replaces it. Where the argument equals a bound, each gets half
// (upstream #191142). Where the bounds are equal, the argument gets the whole gradient if neither bound changes it.
// Where the lower bound exceeds the upper one, the upper bound gets the gradient.
template <typename Op>
struct ClampByTensorsDerivative : Differentiable {
  static constexpr const char* name = "ClampBackward0";
  SavedTensor self, min, max;
  auto saved() { return std::tie(self, min, max); }
  void save(Saver& saver, const at::Tensor& a, const c10::optional<at::Tensor>& least,
            const c10::optional<at::Tensor>& most) {
    keep_self<Op>(saver, self, a);
    if (least.has_value() && least->defined()) saver.input(min, *least);
    if (most.has_value() && most->defined()) saver.input(max, *most);
  }
  void backward(Backward& b) {
    const at::Tensor x = b.get(self);
    const at::Tensor low = min.present() ? b.get(min) : at::Tensor();
    const at::Tensor high = max.present() ? b.get(max) : at::Tensor();
    const auto both = [](const at::Tensor& p, const at::Tensor& q) { return call<operators::logical_and>(p, q); };
    const auto either = [](const at::Tensor& p, const at::Tensor& q) { return call<operators::logical_or>(p, q); };
    if (!low.defined() || !high.defined()) {
      const at::Tensor& bound = low.defined() ? low : high;
      const at::Tensor outside = low.defined() ? lt(x, low) : lt(high, x);
      const at::Tensor inside = low.defined() ? lt(low, x) : lt(x, high);
      const at::Tensor shared = halved_where(eq(x, bound), b.gradient());
      if (b.needs(0)) b.out(0) = masked_fill(shared, outside, 0);
      if (b.needs(1)) b.out(1) = masked_fill(shared, inside, 0);
      return;
    }
    const at::Tensor apart = lt(low, high);
    const at::Tensor at_low = both(eq(x, low), apart);
    const at::Tensor at_high = both(eq(x, high), apart);
    const at::Tensor shared = halved_where(either(at_low, at_high), b.gradient());
    const auto only = [&](const at::Tensor& where_it_flows) {
      return masked_fill(shared, call<operators::logical_not>(where_it_flows), 0);
    };
    const auto le = [](const at::Tensor& p, const at::Tensor& q) { return call<operators::le_Tensor>(p, q); };
    if (b.needs(0)) b.out(0) = only(both(le(low, x), le(x, high)));
    if (b.needs(1)) b.out(1) = only(either(both(lt(x, low), le(low, high)), at_low));
    if (b.needs(2)) b.out(2) = only(either(either(lt(high, x), lt(high, low)), at_high));
  }
};

template <typename Op>
struct HypotDerivative : Differentiable {
  static constexpr const char* name = "HypotBackward0";
  static constexpr bool saves_result = true;
  SavedTensor self, other, result;
  auto saved() { return std::tie(self, other, result); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    if (saver.needs(0)) keep_self<Op>(saver, self, a);
    if (saver.needs(1)) saver.input(other, b);
  }
  void backward(Backward& b) {
    const at::Tensor length = b.get(result);
    if (b.needs(0)) b.out(0) = mul(b.gradient(), div(b.get(self), length));
    if (b.needs(1)) b.out(1) = mul(b.gradient(), div(b.get(other), length));
  }
};

struct LogaddexpDerivative : Differentiable {
  static constexpr const char* name = "LogaddexpBackward0";
  SavedTensor self, other;
  auto saved() { return std::tie(self, other); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    saver.input(self, a);
    saver.input(other, b);
  }
  void backward(Backward& b) {
    const at::Tensor& g = b.gradient();
    const at::Tensor x = as_gradient(b.get(self), g);
    const at::Tensor y = as_gradient(b.get(other), g);
    // g / (1 + exp(-d)) is avoided, because its own derivative squares the divisor, and the square may overflow.
    const auto share = [&](const at::Tensor& difference) { return mul(g, call<operators::sigmoid>(difference)); };
    if (b.needs(0)) b.out(0) = share(sub(x, y));
    if (b.needs(1)) b.out(1) = share(sub(y, x));
  }
};

struct LerpDerivative : Differentiable {
  static constexpr const char* name = "LerpBackward0";
  c10::Scalar by;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const at::Tensor& /*end*/, const c10::Scalar& weight) {
    by = weight;
  }
  void backward(Backward& b) {
    const at::Tensor weight = number(by.conj(), b.gradient());
    if (b.needs(0)) b.out(0) = mul(b.gradient(), sub(number(1, weight), weight));
    if (b.needs(1)) b.out(1) = mul(b.gradient(), weight);
  }
};

template <typename Op>
struct LerpTensorDerivative : Differentiable {
  static constexpr const char* name = "LerpBackward1";
  SavedTensor self, end, weight;
  auto saved() { return std::tie(self, end, weight); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b, const at::Tensor& by) {
    if (saver.needs(2)) {
      keep_self<Op>(saver, self, a);
      saver.input(end, b);
    }
    saver.input(weight, by);
  }
  void backward(Backward& b) {
    const at::Tensor& g = b.gradient();
    const at::Tensor by = conj(b.get(weight));
    if (b.needs(0)) b.out(0) = mul(g, sub(number(1, by), by));
    if (b.needs(1)) b.out(1) = mul(g, by);
    if (b.needs(2)) b.out(2) = mul(g, conj(sub(b.get(end), b.get(self))));
  }
};

// The derivative of copysign is 1 or -1, and zero where the magnitude is zero.
template <typename Op>
struct CopysignDerivative : Differentiable {
  static constexpr const char* name = "CopysignBackward0";
  static constexpr bool saves_result = true;
  SavedTensor self, result;
  auto saved() { return std::tie(self, result); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& /*other*/) {
    if (saver.needs(0)) keep_self<Op>(saver, self, a);
  }
  void backward(Backward& b) {
    if (b.needs(0)) {
      const at::Tensor a = b.get(self);
      const at::Tensor turned = masked_fill(div(b.get(result), a), call<operators::eq_Scalar>(a, 0), 0);
      b.out(0) = mul(b.gradient(), turned);
    }
    if (b.needs(1)) b.out(1) = zeros_like(b.gradient());
  }
};

template <typename Op>
struct XLogYDerivative : Differentiable {
  static constexpr const char* name = "XlogyBackward0";
  SavedTensor self, other;
  auto saved() { return std::tie(self, other); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    keep_self<Op>(saver, self, a);
    saver.input(other, b);
  }
  void backward(Backward& b) {
    const at::Tensor x = b.get(self);
    const at::Tensor y = b.get(other);
    if (b.needs(0)) {
      const at::Tensor flat =
          call<operators::logical_and>(call<operators::eq_Scalar>(x, 0), call<operators::le_Scalar>(y, 0));
      b.out(0) = masked_fill(call<operators::xlogy_Tensor>(b.gradient(), y), flat, 0);
    }
    if (b.needs(1)) b.out(1) = div(mul(b.gradient(), x), y);
  }
};

// self + value * tensor1 * tensor2
struct AddcmulDerivative : Differentiable {
  static constexpr const char* name = "AddcmulBackward0";
  SavedTensor tensor1, tensor2;
  c10::Scalar factor;
  auto saved() { return std::tie(tensor1, tensor2); }
  void save(Saver& saver, const at::Tensor& /*self*/, const at::Tensor& a, const at::Tensor& b,
            const c10::Scalar& value) {
    if (saver.needs(2)) saver.input(tensor1, a);
    if (saver.needs(1)) saver.input(tensor2, b);
    factor = value;
  }
  void backward(Backward& b) {
    const at::Tensor& g = b.gradient();
    const auto scaled = [&](const SavedTensor& tensor) { return mul(b.get(tensor), number(factor, g)); };
    if (b.needs(0)) b.out(0) = g;
    if (b.needs(1)) b.out(1) = mul(g, conj(scaled(tensor2)));
    if (b.needs(2)) b.out(2) = mul(g, conj(scaled(tensor1)));
  }
};

// self + value * tensor1 / tensor2. The divisor is always saved.
struct AddcdivDerivative : Differentiable {
  static constexpr const char* name = "AddcdivBackward0";
  SavedTensor tensor1, tensor2;
  c10::Scalar factor;
  auto saved() { return std::tie(tensor1, tensor2); }
  void save(Saver& saver, const at::Tensor& /*self*/, const at::Tensor& a, const at::Tensor& b,
            const c10::Scalar& value) {
    if (saver.needs(2)) saver.input(tensor1, a);
    saver.input(tensor2, b);
    factor = value;
  }
  void backward(Backward& b) {
    const at::Tensor& g = b.gradient();
    const at::Tensor divisor = as_gradient(b.get(tensor2), g);
    if (b.needs(0)) b.out(0) = g;
    if (b.needs(1)) b.out(1) = mul(g, conj(div(number(factor, g), divisor)));
    if (b.needs(2)) b.out(2) = mul(neg(g), conj(div(mul(b.get(tensor1), number(factor, g)), mul(divisor, divisor))));
  }
};

}  // namespace

MODECHECK_REGISTER_WITH_OWN(PowDerivative, pow_Tensor_Tensor, pow__Tensor)
MODECHECK_REGISTER_WITH(PowOfNumberDerivative, pow_Scalar)
MODECHECK_REGISTER_WITH_OWN(FmodDerivative, fmod_Tensor, fmod__Tensor)
MODECHECK_REGISTER_WITH(RemainderOfNumberDerivative<false>, fmod_Scalar, fmod__Scalar)
MODECHECK_REGISTER_WITH_OWN(FlooredRemainderDerivative, remainder_Tensor, remainder__Tensor)
MODECHECK_REGISTER_WITH(RemainderOfNumberDerivative<true>, remainder_Scalar, remainder__Scalar)
MODECHECK_REGISTER_WITH_OWN(RoundedDivDerivative, div_Tensor_mode, div__Tensor_mode)
MODECHECK_REGISTER_WITH(RoundedDivByNumberDerivative, div_Scalar_mode, div__Scalar_mode)
MODECHECK_REGISTER_WITH_OWN(ClampMinDerivative, clamp_min_Tensor, clamp_min__Tensor)
MODECHECK_REGISTER_WITH_OWN(ClampMaxDerivative, clamp_max_Tensor, clamp_max__Tensor)
MODECHECK_REGISTER_WITH_OWN(ClampByTensorsDerivative, clamp_Tensor, clamp__Tensor)
MODECHECK_REGISTER_FORMS(hypot, HypotDerivative)
MODECHECK_REGISTER_WITH(LogaddexpDerivative, logaddexp)
MODECHECK_REGISTER_WITH(LerpDerivative, lerp_Scalar, lerp__Scalar)
MODECHECK_REGISTER_WITH_OWN(LerpTensorDerivative, lerp_Tensor, lerp__Tensor)
MODECHECK_REGISTER_WITH_OWN(CopysignDerivative, copysign_Tensor, copysign__Tensor)
MODECHECK_REGISTER_WITH_OWN(XLogYDerivative, xlogy_Tensor, xlogy__Tensor)
MODECHECK_REGISTER_WITH(AddcmulDerivative, addcmul, addcmul_)
MODECHECK_REGISTER_WITH(AddcdivDerivative, addcdiv, addcdiv_)
MODECHECK_REGISTER(pow_Tensor_Tensor_out, pow_Scalar_out, fmod_Tensor_out, remainder_Tensor_out, div_out_mode,
                   clamp_min_Tensor_out, clamp_max_Tensor_out, clamp_Tensor_out, logaddexp_out, lerp_Scalar_out,
                   lerp_Tensor_out, copysign_out, xlogy_OutTensor, addcmul_out, addcdiv_out)

}  // namespace modecheck::engine
