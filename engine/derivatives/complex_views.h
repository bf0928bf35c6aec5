// Complex numbers as pairs of real ones, and pairs as complex numbers: tracked views (W1) that share bytes and version
// with what they view. A recorded write to one is rejected (Unsupported), and so is a recorded use of one whose base
// was written since.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// [..., 2], real and imaginary part. Raises for tensors that are not complex.
Tensor view_as_real(const Tensor& self);
// Of float32 or float64 [..., 2]; raises for other sizes and dtypes, and for strides that no complex tensor has.
Tensor view_as_complex(const Tensor& self);
// The tensor itself: conjugates and negatives are computed at once here.
inline Tensor resolve_conj(const Tensor& self) { return self; }
inline Tensor resolve_neg(const Tensor& self) { return self; }

}  // namespace modecheck_v1
}  // namespace at
