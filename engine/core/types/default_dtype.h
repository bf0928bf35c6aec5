// The process-wide default dtype, initially float32. Factory functions use it if no dtype is given, and dtype promotion
// uses it for floating-point numbers. Operators with fractional results convert integer inputs to it.
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
// Returns the dtype for results that must have a fraction: the default dtype if it is floating-point, and float32
// otherwise.
inline ScalarType floating_default_dtype() {
  const ScalarType out = get_default_dtype();
  return isFloatingType(out) ? out : kFloat;
}
// Returns the complex dtype whose real and imaginary parts have the default dtype.
inline ScalarType get_default_complex_dtype() {
  const ScalarType out = toComplexType(get_default_dtype());
  return out == ScalarType::Undefined ? kComplexFloat : out;
}
// Sets the default dtype for the whole process. Raises for a dtype that tensors cannot have.
void set_default_dtype(ScalarType dtype);

}  // namespace modecheck_v1
}  // namespace c10
