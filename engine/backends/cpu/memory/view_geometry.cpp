#include "engine/backends/cpu/memory/view_geometry.h"

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/iterate/storage_size.h"

namespace modecheck::engine::backends {

Geometry geometry_of(const char* name, const at::Tensor& self) {
  check_rank(name, self.sizes().size());
  return Geometry(self.sizes(), self.strides(), self.storage_offset());
}

Geometry transposed(const char* name, const at::Tensor& self, std::int64_t dim0, std::int64_t dim1) {
  Geometry out = geometry_of(name, self);
  const auto a = static_cast<int>(wrap_dimension(name, dim0, self.dim()));
  const auto b = static_cast<int>(wrap_dimension(name, dim1, self.dim()));
  out.transpose(a, b);
  return out;
}

Geometry matrix_transposed(const char* name, const at::Tensor& self) {
  MODECHECK_CHECK(self.dim() <= 2, ErrorClass::Shape, name, " expects a tensor with <= 2 dimensions, but self is ",
                  self.dim(), "D; use transpose or permute");
  Geometry out = geometry_of(name, self);
  if (self.dim() == 2) out.transpose(0, 1);
  return out;
}

Geometry squeezed(const char* name, const at::Tensor& self) {
  Geometry out = geometry_of(name, self);
  out.squeeze();
  return out;
}

Geometry squeezed(const char* name, const at::Tensor& self, std::int64_t dim) {
  const auto d = static_cast<int>(wrap_dimension(name, dim, self.dim()));
  Geometry out = geometry_of(name, self);
  out.squeeze(d);
  return out;
}

Geometry unsqueezed(const char* name, const at::Tensor& self, std::int64_t dim) {
  const auto d = static_cast<int>(wrap_dimension(name, dim, self.dim() + 1));
  check_rank(name, self.sizes().size() + 1);
  Geometry out = geometry_of(name, self);
  out.unsqueeze(d);
  return out;
}

Geometry restrided(const char* name, const at::Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                   c10::optional<std::int64_t> offset) {
  MODECHECK_CHECK(size.size() == stride.size(), ErrorClass::Shape, name, ": mismatch in length of strides ", stride,
                  " and shape ", size);
  check_rank(name, size.size());
  for (std::size_t i = 0; i < size.size(); ++i) {
    MODECHECK_CHECK(size[i] >= 0, ErrorClass::Shape, name, ": sizes must not be negative, but are ", size);
    MODECHECK_CHECK(stride[i] >= 0, ErrorClass::Strides, name,
                    ": Negative strides are not supported at the moment, got strides: ", stride);
  }
  const std::int64_t first = offset.value_or(self.storage_offset());
  MODECHECK_CHECK(first >= 0, ErrorClass::StorageBounds, name, ": invalid storage offset ", first,
                  "; it counts elements");
  const ReachedBytes reached = reached_bytes(size, stride, first, static_cast<int>(self.itemsize()));
  MODECHECK_CHECK(!reached.overflow, ErrorClass::Shape, name, ": Storage size calculation overflowed with sizes=", size,
                  " and strides=", stride);
  const std::size_t available = self.unsafeGetTensorImpl()->storage()->nbytes();
  MODECHECK_CHECK(reached.bytes <= available, ErrorClass::StorageBounds, name, ": sizes ", size, ", strides ", stride,
                  ", storage offset ", first, ", and itemsize ", self.itemsize(), " requiring a storage size of ",
                  reached.bytes, " are out of bounds for storage of size ", available);
  return Geometry(size, stride, first);
}

}  // namespace modecheck::engine::backends
