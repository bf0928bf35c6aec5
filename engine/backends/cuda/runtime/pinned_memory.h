// Makes tensors in pinned host memory, and copies between them and device tensors without making the host wait.
#pragma once

#include "engine/backends/iterate/dims.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// Returns an uninitialized CPU tensor in pinned memory. The mode decides whether it is an inference tensor (rule K1).
// The memory is released when no copy uses it any more.
at::Tensor empty_pinned(backends::DimSpan sizes, backends::DimSpan strides, c10::ScalarType type);
bool has_pinned(const void* bytes);

// Copies between a pinned tensor and a device tensor on the current stream. Both tensors must have the same dtype,
// sizes and order of elements. Otherwise the function returns false and does nothing. Until the stream has done the
// copy, the host must not change a pinned source or read a pinned target.
bool copy_without_waiting(const at::Tensor& target, const at::Tensor& source);

}  // namespace modecheck::engine::cuda
