#include "engine/api/output_last_functions.h"

#include "engine/api/functions.h"
#include "engine/api/reduction_functions.h"
#include "engine/api/tensor_functions.h"

namespace at {
inline namespace modecheck_v1 {

Tensor& neg_outf(const Tensor& self, Tensor& out) { return neg_out(out, self); }
Tensor& exp_outf(const Tensor& self, Tensor& out) { return exp_out(out, self); }
Tensor& add_outf(const Tensor& self, const Tensor& other, const c10::Scalar& alpha, Tensor& out) {
  return add_out(out, self, other, alpha);
}
Tensor& mul_outf(const Tensor& self, const Tensor& other, Tensor& out) { return mul_out(out, self, other); }
Tensor& div_outf(const Tensor& self, const Tensor& other, Tensor& out) { return div_out(out, self, other); }
Tensor& lt_outf(const Tensor& self, const Tensor& other, Tensor& out) { return lt_out(out, self, other); }
Tensor& clamp_outf(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max,
                   Tensor& out) {
  return clamp_out(out, self, min, max);
}
Tensor& sum_outf(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype,
                 Tensor& out) {
  return sum_out(out, self, dim, keepdim, dtype);
}
Tensor& amax_outf(const Tensor& self, c10::IntArrayRef dim, bool keepdim, Tensor& out) {
  return amax_out(out, self, dim, keepdim);
}
Tensor& amin_outf(const Tensor& self, c10::IntArrayRef dim, bool keepdim, Tensor& out) {
  return amin_out(out, self, dim, keepdim);
}
Tensor& cumsum_outf(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype, Tensor& out) {
  return cumsum_out(out, self, dim, dtype);
}
Tensor& mm_outf(const Tensor& self, const Tensor& mat2, Tensor& out) { return mm_out(out, self, mat2); }
Tensor& cat_outf(TensorList tensors, std::int64_t dim, Tensor& out) { return cat_out(out, tensors, dim); }
Tensor& index_select_outf(const Tensor& self, std::int64_t dim, const Tensor& index, Tensor& out) {
  return index_select_out(out, self, dim, index);
}

}  // namespace modecheck_v1
}  // namespace at
