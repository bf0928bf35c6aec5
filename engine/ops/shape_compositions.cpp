// Functions of the API that are made of the catalogue's operators: they move dimensions and elements about.
#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "engine/core/allocate.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/ops/result_type.h"
#include "engine/ops/tensor_functions.h"
#include "spec/operators/arrangement.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/shape.h"
#include "spec/operators/unary.h"
#include "spec/operators/view.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

using SizeList = std::vector<std::int64_t>;

std::int64_t wrapped(const char* name, std::int64_t dim, std::int64_t rank) {
  const std::int64_t range = std::max<std::int64_t>(rank, 1);
  MODECHECK_CHECK(dim >= -range && dim < range, ErrorClass::Dimension, name,
                  ": Dimension out of range (expected to be in range of [", -range, ", ", range - 1, "], but got ", dim,
                  ")");
  return dim < 0 ? dim + range : dim;
}

// A number beside a tensor, in the dtype that both have together.
Tensor where_with_number(const Tensor& condition, const Tensor& self, const c10::Scalar& number, bool number_first) {
  const ScalarType type = result_type(self, number);
  const Tensor value = modecheck::engine::empty({}, type, condition.device());
  KernelAnywhere<operators::fill__Scalar>::call(value, number);
  const Tensor tensor = self.to(type);
  return number_first ? call<operators::where_self>(condition, value, tensor)
                      : call<operators::where_self>(condition, tensor, value);
}

}  // namespace

Tensor where(const Tensor& condition, const Tensor& self, const c10::Scalar& other) {
  return where_with_number(condition, self, other, false);
}
Tensor where(const Tensor& condition, const c10::Scalar& self, const Tensor& other) {
  return where_with_number(condition, other, self, true);
}

Tensor log_sigmoid(const Tensor& self) {
  return call<operators::softplus>(self.neg(), 1, std::numeric_limits<double>::infinity()).neg();
}

Tensor Tensor::outer(const Tensor& vec2) const {
  MODECHECK_CHECK(dim() == 1 && vec2.dim() == 1, ErrorClass::Shape, "outer: Expected 1-D arguments, but got ", dim(),
                  "-D and ", vec2.dim(), "-D");
  return unsqueeze(1).mul(vec2);
}
Tensor outer(const Tensor& self, const Tensor& vec2) { return self.outer(vec2); }

Tensor Tensor::roll(c10::IntArrayRef shifts, c10::IntArrayRef dims) const {
  return call<operators::roll>(*this, shifts, dims);
}
Tensor roll(const Tensor& self, c10::IntArrayRef shifts, c10::IntArrayRef dims) { return self.roll(shifts, dims); }

Tensor Tensor::repeat(c10::IntArrayRef repeats) const { return call<operators::repeat>(*this, repeats); }

Tensor Tensor::tile(c10::IntArrayRef dims) const {
  SizeList repeats(dims.begin(), dims.end());
  const auto rank = static_cast<std::size_t>(dim());
  if (repeats.size() < rank) repeats.insert(repeats.begin(), rank - repeats.size(), 1);
  return repeat(repeats);
}
Tensor tile(const Tensor& self, c10::IntArrayRef dims) { return self.tile(dims); }

Tensor Tensor::unflatten(std::int64_t dim, c10::IntArrayRef sizes) const {
  const std::int64_t at = wrapped("unflatten", dim, this->dim());
  MODECHECK_CHECK(!sizes.empty(), ErrorClass::Argument, "unflatten: sizes must be non-empty");
  SizeList shape = this->sizes().vec();
  SizeList parts = sizes.vec();
  std::int64_t product = 1;
  for (const std::int64_t size : parts) product *= size < 0 ? 1 : size;
  for (std::int64_t& size : parts)
    if (size == -1 && product != 0) size = this->size(at) / product;
  product = std::accumulate(parts.begin(), parts.end(), std::int64_t{1}, std::multiplies<>());
  MODECHECK_CHECK(product == this->size(at), ErrorClass::Shape, "unflatten: Provided sizes ", sizes,
                  " don't multiply up to the size of dim ", at, " (", this->size(at), ") in the input tensor");
  shape.erase(shape.begin() + at);
  shape.insert(shape.begin() + at, parts.begin(), parts.end());
  return view(shape);
}

