// Declares factories that take symbolic sizes (docs/FAKE_TENSORS.md).
#pragma once

#include "engine/core/tensor/tensor.h"
#include "engine/core/tensor/tensor_options.h"

namespace at {
inline namespace modecheck_v1 {

// Do what the functions without `_symint` do. In a fake mode with symbolic sizes the sizes of the result stay symbolic;
// elsewhere a symbolic number becomes a plain one, by a guard. A negative size raises an Argument error.
Tensor empty_symint(c10::SymIntArrayRef size, const c10::TensorOptions& options = {});
Tensor zeros_symint(c10::SymIntArrayRef size, const c10::TensorOptions& options = {});
Tensor ones_symint(c10::SymIntArrayRef size, const c10::TensorOptions& options = {});
Tensor full_symint(c10::SymIntArrayRef size, const c10::Scalar& fill_value, const c10::TensorOptions& options = {});

}  // namespace modecheck_v1
}  // namespace at
