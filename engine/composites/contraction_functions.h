// Functions in at:: that sum products of tensors, and that reduce segments.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Evaluates an equation such as "ij,jk->ik". Each dimension has a letter, and equal letters are multiplied. Letters
// that are not in the result are summed. Without "->" the result has the letters that occur once, in alphabetical
// order. "..." stands for dimensions that broadcast; sizes of one broadcast too. `path` lists the pairs of operands to
// contract; by default this goes from left to right. Raises for equations that do not fit the operands.
Tensor einsum(std::string_view equation, TensorList tensors, c10::OptionalIntArrayRef path = c10::nullopt);

// Sums over pairs of dimensions. The result has the remaining dimensions, those of self first. Raises if the sizes of a
// pair differ and neither is one.
Tensor tensordot(const Tensor& self, const Tensor& other, c10::IntArrayRef dims_self, c10::IntArrayRef dims_other);

// Reduces each segment along `axis` with "sum", "prod", "mean", "max" or "min". The integer tensor `lengths` or
// `offsets` gives the segments in its last dimension, `axis`; its other sizes are the data's sizes before the axis.
// Only floating-point dtypes are supported. A segment without elements gives `initial`; without `initial` it gives NaN,
// zero, one or an infinity, depending on `reduce`. `unsafe` skips the check that the lengths add up to the size of the
// axis; they must not exceed it. Raises for negative lengths, for data without elements, and if `indices` is given.
Tensor segment_reduce(const Tensor& data, std::string_view reduce, const c10::optional<Tensor>& lengths = {},
                      const c10::optional<Tensor>& indices = {}, const c10::optional<Tensor>& offsets = {},
                      std::int64_t axis = 0, bool unsafe = false,
                      const c10::optional<c10::Scalar>& initial = c10::nullopt);

}  // namespace modecheck_v1
}  // namespace at
