// Operators that compute losses: they compare prediction and target, and return each element's loss or reduce the
// losses.
#pragma once

#include <string_view>

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(mse_loss, Reduction, "mse_loss(Tensor self, Tensor target, int reduction=1) -> Tensor");

// smooth_l1_loss and huber_loss are quadratic near zero. smooth_l1_loss is linear beyond `beta`, and huber_loss is
// linear beyond `delta`.
MODECHECK_OPERATOR(smooth_l1_loss, Reduction,
                   "smooth_l1_loss(Tensor self, Tensor target, int reduction=1, float beta=1.) -> Tensor");
MODECHECK_OPERATOR(huber_loss, Reduction,
                   "huber_loss(Tensor self, Tensor target, int reduction=1, float delta=1.) -> Tensor");

// binary_cross_entropy takes probabilities as its input, and not logits.
struct binary_cross_entropy : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1) -> Tensor";
  // The weight of a loss gets no gradient, and it must not require grad.
  static constexpr bool is_constant(std::string_view argument) { return argument == "weight"; }
  static constexpr bool rejects_gradient(std::string_view argument) { return argument == "weight"; }
};

// nll_loss_forward returns minus the elements at the targets, reduced unless `reduction` is 0, and the total weight of
// the targets.
struct nll_loss_forward : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, int ignore_index) -> (Tensor "
      "output, Tensor total_weight)";
  static constexpr bool is_constant(std::string_view argument) { return argument == "target" || argument == "weight"; }
  // Only the weight is rejected for requiring grad. A target that requires grad has a wrong dtype, which the kernel
  // reports.
  static constexpr bool rejects_gradient(std::string_view argument) { return argument == "weight"; }
};

using LossOperators = List<mse_loss, smooth_l1_loss, huber_loss, binary_cross_entropy, nll_loss_forward>;

}  // namespace modecheck::spec::operators
