#include "engine/core/types/default_dtype.h"

#include "engine/core/errors/error.h"

namespace modecheck::engine::detail {
constinit std::atomic<c10::ScalarType> default_dtype{c10::kFloat};
}

namespace c10 {
inline namespace modecheck_v1 {

void set_default_dtype(ScalarType dtype) {
  MODECHECK_CHECK(is_supported(dtype), modecheck::engine::ErrorClass::Dtype,
                  "set_default_dtype: no tensor has the dtype ", dtype, "; name one that tensors can have");
  modecheck::engine::detail::default_dtype.store(dtype, std::memory_order_relaxed);
}

}  // namespace modecheck_v1
}  // namespace c10
