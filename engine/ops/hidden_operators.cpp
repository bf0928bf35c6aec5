#include "engine/ops/hidden_operators.h"

#include "engine/core/allocate.h"
#include "engine/ops/arithmetic.h"
#include "engine/ops/register.h"
#include "engine/ops/small_sizes.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/matrix.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

at::Tensor transposed(const at::Tensor& batch) { return call<operators::transpose_int>(batch, 1, 2); }

}  // namespace

template <>
at::Tensor Kernel<hidden::mv>::call(const at::Tensor& self, const at::Tensor& vec) {
  MODECHECK_CHECK(self.dim() == 2 && vec.dim() == 1 && self.sizes()[1] == vec.sizes()[0], ErrorClass::Shape,
                  "mv: a matrix of sizes ", self.sizes(), " cannot be multiplied with a vector of sizes ", vec.sizes());
  MODECHECK_CHECK(self.scalar_type() == vec.scalar_type(), ErrorClass::Dtype, "mv: expected the same dtype, but got ",
                  self.scalar_type(), " and ", vec.scalar_type());
  const at::Tensor product = Kernel<operators::mm>::call(self, Kernel<operators::unsqueeze>::call(vec, 1));
  product.unsafeGetTensorImpl()->set_contiguous_geometry(product.numel());
  return product;
}

template <>
at::Tensor Kernel<hidden::dot>::call(const at::Tensor& self, const at::Tensor& tensor) {
  MODECHECK_CHECK(self.dim() == 1 && tensor.dim() == 1 && self.numel() == tensor.numel(), ErrorClass::Shape,
                  "dot: inconsistent tensor size, expected vectors of the same length, but got ", self.sizes(), " and ",
                  tensor.sizes());
  MODECHECK_CHECK(self.scalar_type() == tensor.scalar_type(), ErrorClass::Dtype,
                  "dot: expected both vectors to have the same dtype, but found ", self.scalar_type(), " and ",
                  tensor.scalar_type());
  MODECHECK_CHECK(self.scalar_type() != c10::kBool && self.scalar_type() != c10::kHalf, ErrorClass::Dtype,
                  "dot: not implemented for ", self.scalar_type(), "; convert the vectors to another dtype");
  const at::Tensor product = Kernel<operators::mm>::call(Kernel<operators::unsqueeze>::call(self, 0),
                                                         Kernel<operators::unsqueeze>::call(tensor, 1));
  product.unsafeGetTensorImpl()->set_contiguous_geometry({});
  return product;
}

template <>
at::Tensor Kernel<hidden::bmm>::call(const at::Tensor& self, const at::Tensor& mat2) {
  MODECHECK_CHECK(
      self.dim() == 3 && mat2.dim() == 3 && self.sizes()[0] == mat2.sizes()[0] && self.sizes()[2] == mat2.sizes()[1],
      ErrorClass::Shape, "bmm: batches of sizes ", self.sizes(), " and ", mat2.sizes(), " cannot be multiplied");
  MODECHECK_CHECK(self.scalar_type() == mat2.scalar_type(), ErrorClass::Dtype, "bmm: expected the same dtype, but got ",
                  self.scalar_type(), " and ", mat2.scalar_type());
  const bool lacking = self.scalar_type() == c10::kBool || self.scalar_type() == c10::kHalf;
  MODECHECK_CHECK(!lacking || self.numel() == 0 || mat2.numel() == 0, ErrorClass::Dtype, "bmm: not implemented for ",
                  self.scalar_type(), "; convert the batches to another dtype");
  const at::Tensor out = empty({self.sizes()[0], self.sizes()[1], mat2.sizes()[2]}, self.scalar_type(), self.device());
  for (std::int64_t i = 0; i < self.sizes()[0]; ++i) {
    const at::Tensor product = Kernel<operators::mm>::call(Kernel<operators::select_int>::call(self, 0, i),
                                                           Kernel<operators::select_int>::call(mat2, 0, i));
    Kernel<operators::copy_>::call(Kernel<operators::select_int>::call(out, 0, i), product, false);
  }
  return out;
}

template <>
at::Tensor Kernel<hidden::_conj_physical>::call(const at::Tensor& self) {
  const at::Tensor out = Kernel<operators::clone>::call(self, c10::MemoryFormat::Preserve);
  if (out.is_meta()) return out;
  const auto conjugate = [&]<typename T>(T* values) {
    for (std::int64_t i = 0; i < out.numel(); ++i) values[i] = c10::conj(values[i]);
  };
  // Without gaps, in whatever order.
  if (out.scalar_type() == c10::kComplexFloat) conjugate(out.data_ptr<c10::complex<float>>());
  if (out.scalar_type() == c10::kComplexDouble) conjugate(out.data_ptr<c10::complex<double>>());
  return out;
}

