// Defines the derivatives and dispatch tables of losses.
#include "spec/operators/losses.h"

#include "engine/core/types/reduction.h"
#include "engine/derivatives/gradient.h"
#include "spec/operators/comparison.h"
#include "spec/operators/copy.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/scattering.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// Converts `tensor` to the dtype of `beside`, the other operand, if it is a bool tensor. Bool tensors cannot be
// subtracted.
at::Tensor as_number(const at::Tensor& tensor, const at::Tensor& beside) {
  return tensor.scalar_type() == c10::kBool ? mul(tensor, number(1, beside)) : tensor;
}

at::Tensor times(const at::Tensor& a, double b) { return mul(a, number(b, a)); }

// Sets the gradients of a loss that depends on the difference between prediction and target only. The prediction gets
// the incoming gradient times slope(difference), the loss's derivative. The target gets the negative of that.
template <typename Slope>
void give_difference(Backward& b, const SavedTensor& self, const SavedTensor& target, std::int64_t reduction,
                     const Slope& slope) {
  const at::Tensor prediction = b.get(self);
  const at::Tensor wanted = b.get(target);
  const at::Tensor apart = sub(as_number(prediction, wanted), as_number(wanted, prediction));
  at::Tensor out = mul(slope(apart), b.gradient());
  if (reduction == at::Reduction::Mean) out = div(out, number(apart.numel(), out));
  if (b.needs(0)) b.out(0) = out;
  if (b.needs(1)) b.out(1) = neg(out);
}

}  // namespace

MODECHECK_GRADIENTS(MseLossBackward0, (mse_loss), self, target, reduction) {
  give_difference(b, self, target, reduction, [](const at::Tensor& z) { return times(z, 2); });
}

MODECHECK_GRADIENTS(SmoothL1LossBackward0, (smooth_l1_loss), self, target, reduction, beta) {
  give_difference(b, self, target, reduction, [this](const at::Tensor& z) {
    // With beta = 0 the loss is the absolute difference. As in libtorch its derivative at a difference of zero is -1.
    if (beta == 0) return where(call<operators::gt_Scalar>(z, 0), number(1, z), number(-1, z));
    return where(call<operators::lt_Scalar>(call<operators::abs>(z), beta), div(z, number(beta, z)), sign_of(z));
  });
}

MODECHECK_GRADIENTS(HuberLossBackward0, (huber_loss), self, target, reduction, delta) {
  give_difference(b, self, target, reduction, [this](const at::Tensor& z) {
    return where(call<operators::le_Scalar>(call<operators::abs>(z), delta), z, times(sign_of(z), delta));
  });
}

MODECHECK_GRADIENTS(BinaryCrossEntropyBackward0, (binary_cross_entropy), self, target, weight, reduction) {
  constexpr double least_logarithm = -100;
  constexpr double least_slope = 1e-12;
  const at::Tensor x = b.get(self);
  const at::Tensor t = b.get(target);
  at::Tensor arriving = reduction == at::Reduction::Mean ? div(g, number(x.numel(), g)) : g;
  if (weight.present()) arriving = mul(arriving, b.get(weight));
  const at::Tensor rest = sub(number(1, x), x);
  // The derivative of the loss is (x - t) / (x (1 - x)). As in libtorch the divisor is at least 1e-12, so that the
  // derivative stays finite near x = 0 and x = 1.
  if (b.needs(0))
    b.out(0) = mul(arriving, div(sub(x, t), call<operators::clamp_min>(mul(x, rest), c10::Scalar(least_slope))));
  if (b.needs(1)) {
    const auto logarithm = [&](const at::Tensor& of) {
      return call<operators::clamp_min>(of, c10::Scalar(least_logarithm));
    };
    b.out(1) = mul(arriving, sub(logarithm(call<operators::log1p>(neg(x))), logarithm(call<operators::log>(x))));
  }
}

// nll_loss picks the log-probability of the target's class. That element gets minus the weight of its class. For the
// mean this is divided by the sum of the weights. Elements of ignored targets get no gradient.
MODECHECK_GRADIENTS(NllLossBackward0, (nll_loss_forward), self, target, weight, result1, reduction, ignore_index) {
  if (!b.needs(0)) return;
  const at::Tensor x = b.get(self);
  const std::int64_t classes = x.dim() == 1 ? 0 : 1;
  const at::Tensor of_bytes = b.get(target);
  const at::Tensor wanted = of_bytes.scalar_type() == c10::kLong
                                ? of_bytes
                                : call<operators::to_dtype>(of_bytes, c10::kLong, false, false, c10::nullopt);
  const at::Tensor skipped = call<operators::eq_Scalar>(wanted, ignore_index);
  const at::Tensor places = masked_fill(wanted, skipped, 0);
  at::Tensor out = neg(g);
  if (reduction == at::Reduction::Mean) out = div(out, b.get(result1));
  if (weight.present())
    out = mul(out, reshape(call<operators::index_select>(b.get(weight), 0, reshape(places, {-1})), places.sizes()));
  out = masked_fill(expand(out, places.sizes()), skipped, 0);
  b.out(0) = scatter_added(x.sizes(), classes, call<operators::unsqueeze>(places, classes),
                           call<operators::unsqueeze>(out, classes));
}

MODECHECK_REGISTER(mse_loss_out, smooth_l1_loss_out, huber_loss_out, nll_loss_forward_output)

}  // namespace modecheck::engine
