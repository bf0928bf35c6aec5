#include "engine/composites/random_functions.h"

#include <cmath>
#include <vector>

#include "engine/api/composed_functions.h"
#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/api/like_factories.h"
#include "engine/composites/sorting_functions.h"
#include "engine/composites/symint_functions.h"
#include "engine/core/types/chosen_generator.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/internal_operators.h"
#include "engine/dispatch/library_rows.h"
#include "engine/modes/grad_mode.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/composites.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name
using Source = c10::optional<Generator>;

namespace {

// Fills the tensor with random numbers from the given generator, or from the default generator if there is none.
template <typename Op, typename... Arguments>
Tensor& drawn(const Tensor& self, const Source& generator, const Arguments&... arguments) {
  const GeneratorScope scope(generator);
  call<Op>(self, arguments...);
  return const_cast<Tensor&>(self);
}

}  // namespace

Tensor& Tensor::normal_(double mean, double std, Source generator) const {
  return drawn<internal::normal_>(*this, generator, mean, std);
}
Tensor& Tensor::uniform_(double from, double to, Source generator) const {
  return drawn<internal::uniform_>(*this, generator, from, to);
}
Tensor& Tensor::random_(std::int64_t from, c10::optional<std::int64_t> to, Source generator) const {
  return drawn<internal::random__from>(*this, generator, from, to);
}
Tensor& Tensor::random_(std::int64_t to, Source generator) const {
  return random_(0, c10::optional<std::int64_t>(to), generator);
}
Tensor& Tensor::random_(Source generator) const { return drawn<internal::random_>(*this, generator); }
Tensor& Tensor::bernoulli_(const Tensor& p, Source generator) const {
  return drawn<internal::bernoulli__Tensor>(*this, generator, p);
}
Tensor& Tensor::bernoulli_(double p, Source generator) const {
  return drawn<internal::bernoulli__float>(*this, generator, p);
}
Tensor Tensor::bernoulli(Source generator) const {
  const GeneratorScope scope(generator);
  return call<internal::bernoulli>(*this);
}
// This overload uses only the tensor's sizes and dtype. The probability is `p` for every element.
Tensor Tensor::bernoulli(double p, Source generator) const {
  return traced_composite<operators::bernoulli_p>(
      [&]() -> Tensor { return at::empty(sizes(), options()).bernoulli_(p, generator); }, *this, p, generator);
}
Tensor& Tensor::exponential_(double lambd, Source generator) const {
  return drawn<internal::exponential_>(*this, generator, lambd);
}

Tensor Tensor::multinomial(std::int64_t num_samples, bool replacement, Source generator) const {
  sizes_as_numbers("multinomial", *this);
  MODECHECK_CHECK(dim() == 1 || dim() == 2, ErrorClass::Shape,
                  "multinomial: prob_dist must be 1 or 2 dim, but its sizes are ", sizes());
  MODECHECK_CHECK(is_floating_point(), ErrorClass::Dtype,
                  "multinomial only supports floating-point dtypes for input, got: ", scalar_type());
  MODECHECK_CHECK(num_samples > 0, ErrorClass::Argument, "multinomial: cannot sample n_sample <= 0 samples, got ",
                  num_samples);
  MODECHECK_CHECK(replacement || num_samples <= size(-1), ErrorClass::Argument,
                  "multinomial: cannot sample n_sample > prob_dist.size(-1) samples without replacement; there are ",
                  size(-1));
  MODECHECK_CHECK(size(-1) > 0, ErrorClass::Shape, "multinomial: there are no categories in ", sizes());
  const NoGradGuard quiet;
  const GeneratorScope scope(generator);
  if (replacement && num_samples > 1) return call<internal::_multinomial_with_replacement>(*this, num_samples);
  if (has_bytes()) {
    MODECHECK_CHECK(!at::any(lt(c10::Scalar(0))).is_nonzero() && !at::any(at::isinf(*this)).is_nonzero() &&
                        !at::any(at::isnan(*this)).is_nonzero(),
                    ErrorClass::Argument,
                    "multinomial: probability tensor contains either `inf`, `nan` or element < 0");
    MODECHECK_CHECK(!at::any(sum(-1).eq(c10::Scalar(0))).is_nonzero(), ErrorClass::Argument,
                    "multinomial: invalid multinomial distribution (sum of probabilities <= 0)");
  }
  // Draws without replacement. Each weight is divided by an exponential random number, and the elements with the
  // largest quotients are drawn.
  const Tensor clocks = at::empty_like(*this, {}, c10::MemoryFormat::Contiguous);
  call<internal::exponential_>(clocks, 1.0);
  const Tensor speed = div(clocks);
  return num_samples == 1 ? std::get<1>(speed.max(-1, true)) : std::get<1>(speed.topk(num_samples));
}

