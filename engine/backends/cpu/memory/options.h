// The tensor options of factory operators, and memory formats.
#pragma once

#include "engine/backends/iterate/dims.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// What a factory operator creates, after its options were checked.
struct Options {
  c10::ScalarType dtype;
  c10::Device device;
};

// `inferred` is the dtype when none is asked for. Raises for what does not exist here: sparse layouts, pinned memory,
// devices other than CPU and Meta, dtypes other than the four.
Options checked_options(const char* name, c10::optional<c10::ScalarType> dtype, c10::ScalarType inferred,
                        c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                        c10::Device default_device, c10::optional<bool> pin_memory);

void check_dtype_supported(const char* name, c10::ScalarType dtype);

// Sizes of a new tensor: not negative, and countable.
void check_sizes(const char* name, c10::IntArrayRef sizes);

// The strides of a copy of `self` in `format`. Raises if the format does not fit the rank.
void strides_in_format(const char* name, const at::Tensor& self, c10::MemoryFormat format, Dims& strides);
// The same for sizes alone; Preserve has nothing to preserve and is rejected.
void strides_in_format(const char* name, c10::IntArrayRef sizes, c10::MemoryFormat format, Dims& strides);

}  // namespace modecheck::engine::backends
