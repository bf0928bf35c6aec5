// What libtorch declares of sorting beside the catalogue's operators, as functions in at::.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// int64 indices along `dim`; equal elements keep their order.
Tensor argsort(const Tensor& self, bool stable, std::int64_t dim = -1, bool descending = false);
// The first two results of _unique2.
std::tuple<Tensor, Tensor> _unique(const Tensor& self, bool sorted = true, bool return_inverse = false);

}  // namespace modecheck_v1
}  // namespace at
