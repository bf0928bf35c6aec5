#include "engine/composites/loss_functions.h"

#include <vector>

#include "engine/api/composed_functions.h"
#include "engine/api/generated/functions.h"
#include "engine/api/like_factories.h"
#include "engine/api/result_type.h"
#include "engine/composites/arrangement_functions.h"
#include "engine/composites/composition.h"
#include "engine/composites/norm_functions.h"
#include "engine/composites/sorting_functions.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/kernels/internal_composites.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "spec/operators/unary.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSeluAlpha = 1.6732632423543772848170429916717;
constexpr double kSeluScale = 1.0507009873554804934193349852946;
using SizeList = std::vector<std::int64_t>;

Tensor given(const c10::optional<Tensor>& tensor) { return tensor.has_value() ? *tensor : Tensor(); }

Tensor reduced(const Tensor& losses, std::int64_t reduction) {
  if (reduction == Reduction::Mean) return losses.mean();
  return reduction == Reduction::Sum ? losses.sum() : losses;
}

Tensor weighed(const Tensor& losses, const c10::optional<Tensor>& weight) {
  const Tensor factor = given(weight);
  return factor.defined() ? losses.mul(factor) : losses;
}

// Returns a copy with other sizes. _unsafe_view is used instead of view, so that the result is not a tracked view of
// the copy.
Tensor arranged(const Tensor& self, c10::IntArrayRef sizes) {
  return call<internal::_unsafe_view>(self.clone(c10::MemoryFormat::Contiguous), sizes);
}

// Returns 1 - self.
Tensor rest_of(const Tensor& self) { return at::rsub(self, 1); }

}  // namespace

Tensor binary_cross_entropy_with_logits(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight,
                                        const c10::optional<Tensor>& pos_weight, std::int64_t reduction) {
  sizes_as_numbers("binary_cross_entropy_with_logits", self, target, weight, pos_weight);
  MODECHECK_CHECK(self.is_same_size(target), ErrorClass::Shape, "binary_cross_entropy_with_logits: Target size ",
                  target.sizes(), " must be the same as input size ", self.sizes());
  const Tensor positive = given(pos_weight);
  const Tensor likelihood = at::log_sigmoid(self);
  const Tensor certain = positive.defined() ? likelihood.mul(positive.sub(1).mul(target).add(1)) : likelihood;
  return reduced(weighed(rest_of(target).mul(self).sub(certain), weight), reduction);
}

Tensor kl_div(const Tensor& self, const Tensor& target, std::int64_t reduction, bool log_target) {
  for (const Tensor& tensor : {self, target})
    MODECHECK_CHECK(tensor.is_floating_point(), ErrorClass::Dtype,
                    "kl_div: only floating-point tensors are supported, but got ", tensor.scalar_type());
  return as_a_whole([&] {
    // The operators are recorded in libtorch's order, because a backward that fails halfway shows this order.
    const Tensor second = log_target ? target.sub(self) : target.mul(self);
    const Tensor losses = log_target ? target.exp().mul(second) : at::xlogy(target, target).sub(second);
    return reduced(losses, reduction);
  });
}

Tensor soft_margin_loss(const Tensor& self, const Tensor& target, std::int64_t reduction) {
  return reduced(self.mul(target).neg().exp().add(1).log(), reduction);
}

Tensor hinge_embedding_loss(const Tensor& self, const Tensor& target, double margin, std::int64_t reduction) {
  return as_a_whole([&] {
    const Tensor zeros = at::zeros_like(self);
    const Tensor far = at::full_like(self, margin).sub_(self).clamp_min_(0);
    const Tensor apart = at::where(target.ne(1), far, zeros);
    return reduced(apart.add(at::where(target.ne(-1), self, zeros)), reduction);
  });
}

Tensor margin_ranking_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin,
                           std::int64_t reduction) {
  return as_a_whole([&] {
    const Tensor far = target.neg().mul(input1.sub(input2)).add(margin);
    return reduced(far.clamp_min_(0), reduction);
  });
}

