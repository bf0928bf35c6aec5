#include "engine/dispatch/internal_operators.h"

#include "engine/backends/iterate/view_strides.h"
#include "engine/core/memory/allocate.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/kernels/internal_composites.h"
#include "engine/kernels/register.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/matrix.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

}  // namespace

template <>
at::Tensor Kernel<internal::_conj_physical>::call(const at::Tensor& self) {
  const at::Tensor out = Kernel<operators::clone>::call(self, c10::MemoryFormat::Preserve);
  if (out.is_meta()) return out;
  if (out.is_cuda()) {
    if (!out.is_complex()) return out;
    const at::Tensor parts = Kernel<operators::view_as_real>::call(out);
    KernelAnywhere<operators::neg_>::call(Kernel<operators::select_int>::call(parts, -1, 1));
    return out;
  }
  const auto conjugate = [&]<typename T>(T* values) {
    for (std::int64_t i = 0; i < out.numel(); ++i) values[i] = c10::conj(values[i]);
  };
  // The clone is dense, so its elements can be visited in memory order.
  if (out.scalar_type() == c10::kComplexFloat) conjugate(out.data_ptr<c10::complex<float>>());
  if (out.scalar_type() == c10::kComplexDouble) conjugate(out.data_ptr<c10::complex<double>>());
  return out;
}

template <>
at::Tensor Kernel<internal::_unsafe_view>::call(const at::Tensor& self, c10::IntArrayRef size) {
  // The result keeps the memory layout, so a tensor that is not contiguous may have no view of these sizes.
  backends::Dims strides;
  MODECHECK_CHECK(backends::view_strides(self.sizes(), self.strides(), size, strides), ErrorClass::Strides,
                  "view: size ", size, " is not compatible with input tensor's size ", self.sizes(), " and stride ",
                  self.strides(), " (at least one dimension spans across two contiguous subspaces)");
  const at::Tensor out = make_alias(self, size, strides, self.storage_offset());
  if (!out.is_inference())
    out.unsafeGetTensorImpl()->set_version_counter(c10::intrusive_ptr<VersionCounter>::reclaim(new VersionCounter));
  return out;
}

template <>
struct Derivative<internal::_conj_physical> : Differentiable {
  static constexpr const char* name = "ConjPhysicalBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = conj(b.gradient());
  }
};

template <>
struct Derivative<internal::_unsafe_view> : Differentiable {
  static constexpr const char* name = "UnsafeViewBackward0";
  SmallSizes sizes;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::IntArrayRef /*size*/) { sizes = self.sizes(); }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = reshape(b.gradient(), sizes);
  }
};

template <>
struct Derivative<internal::_masked_taken> : Differentiable {
  static constexpr const char* name = "MaskedTakenBackward0";
  SavedTensor mask;
  SmallSizes sizes;
  auto saved() { return std::tie(mask); }
  void save(Saver& saver, const at::Tensor& self, const at::Tensor& where_taken, c10::IntArrayRef /*sizes*/) {
    saver.constant(mask, where_taken);
    sizes = self.sizes();
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::masked_scatter>(zeros(sizes, b.gradient()), b.get(mask), b.gradient());
  }
};

template <>
struct Derivative<internal::_index_added> : Differentiable {
  static constexpr const char* name = "IndexAddedBackward0";
  SavedTensor index;
  std::int64_t dim = 0;
  auto saved() { return std::tie(index); }
  void save(Saver& saver, const at::Tensor& /*source*/, const at::Tensor& places, c10::IntArrayRef /*sizes*/,
            std::int64_t along) {
    saver.constant(index, places);
    dim = along;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::index_select>(b.gradient(), dim, b.get(index));
  }
};

template <>
struct Derivative<internal::_scatter_added> : Differentiable {
  static constexpr const char* name = "ScatterAddedBackward0";
  SavedTensor index;
  std::int64_t dim = 0;
  auto saved() { return std::tie(index); }
  void save(Saver& saver, const at::Tensor& /*source*/, const at::Tensor& places, c10::IntArrayRef /*sizes*/,
            std::int64_t along) {
    saver.constant(index, places);
    dim = along;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::gather>(b.gradient(), dim, b.get(index), false);
  }
};

MODECHECK_REGISTER_ROW(internal::_index_added)
MODECHECK_REGISTER_ROW(internal::_scatter_added)
MODECHECK_REGISTER_ROW(internal::_masked_taken)
MODECHECK_REGISTER_ROW(internal::_conj_physical)
MODECHECK_REGISTER_ROW(internal::_unsafe_view)

}  // namespace modecheck::engine
