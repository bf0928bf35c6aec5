// Prints composite losses and activations. The inputs include zeros and the limits of the formulas, so kinks are
// covered too. This file is built against the engine and against libtorch; both builds must print the same.

#include <vector>

#include "tests/parity/everywhere.h"
#include "tests/parity/part.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::losses {

using namespace modecheck::parity;  // NOLINT: a short program may use a whole namespace
using at::Tensor;

Tensor numbers(std::initializer_list<double> values) { return at::tensor(std::vector<double>(values), at::kDouble); }

#define FLOATING(inputs, expression) \
  in_dtypes(#expression, Tensors inputs, [=](const Tensors& in) { return expression; })

void of_pairs() {
  for (const std::int64_t reduction : {0, 1, 2})
    for (const Tensors& pair : {Tensors{filled({2, 3}, 1), filled({2, 3}, 2)}, Tensors{filled({}, 1), filled({}, 2)},
                                Tensors{numbers({0, 0.5, -0.5, 1, -1, 2}), numbers({0, 0, 0, 0, 0, 0.5})},
                                Tensors{filled({0}, 1), filled({0}, 2)}, Tensors{filled({2}, 1), filled({3}, 2)}}) {
      FLOATING((pair), at::smooth_l1_loss(in[0], in[1], reduction));
      FLOATING((pair), at::smooth_l1_loss(in[0], in[1], reduction, 0.5));
      // With beta 0, libtorch gives both inputs of smooth_l1_loss the same slope at zero, which cannot be right.
      FLOATING((pair), at::smooth_l1_loss(in[0], in[1].detach(), reduction, 0));
      FLOATING((pair), at::smooth_l1_loss(in[0], in[1], reduction, -1));
      FLOATING((pair), at::huber_loss(in[0], in[1], reduction, 0.5));
      FLOATING((pair), at::huber_loss(in[0], in[1], reduction, 0));
      FLOATING((pair), at::soft_margin_loss(in[0], in[1].sign().detach(), reduction));
      FLOATING((pair), at::kl_div(in[0], in[1].abs().add(0.1), reduction));
      FLOATING((pair), at::kl_div(in[0], in[1], reduction, true));
      FLOATING((pair), at::hinge_embedding_loss(in[0], in[1].detach().ge(0).to(in[0].scalar_type()).mul(2).sub(1), 0.5,
                                                reduction));
      FLOATING((pair), at::margin_ranking_loss(in[0], in[1], at::ones({}, in[0].options()), 0.25, reduction));
      FLOATING((pair), at::poisson_nll_loss(in[0], in[1].abs().mul(4), true, true, 1e-8, reduction));
      FLOATING((pair), at::poisson_nll_loss(in[0].abs(), in[1].abs(), false, false, 1e-8, reduction));
      FLOATING((pair), at::binary_cross_entropy_with_logits(in[0], in[1], {}, {}, reduction));
      FLOATING((pair), at::binary_cross_entropy_with_logits(in[0], in[1], at::full({}, 2, in[0].options()),
                                                            at::full({}, 3, in[0].options()), reduction));
      FLOATING((pair), at::binary_cross_entropy(in[0].sigmoid(), in[1].sigmoid(), {}, reduction));
      FLOATING((pair), at::binary_cross_entropy(in[0], in[1], {}, reduction));
    }
  // At 0 and 1 the first derivative of binary_cross_entropy has a limit. libtorch's second derivative there is wrong.
  for (const at::ScalarType type : {at::kDouble, at::kFloat}) {
    const Tensor x = numbers({0, 1, 0, 1, 0.25}).to(type).set_requires_grad(true);
    const Tensor loss = at::binary_cross_entropy(x, numbers({0, 1, 1, 0, 0.5}).to(type), {}, 0);
    print("binary_cross_entropy at its ends", loss);
    print("  first", torch::autograd::grad({loss.sum()}, {x})[0]);
  }
  FLOATING(({filled({2, 3}, 1).abs()}), at::binary_cross_entropy(in[0], filled({2, 3}, 2).abs().to(in[0].scalar_type()),
                                                                 at::full({3}, 2, in[0].options())));
}

void of_more() {
  for (const std::int64_t reduction : {0, 1, 2}) {
    const Tensors three = {filled({2, 3}, 1), filled({2, 3}, 2), filled({2, 3}, 3)};
    FLOATING((three), at::triplet_margin_loss(in[0], in[1], in[2], 1, 2, 1e-6, false, reduction));
    FLOATING((three), at::triplet_margin_loss(in[0], in[1], in[2], 0.5, 1, 1e-6, true, reduction));
    FLOATING((three), at::cosine_embedding_loss(in[0], in[1], at::tensor({1, -1}), 0.1, reduction));
    FLOATING((three), at::cosine_embedding_loss(in[0][0], in[1][0], at::full({}, -1), -0.5, reduction));
    FLOATING((three), at::cosine_embedding_loss(in[0], in[1], at::ones({2, 3}), 0, reduction));
    const Tensor target = at::tensor({2, 0}, at::kLong);
    everywhere("nll_loss2d", {filled({2, 3, 2, 2}, 1)}, [=](const Tensors& in) {
      return at::nll_loss2d(in[0], at::ones({2, 2, 2}, at::kLong), {}, reduction);
    });
    everywhere("nll_loss2d", {filled({2, 3, 2}, 1)}, [=](const Tensors& in) {
      return at::nll_loss2d(in[0], at::ones({2, 2}, at::kLong), {}, reduction);
    });
    for (const int p : {1, 2}) {
      // libtorch has no second derivative of the losses below, for example multi_margin_loss, so `once` prints only
      // first derivatives.
      const auto once = [&](const char* name, const Tensors& given, auto function) {
        everywhere(name, given, [&](const Tensors& in) { return function(in).detach(); });
        const Tensor x = given[0].clone().set_requires_grad(true);
        print("  first", torch::autograd::grad({function(Tensors{x}).sum()}, {x})[0]);
      };
      once("multi_margin_loss", {filled({2, 3}, 1)},
           [=](const Tensors& in) { return at::multi_margin_loss(in[0], target, p, 1, {}, reduction); });
      once("multi_margin_loss of equal ones", {at::zeros({2, 3}, at::kDouble)},
           [=](const Tensors& in) { return at::multi_margin_loss(in[0], target, p, 0, {}, reduction); });
      once("multi_margin_loss, weighed", {filled({2, 3}, 1)}, [=](const Tensors& in) {
        return at::multi_margin_loss(in[0], target, p, 0.5, filled({3}, 2).abs(), reduction);
      });
      once("multi_margin_loss of one", {filled({3}, 1)}, [=](const Tensors& in) {
        return at::multi_margin_loss(in[0], at::full({}, 1, at::kLong), p, 1, {}, reduction);
      });
    }
  }
  raises("three powers", [] { at::multi_margin_loss(at::ones({2, 3}), at::zeros({2}, at::kLong), 3); });
  raises("targets of fractions", [] { at::multi_margin_loss(at::ones({2, 3}), at::zeros({2})); });
  raises("too few targets", [] { at::multi_margin_loss(at::ones({2, 3}), at::zeros({1}, at::kLong)); });
  for (const Tensors& pair :
       {Tensors{filled({2, 3}, 1), filled({2, 3}, 2)}, Tensors{filled({3}, 1), filled({3}, 2)},
        Tensors{filled({2, 3}, 1), filled({1, 3}, 2)}, Tensors{at::zeros({2, 3}, at::kDouble), filled({2, 3}, 2)}}) {
    FLOATING((pair), at::cosine_similarity(in[0], in[1], -1));
    FLOATING((pair), at::cosine_similarity(in[0], in[1], 0, 0.5));
    FLOATING((pair), at::pairwise_distance(in[0], in[1]));
    FLOATING((pair), at::pairwise_distance(in[0], in[1], 1, 0.1, true));
  }
}

void activations() {
  for (const Tensor& t :
       {filled({2, 4}, 1).mul(3), numbers({0, 0.5, -0.5, 6, -6, 1}), filled({}, 3), filled({0, 2}, 1)}) {
    // The inputs are moved off zero, where the second derivatives of celu and selu jump.
    FLOATING(({t}), at::celu(in[0].add(0.01)));
    FLOATING(({t}), at::celu(in[0].add(0.01), 0.5));
    FLOATING(({t}), at::celu(in[0], 0));
    FLOATING(({t}), at::selu(in[0].add(0.01)));
    FLOATING(({t}), at::glu(in[0]));
    FLOATING(({t}), at::glu(in[0], 0));
    FLOATING(({t}), at::relu6(in[0]));
    FLOATING(({t}), at::rrelu(in[0]));
    FLOATING(({t}), at::rrelu(in[0], 0.1, 0.5));
    FLOATING(({t}), in[0].hardshrink());
    FLOATING(({t}), at::hardshrink(in[0], 0.25));
    FLOATING(({t}), at::softshrink(in[0]));
    FLOATING(({t}), at::softshrink(in[0], -1));
    in_dtypes(
        "threshold", {t}, [](const Tensors& in) { return at::threshold(in[0], 0, 2); }, Dtypes::Numbers);
    FLOATING(({t}), at::threshold(in[0], 0.5, -1));
    FLOATING(({t, filled({1}, 2)}), in[0].prelu(in[1]));
    FLOATING(({t, filled({4}, 2)}), at::prelu(in[0], in[1]));
    for (const bool inside : {false, true}) {
      const c10::InferenceMode mode(inside);
      Tensor x = t.clone();
      print("celu_", at::celu_(x, 0.5));
      print("selu_", at::selu_(x));
      print("relu6_", at::relu6_(x));
      print("threshold_", at::threshold_(x, 0.5, 0.25));
    }
  }
  for (const Tensor& t : {filled({1, 8, 2, 4}, 1), filled({4, 2, 2}, 1), filled({2, 2}, 1), filled({0, 4, 2, 2}, 1)}) {
    // libtorch 1.13.1 has no derivative of channel_shuffle, and for empty inputs none of pixel_shuffle. For empty
    // inputs its pixel_unshuffle returns other sizes.
    const auto differentiable = [](const Tensor& x) { return x.numel() == 0 ? x.detach() : x; };
    in_dtypes(
        "pixel_shuffle", {t}, [=](const Tensors& in) { return at::pixel_shuffle(differentiable(in[0]), 2); },
        Dtypes::All);
    in_dtypes("pixel_shuffle", {t}, [=](const Tensors& in) { return at::pixel_shuffle(differentiable(in[0]), 3); });
    if (t.numel() != 0)
      in_dtypes(
          "pixel_unshuffle", {t}, [](const Tensors& in) { return at::pixel_unshuffle(in[0], 2); }, Dtypes::All);
    if (t.numel() != 0)
      in_dtypes("pixel_unshuffle", {t}, [](const Tensors& in) { return at::pixel_unshuffle(in[0], 3); });
    in_dtypes("channel_shuffle", {t}, [](const Tensors& in) { return at::channel_shuffle(in[0].detach(), 2); });
    in_dtypes("channel_shuffle", {t}, [](const Tensors& in) { return at::channel_shuffle(in[0].detach(), 3); });
  }
}

MODECHECK_PARITY(losses) {
  of_pairs();
  of_more();
  activations();
}

#undef FLOATING

}  // namespace modecheck::parity::losses
