// The catalogue's operators as functions in at::, for those that libtorch has as functions, in the catalogue's order.
#pragma once

#include <vector>

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

inline Tensor neg(const Tensor& self) { return modecheck::engine::call<modecheck::spec::operators::neg>(self); }
inline Tensor& neg_(const Tensor& self) {
  modecheck::engine::call<modecheck::spec::operators::neg_>(self);
  return const_cast<Tensor&>(self);
}
inline Tensor& neg_out(Tensor& out, const Tensor& self) {
  modecheck::engine::call<modecheck::spec::operators::neg_out>(self, out);
  return out;
}
inline Tensor abs(const Tensor& self) { return modecheck::engine::call<modecheck::spec::operators::abs>(self); }
inline Tensor& abs_(const Tensor& self) {
  modecheck::engine::call<modecheck::spec::operators::abs_>(self);
  return const_cast<Tensor&>(self);
}
inline Tensor exp(const Tensor& self) { return modecheck::engine::call<modecheck::spec::operators::exp>(self); }
inline Tensor& exp_(const Tensor& self) {
  modecheck::engine::call<modecheck::spec::operators::exp_>(self);
  return const_cast<Tensor&>(self);
}
inline Tensor& exp_out(Tensor& out, const Tensor& self) {
  modecheck::engine::call<modecheck::spec::operators::exp_out>(self, out);
  return out;
}
inline Tensor relu(const Tensor& self) { return modecheck::engine::call<modecheck::spec::operators::relu>(self); }
inline Tensor& relu_(const Tensor& self) {
  modecheck::engine::call<modecheck::spec::operators::relu_>(self);
  return const_cast<Tensor&>(self);
}
inline Tensor sigmoid(const Tensor& self) { return modecheck::engine::call<modecheck::spec::operators::sigmoid>(self); }
inline Tensor& sigmoid_(const Tensor& self) {
  modecheck::engine::call<modecheck::spec::operators::sigmoid_>(self);
  return const_cast<Tensor&>(self);
}
inline Tensor tanh(const Tensor& self) { return modecheck::engine::call<modecheck::spec::operators::tanh>(self); }
inline Tensor& tanh_(const Tensor& self) {
  modecheck::engine::call<modecheck::spec::operators::tanh_>(self);
  return const_cast<Tensor&>(self);
}
inline Tensor add(const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1) {
  return modecheck::engine::call<modecheck::spec::operators::add_Tensor>(self, other, alpha);
}
inline Tensor& add_out(Tensor& out, const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1) {
  modecheck::engine::call<modecheck::spec::operators::add_out>(self, other, alpha, out);
  return out;
}
inline Tensor sub(const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1) {
  return modecheck::engine::call<modecheck::spec::operators::sub_Tensor>(self, other, alpha);
}
inline Tensor mul(const Tensor& self, const Tensor& other) {
  return modecheck::engine::call<modecheck::spec::operators::mul_Tensor>(self, other);
}
inline Tensor& mul_out(Tensor& out, const Tensor& self, const Tensor& other) {
  modecheck::engine::call<modecheck::spec::operators::mul_out>(self, other, out);
  return out;
}
inline Tensor div(const Tensor& self, const Tensor& other) {
  return modecheck::engine::call<modecheck::spec::operators::div_Tensor>(self, other);
}
inline Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other) {
  modecheck::engine::call<modecheck::spec::operators::div_out>(self, other, out);
  return out;
}
inline Tensor maximum(const Tensor& self, const Tensor& other) {
  return modecheck::engine::call<modecheck::spec::operators::maximum>(self, other);
}
inline Tensor where(const Tensor& condition, const Tensor& self, const Tensor& other) {
  return modecheck::engine::call<modecheck::spec::operators::where_self>(condition, self, other);
}
inline Tensor eq(const Tensor& self, const Tensor& other) {
  return modecheck::engine::call<modecheck::spec::operators::eq_Tensor>(self, other);
}
inline Tensor lt(const Tensor& self, const Tensor& other) {
  return modecheck::engine::call<modecheck::spec::operators::lt_Tensor>(self, other);
}
inline Tensor& lt_out(Tensor& out, const Tensor& self, const Tensor& other) {
  modecheck::engine::call<modecheck::spec::operators::lt_Tensor_out>(self, other, out);
  return out;
}
inline Tensor gt(const Tensor& self, const c10::Scalar& other) {
  return modecheck::engine::call<modecheck::spec::operators::gt_Scalar>(self, other);
}
inline Tensor sum(const Tensor& self, c10::optional<c10::ScalarType> dtype = c10::nullopt) {
  return modecheck::engine::call<modecheck::spec::operators::sum>(self, dtype);
}
inline Tensor sum(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim = false,
                  c10::optional<c10::ScalarType> dtype = c10::nullopt) {
  return modecheck::engine::call<modecheck::spec::operators::sum_dim_IntList>(self, dim, keepdim, dtype);
}
inline Tensor& sum_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim = false,
                       c10::optional<c10::ScalarType> dtype = c10::nullopt) {
  modecheck::engine::call<modecheck::spec::operators::sum_IntList_out>(self, dim, keepdim, dtype, out);
  return out;
}
inline Tensor mean(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim = false,
                   c10::optional<c10::ScalarType> dtype = c10::nullopt) {
  return modecheck::engine::call<modecheck::spec::operators::mean_dim>(self, dim, keepdim, dtype);
}
inline Tensor amax(const Tensor& self, c10::IntArrayRef dim = {}, bool keepdim = false) {
  return modecheck::engine::call<modecheck::spec::operators::amax>(self, dim, keepdim);
}
inline Tensor _softmax(const Tensor& self, std::int64_t dim, bool half_to_float) {
  return modecheck::engine::call<modecheck::spec::operators::_softmax>(self, dim, half_to_float);
}
inline Tensor softmax(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype = c10::nullopt) {
  return modecheck::engine::call<modecheck::spec::operators::softmax_int>(self, dim, dtype);
}
inline Tensor mm(const Tensor& self, const Tensor& mat2) {
  return modecheck::engine::call<modecheck::spec::operators::mm>(self, mat2);
}
inline Tensor& mm_out(Tensor& out, const Tensor& self, const Tensor& mat2) {
  modecheck::engine::call<modecheck::spec::operators::mm_out>(self, mat2, out);
  return out;
}
inline Tensor addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta = 1,
                    const c10::Scalar& alpha = 1) {
  return modecheck::engine::call<modecheck::spec::operators::addmm>(self, mat1, mat2, beta, alpha);
}
inline Tensor matmul(const Tensor& self, const Tensor& other) {
  return modecheck::engine::call<modecheck::spec::operators::matmul>(self, other);
}
inline Tensor cat(TensorList tensors, std::int64_t dim = 0) {
  return modecheck::engine::call<modecheck::spec::operators::cat>(tensors, dim);
}
inline Tensor& cat_out(Tensor& out, TensorList tensors, std::int64_t dim = 0) {
  modecheck::engine::call<modecheck::spec::operators::cat_out>(tensors, dim, out);
  return out;
}
inline Tensor stack(TensorList tensors, std::int64_t dim = 0) {
  return modecheck::engine::call<modecheck::spec::operators::stack>(tensors, dim);
}
inline Tensor index_select(const Tensor& self, std::int64_t dim, const Tensor& index) {
  return modecheck::engine::call<modecheck::spec::operators::index_select>(self, dim, index);
}
inline Tensor& index_select_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index) {
  modecheck::engine::call<modecheck::spec::operators::index_select_out>(self, dim, index, out);
  return out;
}
inline Tensor gather(const Tensor& self, std::int64_t dim, const Tensor& index, bool sparse_grad = false) {
  return modecheck::engine::call<modecheck::spec::operators::gather>(self, dim, index, sparse_grad);
}
inline Tensor masked_fill(const Tensor& self, const Tensor& mask, const c10::Scalar& value) {
  return modecheck::engine::call<modecheck::spec::operators::masked_fill_Scalar>(self, mask, value);
}
inline Tensor clone(const Tensor& self, c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  return modecheck::engine::call<modecheck::spec::operators::clone>(self, memory_format);
}
inline Tensor _to_copy(const Tensor& self, c10::optional<c10::ScalarType> dtype, c10::optional<c10::Layout> layout,
                       c10::optional<c10::Device> device, c10::optional<bool> pin_memory, bool non_blocking,
                       c10::optional<c10::MemoryFormat> memory_format) {
  return modecheck::engine::call<modecheck::spec::operators::_to_copy>(self, dtype, layout, device, pin_memory,
                                                                       non_blocking, memory_format);
}
inline Tensor& zero_(const Tensor& self) {
  modecheck::engine::call<modecheck::spec::operators::zero_>(self);
  return const_cast<Tensor&>(self);
}
inline Tensor& fill_(const Tensor& self, const c10::Scalar& value) {
  modecheck::engine::call<modecheck::spec::operators::fill__Scalar>(self, value);
  return const_cast<Tensor&>(self);
}
inline Tensor alias(const Tensor& self) { return modecheck::engine::call<modecheck::spec::operators::alias>(self); }
inline Tensor reshape(const Tensor& self, c10::IntArrayRef shape) {
  return modecheck::engine::call<modecheck::spec::operators::reshape>(self, shape);
}
inline Tensor transpose(const Tensor& self, std::int64_t dim0, std::int64_t dim1) {
  return modecheck::engine::call<modecheck::spec::operators::transpose_int>(self, dim0, dim1);
}
inline Tensor permute(const Tensor& self, c10::IntArrayRef dims) {
  return modecheck::engine::call<modecheck::spec::operators::permute>(self, dims);
}
inline Tensor t(const Tensor& self) { return modecheck::engine::call<modecheck::spec::operators::t>(self); }
inline Tensor select(const Tensor& self, std::int64_t dim, std::int64_t index) {
  return modecheck::engine::call<modecheck::spec::operators::select_int>(self, dim, index);
}
inline Tensor slice(const Tensor& self, std::int64_t dim = 0, c10::optional<std::int64_t> start = c10::nullopt,
                    c10::optional<std::int64_t> end = c10::nullopt, std::int64_t step = 1) {
  return modecheck::engine::call<modecheck::spec::operators::slice_Tensor>(self, dim, start, end, step);
}
inline Tensor narrow(const Tensor& self, std::int64_t dim, std::int64_t start, std::int64_t length) {
  return modecheck::engine::call<modecheck::spec::operators::narrow>(self, dim, start, length);
}
inline Tensor squeeze(const Tensor& self) { return modecheck::engine::call<modecheck::spec::operators::squeeze>(self); }
inline Tensor squeeze(const Tensor& self, std::int64_t dim) {
  return modecheck::engine::call<modecheck::spec::operators::squeeze_dim>(self, dim);
}
inline Tensor unsqueeze(const Tensor& self, std::int64_t dim) {
  return modecheck::engine::call<modecheck::spec::operators::unsqueeze>(self, dim);
}
inline Tensor diagonal(const Tensor& self, std::int64_t offset = 0, std::int64_t dim1 = 0, std::int64_t dim2 = 1) {
  return modecheck::engine::call<modecheck::spec::operators::diagonal>(self, offset, dim1, dim2);
}
inline Tensor as_strided(const Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                         c10::optional<std::int64_t> storage_offset = c10::nullopt) {
  return modecheck::engine::call<modecheck::spec::operators::as_strided>(self, size, stride, storage_offset);
}
inline std::vector<Tensor> split(const Tensor& self, std::int64_t split_size, std::int64_t dim = 0) {
  return modecheck::engine::call<modecheck::spec::operators::split_Tensor>(self, split_size, dim);
}
inline std::vector<Tensor> chunk(const Tensor& self, std::int64_t chunks, std::int64_t dim = 0) {
  return modecheck::engine::call<modecheck::spec::operators::chunk>(self, chunks, dim);
}
inline std::vector<Tensor> unbind(const Tensor& self, std::int64_t dim = 0) {
  return modecheck::engine::call<modecheck::spec::operators::unbind_int>(self, dim);
}
inline Tensor detach(const Tensor& self) { return modecheck::engine::call<modecheck::spec::operators::detach>(self); }
inline Tensor& as_strided_(const Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                           c10::optional<std::int64_t> storage_offset = c10::nullopt) {
  modecheck::engine::call<modecheck::spec::operators::as_strided_>(self, size, stride, storage_offset);
  return const_cast<Tensor&>(self);
}
inline Tensor& detach_(const Tensor& self) {
  modecheck::engine::call<modecheck::spec::operators::detach_>(self);
  return const_cast<Tensor&>(self);
}

}  // namespace modecheck_v1
}  // namespace at
