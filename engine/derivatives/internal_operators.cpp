#include "engine/dispatch/internal_operators.h"

#include "engine/backends/iterate/view_strides.h"
#include "engine/core/memory/allocate.h"
#include "engine/derivatives/gradient.h"
#include "engine/kernels/internal_composites.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/matrix.h"
#include "spec/operators/view.h"

namespace modecheck::engine {

using namespace formula;  // NOLINT: formulas read like arithmetic

template <>
at::Tensor Kernel<internal::_conj_physical>::call(const at::Tensor& self) {
  const at::Tensor out = Kernel<operators::clone>::call(self, c10::MemoryFormat::Preserve);
  if (!out.has_bytes()) return out;
  if (out.in_cuda_memory()) {
    if (!out.is_complex()) return out;
    const at::Tensor parts = Kernel<operators::view_as_real>::call(out);
    KernelAnywhere<operators::neg_>::call(Kernel<operators::select_int>::call(parts, -1, 1));
    return out;
  }
  const auto conjugate = [&]<typename T>(T* values) {
    for (std::int64_t i = 0; i < out.numel(); ++i) values[i] = c10::conj(values[i]);
  };
  // `out` is a clone and therefore dense, so its elements can be visited in memory order.
  if (out.scalar_type() == c10::kComplexFloat) conjugate(out.data_ptr<c10::complex<float>>());
  if (out.scalar_type() == c10::kComplexDouble) conjugate(out.data_ptr<c10::complex<double>>());
  return out;
}

template <>
at::Tensor Kernel<internal::_unsafe_view>::call(const at::Tensor& self, c10::IntArrayRef size) {
  // The result shares the storage, so its strides must address the elements of `self` in the same order. Such strides
  // need not exist if `self` is not contiguous.
  backends::Dims strides;
  MODECHECK_CHECK(backends::view_strides(self.sizes(), self.strides(), size, strides), ErrorClass::Strides,
                  "view: size ", size, " is not compatible with input tensor's size ", self.sizes(), " and stride ",
                  self.strides(), " (at least one dimension spans across two contiguous subspaces)");
  const at::Tensor out = make_alias(self, size, strides, self.storage_offset());
  if (!out.is_inference())
    out.unsafeGetTensorImpl()->set_version_counter(c10::intrusive_ptr<VersionCounter>::reclaim(new VersionCounter));
  return out;
}

MODECHECK_GRADIENT(ConjPhysicalBackward0, ()) { return conj(g); }
MODECHECK_GRADIENT(UnsafeViewBackward0, (), self_sizes) { return reshape(g, self_sizes); }
MODECHECK_GRADIENT(MaskedTakenBackward0, (), mask, self_sizes) {
  return call<operators::masked_scatter>(zeros(self_sizes, g), mask, g);
}
MODECHECK_GRADIENT(IndexAddedBackward0, (), index, dim) { return call<operators::index_select>(g, dim, index); }
MODECHECK_GRADIENT(ScatterAddedBackward0, (), index, dim) { return call<operators::gather>(g, dim, index, false); }

MODECHECK_REGISTER_INTERNAL(ConjPhysicalBackward0, _conj_physical)
MODECHECK_REGISTER_INTERNAL(UnsafeViewBackward0, _unsafe_view)
MODECHECK_REGISTER_INTERNAL(MaskedTakenBackward0, _masked_taken)
MODECHECK_REGISTER_INTERNAL(IndexAddedBackward0, _index_added)
MODECHECK_REGISTER_INTERNAL(ScatterAddedBackward0, _scatter_added)

}  // namespace modecheck::engine
