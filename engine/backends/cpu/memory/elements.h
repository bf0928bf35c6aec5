// Declares functions that copy, convert and fill whole tensors, for kernels that have already checked their arguments.
#pragma once

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::backends {

// Writes the elements of `source` to `target`, converted to the dtype of `target`. `source` broadcasts to `target`. The
// two tensors share no memory, and neither is on Meta.
void copy_elements(const at::Tensor& target, const at::Tensor& source);

// Writes the elements of `source` to `target` as copy_elements does, but in row-major order. If elements of `target`
// share memory, the last write wins.
void copy_elements_in_order(const at::Tensor& target, const at::Tensor& source);

// Returns the tensor itself if it is contiguous, else a contiguous copy. A tensor on Meta is allowed, too.
at::Tensor dense(const at::Tensor& tensor);

// Returns the tensor itself if it has the dtype `type`, else a converted copy. A tensor on Meta is allowed, too.
at::Tensor read_as(const at::Tensor& tensor, c10::ScalarType type);

// Returns `rows` itself, or a channels-last copy if `like` is channels-last. Most image operators lay out their result
// in this way. Tensors on Meta are allowed, too.
at::Tensor laid_out_as(const at::Tensor& like, const at::Tensor& rows);

// Returns `tensor` itself if it shares no storage with `out`. Otherwise returns a copy, which later writes to `out`
// cannot change.
at::Tensor apart_from(const at::Tensor& out, const at::Tensor& tensor);

// Returns the address of the tensor's first element.
inline const char* elements_of(const at::Tensor& tensor) { return static_cast<const char*>(tensor.data_ptr()); }

// Writes `value` to every element. The dtype must be able to hold the value (see check_number_fits).
void fill_elements(const at::Tensor& target, const c10::Scalar& value);

// Raises if an element of the dtype `type` cannot hold `value`, because it is out of range. NaN is out of the range of
// integer dtypes.
void check_number_fits(const char* name, const c10::Scalar& value, c10::ScalarType type);

}  // namespace modecheck::engine::backends
