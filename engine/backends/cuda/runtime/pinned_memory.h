// Memory of the host that the device copies to and from by itself, while the host does something else.
#pragma once

#include "engine/backends/iterate/dims.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// A tensor of the CPU in such memory; it is of the kind that the mode asks for. The memory is given back when no copy
// uses it any more.
at::Tensor empty_pinned(backends::DimSpan sizes, backends::DimSpan strides, c10::ScalarType type);
bool has_pinned(const void* bytes);

// Copies between a tensor in such memory and one on the device, of one dtype and with elements in the same order, in
// the order of the current stream. False: these are no such two, and nothing was done. What is read from the host is
// not to change, and what is written there is not to be read, until the stream has come to it.
bool copy_without_waiting(const at::Tensor& target, const at::Tensor& source);

}  // namespace modecheck::engine::cuda
