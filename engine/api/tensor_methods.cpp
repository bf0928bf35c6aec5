// The catalogue's operators as methods of at::Tensor. A method on an undefined tensor raises like the operator does.
#include "engine/dispatch/call.h"
#include "spec/operators/comparison.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/matrix.h"
#include "spec/operators/metadata.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/reduction.h"
#include "spec/operators/view.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::call;
namespace operators = modecheck::spec::operators;

Tensor Tensor::neg() const { return call<operators::neg>(*this); }

Tensor& Tensor::neg_() const {
  call<operators::neg_>(*this);
  return itself();
}

Tensor Tensor::abs() const { return call<operators::abs>(*this); }

Tensor& Tensor::abs_() const {
  call<operators::abs_>(*this);
  return itself();
}

Tensor Tensor::exp() const { return call<operators::exp>(*this); }

Tensor& Tensor::exp_() const {
  call<operators::exp_>(*this);
  return itself();
}

Tensor Tensor::relu() const { return call<operators::relu>(*this); }

Tensor& Tensor::relu_() const {
  call<operators::relu_>(*this);
  return itself();
}

Tensor Tensor::sigmoid() const { return call<operators::sigmoid>(*this); }

Tensor& Tensor::sigmoid_() const {
  call<operators::sigmoid_>(*this);
  return itself();
}

Tensor Tensor::tanh() const { return call<operators::tanh>(*this); }

Tensor& Tensor::tanh_() const {
  call<operators::tanh_>(*this);
  return itself();
}

Tensor Tensor::add(const Tensor& other, const c10::Scalar& alpha) const {
  return call<operators::add_Tensor>(*this, other, alpha);
}

Tensor& Tensor::add_(const Tensor& other, const c10::Scalar& alpha) const {
  call<operators::add__Tensor>(*this, other, alpha);
  return itself();
}

Tensor& Tensor::add_(const c10::Scalar& other, const c10::Scalar& alpha) const {
  call<operators::add__Scalar>(*this, other, alpha);
  return itself();
}

Tensor Tensor::sub(const Tensor& other, const c10::Scalar& alpha) const {
  return call<operators::sub_Tensor>(*this, other, alpha);
}

Tensor& Tensor::sub_(const Tensor& other, const c10::Scalar& alpha) const {
  call<operators::sub__Tensor>(*this, other, alpha);
  return itself();
}

Tensor Tensor::mul(const Tensor& other) const { return call<operators::mul_Tensor>(*this, other); }

Tensor& Tensor::mul_(const Tensor& other) const {
  call<operators::mul__Tensor>(*this, other);
  return itself();
}

Tensor& Tensor::mul_(const c10::Scalar& other) const {
  call<operators::mul__Scalar>(*this, other);
  return itself();
}

Tensor Tensor::div(const Tensor& other) const { return call<operators::div_Tensor>(*this, other); }

Tensor& Tensor::div_(const Tensor& other) const {
  call<operators::div__Tensor>(*this, other);
  return itself();
}

Tensor Tensor::maximum(const Tensor& other) const { return call<operators::maximum>(*this, other); }

Tensor Tensor::where(const Tensor& condition, const Tensor& other) const {
  return call<operators::where_self>(condition, *this, other);
}

Tensor Tensor::eq(const Tensor& other) const { return call<operators::eq_Tensor>(*this, other); }

Tensor& Tensor::eq_(const Tensor& other) const {
  call<operators::eq__Tensor>(*this, other);
  return itself();
}

Tensor Tensor::lt(const Tensor& other) const { return call<operators::lt_Tensor>(*this, other); }

Tensor Tensor::gt(const c10::Scalar& other) const { return call<operators::gt_Scalar>(*this, other); }

Tensor Tensor::sum(c10::optional<c10::ScalarType> dtype) const { return call<operators::sum>(*this, dtype); }

Tensor Tensor::sum(c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::sum_dim_IntList>(*this, dim, keepdim, dtype);
}

Tensor Tensor::mean(c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::mean_dim>(*this, dim, keepdim, dtype);
}

Tensor Tensor::amax(c10::IntArrayRef dim, bool keepdim) const { return call<operators::amax>(*this, dim, keepdim); }

Tensor Tensor::softmax(std::int64_t dim, c10::optional<c10::ScalarType> dtype) const {
  return call<operators::softmax_int>(*this, dim, dtype);
}

