#include "engine/api/tensor_index.h"

#include "engine/api/formatting.h"
#include "engine/backends/iterate/broadcast.h"
#include "engine/core/tensor/tensor_options.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/internal_operators.h"
#include "engine/dispatch/ivalue.h"
#include "spec/operators/advanced_indexing.h"
#include "spec/operators/copy.h"
#include "spec/operators/selection.h"
#include "spec/operators/view.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace indexing {
namespace {

constexpr const char* name = "index";

// `place` is the position of this index in the list of indices, for error messages.
Tensor selected(const Tensor& self, std::int64_t dim, std::int64_t index, std::int64_t place) {
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Index,
                  "index: invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ "
                  "to convert a 0-dim tensor to a number");
  const std::int64_t size = self.sizes()[static_cast<std::size_t>(dim)];
  MODECHECK_CHECK(index >= -size && index < size, ErrorClass::Index, "index ", index,
                  " is out of bounds for dimension ", place, " with size ", size);
  return call<operators::select_int>(self, dim, index);
}

Tensor sliced(const Tensor& self, std::int64_t dim, const Slice& slice) {
  if (slice.step() <= 0) throw c10::ValueError(ErrorClass::Argument, "step must be greater than zero");
  MODECHECK_CHECK(dim < self.dim(), ErrorClass::Index, name, ": too many indices for tensor of dimension ", self.dim());
  // A slice of the whole dimension needs no operator.
  if (slice.start() == 0 && slice.step() == 1 && slice.stop() >= self.sizes()[static_cast<std::size_t>(dim)])
    return self;
  return call<operators::slice_Tensor>(self, dim, slice.start(), slice.stop(), slice.step());
}

// Returns the index tensor for an entry `true` or `false`, which inserts a dimension of size one. Index 0 selects that
// dimension's only element for `true`; without indices nothing is selected for `false`.
Tensor places_for(bool all, const Tensor& self) {
  const Tensor out = modecheck::engine::empty({all ? 1 : 0}, c10::kLong, self.device());
  KernelAnywhere<operators::fill__Scalar>::call(out, 0);
  return out;
}

bool is_mask(const Tensor& tensor) {
  return tensor.scalar_type() == c10::kBool || tensor.scalar_type() == c10::ScalarType::Byte;
}

std::int64_t indexed_dimensions(c10::ArrayRef<TensorIndex> indices) {
  std::int64_t count = 0;
  for (const TensorIndex& index : indices) {
    if (index.is_tensor())
      count += is_mask(index.tensor()) ? index.tensor().dim() : 1;
    else
      count += index.is_integer() || index.is_slice() ? 1 : 0;
  }
  return count;
}

// The result of applying all entries of an index that are not tensors: a view. Each index tensor is stored at the
// number of the view's dimension that it indexes.
struct Basic {
  Tensor view;
  std::vector<Tensor> tensors;
};

Basic apply_basic(const Tensor& self, c10::ArrayRef<TensorIndex> indices) {
  if (indices.size() == 1 && indices[0].is_integer()) return {selected(self, 0, indices[0].integer(), 0), {}};
  const std::int64_t count = indexed_dimensions(indices);
  MODECHECK_CHECK(count <= self.dim(), ErrorClass::Index, "too many indices for tensor of dimension ", self.dim());
  Basic out{self, {}};
  std::int64_t dim = 0;
  const auto keep = [&](Tensor tensor) {
    out.tensors.resize(static_cast<std::size_t>(dim) + 1);
    out.tensors.back() = std::move(tensor);
    ++dim;
  };
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const TensorIndex& index = indices[i];
    const auto place = static_cast<std::int64_t>(i);
    if (index.is_integer()) {
      out.view = selected(out.view, dim, index.integer(), place);
    } else if (index.is_slice()) {
      out.view = sliced(out.view, dim, index.slice());
      ++dim;
    } else if (index.is_ellipsis()) {
      dim += self.dim() - count;
    } else if (index.is_none()) {
      out.view = call<operators::unsqueeze>(out.view, dim);
      ++dim;
    } else if (index.is_boolean()) {
      out.view = call<operators::unsqueeze>(out.view, dim);
      keep(places_for(index.boolean(), self));
    } else if (const Tensor& tensor = index.tensor();
               tensor.dim() > 0 || !c10::isIntegralType(tensor.scalar_type(), true)) {
      keep(tensor);
    } else if (is_mask(tensor)) {
      out.view = call<operators::unsqueeze>(out.view, dim);
      keep(places_for(tensor.is_nonzero(), self));
    } else {
      out.view = selected(out.view, dim, tensor.item<std::int64_t>(), place);
    }
  }
  return out;
}

// Returns the sizes without leading ones, which broadcasting does not need.
c10::IntArrayRef without_leading_ones(c10::IntArrayRef sizes) {
  std::size_t first = 0;
  while (first < sizes.size() && sizes[first] == 1) ++first;
  return sizes.slice(first);
}

