#include "engine/backends/cpu/memory/options.h"

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/iterate/layout.h"
#include "engine/core/types/device_hooks.h"

namespace modecheck::engine::backends {

Options checked_options(const char* name, c10::optional<c10::ScalarType> dtype, c10::ScalarType inferred,
                        c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                        c10::Device default_device, c10::optional<bool> pin_memory) {
  Options options{dtype.value_or(inferred), device.value_or(default_device)};
  check_dtype_supported(name, options.dtype);
  MODECHECK_CHECK(layout.value_or(c10::kStrided) == c10::kStrided, ErrorClass::Unsupported, name,
                  ": only the strided layout is supported");
  if (options.device.is_cuda()) {
    if (options.device.in_cuda_memory()) require_device(name);
    MODECHECK_CHECK(options.device.index() < 1, ErrorClass::Unsupported, name, ": there is one CUDA device, cuda:0; ",
                    options.device, " is not there");
    options.device.set_index(0);
  } else {
    MODECHECK_CHECK(options.device.is_cpu() || options.device.is_meta(), ErrorClass::Unsupported, name, ": device ",
                    options.device, " is not supported; use cpu, cuda or meta");
  }
  MODECHECK_CHECK(!pin_memory.value_or(false), ErrorClass::Unsupported, name,
                  ": pinned memory is not supported; leave pin_memory out");
  return options;
}

void check_dtype_supported(const char* name, c10::ScalarType dtype) {
  MODECHECK_CHECK(c10::is_supported(dtype), ErrorClass::Unsupported, name, ": dtype ", dtype,
                  " is not supported; use ComplexFloat");
}

void check_sizes(const char* name, c10::IntArrayRef sizes) {
  check_rank(name, sizes.size());
  std::int64_t count = 1;
  bool overflow = false;
  for (const std::int64_t size : sizes) {
    MODECHECK_CHECK(size >= 0, ErrorClass::Shape, name, ": Trying to create tensor with negative dimension ", size,
                    ": ", sizes);
    overflow = __builtin_mul_overflow(count, size, &count) || overflow;
  }
  MODECHECK_CHECK(!overflow && count <= (std::int64_t{1} << 60) / 8, ErrorClass::Shape, name,
                  ": Storage size calculation overflowed with sizes=", sizes);
}

void strides_in_format(const char* name, const at::Tensor& self, c10::MemoryFormat format, Dims& strides) {
  if (format == c10::MemoryFormat::Preserve) {
    preserved_strides(self.sizes(), self.strides(), strides);
  } else {
    strides_in_format(name, self.sizes(), format, strides);
  }
}

void strides_in_format(const char* name, c10::IntArrayRef sizes, c10::MemoryFormat format, Dims& strides) {
  switch (format) {
    case c10::MemoryFormat::Contiguous:
      contiguous_strides(sizes, strides);
      return;
    case c10::MemoryFormat::ChannelsLast:
      MODECHECK_CHECK(sizes.size() == 4, ErrorClass::Argument, name,
                      ": required rank 4 tensor to use channels_last format, but sizes are ", sizes);
      channels_last_strides(sizes, strides);
      return;
    case c10::MemoryFormat::ChannelsLast3d:
      MODECHECK_CHECK(sizes.size() == 5, ErrorClass::Argument, name,
                      ": required rank 5 tensor to use channels_last_3d format, but sizes are ", sizes);
      channels_last_strides(sizes, strides);
      return;
    case c10::MemoryFormat::Preserve:
      break;
  }
  raise(ErrorClass::Argument, name, ": unsupported memory format Preserve; there is no tensor whose format to keep");
}

}  // namespace modecheck::engine::backends
