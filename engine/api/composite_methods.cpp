// Methods of at::Tensor that call the functions of the same names in at:: and that are not generated from the
// catalogue.
#include "engine/api/composed_functions.h"
#include "engine/api/factories.h"
#include "engine/api/number_factories.h"
#include "engine/composites/arrangement_functions.h"
#include "engine/composites/elementary_functions.h"
#include "engine/composites/loss_functions.h"
#include "engine/composites/product_functions.h"
#include "engine/composites/statistics_functions.h"
#include "engine/core/tensor/tensor_options.h"
#include "engine/dispatch/call.h"
#include "spec/operators/copy.h"

namespace at {
inline namespace modecheck_v1 {

namespace {

TensorOptions stated(c10::optional<c10::ScalarType> dtype, c10::optional<c10::Layout> layout,
                     c10::optional<c10::Device> device, c10::optional<bool> pin_memory) {
  return TensorOptions().dtype(dtype).layout(layout).device(device).pinned_memory(pin_memory);
}

}  // namespace

std::vector<Tensor> Tensor::hsplit(c10::IntArrayRef indices) const { return at::hsplit(*this, indices); }
std::vector<Tensor> Tensor::vsplit(c10::IntArrayRef indices) const { return at::vsplit(*this, indices); }
std::vector<Tensor> Tensor::dsplit(c10::IntArrayRef indices) const { return at::dsplit(*this, indices); }
std::vector<Tensor> Tensor::unsafe_chunk(std::int64_t chunks, std::int64_t dim) const {
  return at::unsafe_chunk(*this, chunks, dim);
}
std::vector<Tensor> Tensor::unsafe_split(std::int64_t split_size, std::int64_t dim) const {
  return at::unsafe_split(*this, split_size, dim);
}
std::vector<Tensor> Tensor::unsafe_split_with_sizes(c10::IntArrayRef split_sizes, std::int64_t dim) const {
  return at::unsafe_split_with_sizes(*this, split_sizes, dim);
}
Tensor Tensor::diag(std::int64_t diagonal) const { return at::diag(*this, diagonal); }
Tensor Tensor::diagflat(std::int64_t offset) const { return at::diagflat(*this, offset); }
Tensor Tensor::rot90(std::int64_t k, c10::IntArrayRef dims) const { return at::rot90(*this, k, dims); }
Tensor Tensor::argwhere() const { return at::argwhere(*this); }
Tensor Tensor::repeat_interleave(const Tensor& repeats, c10::optional<std::int64_t> dim,
                                 c10::optional<std::int64_t> output_size) const {
  return at::repeat_interleave(*this, repeats, dim, output_size);
}
Tensor Tensor::diagonal_scatter(const Tensor& src, std::int64_t offset, std::int64_t dim1, std::int64_t dim2) const {
  return at::diagonal_scatter(*this, src, offset, dim1, dim2);
}
Tensor Tensor::as_strided_scatter(const Tensor& src, c10::IntArrayRef size, c10::IntArrayRef stride,
                                  c10::optional<std::int64_t> storage_offset) const {
  return at::as_strided_scatter(*this, src, size, stride, storage_offset);
}
Tensor Tensor::deg2rad() const { return at::deg2rad(*this); }
Tensor Tensor::rad2deg() const { return at::rad2deg(*this); }
Tensor Tensor::signbit() const { return at::signbit(*this); }
Tensor Tensor::isposinf() const { return at::isposinf(*this); }
Tensor Tensor::isneginf() const { return at::isneginf(*this); }
Tensor Tensor::isreal() const { return at::isreal(*this); }
Tensor Tensor::isfinite() const { return at::isfinite(*this); }
Tensor Tensor::heaviside(const Tensor& values) const { return at::heaviside(*this, values); }
Tensor Tensor::gcd(const Tensor& other) const { return at::gcd(*this, other); }
Tensor Tensor::lcm(const Tensor& other) const { return at::lcm(*this, other); }
Tensor Tensor::logit(c10::optional<double> eps) const { return at::logit(*this, eps); }
Tensor& Tensor::logit_(c10::optional<double> eps) const { return at::logit_(*this, eps); }
Tensor Tensor::sinc() const { return at::sinc(*this); }
Tensor Tensor::logaddexp2(const Tensor& other) const { return at::logaddexp2(*this, other); }
Tensor Tensor::vdot(const Tensor& other) const { return at::vdot(*this, other); }
Tensor Tensor::matrix_power(std::int64_t n) const { return at::matrix_power(*this, n); }
Tensor Tensor::addr(const Tensor& vec1, const Tensor& vec2, const c10::Scalar& beta, const c10::Scalar& alpha) const {
  return at::addr(*this, vec1, vec2, beta, alpha);
}
Tensor Tensor::dist(const Tensor& other, const c10::Scalar& p) const { return at::dist(*this, other, p); }
Tensor Tensor::cov(std::int64_t correction, const c10::optional<Tensor>& fweights,
                   const c10::optional<Tensor>& aweights) const {
  return at::cov(*this, correction, fweights, aweights);
}
Tensor Tensor::corrcoef() const { return at::corrcoef(*this); }
Tensor Tensor::bincount(const c10::optional<Tensor>& weights, std::int64_t minlength) const {
  return at::bincount(*this, weights, minlength);
}
Tensor Tensor::histc(std::int64_t bins, const c10::Scalar& min, const c10::Scalar& max) const {
  return at::histc(*this, bins, min, max);
}
Tensor Tensor::renorm(const c10::Scalar& p, std::int64_t dim, const c10::Scalar& maxnorm) const {
  return at::renorm(*this, p, dim, maxnorm);
}
Tensor Tensor::conj_physical() const { return at::conj_physical(*this); }
Tensor Tensor::angle() const { return at::angle(*this); }
Tensor Tensor::prelu(const Tensor& weight) const { return at::prelu(*this, weight); }
Tensor Tensor::hardshrink(const c10::Scalar& lambd) const { return at::hardshrink(*this, lambd); }
Tensor Tensor::cholesky_solve(const Tensor& input2, bool upper) const {
  return at::cholesky_solve(*this, input2, upper);
}
Tensor Tensor::cholesky_inverse(bool upper) const { return at::cholesky_inverse(*this, upper); }
Tensor Tensor::mvlgamma(std::int64_t p) const { return at::mvlgamma(*this, p); }
Tensor Tensor::conj() const { return at::conj(*this); }
std::tuple<Tensor, Tensor> Tensor::mode(std::int64_t dim, bool keepdim) const { return at::mode(*this, dim, keepdim); }
std::vector<Tensor> Tensor::tensor_split(c10::IntArrayRef indices, std::int64_t dim) const {
  return at::tensor_split(*this, indices, dim);
}
std::vector<Tensor> Tensor::tensor_split(const Tensor& tensor_indices_or_sections, std::int64_t dim) const {
  return at::tensor_split(*this, tensor_indices_or_sections, dim);
}
Tensor floor_divide(const Tensor& self, const Tensor& other) { return self.floor_divide(other); }
Tensor floor_divide(const Tensor& self, const c10::Scalar& other) { return self.floor_divide(other); }
Tensor Tensor::floor_divide(const Tensor& other) const { return div(other, "floor"); }
Tensor Tensor::floor_divide(const c10::Scalar& other) const { return div(other, "floor"); }
Tensor& Tensor::floor_divide_(const Tensor& other) const { return div_(other, "floor"); }
Tensor& Tensor::floor_divide_(const c10::Scalar& other) const { return div_(other, "floor"); }
Tensor& Tensor::deg2rad_() const { return at::deg2rad_(*this); }
Tensor& Tensor::rad2deg_() const { return at::rad2deg_(*this); }

Tensor _to_copy(const Tensor& self, c10::optional<c10::ScalarType> dtype, c10::optional<c10::Layout> layout,
                c10::optional<c10::Device> device, c10::optional<bool> pin_memory, bool non_blocking,
                c10::optional<c10::MemoryFormat> memory_format) {
  return modecheck::engine::call<modecheck::spec::operators::_to_copy>(self, dtype, layout, device, pin_memory,
                                                                       non_blocking, memory_format);
}

// These methods return new tensors. `options` overrides the dtype and device of this tensor.
#define MODECHECK_NEW(function)                                                                        \
  Tensor Tensor::new_##function(c10::IntArrayRef size) const { return at::function(size, options()); } \
  Tensor Tensor::new_##function(c10::IntArrayRef size, c10::TensorOptions options) const {             \
    return at::function(size, this->options().merge_in(options));                                      \
  }                                                                                                    \
  Tensor Tensor::new_##function(c10::IntArrayRef size, c10::optional<c10::ScalarType> dtype,           \
                                c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,  \
                                c10::optional<bool> pin_memory) const {                                \
    return new_##function(size, stated(dtype, layout, device, pin_memory));                            \
  }
