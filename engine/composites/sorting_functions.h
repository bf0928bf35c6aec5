// Sorting, and looking for places in what is sorted, as functions in at::. NaN counts as the largest. Gradients flow to
// the elements that the values were taken from; complex tensors are rejected.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Values and int64 places along `dim`, equal elements in their order. Raises for a dimension out of range.
std::tuple<Tensor, Tensor> sort(const Tensor& self, std::int64_t dim = -1, bool descending = false);
std::tuple<Tensor, Tensor> sort(const Tensor& self, c10::optional<bool> stable, std::int64_t dim = -1,
                                bool descending = false);
Tensor argsort(const Tensor& self, std::int64_t dim = -1, bool descending = false);
Tensor argsort(const Tensor& self, bool stable, std::int64_t dim = -1, bool descending = false);
// Along the first dimension, the values alone.
Tensor msort(const Tensor& self);

// The k largest or smallest, in order even where that was not asked for. Raises unless 0 <= k <= size.
std::tuple<Tensor, Tensor> topk(const Tensor& self, std::int64_t k, std::int64_t dim = -1, bool largest = true,
                                bool sorted = true);
// The k-th smallest, counted from 1. Raises unless 1 <= k <= size.
std::tuple<Tensor, Tensor> kthvalue(const Tensor& self, std::int64_t k, std::int64_t dim = -1, bool keepdim = false);
// The largest, the smallest, the middle one (of two the smaller), the first of equal ones; NaN if there is one. Raise
// for a dimension without elements.
std::tuple<Tensor, Tensor> max(const Tensor& self, std::int64_t dim, bool keepdim = false);
std::tuple<Tensor, Tensor> min(const Tensor& self, std::int64_t dim, bool keepdim = false);
std::tuple<Tensor, Tensor> median(const Tensor& self, std::int64_t dim, bool keepdim = false);
// The largest or smallest up to each element, of equal ones the last; NaN from the first NaN on.
std::tuple<Tensor, Tensor> cummax(const Tensor& self, std::int64_t dim);
std::tuple<Tensor, Tensor> cummin(const Tensor& self, std::int64_t dim);
// Of all elements; NaN of none.
Tensor median(const Tensor& self);
Tensor max(const Tensor& self, const Tensor& other);
Tensor min(const Tensor& self, const Tensor& other);

// The elements without repetition, in order; for each element of `self` its place among them, in self's sizes; how
// often each occurs. The last two are empty unless asked for.
std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor& self, bool sorted = true, bool return_inverse = false,
                                            bool return_counts = false);
std::tuple<Tensor, Tensor> _unique(const Tensor& self, bool sorted = true, bool return_inverse = false);

// Where each element would go into the sorted last dimension: before equal ones, or after them if `right` (or side is
// "right"). The sequences are one for all, or have the values' sizes but for the last. int64, or int32.
Tensor searchsorted(const Tensor& sorted_sequence, const Tensor& self, bool out_int32 = false, bool right = false,
                    c10::optional<std::string_view> side = c10::nullopt, const c10::optional<Tensor>& sorter = {});
Tensor searchsorted(const Tensor& sorted_sequence, const c10::Scalar& self, bool out_int32 = false, bool right = false,
                    c10::optional<std::string_view> side = c10::nullopt, const c10::optional<Tensor>& sorter = {});
Tensor bucketize(const Tensor& self, const Tensor& boundaries, bool out_int32 = false, bool right = false);
Tensor bucketize(const c10::Scalar& self, const Tensor& boundaries, bool out_int32 = false, bool right = false);

}  // namespace modecheck_v1
}  // namespace at