Tensor Tensor::mm(const Tensor& mat2) const { return call<operators::mm>(*this, mat2); }

Tensor Tensor::addmm(const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta, const c10::Scalar& alpha) const {
  return call<operators::addmm>(*this, mat1, mat2, beta, alpha);
}

Tensor& Tensor::addmm_(const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta,
                       const c10::Scalar& alpha) const {
  call<operators::addmm_>(*this, mat1, mat2, beta, alpha);
  return itself();
}

Tensor Tensor::matmul(const Tensor& other) const { return call<operators::matmul>(*this, other); }

Tensor Tensor::index_select(std::int64_t dim, const Tensor& index) const {
  return call<operators::index_select>(*this, dim, index);
}

Tensor Tensor::index_add(std::int64_t dim, const Tensor& index, const Tensor& source, const c10::Scalar& alpha) const {
  return call<operators::index_add>(*this, dim, index, source, alpha);
}
Tensor& Tensor::index_add_(std::int64_t dim, const Tensor& index, const Tensor& source,
                           const c10::Scalar& alpha) const {
  call<operators::index_add_>(*this, dim, index, source, alpha);
  return itself();
}
#define MODECHECK_INDEX_WRITE(name, row, type)                                         \
  Tensor Tensor::name(std::int64_t dim, const Tensor& index, const type& with) const { \
    return call<operators::row>(*this, dim, index, with);                              \
  }
#define MODECHECK_INDEX_WRITE_IN_PLACE(name, row, type)                                 \
  Tensor& Tensor::name(std::int64_t dim, const Tensor& index, const type& with) const { \
    call<operators::row>(*this, dim, index, with);                                      \
    return itself();                                                                    \
  }
MODECHECK_INDEX_WRITE(index_copy, index_copy, Tensor)
MODECHECK_INDEX_WRITE_IN_PLACE(index_copy_, index_copy_, Tensor)
MODECHECK_INDEX_WRITE(index_fill, index_fill_int_Scalar, c10::Scalar)
MODECHECK_INDEX_WRITE_IN_PLACE(index_fill_, index_fill__int_Scalar, c10::Scalar)
MODECHECK_INDEX_WRITE(scatter, scatter_src, Tensor)
MODECHECK_INDEX_WRITE_IN_PLACE(scatter_, scatter__src, Tensor)
MODECHECK_INDEX_WRITE(scatter, scatter_value, c10::Scalar)
MODECHECK_INDEX_WRITE_IN_PLACE(scatter_, scatter__value, c10::Scalar)
MODECHECK_INDEX_WRITE(scatter_add, scatter_add, Tensor)
MODECHECK_INDEX_WRITE_IN_PLACE(scatter_add_, scatter_add_, Tensor)
#undef MODECHECK_INDEX_WRITE
#undef MODECHECK_INDEX_WRITE_IN_PLACE
Tensor Tensor::gather(std::int64_t dim, const Tensor& index, bool sparse_grad) const {
  return call<operators::gather>(*this, dim, index, sparse_grad);
}

Tensor Tensor::masked_fill(const Tensor& mask, const c10::Scalar& value) const {
  return call<operators::masked_fill_Scalar>(*this, mask, value);
}

Tensor& Tensor::masked_fill_(const Tensor& mask, const c10::Scalar& value) const {
  call<operators::masked_fill__Scalar>(*this, mask, value);
  return itself();
}

Tensor Tensor::clone(c10::optional<c10::MemoryFormat> memory_format) const {
  return call<operators::clone>(*this, memory_format);
}

Tensor Tensor::contiguous(c10::MemoryFormat memory_format) const {
  return call<operators::contiguous>(*this, memory_format);
}

Tensor Tensor::to(c10::ScalarType dtype, bool non_blocking, bool copy,
                  c10::optional<c10::MemoryFormat> memory_format) const {
  return call<operators::to_dtype>(*this, dtype, non_blocking, copy, memory_format);
}

Tensor& Tensor::copy_(const Tensor& src, bool non_blocking) const {
  call<operators::copy_>(*this, src, non_blocking);
  return itself();
}

Tensor& Tensor::zero_() const {
  call<operators::zero_>(*this);
  return itself();
}

Tensor& Tensor::fill_(const c10::Scalar& value) const {
  call<operators::fill__Scalar>(*this, value);
  return itself();
}

