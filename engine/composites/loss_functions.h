// Losses and activations in at:: that are built from operators of the catalogue. `reduction` is a value of
// at::Reduction: it selects every loss, their mean, or their sum.
#pragma once

#include <cstdint>

#include "engine/composites/neural_functions.h"
#include "engine/core/tensor/tensor.h"
#include "engine/core/types/generator.h"

namespace at {
inline namespace modecheck_v1 {

// Does the same as binary_cross_entropy, but takes logits instead of probabilities.
Tensor binary_cross_entropy_with_logits(const Tensor& self, const Tensor& target,
                                        const c10::optional<Tensor>& weight = {},
                                        const c10::optional<Tensor>& pos_weight = {},
                                        std::int64_t reduction = Reduction::Mean);
Tensor kl_div(const Tensor& self, const Tensor& target, std::int64_t reduction = Reduction::Mean,
              bool log_target = false);
Tensor soft_margin_loss(const Tensor& self, const Tensor& target, std::int64_t reduction = Reduction::Mean);
Tensor hinge_embedding_loss(const Tensor& self, const Tensor& target, double margin = 1.0,
                            std::int64_t reduction = Reduction::Mean);
Tensor margin_ranking_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin = 0.0,
                           std::int64_t reduction = Reduction::Mean);
Tensor cosine_embedding_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin = 0.0,
                             std::int64_t reduction = Reduction::Mean);
Tensor triplet_margin_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative, double margin = 1.0,
                           double p = 2, double eps = 1e-06, bool swap = false,
                           std::int64_t reduction = Reduction::Mean);
Tensor poisson_nll_loss(const Tensor& input, const Tensor& target, bool log_input, bool full, double eps,
                        std::int64_t reduction);
Tensor multi_margin_loss(const Tensor& self, const Tensor& target, const c10::Scalar& p = 1,
                         const c10::Scalar& margin = 1, const c10::optional<Tensor>& weight = {},
                         std::int64_t reduction = Reduction::Mean);
// Computes nll_loss_nd for an input of [batch, classes, height, width].
Tensor nll_loss2d(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight = {},
                  std::int64_t reduction = Reduction::Mean, std::int64_t ignore_index = -100);

Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, std::int64_t dim = 1, double eps = 1e-08);
Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, double p = 2, double eps = 1e-06, bool keepdim = false);

Tensor log_sigmoid(const Tensor& self);
Tensor selu(const Tensor& self);
Tensor& selu_(const Tensor& self);
// Multiplies one half of `dim` by the sigmoid of the other half.
Tensor glu(const Tensor& self, std::int64_t dim = -1);
Tensor relu6(const Tensor& self);
Tensor& relu6_(const Tensor& self);
// `weight` is the slope below zero: one number, or one for each index of the second dimension.
Tensor prelu(const Tensor& self, const Tensor& weight);
// The slope below zero is the mean of `lower` and `upper`. Raises Unsupported for training, which would draw the slope.
Tensor rrelu(const Tensor& self, const c10::Scalar& lower = 0.125, const c10::Scalar& upper = 0.3333333333333333,
             bool training = false, c10::optional<Generator> generator = c10::nullopt);
Tensor hardshrink(const Tensor& self, const c10::Scalar& lambd = 0.5);

// pixel_shuffle moves channels into squares of pixels, and pixel_unshuffle reverses that. channel_shuffle interleaves
// the channels of the groups.
Tensor pixel_shuffle(const Tensor& self, std::int64_t upscale_factor);
Tensor pixel_unshuffle(const Tensor& self, std::int64_t downscale_factor);
Tensor channel_shuffle(const Tensor& self, std::int64_t groups);

}  // namespace modecheck_v1
}  // namespace at
