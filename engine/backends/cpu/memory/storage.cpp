// resize_ and set_: what storage, or how much of it, a tensor has.
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/options.h"
#include "engine/backends/cpu/memory/resize.h"
#include "engine/backends/iterate/storage_size.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/metadata.h"

namespace modecheck::engine {

using namespace backends;  // NOLINT: this unit is the room's own

// Row-major, unless the sizes stay as they are: then so do the strides, if no memory format is asked for. The storage
// grows as needed and never shrinks.
template <>
void Kernel<operators::resize_>::call(const at::Tensor& self, c10::IntArrayRef size,
                                      c10::optional<c10::MemoryFormat> memory_format) {
  check_sizes("resize_", size);
  if (self.sizes().equals(size) && !memory_format.has_value()) return;
  Dims strides;
  strides_in_format("resize_", size, memory_format.value_or(c10::MemoryFormat::Contiguous), strides);
  resize_tensor("resize_", self, size, strides);
}

// The tensor becomes an alias of `source` in storage, sizes, strides and offset; its dtype stays. Elements of that
// dtype may need more bytes than the source has: then it is rejected. (libtorch grows the storage, or, if sizes and
// strides happen to be equal already, reads and writes beyond its end.)
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
  // First what may need memory (E1).
  self.unsafeGetTensorImpl()->set_geometry(source.sizes(), source.strides(), source.storage_offset());
  self.unsafeGetTensorImpl()->set_storage(source.unsafeGetTensorImpl()->storage());
}

}  // namespace modecheck::engine
