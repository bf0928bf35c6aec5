// Functions in at:: that draw random numbers, from a given generator or the default one, and dropout. Random numbers
// have zero gradients.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/api/random_factories.h"
#include "engine/core/tensor/tensor_options.h"
#include "engine/core/types/generator.h"

namespace at {
inline namespace modecheck_v1 {

// Factory functions that take the generator as an argument.
Tensor rand(c10::IntArrayRef size, c10::optional<Generator> generator, TensorOptions options = {});
Tensor randn(c10::IntArrayRef size, c10::optional<Generator> generator, TensorOptions options = {});
Tensor randint(std::int64_t high, c10::IntArrayRef size, c10::optional<Generator> generator,
               TensorOptions options = {});
Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, c10::optional<Generator> generator,
               TensorOptions options = {});
Tensor randperm(std::int64_t n, c10::optional<Generator> generator, TensorOptions options = {});
Tensor randint_like(const Tensor& self, std::int64_t high, TensorOptions options = {});
Tensor randint_like(const Tensor& self, std::int64_t low, std::int64_t high, TensorOptions options = {});

// Draws normal numbers with the given means and standard deviations, which broadcast, in float32 or float64. Raises for
// a negative deviation. No gradient flows to means or deviations.
Tensor normal(const Tensor& mean, double std = 1, c10::optional<Generator> generator = c10::nullopt);
Tensor normal(double mean, const Tensor& std, c10::optional<Generator> generator = c10::nullopt);
Tensor normal(const Tensor& mean, const Tensor& std, c10::optional<Generator> generator = c10::nullopt);
Tensor normal(double mean, double std, c10::IntArrayRef size, c10::optional<Generator> generator = c10::nullopt,
              TensorOptions options = {});

// Draws `num_samples` indices into the last dimension for each row, in proportion to the elements, as int64. Raises for
// negative or infinite weights and for rows of zeros. Without replacement it also raises for more draws than elements.
Tensor multinomial(const Tensor& self, std::int64_t num_samples, bool replacement = false,
                   c10::optional<Generator> generator = c10::nullopt);

// Each element becomes zero with probability p and is otherwise divided by 1 - p. Outside training this returns the
// input itself. `feature_dropout` drops whole channels of [N, C, ...]. `alpha_dropout` preserves mean and deviation of
// selu's results. Raises unless p is in [0, 1].
Tensor dropout(const Tensor& input, double p, bool train);
Tensor& dropout_(Tensor& self, double p, bool train);
Tensor feature_dropout(const Tensor& input, double p, bool train);
Tensor alpha_dropout(const Tensor& input, double p, bool train);

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {

// These functions in torch:: do the same as those in at::, and respect requires_grad in the options.
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
