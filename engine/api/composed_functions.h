// Functions in at:: that correspond to methods of at::Tensor and are no operators of the catalogue.
#pragma once

#include "engine/core/tensor/tensor.h"
#include "engine/core/tensor/tensor_options.h"

namespace at {
inline namespace modecheck_v1 {

inline bool equal(const Tensor& self, const Tensor& other) { return self.equal(other); }
inline Tensor isclose(const Tensor& self, const Tensor& other, double rtol = 1e-05, double atol = 1e-08,
                      bool equal_nan = false) {
  return self.isclose(other, rtol, atol, equal_nan);
}
inline bool allclose(const Tensor& self, const Tensor& other, double rtol = 1e-05, double atol = 1e-08,
                     bool equal_nan = false) {
  return self.allclose(other, rtol, atol, equal_nan);
}
inline bool is_nonzero(const Tensor& self) { return self.is_nonzero(); }
inline bool is_floating_point(const Tensor& self) { return self.is_floating_point(); }
inline bool is_complex(const Tensor& self) { return self.is_complex(); }

// These functions return the tensor itself. The engine computes conjugates and negatives at once and not lazily, so
// there is nothing to resolve.
inline Tensor resolve_conj(const Tensor& self) { return self; }
inline Tensor resolve_neg(const Tensor& self) { return self; }

// These functions return the quotient rounded down. As in libtorch, backward through the result raises.
Tensor floor_divide(const Tensor& self, const Tensor& other);
Tensor floor_divide(const Tensor& self, const c10::Scalar& other);
Tensor put(const Tensor& self, const Tensor& index, const Tensor& source, bool accumulate = false);

// Returns a copy with another dtype, device or memory format.
Tensor _to_copy(const Tensor& self, c10::optional<c10::ScalarType> dtype, c10::optional<c10::Layout> layout,
                c10::optional<c10::Device> device, c10::optional<bool> pin_memory, bool non_blocking,
                c10::optional<c10::MemoryFormat> memory_format);
inline Tensor _to_copy(const Tensor& self, c10::TensorOptions options = {}, bool non_blocking = false,
                       c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  return _to_copy(self, options.dtype_opt(), options.layout_opt(), options.device_opt(), options.pinned_memory_opt(),
                  non_blocking, memory_format);
}

}  // namespace modecheck_v1
}  // namespace at