Tensor cosine_embedding_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin,
                             std::int64_t reduction) {
  sizes_as_numbers("cosine_embedding_loss", input1, input2, target);
  constexpr double epsilon = 1e-12;
  const std::int64_t rank = target.dim();
  MODECHECK_CHECK(rank <= 1, ErrorClass::Shape,
                  "cosine_embedding_loss: 0D or 1D target tensor expected, multi-target not supported");
  // The second input must have the right number of dimensions too, as PyTorch pull request 112782 requires.
  MODECHECK_CHECK(input1.dim() == rank + 1 && input2.dim() == rank + 1, ErrorClass::Shape, "cosine_embedding_loss: a ",
                  rank, "D target tensor expects ", rank + 1, "D input tensors, but found sizes ", input1.sizes(),
                  " and ", input2.sizes());
  return as_a_whole([&] {
    const Tensor product = input1.mul(input2).sum(rank);
    const Tensor mine = input1.mul(input1).sum(rank).add(epsilon);
    const Tensor lengths = mine.mul(input2.mul(input2).sum(rank).add(epsilon)).sqrt_();
    const Tensor cosine = product.div(lengths);
    const Tensor zeros = at::zeros_like(cosine);
    const Tensor apart = at::full_like(cosine, 1).sub_(cosine);
    const Tensor near = cosine.sub(margin).clamp_min_(0);
    const Tensor positive = at::where(target.eq(1), apart, zeros);
    return reduced(positive.add(at::where(target.eq(-1), near, zeros)), reduction);
  });
}

Tensor triplet_margin_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative, double margin,
                           double p, double eps, bool swap, std::int64_t reduction) {
  MODECHECK_CHECK(anchor.dim() == positive.dim() && positive.dim() == negative.dim(), ErrorClass::Shape,
                  "triplet_margin_loss: All inputs should have same dimension but got ", anchor.dim(), "D, ",
                  positive.dim(), "D and ", negative.dim(), "D inputs.");
  const Tensor near = at::pairwise_distance(anchor, positive, p, eps);
  Tensor far = at::pairwise_distance(anchor, negative, p, eps);
  if (swap) far = at::minimum(far, at::pairwise_distance(positive, negative, p, eps));
  return reduced(near.add(margin).sub(far).clamp_min(0), reduction);
}

Tensor poisson_nll_loss(const Tensor& input, const Tensor& target, bool log_input, bool full, double eps,
                        std::int64_t reduction) {
  Tensor losses = log_input ? input.exp().sub(target.mul(input)) : input.sub(target.mul(input.add(eps).log()));
  if (full) {
    // Stirling's approximation of log(target!).
    const Tensor factorial = target.mul(target.log()).sub(target).add(target.mul(2 * kPi).log().mul(0.5));
    losses = losses.add(factorial.masked_fill(target.le(1), 0));
  }
  return reduced(losses, reduction);
}

Tensor multi_margin_loss(const Tensor& self, const Tensor& target, const c10::Scalar& p, const c10::Scalar& margin,
                         const c10::optional<Tensor>& weight, std::int64_t reduction) {
  sizes_as_numbers("multi_margin_loss", self, target, weight);
  const double power = p.toDouble();
  MODECHECK_CHECK(power == 1 || power == 2, ErrorClass::Argument,
                  "multi_margin_loss: only p == 1 and p == 2 supported");
  MODECHECK_CHECK(self.is_floating_point(), ErrorClass::Dtype, "multi_margin_loss: not implemented for ",
                  self.scalar_type(), "; use a floating dtype");
  MODECHECK_CHECK(
      self.dim() <= 2 && self.numel() > 0, ErrorClass::Shape,
      "multi_margin_loss: Expected non-empty vector or matrix with optional 0-dim batch size, but got: ", self.sizes());
  const Tensor rows = self.dim() == 2 ? self : self.reshape({1, self.numel()});
  MODECHECK_CHECK(target.dim() <= 1 && target.numel() == rows.size(0), ErrorClass::Shape,
                  "multi_margin_loss: inconsistent target size, expected ", rows.size(0), " but got ", target.sizes());
  MODECHECK_CHECK(target.scalar_type() == c10::kLong, ErrorClass::Dtype, "multi_margin_loss: expected Long targets");
  const Tensor wanted = target.reshape({-1, 1});
  const Tensor factors = given(weight);
  MODECHECK_CHECK(!factors.defined() || (factors.dim() <= 1 && factors.numel() == rows.size(1)), ErrorClass::Shape,
                  "multi_margin_loss: inconsistent weight size, expected ", rows.size(1), " but got ",
                  factors.defined() ? factors.sizes() : c10::IntArrayRef());
  // If the margin is met exactly, the gradient is zero, because the derivative of relu is zero at zero.
  const Tensor over = rows.sub(rows.gather(1, wanted)).add(margin).relu();
  Tensor losses = (power == 2 ? over.mul(over) : over);
  if (factors.defined()) losses = losses.mul(factors.reshape(-1).take(wanted));
  losses = losses.scatter(1, wanted, 0).mean(1);
  return reduced(self.dim() == 2 ? losses : losses.squeeze(0), reduction);
}

