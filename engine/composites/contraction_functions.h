// Sums of products of tensors, and reductions of segments, as functions in at::.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// "ij,jk->ik": one letter for each dimension, the same letters multiplied, those that are not in the result summed.
// Without "->" the letters that occur once, in alphabetical order. "..." stands for dimensions that broadcast; sizes of
// one broadcast too. The operands are taken from left to right, whatever `path` says. Raises for equations that do not
// fit the operands.
Tensor einsum(std::string_view equation, TensorList tensors, c10::OptionalIntArrayRef path = c10::nullopt);

// Sums over pairs of dimensions; the result has the others, self's first. Raises for sizes that differ.
Tensor tensordot(const Tensor& self, const Tensor& other, c10::IntArrayRef dims_self, c10::IntArrayRef dims_other);

// "sum", "prod", "mean", "max" or "min" of each segment along an axis, which is the last dimension of the lengths or of
// the offsets, integers of the data's sizes before it; of floating dtypes. A segment without elements is `initial`, or
// NaN, zero, one or infinite. `unsafe` leaves out that the lengths add up to the axis; they must still not be more.
// Raises for lengths that are negative, for data without elements, and for indices.
Tensor segment_reduce(const Tensor& data, std::string_view reduce, const c10::optional<Tensor>& lengths = {},
                      const c10::optional<Tensor>& indices = {}, const c10::optional<Tensor>& offsets = {},
                      std::int64_t axis = 0, bool unsafe = false,
                      const c10::optional<c10::Scalar>& initial = c10::nullopt);

}  // namespace modecheck_v1
}  // namespace at
