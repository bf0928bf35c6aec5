// The dtype of floating numbers that nobody named another for: what factories make, what a floating number counts as
// when dtypes are promoted, and what operators with fractions make of integers. Of the process; float32 at first.
#pragma once

#include <atomic>

#include "engine/core/memory/constant_initialized.h"
#include "engine/core/types/type_meta.h"

namespace modecheck::engine::detail {
extern MODECHECK_CONSTINIT std::atomic<c10::ScalarType> default_dtype;
}

namespace c10 {
inline namespace modecheck_v1 {

inline ScalarType get_default_dtype_as_scalartype() {
  return modecheck::engine::detail::default_dtype.load(std::memory_order_relaxed);
}
inline TypeMeta get_default_dtype() { return TypeMeta(get_default_dtype_as_scalartype()); }
// The same for results that must have a fraction: float32 where the default dtype is one of integers.
inline ScalarType floating_default_dtype() {
  const ScalarType out = get_default_dtype();
  return isFloatingType(out) ? out : kFloat;
}
// The complex dtype of such parts.
inline ScalarType get_default_complex_dtype() {
  const ScalarType out = toComplexType(get_default_dtype());
  return out == ScalarType::Undefined ? kComplexFloat : out;
}
// Raises for a dtype that tensors cannot have.
void set_default_dtype(ScalarType dtype);

}  // namespace modecheck_v1
}  // namespace c10