Tensor nll_loss2d(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight, std::int64_t reduction,
                  std::int64_t ignore_index) {
  MODECHECK_CHECK(target.dim() == 3 && self.dim() == 4, ErrorClass::Shape,
                  "nll_loss2d: only batches of spatial targets (3D tensors) and of images (4D tensors) are supported, "
                  "but found targets of ",
                  target.dim(), " and an input of ", self.dim(), " dimensions");
  return at::nll_loss_nd(self, target, weight, reduction, ignore_index);
}

Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, std::int64_t dim, double eps) {
  sizes_as_numbers("cosine_similarity", x1, x2);
  const c10::ScalarType type = at::result_type(x1, x2);
  MODECHECK_CHECK(c10::isFloatingType(type), ErrorClass::Dtype,
                  "expected common dtype to be floating point, yet common dtype is ", type);
  return as_a_whole([&] {
    const SizeList sizes = broadcast_sizes("cosine_similarity", x1.sizes(), x2.sizes());
    const Tensor a = x1.to(type).expand(sizes);
    const Tensor b = x2.to(type).expand(sizes);
    const Tensor length_a = a.pow(2).sum(dim, /*keepdim=*/true);
    const Tensor length_b = b.pow(2).sum(dim, /*keepdim=*/true);
    {
      // The lower limit `eps` of the lengths is applied without recording, so the gradient is computed as if there were
      // no limit.
      const NoGradGuard quiet;
      length_a.clamp_min_(eps * eps);
      length_b.clamp_min_(eps * eps);
    }
    length_a.sqrt_();
    length_b.sqrt_();
    const Tensor direction = a.div(length_a);
    return direction.mul(b.div(length_b)).sum(dim);
  });
}

Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, double p, double eps, bool keepdim) {
  return at::norm(x1.sub(x2).add(eps), p, std::max(x1.dim(), x2.dim()) - 1, keepdim);
}

Tensor log_sigmoid(const Tensor& self) {
  return call<operators::softplus>(self.neg(), 1, std::numeric_limits<double>::infinity()).neg();
}

Tensor selu(const Tensor& self) { return at::elu(self, kSeluAlpha, kSeluScale, 1); }
Tensor& selu_(const Tensor& self) {
  call<operators::elu_>(self, kSeluAlpha, kSeluScale, 1);
  return const_cast<Tensor&>(self);
}

Tensor glu(const Tensor& self, std::int64_t dim) {
  sizes_as_numbers("glu", self);
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Shape, "glu does not support 0-dimensional tensors");
  const std::int64_t along = dimension_of("glu", dim, self.dim());
  MODECHECK_CHECK(self.size(along) % 2 == 0, ErrorClass::Shape, "Halving dimension must be even, but dimension ", along,
                  " is size ", self.size(along));
  const std::int64_t half = self.size(along) / 2;
  return self.narrow(along, 0, half).mul(self.narrow(along, half, half).sigmoid());
}

Tensor relu6(const Tensor& self) { return at::hardtanh(self, 0, 6); }
Tensor& relu6_(const Tensor& self) { return at::hardtanh_(self, 0, 6); }

Tensor prelu(const Tensor& self, const Tensor& weight) {
  sizes_as_numbers("prelu", self, weight);
  MODECHECK_CHECK(self.scalar_type() == weight.scalar_type(), ErrorClass::Dtype, "prelu: expected one dtype, but got ",
                  self.scalar_type(), " and ", weight.scalar_type());
  Tensor slope = weight;
  if (weight.numel() != 1) {
    MODECHECK_CHECK(self.dim() > 0, ErrorClass::Shape, "Not allow zero-dim input tensor.");
    const std::int64_t channels = self.dim() > 1 ? self.size(1) : 1;
    MODECHECK_CHECK(channels == weight.numel(), ErrorClass::Shape,
                    "Mismatch of parameter numbers and input channel size. Found parameter numbers = ", weight.numel(),
                    " and channel size = ", channels, ".");
    SizeList shape(static_cast<std::size_t>(self.dim()), 1);
    shape[1] = channels;
    slope = weight.reshape(shape);
  } else {
    slope = weight.reshape({});
  }
  return at::where(self.gt(0), self, self.mul(slope));
}

Tensor rrelu(const Tensor& self, const c10::Scalar& lower, const c10::Scalar& upper, bool training,
             c10::optional<Generator> /*generator*/) {
  MODECHECK_CHECK(!training, ErrorClass::Unsupported,
                  "rrelu: drawing slopes for training is not supported; use leaky_relu, or training=false");
  return at::leaky_relu(self, (lower.toDouble() + upper.toDouble()) / 2);
}