Tensor rand(c10::IntArrayRef size, Source generator, TensorOptions options) {
  const GeneratorScope scope(generator);
  return at::rand(size, options);
}
Tensor randn(c10::IntArrayRef size, Source generator, TensorOptions options) {
  const GeneratorScope scope(generator);
  return at::randn(size, options);
}
Tensor randint(std::int64_t high, c10::IntArrayRef size, Source generator, TensorOptions options) {
  return at::randint(0, high, size, generator, options);
}
Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, Source generator, TensorOptions options) {
  const GeneratorScope scope(generator);
  return at::randint(low, high, size, options);
}
Tensor randperm(std::int64_t n, Source generator, TensorOptions options) {
  const GeneratorScope scope(generator);
  return at::randperm(n, options);
}
Tensor randint_like(const Tensor& self, std::int64_t high, TensorOptions options) {
  return at::randint_like(self, 0, high, options);
}
Tensor randint_like(const Tensor& self, std::int64_t low, std::int64_t high, TensorOptions options) {
  return at::empty_like(self, options).random_(low, high);
}

namespace {

void check_deviations(const Tensor& std) {
  sizes_as_numbers("normal", std);
  MODECHECK_CHECK(!std.is_complex(), ErrorClass::Dtype, "normal expects standard deviation to be non-complex, but got ",
                  std.scalar_type());
  MODECHECK_CHECK(!std.has_bytes() || std.numel() == 0 || std.min().item<double>() >= 0, ErrorClass::Argument,
                  "normal expects all elements of std >= 0.0");
}

}  // namespace

Tensor normal(const Tensor& mean, double std, Source generator) {
  const NoGradGuard quiet;
  return at::empty_like(mean, {}, c10::MemoryFormat::Contiguous).normal_(0, std, generator).add_(mean);
}
Tensor normal(double mean, const Tensor& std, Source generator) {
  const NoGradGuard quiet;
  check_deviations(std);
  return at::empty_like(std, {}, c10::MemoryFormat::Contiguous)
      .normal_(0, 1, generator)
      .mul_(std)
      .add_(c10::Scalar(mean));
}
Tensor normal(const Tensor& mean, const Tensor& std, Source generator) {
  const NoGradGuard quiet;
  check_deviations(std);
  // The result has the sizes to which `mean` and `std` broadcast.
  const Tensor shape = mean.add(std);
  return at::empty_like(shape, {}, c10::MemoryFormat::Contiguous).normal_(0, 1, generator).mul_(std).add_(mean);
}
Tensor normal(double mean, double std, c10::IntArrayRef size, Source generator, TensorOptions options) {
  MODECHECK_CHECK(std >= 0, ErrorClass::Argument, "normal expects std >= 0.0, but found std ", std);
  return at::empty(size, options.requires_grad(c10::nullopt)).normal_(mean, std, generator);
}

Tensor multinomial(const Tensor& self, std::int64_t num_samples, bool replacement, Source generator) {
  return self.multinomial(num_samples, replacement, generator);
}