template <>
std::vector<at::Tensor> Kernel<hidden::split_with_sizes>::call(const at::Tensor& self, c10::IntArrayRef split_sizes,
                                                               std::int64_t dim) {
  std::vector<at::Tensor> out;
  out.reserve(split_sizes.size());
  std::int64_t start = 0;
  for (const std::int64_t length : split_sizes) {
    out.push_back(Kernel<operators::slice_Tensor>::call(self, dim, start, start + length, 1));
    start += length;
  }
  return out;
}

template <>
at::Tensor Kernel<hidden::_unsafe_view>::call(const at::Tensor& self, c10::IntArrayRef size) {
  at::Tensor out = make_contiguous_alias(self, size, self.storage_offset());
  if (!out.is_inference())
    out.unsafeGetTensorImpl()->set_version_counter(c10::intrusive_ptr<VersionCounter>::reclaim(new VersionCounter));
  return out;
}

template <>
struct Derivative<hidden::mv> : Differentiable {
  static constexpr const char* name = "MvBackward0";
  SavedTensor self, vec;
  auto saved() { return std::tie(self, vec); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    if (saver.needs(1)) saver.input(self, a);
    if (saver.needs(0)) saver.input(vec, b);
  }
  void backward(Backward& b) {
    if (b.needs(0))
      b.out(0) = mul(call<operators::unsqueeze>(b.gradient(), 1), call<operators::unsqueeze>(conj(b.get(vec)), 0));
    if (b.needs(1)) b.out(1) = call<hidden::mv>(t(conj(b.get(self))), b.gradient());
  }
};

template <>
struct Derivative<hidden::dot> : Differentiable {
  static constexpr const char* name = "DotBackward0";
  SavedTensor self, tensor;
  auto saved() { return std::tie(self, tensor); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    if (saver.needs(1)) saver.input(self, a);
    if (saver.needs(0)) saver.input(tensor, b);
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mul(b.gradient(), conj(b.get(tensor)));
    if (b.needs(1)) b.out(1) = mul(b.gradient(), conj(b.get(self)));
  }
};

template <>
struct Derivative<hidden::bmm> : Differentiable {
  static constexpr const char* name = "BmmBackward0";
  SavedTensor self, mat2;
  auto saved() { return std::tie(self, mat2); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    if (saver.needs(1)) saver.input(self, a);
    if (saver.needs(0)) saver.input(mat2, b);
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<hidden::bmm>(b.gradient(), transposed(conj(b.get(mat2))));
    if (b.needs(1)) b.out(1) = call<hidden::bmm>(transposed(conj(b.get(self))), b.gradient());
  }
};

template <>
struct Derivative<hidden::_conj_physical> : Differentiable {
  static constexpr const char* name = "ConjPhysicalBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = conj(b.gradient());
  }
};

template <>
struct Derivative<hidden::_unsafe_view> : Differentiable {
  static constexpr const char* name = "UnsafeViewBackward0";
  SmallSizes sizes;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::IntArrayRef /*size*/) { sizes = self.sizes(); }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = reshape(b.gradient(), sizes);
  }
};

template <>
struct Derivative<hidden::split_with_sizes> : Differentiable {
  static constexpr const char* name = "SplitWithSizesBackward0";
  std::int64_t dim = 0;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::IntArrayRef /*split_sizes*/, std::int64_t along) {
    dim = along < 0 ? along + self.dim() : along;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    at::Tensor like;
    for (std::size_t i = 0; i < b.gradients(); ++i)
      if (b.gradient(i).defined()) like = b.gradient(i);
    std::vector<at::Tensor> parts;
    for (std::size_t i = 0; i < b.gradients(); ++i)
      parts.push_back(b.gradient(i).defined() ? b.gradient(i) : zeros(b.result(i).shape(), like));
    b.out(0) = call<operators::cat>(at::TensorList(parts), dim);
  }
};

template <>
struct Derivative<hidden::_index_added> : Differentiable {
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
struct Derivative<hidden::_scatter_added> : Differentiable {
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

MODECHECK_REGISTER_ROW(hidden::_index_added);
MODECHECK_REGISTER_ROW(hidden::_scatter_added);
MODECHECK_REGISTER_ROW(hidden::split_with_sizes);
MODECHECK_REGISTER_ROW(hidden::mv);
MODECHECK_REGISTER_ROW(hidden::dot);
MODECHECK_REGISTER_ROW(hidden::bmm);
MODECHECK_REGISTER_ROW(hidden::_conj_physical);
MODECHECK_REGISTER_ROW(hidden::_unsafe_view);

}  // namespace modecheck::engine