Tensor hardshrink(const Tensor& self, const c10::Scalar& lambd) {
  const Tensor small = self.ge(-lambd.toDouble()).logical_and(self.le(lambd));
  return at::where(small, formula::number(0, self), self);
}

Tensor pixel_shuffle(const Tensor& self, std::int64_t upscale_factor) {
  sizes_as_numbers("pixel_shuffle", self);
  const std::int64_t r = upscale_factor;
  MODECHECK_CHECK(self.dim() >= 3, ErrorClass::Shape,
                  "pixel_shuffle expects input to have at least 3 dimensions, but got input with ", self.dim(),
                  " dimension(s)");
  MODECHECK_CHECK(r > 0, ErrorClass::Argument, "pixel_shuffle expects a positive upscale_factor, but got ", r);
  std::int64_t square = 0;
  MODECHECK_CHECK(!__builtin_mul_overflow(r, r, &square) && self.size(-3) % square == 0, ErrorClass::Shape,
                  "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
                  "upscale_factor, but input.size(-3)=",
                  self.size(-3), " is not divisible by the square of ", r);
  const std::int64_t c = self.size(-3) / square;
  const std::int64_t h = self.size(-2);
  const std::int64_t w = self.size(-1);
  std::int64_t height = 0;
  std::int64_t width = 0;
  MODECHECK_CHECK(!__builtin_mul_overflow(h, r, &height) && !__builtin_mul_overflow(w, r, &width), ErrorClass::Shape,
                  "pixel_shuffle: sizes ", self.sizes(), " times ", r, " are more elements than can be counted");
  SizeList sizes = self.sizes().slice(0, self.sizes().size() - 3).vec();
  const Tensor apart = self.reshape({-1, c, r, r, h, w}).permute({0, 1, 4, 2, 5, 3});
  sizes.insert(sizes.end(), {c, height, width});
  return arranged(apart, sizes);
}

Tensor pixel_unshuffle(const Tensor& self, std::int64_t downscale_factor) {
  sizes_as_numbers("pixel_unshuffle", self);
  const std::int64_t r = downscale_factor;
  MODECHECK_CHECK(self.dim() >= 3, ErrorClass::Shape,
                  "pixel_unshuffle expects input to have at least 3 dimensions, but got input with ", self.dim(),
                  " dimension(s)");
  MODECHECK_CHECK(r > 0, ErrorClass::Argument, "pixel_unshuffle expects a positive downscale_factor, but got ", r);
  MODECHECK_CHECK(self.size(-2) % r == 0 && self.size(-1) % r == 0, ErrorClass::Shape,
                  "pixel_unshuffle expects height and width to be divisible by downscale_factor, but the sizes are ",
                  self.sizes(), " and the factor is ", r);
  const std::int64_t c = self.size(-3);
  std::int64_t channels = 0;
  MODECHECK_CHECK(!__builtin_mul_overflow(r, r, &channels) && !__builtin_mul_overflow(c, channels, &channels),
                  ErrorClass::Shape, "pixel_unshuffle: ", c, " channels times the square of ", r,
                  " are more than can be counted");
  const std::int64_t h = self.size(-2) / r;
  const std::int64_t w = self.size(-1) / r;
  SizeList sizes = self.sizes().slice(0, self.sizes().size() - 3).vec();
  const Tensor apart = self.reshape({-1, c, h, r, w, r}).permute({0, 1, 3, 5, 2, 4});
  sizes.insert(sizes.end(), {channels, h, w});
  return arranged(apart, sizes);
}

Tensor channel_shuffle(const Tensor& self, std::int64_t groups) {
  sizes_as_numbers("channel_shuffle", self);
  MODECHECK_CHECK(self.dim() > 2, ErrorClass::Shape,
                  "channel_shuffle expects input with > 2 dims, but got input with sizes ", self.sizes());
  MODECHECK_CHECK(groups > 0, ErrorClass::Argument,
                  "Number of groups to divide channels in must be positive. Value of "
                  "groups: ",
                  groups);
  const std::int64_t channels = self.size(1);
  MODECHECK_CHECK(channels % groups == 0, ErrorClass::Argument, "Number of channels must be divisible by groups. Got ",
                  channels, " channels and ", groups, " groups.");
  if (self.numel() == 0) return arranged(self, self.sizes());
  const Tensor apart = self.reshape({self.size(0), groups, channels / groups, -1}).transpose(1, 2);
  return arranged(apart, self.sizes());
}

}  // namespace modecheck_v1
}  // namespace at
