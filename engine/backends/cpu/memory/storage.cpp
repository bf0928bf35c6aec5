// Implements the kernels of resize_ and set_, which change the storage of a tensor, or its size.
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/options.h"
#include "engine/backends/cpu/memory/resize.h"
#include "engine/backends/iterate/storage_size.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/metadata.h"

namespace modecheck::engine {

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

// resize_: strides become row-major, unless the sizes do not change and no memory format is given. The storage grows as
// needed and never shrinks.
template <>
void Kernel<operators::resize_>::call(const at::Tensor& self, c10::IntArrayRef size,
                                      c10::optional<c10::MemoryFormat> memory_format) {
  check_sizes("resize_", size);
  if (self.sizes().equals(size) && !memory_format.has_value()) return;
  Dims strides;
  strides_in_format("resize_", size, memory_format.value_or(c10::MemoryFormat::Contiguous), strides);
  resize_tensor("resize_", self, size, strides);
}

// set_: the tensor becomes an alias of `source` with its storage, sizes, strides and offset, but keeps its own dtype.
// Raises if elements of that dtype would need more bytes than the storage has. (libtorch grows the storage instead. If
// sizes and strides are already equal, it reads and writes beyond the end.)
template <>
void Kernel<operators::set__source_Tensor>::call(const at::Tensor& self, const at::Tensor& source) {
  if (self.is_same(source)) return;
  MODECHECK_CHECK(self.device() == source.device(), ErrorClass::DeviceMismatch,
                  "set_: Attempted to set the storage of a tensor on device ", self.device(),
                  " to a storage on different device ", source.device(), "; the devices must match");
  const ReachedBytes reached =
      reached_bytes(source.sizes(), source.strides(), source.storage_offset(), static_cast<int>(self.itemsize()));
  const std::size_t available = source.unsafeGetTensorImpl()->storage()->nbytes();
  MODECHECK_CHECK(!reached.overflow && reached.bytes <= available, ErrorClass::StorageBounds, "set_: sizes ",
                  source.sizes(), " with strides ", source.strides(), " need ", reached.bytes, " bytes as ",
                  self.scalar_type(), ", but the storage has ", available, "; use a source of the same dtype");
  // Set the geometry before the storage, because setting the geometry may allocate and fail (rule E1).
  self.unsafeGetTensorImpl()->set_geometry(source.sizes(), source.strides(), source.storage_offset());
  self.unsafeGetTensorImpl()->set_storage(source.unsafeGetTensorImpl()->storage());
}

}  // namespace modecheck::engine
