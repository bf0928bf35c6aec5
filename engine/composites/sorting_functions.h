// Functions in at:: for sorting that libtorch declares and that are no operators of the catalogue.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Returns the int64 indices that sort along `dim`. Equal elements keep their order.
Tensor argsort(const Tensor& self, bool stable, std::int64_t dim = -1, bool descending = false);
// Returns the distinct elements as a vector and, if `return_inverse` is set, the position of each element's value in
// that vector.
std::tuple<Tensor, Tensor> _unique(const Tensor& self, bool sorted = true, bool return_inverse = false);

}  // namespace modecheck_v1
}  // namespace at
