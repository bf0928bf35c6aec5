// Functions in at:: that sort, and that search in sorted tensors. NaN counts as the largest number. Gradients flow to
// the elements from which the values were taken. Complex tensors are rejected.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Return values and int64 indices along `dim`. Equal elements keep their order. Raise for a dimension out of range.
std::tuple<Tensor, Tensor> sort(const Tensor& self, std::int64_t dim = -1, bool descending = false);
std::tuple<Tensor, Tensor> sort(const Tensor& self, c10::optional<bool> stable, std::int64_t dim = -1,
                                bool descending = false);
Tensor argsort(const Tensor& self, std::int64_t dim = -1, bool descending = false);
Tensor argsort(const Tensor& self, bool stable, std::int64_t dim = -1, bool descending = false);
// Sorts along the first dimension and returns only the values.
Tensor msort(const Tensor& self);

// Returns the k largest or smallest elements, in order even if `sorted` is false. Raises unless 0 <= k <= size.
std::tuple<Tensor, Tensor> topk(const Tensor& self, std::int64_t k, std::int64_t dim = -1, bool largest = true,
                                bool sorted = true);
// Returns the k-th smallest element, counted from 1. Raises unless 1 <= k <= size.
std::tuple<Tensor, Tensor> kthvalue(const Tensor& self, std::int64_t k, std::int64_t dim = -1, bool keepdim = false);
// Return the largest, smallest and median element (the lower one of two medians), and the index of the first such
// element. The result is NaN if there is a NaN. Raise for a dimension without elements.
std::tuple<Tensor, Tensor> max(const Tensor& self, std::int64_t dim, bool keepdim = false);
std::tuple<Tensor, Tensor> min(const Tensor& self, std::int64_t dim, bool keepdim = false);
std::tuple<Tensor, Tensor> median(const Tensor& self, std::int64_t dim, bool keepdim = false);
// Return the largest or smallest element up to each position; among equal ones the last. NaN from the first NaN on.
std::tuple<Tensor, Tensor> cummax(const Tensor& self, std::int64_t dim);
std::tuple<Tensor, Tensor> cummin(const Tensor& self, std::int64_t dim);
// Returns the median of all elements; NaN if there are none.
Tensor median(const Tensor& self);
Tensor max(const Tensor& self, const Tensor& other);
Tensor min(const Tensor& self, const Tensor& other);

// Returns the distinct elements in order, the position of each element of `self` among them (with the sizes of `self`),
// and how often each occurs. The last two are empty unless they are asked for.
std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor& self, bool sorted = true, bool return_inverse = false,
                                            bool return_counts = false);
std::tuple<Tensor, Tensor> _unique(const Tensor& self, bool sorted = true, bool return_inverse = false);

// Returns the index at which each element would be inserted into the sorted last dimension: before equal elements, or
// after them if `right` is set or side is "right". There is one sequence for all values, or one for each row of `self`.
// The result is int64, or int32 with `out_int32`.
Tensor searchsorted(const Tensor& sorted_sequence, const Tensor& self, bool out_int32 = false, bool right = false,
                    c10::optional<std::string_view> side = c10::nullopt, const c10::optional<Tensor>& sorter = {});
Tensor searchsorted(const Tensor& sorted_sequence, const c10::Scalar& self, bool out_int32 = false, bool right = false,
                    c10::optional<std::string_view> side = c10::nullopt, const c10::optional<Tensor>& sorter = {});
Tensor bucketize(const Tensor& self, const Tensor& boundaries, bool out_int32 = false, bool right = false);
Tensor bucketize(const c10::Scalar& self, const Tensor& boundaries, bool out_int32 = false, bool right = false);

}  // namespace modecheck_v1
}  // namespace at
