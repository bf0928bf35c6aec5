// Moving whole tensors of elements; no checks, the callers have made them.
#pragma once

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::backends {

// Writes the elements of `source`, converted, into `target`; `source` broadcasts to `target`, and they share no memory.
// Both have bytes.
void copy_elements(const at::Tensor& target, const at::Tensor& source);

// The same in row-major order: where elements of `target` share a place, the last one stays.
void copy_elements_in_order(const at::Tensor& target, const at::Tensor& source);

// The tensor itself if it is contiguous, else a contiguous copy. On Meta too.
at::Tensor dense(const at::Tensor& tensor);

// The tensor itself if it has this dtype, else a converted copy. On Meta too.
at::Tensor read_as(const at::Tensor& tensor, c10::ScalarType type);

// `rows` itself, or a copy that lies channels last if `like` does: most that takes an image gives one that lies so. On
// Meta too.
at::Tensor laid_out_as(const at::Tensor& like, const at::Tensor& rows);

// The tensor itself if it shares no storage with `out`, else a copy: as it is now, whatever is written to `out`.
at::Tensor apart_from(const at::Tensor& out, const at::Tensor& tensor);

// The first element.
inline const char* elements_of(const at::Tensor& tensor) { return static_cast<const char*>(tensor.data_ptr()); }

// Writes one value into every element. The value must fit the dtype (check_number_fits).
void fill_elements(const at::Tensor& target, const c10::Scalar& value);

// Raises if a number cannot be an element of `type`: it is out of range, or not a number for an integer.
void check_number_fits(const char* name, const c10::Scalar& value, c10::ScalarType type);

}  // namespace modecheck::engine::backends
