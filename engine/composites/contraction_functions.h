// Functions in at:: that sum products of tensors.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Evaluates an equation such as "ij,jk->ik". Each dimension has a letter, and elements with the same index for a common
// letter are multiplied. The products are summed over the letters that are not in the result. Without "->" the result
// has the letters that occur once, in alphabetical order. "..." stands for dimensions that broadcast; sizes of one
// broadcast too. `path` lists the pairs of operands to contract; by default this goes from left to right. Raises for
// equations that do not fit the operands.
Tensor einsum(std::string_view equation, TensorList tensors, c10::OptionalIntArrayRef path = c10::nullopt);

// Sums over pairs of dimensions. The result has the remaining dimensions, those of self first. Raises if the sizes of a
// pair differ and neither is one.
Tensor tensordot(const Tensor& self, const Tensor& other, c10::IntArrayRef dims_self, c10::IntArrayRef dims_other);

}  // namespace modecheck_v1
}  // namespace at