namespace {

void check_probability(const char* name, double p) {
  MODECHECK_CHECK(p >= 0 && p <= 1, ErrorClass::Argument, name,
                  ": dropout probability has to be between 0 and 1, but got ", p);
}

// Returns noise with the dtype and device of `like`, but without its requires_grad.
Tensor noise(c10::IntArrayRef sizes, const Tensor& like, double p) {
  Tensor out = at::empty(sizes, TensorOptions(like.scalar_type()).device(like.device()));
  out.bernoulli_(1 - p);
  return out;
}

// Returns noise with the sizes of `like`, which may be symbolic.
Tensor noise_like(const Tensor& like, double p) {
  if (!any_tracer()) return noise(like.sizes(), like, p);
  Tensor out = at::empty_symint(like.sym_sizes(), TensorOptions(like.scalar_type()).device(like.device()));
  out.bernoulli_(1 - p);
  return out;
}

bool has_no_elements(const char* name, const Tensor& self) {
  return any_tracer() ? self.sym_numel().sym_eq(0).guard_bool(name, 0) : self.numel() == 0;
}

// Returns sizes with one element for each channel of each batch element.
std::vector<std::int64_t> channel_sizes(const Tensor& input) {
  sizes_as_numbers("feature_dropout", input);
  MODECHECK_CHECK(input.dim() >= 2, ErrorClass::Shape,
                  "feature_dropout: Feature dropout requires at least 2 dimensions in the input, but got ",
                  input.sizes());
  std::vector<std::int64_t> out(static_cast<std::size_t>(input.dim()), 1);
  out[0] = input.size(0);
  out[1] = input.size(1);
  return out;
}

// Returns the noise `make()`, or zero if everything is dropped.
template <typename Make>
Tensor scaled_noise(const Tensor& input, double p, const Make& make) {
  return p == 1 ? at::zeros({}, TensorOptions(input.scalar_type()).device(input.device()))
                : make().div_(c10::Scalar(1 - p));
}

Tensor scaled_noise_like(const Tensor& input, double p) {
  return scaled_noise(input, p, [&] { return noise_like(input, p); });
}

}  // namespace

Tensor dropout(const Tensor& input, double p, bool train) {
  check_probability("dropout", p);
  if (p == 0 || !train || has_no_elements("dropout", input)) return input;
  return input.mul(scaled_noise_like(input, p));
}

Tensor& dropout_(Tensor& self, double p, bool train) {
  check_probability("dropout_", p);
  if (p == 0 || !train || has_no_elements("dropout_", self)) return self;
  self.mul_(scaled_noise_like(self, p));
  return self;
}

Tensor feature_dropout(const Tensor& input, double p, bool train) {
  check_probability("feature_dropout", p);
  if (p == 0 || !train || has_no_elements("feature_dropout", input)) return input;
  return input.mul(scaled_noise(input, p, [&] { return noise(channel_sizes(input), input, p); }));
}

Tensor alpha_dropout(const Tensor& input, double p, bool train) {
  check_probability("alpha_dropout", p);
  if (p == 0 || !train || has_no_elements("alpha_dropout", input)) return input;
  if (p == 1) return input.mul(scaled_noise_like(input, p));
  // The limit of selu for very negative numbers is -kSaturated. Dropped elements get this value before the result is
  // scaled and shifted.
  constexpr double kSaturated = 1.7580993408473766;
  const double scale = 1.0 / std::sqrt((kSaturated * kSaturated * p + 1) * (1 - p));
  const Tensor kept = noise_like(input, p);
  const Tensor shift =
      kept.sub(c10::Scalar(1)).mul_(c10::Scalar(kSaturated * scale)).add_(c10::Scalar(kSaturated * scale * p));
  return input.mul(kept.mul_(c10::Scalar(scale))).add(shift);
}

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {

using detail::with_requires_grad;
using Source = c10::optional<at::Generator>;

at::Tensor rand(c10::IntArrayRef size, Source generator, at::TensorOptions options) {
  return with_requires_grad(at::rand(size, generator, options), options);
}
at::Tensor randn(c10::IntArrayRef size, Source generator, at::TensorOptions options) {
  return with_requires_grad(at::randn(size, generator, options), options);
}
at::Tensor randint(std::int64_t high, c10::IntArrayRef size, Source generator, at::TensorOptions options) {
  return with_requires_grad(at::randint(high, size, generator, options), options);
}
at::Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, Source generator,
                   at::TensorOptions options) {
  return with_requires_grad(at::randint(low, high, size, generator, options), options);
}
at::Tensor randperm(std::int64_t n, Source generator, at::TensorOptions options) {
  return with_requires_grad(at::randperm(n, generator, options), options);
}
at::Tensor randint_like(const at::Tensor& self, std::int64_t high, at::TensorOptions options) {
  return with_requires_grad(at::randint_like(self, high, options.requires_grad(c10::nullopt)), options);
}
at::Tensor randint_like(const at::Tensor& self, std::int64_t low, std::int64_t high, at::TensorOptions options) {
  return with_requires_grad(at::randint_like(self, low, high, options.requires_grad(c10::nullopt)), options);
}
at::Tensor normal(double mean, double std, c10::IntArrayRef size, Source generator, at::TensorOptions options) {
  return with_requires_grad(at::normal(mean, std, size, generator, options), options);
}

}  // namespace modecheck_v1
}  // namespace torch
