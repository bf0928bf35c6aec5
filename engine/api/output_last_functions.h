// The functions whose output is the last argument, of those that have it first in functions.h and beside it. They write
// it and return it.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

Tensor& neg_outf(const Tensor& self, Tensor& out);
Tensor& exp_outf(const Tensor& self, Tensor& out);
Tensor& add_outf(const Tensor& self, const Tensor& other, const c10::Scalar& alpha, Tensor& out);
Tensor& mul_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& div_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& lt_outf(const Tensor& self, const Tensor& other, Tensor& out);
Tensor& clamp_outf(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max, Tensor& out);
Tensor& sum_outf(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype,
                 Tensor& out);
Tensor& amax_outf(const Tensor& self, c10::IntArrayRef dim, bool keepdim, Tensor& out);
Tensor& amin_outf(const Tensor& self, c10::IntArrayRef dim, bool keepdim, Tensor& out);
Tensor& cumsum_outf(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype, Tensor& out);
Tensor& mm_outf(const Tensor& self, const Tensor& mat2, Tensor& out);
Tensor& cat_outf(TensorList tensors, std::int64_t dim, Tensor& out);
Tensor& index_select_outf(const Tensor& self, std::int64_t dim, const Tensor& index, Tensor& out);

}  // namespace modecheck_v1
}  // namespace at
