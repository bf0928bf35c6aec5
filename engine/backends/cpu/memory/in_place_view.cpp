// Implements the kernels of in-place view operators. They change the sizes, strides and offset of a tensor, and not its
// storage.
#include "engine/backends/cpu/memory/view_geometry.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/metadata.h"

namespace modecheck::engine {
namespace backends {
namespace {

void set_geometry(const at::Tensor& self, const Geometry& geometry) {
  self.unsafeGetTensorImpl()->set_geometry(geometry.sizes, geometry.strides, geometry.offset);
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
void Kernel<operators::t_>::call(const at::Tensor& self) {
  set_geometry(self, matrix_transposed("t_", self));
}

template <>
void Kernel<operators::transpose_>::call(const at::Tensor& self, std::int64_t dim0, std::int64_t dim1) {
  set_geometry(self, transposed("transpose_", self, dim0, dim1));
}

template <>
void Kernel<operators::squeeze_>::call(const at::Tensor& self) {
  set_geometry(self, squeezed("squeeze_", self));
}

template <>
void Kernel<operators::squeeze__dim>::call(const at::Tensor& self, std::int64_t dim) {
  set_geometry(self, squeezed("squeeze_", self, dim));
}

template <>
void Kernel<operators::unsqueeze_>::call(const at::Tensor& self, std::int64_t dim) {
  set_geometry(self, unsqueezed("unsqueeze_", self, dim));
}

template <>
void Kernel<operators::as_strided_>::call(const at::Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                                          c10::optional<std::int64_t> storage_offset) {
  set_geometry(self, restrided("as_strided_", self, size, stride, storage_offset));
}

// detach_ changes only the tensor's autograd state, which kernels of this folder do not touch. So this kernel does
// nothing.
template <>
void Kernel<operators::detach_>::call(const at::Tensor& /*self*/) {}

}  // namespace modecheck::engine
