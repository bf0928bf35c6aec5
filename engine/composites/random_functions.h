// Random numbers as functions in at::, from a generator or from the process's, and dropout. What was drawn has zero as
// its gradient.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/api/random_factories.h"
#include "engine/core/tensor/tensor_options.h"
#include "engine/core/types/generator.h"

namespace at {
inline namespace modecheck_v1 {

// The factories, with a generator of one's own.
Tensor rand(c10::IntArrayRef size, c10::optional<Generator> generator, TensorOptions options = {});
Tensor randn(c10::IntArrayRef size, c10::optional<Generator> generator, TensorOptions options = {});
Tensor randint(std::int64_t high, c10::IntArrayRef size, c10::optional<Generator> generator,
               TensorOptions options = {});
Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, c10::optional<Generator> generator,
               TensorOptions options = {});
Tensor randperm(std::int64_t n, c10::optional<Generator> generator, TensorOptions options = {});
Tensor randint_like(const Tensor& self, std::int64_t high, TensorOptions options = {});
Tensor randint_like(const Tensor& self, std::int64_t low, std::int64_t high, TensorOptions options = {});

// Normal draws with these means and deviations, which broadcast: float32 or float64. Raises for a negative deviation.
// Nothing flows to either.
Tensor normal(const Tensor& mean, double std = 1, c10::optional<Generator> generator = c10::nullopt);
Tensor normal(double mean, const Tensor& std, c10::optional<Generator> generator = c10::nullopt);
Tensor normal(const Tensor& mean, const Tensor& std, c10::optional<Generator> generator = c10::nullopt);
Tensor normal(double mean, double std, c10::IntArrayRef size, c10::optional<Generator> generator = c10::nullopt,
              TensorOptions options = {});

// Ones with the probabilities of `self`, a floating tensor of numbers in [0, 1]; or with one probability.
Tensor bernoulli(const Tensor& self, c10::optional<Generator> generator = c10::nullopt);
Tensor bernoulli(const Tensor& self, double p, c10::optional<Generator> generator = c10::nullopt);

// Places in the last dimension of one or two, in proportion to its elements: int64, `num_samples` a row. Raises for
// negative or infinite weights, for rows of zeros, and for more draws than there are places if none may come back.
Tensor multinomial(const Tensor& self, std::int64_t num_samples, bool replacement = false,
                   c10::optional<Generator> generator = c10::nullopt);

// Each element is zero with probability p, else 1 / (1 - p) of itself; the input itself outside training. `feature`
// drops whole channels, [N, C, ...]; `alpha` keeps mean and deviation of what selu makes. Raises unless p is in [0, 1].
Tensor dropout(const Tensor& input, double p, bool train);
Tensor& dropout_(Tensor& self, double p, bool train);
Tensor feature_dropout(const Tensor& input, double p, bool train);
Tensor alpha_dropout(const Tensor& input, double p, bool train);
// The result, and a bool tensor of what stayed.
std::tuple<Tensor, Tensor> native_dropout(const Tensor& input, double p, c10::optional<bool> train);

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {

// The same, with the options' requires_grad.
at::Tensor rand(c10::IntArrayRef size, c10::optional<at::Generator> generator, at::TensorOptions options = {});
at::Tensor randn(c10::IntArrayRef size, c10::optional<at::Generator> generator, at::TensorOptions options = {});
at::Tensor randint(std::int64_t high, c10::IntArrayRef size, c10::optional<at::Generator> generator,
                   at::TensorOptions options = {});
at::Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, c10::optional<at::Generator> generator,
                   at::TensorOptions options = {});
at::Tensor randperm(std::int64_t n, c10::optional<at::Generator> generator, at::TensorOptions options = {});
at::Tensor randint_like(const at::Tensor& self, std::int64_t high, at::TensorOptions options = {});
at::Tensor randint_like(const at::Tensor& self, std::int64_t low, std::int64_t high, at::TensorOptions options = {});
at::Tensor normal(double mean, double std, c10::IntArrayRef size, c10::optional<at::Generator> generator = c10::nullopt,
                  at::TensorOptions options = {});

}  // namespace modecheck_v1
}  // namespace torch