MODECHECK_NEW(empty)
MODECHECK_NEW(zeros)
MODECHECK_NEW(ones)
#undef MODECHECK_NEW
Tensor Tensor::new_empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride) const {
  return at::empty_strided(size, stride, options());
}
Tensor Tensor::new_empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, c10::TensorOptions options) const {
  return at::empty_strided(size, stride, this->options().merge_in(options));
}
Tensor Tensor::new_empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, c10::optional<c10::ScalarType> dtype,
                                 c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                 c10::optional<bool> pin_memory) const {
  return new_empty_strided(size, stride, stated(dtype, layout, device, pin_memory));
}
Tensor Tensor::new_full(c10::IntArrayRef size, const c10::Scalar& fill_value) const {
  return at::full(size, fill_value, options());
}
Tensor Tensor::new_full(c10::IntArrayRef size, const c10::Scalar& fill_value, c10::TensorOptions options) const {
  return at::full(size, fill_value, this->options().merge_in(options));
}
Tensor Tensor::new_full(c10::IntArrayRef size, const c10::Scalar& fill_value, c10::optional<c10::ScalarType> dtype,
                        c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                        c10::optional<bool> pin_memory) const {
  return new_full(size, fill_value, stated(dtype, layout, device, pin_memory));
}

}  // namespace modecheck_v1
}  // namespace at
