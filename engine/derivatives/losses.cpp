// Losses: derivatives and dispatch tables.
#include "spec/operators/losses.h"

#include "engine/core/types/reduction.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/kernels/register.h"
#include "spec/operators/comparison.h"
#include "spec/operators/copy.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/scattering.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// Converts a bool tensor to the dtype of the other operand.
at::Tensor as_number(const at::Tensor& tensor, const at::Tensor& beside) {
  return tensor.scalar_type() == c10::kBool ? mul(tensor, number(1, beside)) : tensor;
}

// Saves the prediction and the target. The prediction gets the incoming gradient times `slope` of their difference, and
// the target gets the negative of that.
struct DifferenceDerivative : Differentiable {
  SavedTensor self, target;
  std::int64_t reduction = at::Reduction::Mean;
  auto saved() { return std::tie(self, target); }

 protected:
  void keep(Saver& saver, const at::Tensor& a, const at::Tensor& b, std::int64_t how) {
    saver.input(self, a);
    saver.input(target, b);
    reduction = how;
  }
  template <typename Slope>
  void send(Backward& b, const Slope& slope) {
    const at::Tensor prediction = b.get(self);
    const at::Tensor wanted = b.get(target);
    const at::Tensor apart = sub(as_number(prediction, wanted), as_number(wanted, prediction));
    at::Tensor out = mul(slope(apart), b.gradient());
    if (reduction == at::Reduction::Mean) out = div(out, number(apart.numel(), out));
    if (b.needs(0)) b.out(0) = out;
    if (b.needs(1)) b.out(1) = neg(out);
  }
};

at::Tensor times(const at::Tensor& a, double b) { return mul(a, number(b, a)); }

struct MseDerivative : DifferenceDerivative {
  static constexpr const char* name = "MseLossBackward0";
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b, std::int64_t how) { keep(saver, a, b, how); }
  void backward(Backward& b) {
    send(b, [](const at::Tensor& z) { return times(z, 2); });
  }
};

struct SmoothL1Derivative : DifferenceDerivative {
  static constexpr const char* name = "SmoothL1LossBackward0";
  double beta = 1;
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b, std::int64_t how, double limit) {
    keep(saver, a, b, how);
    beta = limit;
  }
  void backward(Backward& b) {
    send(b, [this](const at::Tensor& z) {
      // As in libtorch the slope at zero is -1.
      if (beta == 0) return where(call<operators::gt_Scalar>(z, 0), number(1, z), number(-1, z));
      return where(call<operators::lt_Scalar>(call<operators::abs>(z), beta), div(z, number(beta, z)), sign_of(z));
    });
  }
};

struct HuberDerivative : DifferenceDerivative {
  static constexpr const char* name = "HuberLossBackward0";
  double delta = 1;
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b, std::int64_t how, double limit) {
    keep(saver, a, b, how);
    delta = limit;
  }
  void backward(Backward& b) {
    send(b, [this](const at::Tensor& z) {
      return where(call<operators::le_Scalar>(call<operators::abs>(z), delta), z, times(sign_of(z), delta));
    });
  }
};

struct BinaryCrossEntropyDerivative : Differentiable {
  static constexpr const char* name = "BinaryCrossEntropyBackward0";
  SavedTensor self, target, weight;
  std::int64_t reduction = at::Reduction::Mean;
  bool weighted = false;
  auto saved() { return std::tie(self, target, weight); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b, const c10::optional<at::Tensor>& factor,
            std::int64_t how) {
    saver.input(self, a);
    saver.input(target, b);
    weighted = factor.has_value() && factor->defined();
    if (weighted) saver.constant(weight, *factor);
    reduction = how;
  }
  void backward(Backward& b) {
    constexpr double least_logarithm = -100;
    constexpr double least_slope = 1e-12;
    const at::Tensor x = b.get(self);
    const at::Tensor t = b.get(target);
    at::Tensor g = b.gradient();
    if (reduction == at::Reduction::Mean) g = div(g, number(x.numel(), g));
    if (weighted) g = mul(g, b.get(weight));
    const at::Tensor rest = sub(number(1, x), x);
    // The divisor has a lower limit, so that the slope stays finite near 0 and 1.
    if (b.needs(0))
      b.out(0) = mul(g, div(sub(x, t), call<operators::clamp_min>(mul(x, rest), c10::Scalar(least_slope))));
    if (b.needs(1)) {
      const auto logarithm = [&](const at::Tensor& of) {
        return call<operators::clamp_min>(of, c10::Scalar(least_logarithm));
      };
      b.out(1) = mul(g, sub(logarithm(call<operators::log1p>(neg(x))), logarithm(call<operators::log>(x))));
    }
  }
};

using Results = std::tuple<at::Tensor, at::Tensor>;

// The target's class gets minus its weight, divided by the total weight for the mean. Ignored targets have no gradient.
struct NllDerivative : Differentiable {
  static constexpr const char* name = "NllLossBackward0";
  SavedTensor self, target, weight, total;
  std::int64_t reduction = at::Reduction::Mean;
  std::int64_t ignored = 0;
  bool weighted = false;
  auto saved() { return std::tie(self, target, weight, total); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& places, const c10::optional<at::Tensor>& factor,
            std::int64_t how, std::int64_t ignore_index) {
    saver.input(self, a);
    saver.constant(target, places);
    weighted = factor.has_value() && factor->defined();
    if (weighted) saver.constant(weight, *factor);
    reduction = how;
    ignored = ignore_index;
  }
  void save_results(Saver& saver, const Results& results) { saver.constant(total, std::get<1>(results)); }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor x = b.get(self);
    const std::int64_t classes = x.dim() == 1 ? 0 : 1;
    const at::Tensor of_bytes = b.get(target);
    const at::Tensor wanted = of_bytes.scalar_type() == c10::kLong
                                  ? of_bytes
                                  : call<operators::to_dtype>(of_bytes, c10::kLong, false, false, c10::nullopt);
    const at::Tensor skipped = call<operators::eq_Scalar>(wanted, ignored);
    const at::Tensor places = masked_fill(wanted, skipped, 0);
    at::Tensor g = neg(b.gradient());
    if (reduction == at::Reduction::Mean) g = div(g, b.get(total));
    if (weighted)
      g = mul(g, reshape(call<operators::index_select>(b.get(weight), 0, reshape(places, {-1})), places.sizes()));
    g = masked_fill(expand(g, places.sizes()), skipped, 0);
    b.out(0) = scatter_added(x.sizes(), classes, call<operators::unsqueeze>(places, classes),
                             call<operators::unsqueeze>(g, classes));
  }
};

}  // namespace

MODECHECK_REGISTER_WITH(MseDerivative, mse_loss)
MODECHECK_REGISTER_WITH(SmoothL1Derivative, smooth_l1_loss)
MODECHECK_REGISTER_WITH(HuberDerivative, huber_loss)
MODECHECK_REGISTER_WITH(BinaryCrossEntropyDerivative, binary_cross_entropy)
MODECHECK_REGISTER_WITH(NllDerivative, nll_loss_forward)
MODECHECK_REGISTER(mse_loss_out, smooth_l1_loss_out, huber_loss_out, nll_loss_forward_output)

}  // namespace modecheck::engine