void copy_to(const Tensor& target, const Tensor& source) {
  const c10::IntArrayRef sizes = without_leading_ones(source.sizes());
  if (target.sizes() == source.sizes() || sizes == source.sizes())
    call<operators::copy_>(target, source, false);
  else
    call<operators::copy_>(target, call<operators::view>(source, sizes), false);
}

c10::List<c10::optional<Tensor>> present(const std::vector<Tensor>& tensors) {
  c10::List<c10::optional<Tensor>> out;
  for (const Tensor& one : tensors) out.push_back(one.defined() ? c10::optional<Tensor>(one) : c10::nullopt);
  return out;
}

Tensor as_tensor(const Tensor& self, const c10::Scalar& value) { return formula::number(value, self); }

}  // namespace

Tensor get_item(const Tensor& self, c10::ArrayRef<TensorIndex> indices) {
  const Basic basic = apply_basic(self, indices);
  if (basic.tensors.empty()) return basic.view.is_same(self) ? call<operators::alias>(self) : basic.view;
  return call<operators::index_Tensor>(basic.view, present(basic.tensors));
}

void set_item(const Tensor& self, c10::ArrayRef<TensorIndex> indices, const Tensor& value) {
  if (indices.size() == 1 && indices[0].is_boolean()) {
    if (indices[0].boolean()) copy_to(call<operators::unsqueeze>(self, 0), value);
    return;
  }
  const Basic basic = apply_basic(self, indices);
  if (basic.tensors.empty()) return copy_to(basic.view, value);
  const c10::IntArrayRef sizes = without_leading_ones(value.sizes());
  call<operators::index_put_>(basic.view, present(basic.tensors),
                              sizes == value.sizes() ? value : call<operators::view>(value, sizes), false);
}

void set_item(const Tensor& self, c10::ArrayRef<TensorIndex> indices, const c10::Scalar& value) {
  set_item(self, indices, as_tensor(self, value));
}

std::ostream& operator<<(std::ostream& out, const TensorIndex& index) {
  if (index.is_none()) return out << "None";
  if (index.is_ellipsis()) return out << "...";
  if (index.is_integer()) return out << index.integer();
  if (index.is_boolean()) return out << std::boolalpha << index.boolean();
  if (index.is_slice()) return out << index.slice();
  return print(out, index.tensor(), 80);
}

std::ostream& operator<<(std::ostream& out, const std::vector<TensorIndex>& indices) {
  out << '(';
  for (std::size_t i = 0; i < indices.size(); ++i) out << (i == 0 ? "" : ", ") << indices[i];
  return out << ')';
}

}  // namespace indexing

Tensor Tensor::index(c10::ArrayRef<indexing::TensorIndex> indices) const {
  MODECHECK_CHECK(!indices.empty(), ErrorClass::Index,
                  "index: Passing an empty index list to Tensor::index() is not "
                  "valid syntax; name at least one index");
  return indexing::get_item(*this, indices);
}

Tensor Tensor::index(std::initializer_list<indexing::TensorIndex> indices) const {
  return index(c10::ArrayRef<indexing::TensorIndex>(indices.begin(), indices.size()));
}

Tensor& Tensor::index_put_(c10::ArrayRef<indexing::TensorIndex> indices, const Tensor& values) const {
  MODECHECK_CHECK(!indices.empty(), ErrorClass::Index,
                  "index_put_: Passing an empty index list to "
                  "Tensor::index_put_() is not valid syntax; name at least one index");
  indexing::set_item(*this, indices, values);
  return itself();
}

Tensor& Tensor::index_put_(c10::ArrayRef<indexing::TensorIndex> indices, const c10::Scalar& value) const {
  return index_put_(indices, indexing::as_tensor(*this, value));
}

Tensor& Tensor::index_put_(std::initializer_list<indexing::TensorIndex> indices, const Tensor& values) const {
  return index_put_(c10::ArrayRef<indexing::TensorIndex>(indices.begin(), indices.size()), values);
}

Tensor& Tensor::index_put_(std::initializer_list<indexing::TensorIndex> indices, const c10::Scalar& value) const {
  return index_put_(c10::ArrayRef<indexing::TensorIndex>(indices.begin(), indices.size()), value);
}

Tensor Tensor::operator[](std::int64_t index) const { return call<operators::select_int>(*this, 0, index); }

Tensor Tensor::operator[](const c10::Scalar& index) const {
  MODECHECK_CHECK(index.isIntegral(false), ErrorClass::Index, "Can only index tensors with integral scalars");
  return (*this)[index.toLong()];
}

Tensor Tensor::operator[](const Tensor& index) const {
  MODECHECK_CHECK(index.defined(), ErrorClass::UndefinedTensor, "Can only index with tensors that are defined");
  MODECHECK_CHECK(index.dim() == 0, ErrorClass::Index, "Can only index with tensors that are scalars (zero-dim)");
  return (*this)[index.item()];
}

}  // namespace modecheck_v1
}  // namespace at
