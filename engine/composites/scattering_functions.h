// scatter_reduce as functions in at::.
#pragma once

#include <string_view>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

Tensor scatter_reduce(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src,
                      std::string_view reduce, bool include_self = true);
Tensor& scatter_reduce_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src,
                           std::string_view reduce, bool include_self = true);
Tensor& scatter_reduce_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src,
                            std::string_view reduce, bool include_self, Tensor& out);

}  // namespace modecheck_v1
}  // namespace at
