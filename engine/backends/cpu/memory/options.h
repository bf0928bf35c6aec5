// Declares functions that check the tensor options of factory operators, and that compute the strides of memory
// formats.
#pragma once

#include "engine/backends/iterate/dims.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// The checked options of a new tensor.
struct Options {
  c10::ScalarType dtype;
  c10::Device device;
};

// Checks the tensor options of a factory operator. `inferred` is the dtype if none is given. Raises for a layout other
// than strided, for pinned memory, and for a dtype that the engine does not support, such as ComplexHalf. Also raises
// for a device other than CPU, Meta and CUDA device 0.
Options checked_options(const char* name, c10::optional<c10::ScalarType> dtype, c10::ScalarType inferred,
                        c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                        c10::Device default_device, c10::optional<bool> pin_memory);

void check_dtype_supported(const char* name, c10::ScalarType dtype);

// Raises if a size is negative, or if the tensor would have too many elements.
void check_sizes(const char* name, c10::IntArrayRef sizes);

// Computes the strides of a copy of `self` in the memory format. Raises if the format does not fit the rank.
void strides_in_format(const char* name, const at::Tensor& self, c10::MemoryFormat format, Dims& strides);
// Computes the strides of a new tensor of `sizes` in the memory format. The format Preserve is rejected, because there
// is no tensor whose strides to preserve.
void strides_in_format(const char* name, c10::IntArrayRef sizes, c10::MemoryFormat format, Dims& strides);

}  // namespace modecheck::engine::backends
