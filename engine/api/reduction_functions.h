// Reductions and what runs along a dimension, as functions in at::. A dimension may be counted from the end; one that
// does not exist, or is named twice, is a Dimension error.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// The mean of all elements, which must be floating or complex numbers; of none it is not a number.
Tensor mean(const Tensor& self, c10::optional<c10::ScalarType> dtype = c10::nullopt);
// The product of all elements, or along `dim`; of integers it is an int64 that wraps. Float16 and BFloat16 are
// rejected.
Tensor prod(const Tensor& self, c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor prod(const Tensor& self, std::int64_t dim, bool keepdim = false,
            c10::optional<c10::ScalarType> dtype = c10::nullopt);
// The sum of what is not NaN.
Tensor nansum(const Tensor& self, c10::OptionalIntArrayRef dim = c10::nullopt, bool keepdim = false,
              c10::optional<c10::ScalarType> dtype = c10::nullopt);
// The greatest and the least element along `dim`, all dimensions if none is named; NaN if there is one. Equal elements
// share the gradient. Without elements, or of complex ones, there is none.
Tensor& amax_out(Tensor& out, const Tensor& self, c10::IntArrayRef dim = {}, bool keepdim = false);
Tensor amin(const Tensor& self, c10::IntArrayRef dim = {}, bool keepdim = false);
Tensor& amin_out(Tensor& out, const Tensor& self, c10::IntArrayRef dim = {}, bool keepdim = false);
Tensor max(const Tensor& self);
Tensor min(const Tensor& self);
// Where the first of the greatest or least is, an int64: along `dim`, or in row-major order of all. Bools are rejected.
Tensor argmax(const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt, bool keepdim = false);
Tensor argmin(const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt, bool keepdim = false);
// Whether any element is not zero, or all are not; of bytes a byte, of everything else a bool. Nothing flows through.
Tensor any(const Tensor& self);
Tensor any(const Tensor& self, std::int64_t dim, bool keepdim = false);
Tensor all(const Tensor& self);
Tensor all(const Tensor& self, std::int64_t dim, bool keepdim = false);
// How many elements are not zero, an int64.
Tensor count_nonzero(const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt);
// The sums along `dim` up to each element; of integers int64. Float16 and bool are rejected.
Tensor cumsum(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor& cumsum_out(Tensor& out, const Tensor& self, std::int64_t dim,
                   c10::optional<c10::ScalarType> dtype = c10::nullopt);
// log(sum(exp(self))) along the dimensions, without overflow on the way.
Tensor logsumexp(const Tensor& self, c10::IntArrayRef dim, bool keepdim = false);
// The mean of the squared distances from the mean, divided by so many fewer than there are as `correction` says
// (nothing: 1; unbiased: 1, else 0), and its root. Of complex numbers they are real. Integers are rejected.
Tensor var(const Tensor& self, bool unbiased = true);
Tensor var(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false);
Tensor var(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,
           bool keepdim = false);
Tensor std(const Tensor& self, bool unbiased = true);
Tensor std(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false);
Tensor std(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,
           bool keepdim = false);

// Either, and the mean.
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, bool unbiased = true);
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased = true,
                                    bool keepdim = false);
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, bool unbiased = true);
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased = true,
                                    bool keepdim = false);
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, c10::OptionalIntArrayRef dim,
                                    c10::optional<std::int64_t> correction, bool keepdim = false);
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, c10::OptionalIntArrayRef dim,
                                    c10::optional<std::int64_t> correction, bool keepdim = false);

// Along one dimension: an integer is no `unbiased`.
#define MODECHECK_ALONG_ONE(name)                                                                           \
  template <typename Dimension,                                                                             \
            typename = std::enable_if_t<std::is_integral_v<Dimension> && !std::is_same_v<Dimension, bool>>> \
  auto name(const Tensor& self, Dimension dim) {                                                            \
    return at::name(self, c10::OptionalIntArrayRef(static_cast<std::int64_t>(dim)), true);                  \
  }
MODECHECK_ALONG_ONE(var)
MODECHECK_ALONG_ONE(std)
MODECHECK_ALONG_ONE(var_mean)
MODECHECK_ALONG_ONE(std_mean)
#undef MODECHECK_ALONG_ONE

}  // namespace modecheck_v1
}  // namespace at
