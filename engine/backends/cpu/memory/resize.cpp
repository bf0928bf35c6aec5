#include "engine/backends/cpu/memory/resize.h"

#include <cstring>

#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/iterate/storage_size.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/types/device_hooks.h"

namespace modecheck::engine::backends {

void resize_tensor(const char* name, const at::Tensor& self, c10::IntArrayRef sizes, c10::IntArrayRef strides) {
  const ReachedBytes reached = reached_bytes(sizes, strides, self.storage_offset(), static_cast<int>(self.itemsize()));
  MODECHECK_CHECK(!reached.overflow, ErrorClass::Shape, name, ": sizes ", sizes, " with strides ", strides,
                  " need more bytes than can be counted; use smaller sizes");
  const c10::StorageImpl& storage = *self.unsafeGetTensorImpl()->storage();
  const std::size_t before = storage.nbytes();
  ensure_storage(self, reached.bytes);
  // Set the new bytes of a resized storage to zero. No kernel writes the bytes below the storage offset or between the
  // strides, so they would otherwise stay uninitialised.
  if (void* const block = storage.device_block(); block != nullptr && storage.nbytes() > before)
    device_hooks->clear(block, before, storage.nbytes());
  else if (storage.nbytes() > before && storage.data() != nullptr)
    std::memset(static_cast<char*>(storage.data()) + before, 0, storage.nbytes() - before);
  self.unsafeGetTensorImpl()->set_geometry(sizes, strides, self.storage_offset());
}

void resize_tensor(const char* name, const at::Tensor& self, c10::IntArrayRef sizes) {
  for (const std::int64_t size : sizes)
    MODECHECK_CHECK(size >= 0, ErrorClass::Shape, name, ": sizes must not be negative, but are ", sizes);
  MODECHECK_CHECK(!numel_overflows(sizes), ErrorClass::Shape, name, ": sizes ", sizes,
                  " hold more elements than can be counted; use smaller sizes");
  Dims strides;
  contiguous_strides(sizes, strides);
  resize_tensor(name, self, sizes, strides);
}

void resize_output(const char* name, const at::Tensor& out, c10::IntArrayRef sizes) {
  if (!out.sizes().equals(sizes)) resize_tensor(name, out, sizes);
}

}  // namespace modecheck::engine::backends