Tensor Tensor::movedim(c10::IntArrayRef source, c10::IntArrayRef destination) const {
  MODECHECK_CHECK(source.size() == destination.size(), ErrorClass::Argument,
                  "movedim: Invalid source or destination dims: source (", source,
                  " dims) should contain the same "
                  "number of dims as destination (",
                  destination, " dims)");
  const auto rank = static_cast<std::size_t>(dim());
  // A tensor without dimensions is asked as if it had one.
  SizeList order(std::max<std::size_t>(rank, 1), -1);
  std::vector<bool> taken(order.size(), false);
  for (std::size_t i = 0; i < source.size(); ++i) {
    const auto from = static_cast<std::size_t>(wrapped("movedim", source[i], dim()));
    const auto to = static_cast<std::size_t>(wrapped("movedim", destination[i], dim()));
    MODECHECK_CHECK(!taken[from] && order[to] < 0, ErrorClass::Argument, "movedim: repeated dim in source (", source,
                    ") or destination (", destination, ")");
    taken[from] = true;
    order[to] = static_cast<std::int64_t>(from);
  }
  if (rank == 0) return alias();
  std::size_t next = 0;
  for (std::int64_t& place : order) {
    if (place >= 0) continue;
    while (taken[next]) ++next;
    place = static_cast<std::int64_t>(next++);
  }
  return permute(order);
}
Tensor Tensor::movedim(std::int64_t source, std::int64_t destination) const {
  return movedim(c10::IntArrayRef(&source, 1), c10::IntArrayRef(&destination, 1));
}
Tensor movedim(const Tensor& self, std::int64_t source, std::int64_t destination) {
  return self.movedim(source, destination);
}
Tensor movedim(const Tensor& self, c10::IntArrayRef source, c10::IntArrayRef destination) {
  return self.movedim(source, destination);
}

Tensor Tensor::swapaxes(std::int64_t axis0, std::int64_t axis1) const { return transpose(axis0, axis1); }
Tensor Tensor::swapdims(std::int64_t dim0, std::int64_t dim1) const { return transpose(dim0, dim1); }
const Tensor& Tensor::swapaxes_(std::int64_t axis0, std::int64_t axis1) const { return transpose_(axis0, axis1); }
const Tensor& Tensor::swapdims_(std::int64_t dim0, std::int64_t dim1) const { return transpose_(dim0, dim1); }
Tensor Tensor::broadcast_to(c10::IntArrayRef size) const { return expand(size); }
Tensor Tensor::ravel() const { return contiguous().view(-1); }
Tensor Tensor::mT() const {
  MODECHECK_CHECK(dim() >= 2, ErrorClass::Shape, "mT: only supported on matrices or batches of matrices. Got ", dim(),
                  "-D tensor.");
  return transpose(-2, -1);
}
Tensor Tensor::numpy_T() const {
  SizeList order(static_cast<std::size_t>(dim()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = dim() - 1 - static_cast<std::int64_t>(i);
  return permute(order);
}
Tensor swapaxes(const Tensor& self, std::int64_t axis0, std::int64_t axis1) { return self.swapaxes(axis0, axis1); }
Tensor swapdims(const Tensor& self, std::int64_t dim0, std::int64_t dim1) { return self.swapdims(dim0, dim1); }
Tensor broadcast_to(const Tensor& self, c10::IntArrayRef size) { return self.broadcast_to(size); }
Tensor ravel(const Tensor& self) { return self.ravel(); }

// The first parts are one longer where the size does not divide.
std::vector<Tensor> Tensor::tensor_split(std::int64_t sections, std::int64_t dim) const {
  MODECHECK_CHECK(this->dim() > 0, ErrorClass::Shape,
                  "tensor_split: expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
  MODECHECK_CHECK(sections > 0, ErrorClass::Argument, "tensor_split: number of sections must be larger than 0, got ",
                  sections);
  const std::int64_t at = wrapped("tensor_split", dim, this->dim());
  const std::int64_t least = size(at) / sections;
  const std::int64_t longer = size(at) % sections;
  std::vector<Tensor> out;
  std::int64_t start = 0;
  for (std::int64_t i = 0; i < sections; ++i) {
    const std::int64_t length = least + (i < longer ? 1 : 0);
    out.push_back(slice(at, start, start + length));
    start += length;
  }
  return out;
}
std::vector<Tensor> tensor_split(const Tensor& self, std::int64_t sections, std::int64_t dim) {
  return self.tensor_split(sections, dim);
}

}  // namespace modecheck_v1
}  // namespace at