Tensor Tensor::alias() const { return call<operators::alias>(*this); }

Tensor Tensor::view(c10::IntArrayRef size) const { return call<operators::view>(*this, size); }

Tensor Tensor::view(c10::ScalarType dtype) const { return call<operators::view_dtype>(*this, dtype); }

Tensor Tensor::reshape(c10::IntArrayRef shape) const { return call<operators::reshape>(*this, shape); }

Tensor Tensor::transpose(std::int64_t dim0, std::int64_t dim1) const {
  return call<operators::transpose_int>(*this, dim0, dim1);
}

Tensor Tensor::permute(c10::IntArrayRef dims) const { return call<operators::permute>(*this, dims); }

Tensor Tensor::t() const { return call<operators::t>(*this); }

Tensor Tensor::select(std::int64_t dim, std::int64_t index) const {
  return call<operators::select_int>(*this, dim, index);
}

Tensor Tensor::slice(std::int64_t dim, c10::optional<std::int64_t> start, c10::optional<std::int64_t> end,
                     std::int64_t step) const {
  return call<operators::slice_Tensor>(*this, dim, start, end, step);
}

Tensor Tensor::narrow(std::int64_t dim, std::int64_t start, std::int64_t length) const {
  return call<operators::narrow>(*this, dim, start, length);
}

Tensor Tensor::expand(c10::IntArrayRef size, bool implicit) const {
  return call<operators::expand>(*this, size, implicit);
}

Tensor Tensor::squeeze() const { return call<operators::squeeze>(*this); }

Tensor Tensor::squeeze(std::int64_t dim) const { return call<operators::squeeze_dim>(*this, dim); }

Tensor Tensor::unsqueeze(std::int64_t dim) const { return call<operators::unsqueeze>(*this, dim); }

Tensor Tensor::diagonal(std::int64_t offset, std::int64_t dim1, std::int64_t dim2) const {
  return call<operators::diagonal>(*this, offset, dim1, dim2);
}

Tensor Tensor::as_strided(c10::IntArrayRef size, c10::IntArrayRef stride,
                          c10::optional<std::int64_t> storage_offset) const {
  return call<operators::as_strided>(*this, size, stride, storage_offset);
}

Tensor Tensor::view_as(const Tensor& other) const { return call<operators::view_as>(*this, other); }

std::vector<Tensor> Tensor::split(std::int64_t split_size, std::int64_t dim) const {
  return call<operators::split_Tensor>(*this, split_size, dim);
}

std::vector<Tensor> Tensor::chunk(std::int64_t chunks, std::int64_t dim) const {
  return call<operators::chunk>(*this, chunks, dim);
}

std::vector<Tensor> Tensor::unbind(std::int64_t dim) const { return call<operators::unbind_int>(*this, dim); }

Tensor Tensor::detach() const { return call<operators::detach>(*this); }

Tensor& Tensor::t_() const {
  call<operators::t_>(*this);
  return itself();
}

Tensor& Tensor::transpose_(std::int64_t dim0, std::int64_t dim1) const {
  call<operators::transpose_>(*this, dim0, dim1);
  return itself();
}

Tensor& Tensor::squeeze_() const {
  call<operators::squeeze_>(*this);
  return itself();
}

Tensor& Tensor::squeeze_(std::int64_t dim) const {
  call<operators::squeeze__dim>(*this, dim);
  return itself();
}

Tensor& Tensor::unsqueeze_(std::int64_t dim) const {
  call<operators::unsqueeze_>(*this, dim);
  return itself();
}

Tensor& Tensor::as_strided_(c10::IntArrayRef size, c10::IntArrayRef stride,
                            c10::optional<std::int64_t> storage_offset) const {
  call<operators::as_strided_>(*this, size, stride, storage_offset);
  return itself();
}

Tensor& Tensor::detach_() const {
  call<operators::detach_>(*this);
  return itself();
}

const Tensor& Tensor::resize_(c10::IntArrayRef size, c10::optional<c10::MemoryFormat> memory_format) const {
  call<operators::resize_>(*this, size, memory_format);
  return *this;
}

Tensor& Tensor::set_(const Tensor& source) const {
  call<operators::set__source_Tensor>(*this, source);
  return itself();
}

}  // namespace modecheck_v1
}  // namespace at
