// Functions in at:: along dimensions or over all elements: sums, differences, extremes and counts.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Replaces the elements `n` times by the differences of neighbouring elements. For bools the difference is true where
// the neighbours differ.
Tensor diff(const Tensor& self, std::int64_t n = 1, std::int64_t dim = -1, const c10::optional<Tensor>& prepend = {},
            const c10::optional<Tensor>& append = {});
// These functions integrate `y` by the trapezoidal rule. The points are given by `x`, or have distances `dx`.
// cumulative_trapezoid returns the integral up to each point.
Tensor trapezoid(const Tensor& y, const Tensor& x, std::int64_t dim = -1);
Tensor trapezoid(const Tensor& y, const c10::Scalar& dx = 1, std::int64_t dim = -1);
Tensor trapz(const Tensor& y, const Tensor& x, std::int64_t dim = -1);
Tensor trapz(const Tensor& y, double dx = 1, std::int64_t dim = -1);
Tensor cumulative_trapezoid(const Tensor& y, const Tensor& x, std::int64_t dim = -1);
Tensor cumulative_trapezoid(const Tensor& y, const c10::Scalar& dx = 1, std::int64_t dim = -1);

// Returns the covariances of the rows of a matrix, whose columns are observations. `fweights` says how often each
// observation counts, and `aweights` gives each observation a weight.
Tensor cov(const Tensor& self, std::int64_t correction = 1, const c10::optional<Tensor>& fweights = {},
           const c10::optional<Tensor>& aweights = {});
Tensor corrcoef(const Tensor& self);
// Returns the mean of the elements that are not NaN.
Tensor nanmean(const Tensor& self, c10::OptionalIntArrayRef dim = c10::nullopt, bool keepdim = false,
               c10::optional<c10::ScalarType> dtype = c10::nullopt);
// mode returns the most frequent element and an index of it, bincount how often each integer occurs, and histc a
// histogram. The methods of at::Tensor with these names do the same.
std::tuple<Tensor, Tensor> mode(const Tensor& self, std::int64_t dim = -1, bool keepdim = false);
Tensor bincount(const Tensor& self, const c10::optional<Tensor>& weights = {}, std::int64_t minlength = 0);
Tensor histc(const Tensor& self, std::int64_t bins = 100, const c10::Scalar& min = 0, const c10::Scalar& max = 0);
// Scales down those slices of a dimension whose p-norm is above `maxnorm`.
Tensor renorm(const Tensor& self, const c10::Scalar& p, std::int64_t dim, const c10::Scalar& maxnorm);
// Adds a dimension that is one at the index given by the element and zero elsewhere. By default `num_classes` is the
// largest element plus one.
Tensor one_hot(const Tensor& self, std::int64_t num_classes = -1);
// Returns the powers of a vector's elements as columns, from the highest to the lowest, or upwards if `increasing` is
// set.
Tensor vander(const Tensor& x, c10::optional<std::int64_t> N = c10::nullopt, bool increasing = false);

}  // namespace modecheck_v1
}  // namespace at
