// Along dimensions and over all elements: sums, differences, extremes and counts, as functions in at::.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// log(cumsum(exp(self))) without overflow on the way. Raises for integers and complex numbers.
Tensor logcumsumexp(const Tensor& self, std::int64_t dim);
// Differences of neighbours, `n` times; of bools whether they differ.
Tensor diff(const Tensor& self, std::int64_t n = 1, std::int64_t dim = -1, const c10::optional<Tensor>& prepend = {},
            const c10::optional<Tensor>& append = {});
// Integrals by the trapezoidal rule, at points `x` or at a distance; up to each point.
Tensor trapezoid(const Tensor& y, const Tensor& x, std::int64_t dim = -1);
Tensor trapezoid(const Tensor& y, const c10::Scalar& dx = 1, std::int64_t dim = -1);
Tensor trapz(const Tensor& y, const Tensor& x, std::int64_t dim = -1);
Tensor trapz(const Tensor& y, double dx = 1, std::int64_t dim = -1);
Tensor cumulative_trapezoid(const Tensor& y, const Tensor& x, std::int64_t dim = -1);
Tensor cumulative_trapezoid(const Tensor& y, const c10::Scalar& dx = 1, std::int64_t dim = -1);

// Covariances of the rows, each an observation a column, repeated `fweights` times and weighed by `aweights`.
Tensor cov(const Tensor& self, std::int64_t correction = 1, const c10::optional<Tensor>& fweights = {},
           const c10::optional<Tensor>& aweights = {});
Tensor corrcoef(const Tensor& self);
// The mean of what is a number.
Tensor nanmean(const Tensor& self, c10::OptionalIntArrayRef dim = c10::nullopt, bool keepdim = false,
               c10::optional<c10::ScalarType> dtype = c10::nullopt);
// The least and the greatest; equal elements share the gradient.
std::tuple<Tensor, Tensor> aminmax(const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt,
                                   bool keepdim = false);
// See the methods.
std::tuple<Tensor, Tensor> mode(const Tensor& self, std::int64_t dim = -1, bool keepdim = false);
Tensor bincount(const Tensor& self, const c10::optional<Tensor>& weights = {}, std::int64_t minlength = 0);
Tensor histc(const Tensor& self, std::int64_t bins = 100, const c10::Scalar& min = 0, const c10::Scalar& max = 0);
// The slices of a dimension whose p-norm is above `maxnorm`, scaled down to it.
Tensor renorm(const Tensor& self, const c10::Scalar& p, std::int64_t dim, const c10::Scalar& maxnorm);
// A dimension more, with a one where the number says. Without `num_classes` as many as the greatest asks for.
Tensor one_hot(const Tensor& self, std::int64_t num_classes = -1);
// The powers of a vector's elements, in columns from the highest to the lowest, or `increasing`.
Tensor vander(const Tensor& x, c10::optional<std::int64_t> N = c10::nullopt, bool increasing = false);

}  // namespace modecheck_v1
}  // namespace at
