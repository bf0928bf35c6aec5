// The methods that are made of the catalogue's operators, as functions in at::.
#pragma once

#include "engine/api/functions.h"
#include "engine/core/tensor/tensor_options.h"

namespace at {
inline namespace modecheck_v1 {

inline Tensor add(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha = 1) {
  return self.add(other, alpha);
}
inline Tensor sub(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha = 1) {
  return self.sub(other, alpha);
}
inline Tensor mul(const Tensor& self, const c10::Scalar& other) { return self.mul(other); }
inline Tensor div(const Tensor& self, const c10::Scalar& other) { return self.div(other); }

#define MODECHECK_COMPARISON(name)                                                         \
  inline Tensor name(const Tensor& self, const Tensor& other) { return self.name(other); } \
  inline Tensor name(const Tensor& self, const c10::Scalar& other) { return self.name(other); }
MODECHECK_COMPARISON(ne)
MODECHECK_COMPARISON(le)
MODECHECK_COMPARISON(ge)
#undef MODECHECK_COMPARISON
inline Tensor eq(const Tensor& self, const c10::Scalar& other) { return self.eq(other); }
inline Tensor lt(const Tensor& self, const c10::Scalar& other) { return self.lt(other); }
inline Tensor gt(const Tensor& self, const Tensor& other) { return self.gt(other); }

inline bool equal(const Tensor& self, const Tensor& other) { return self.equal(other); }
inline Tensor isclose(const Tensor& self, const Tensor& other, double rtol = 1e-05, double atol = 1e-08,
                      bool equal_nan = false) {
  return self.isclose(other, rtol, atol, equal_nan);
}
inline bool allclose(const Tensor& self, const Tensor& other, double rtol = 1e-05, double atol = 1e-08,
                     bool equal_nan = false) {
  return self.allclose(other, rtol, atol, equal_nan);
}

inline Tensor _to_copy(const Tensor& self, c10::TensorOptions options = {}, bool non_blocking = false,
                       c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  return _to_copy(self, options.dtype_opt(), options.layout_opt(), options.device_opt(), options.pinned_memory_opt(),
                  non_blocking, memory_format);
}
inline Tensor nonzero(const Tensor& self) { return self.nonzero(); }
inline Tensor masked_select(const Tensor& self, const Tensor& mask) { return self.masked_select(mask); }
inline Tensor index(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices) { return self.index(indices); }
inline Tensor& index_put_(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices, const Tensor& values,
                          bool accumulate = false) {
  return self.index_put_(indices, values, accumulate);
}
inline Tensor index_put(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices, const Tensor& values,
                        bool accumulate = false) {
  return self.index_put(indices, values, accumulate);
}

inline std::vector<Tensor> split_with_sizes(const Tensor& self, c10::IntArrayRef split_sizes, std::int64_t dim = 0) {
  return self.split_with_sizes(split_sizes, dim);
}
inline Tensor flatten(const Tensor& self, std::int64_t start_dim = 0, std::int64_t end_dim = -1) {
  return self.flatten(start_dim, end_dim);
}
inline Tensor isnan(const Tensor& self) { return self.isnan(); }
inline Tensor isinf(const Tensor& self) { return self.isinf(); }
inline bool is_nonzero(const Tensor& self) { return self.is_nonzero(); }
inline Tensor sign(const Tensor& self) { return self.sign(); }
inline bool is_floating_point(const Tensor& self) { return self.is_floating_point(); }
inline bool is_complex(const Tensor& self) { return self.is_complex(); }

}  // namespace modecheck_v1
}  // namespace at
