#include "engine/composites/symint_functions.h"

#include <utility>
#include <vector>

#include "engine/api/factories.h"
#include "engine/core/tensor/symbolic_numbers.h"
#include "engine/tracing/symbolic_arguments.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

using Numbers = std::vector<c10::SymInt>;

Numbers numbers_of(const Tensor& tensor, const char* name) {
  MODECHECK_CHECK(tensor.defined(), ErrorClass::UndefinedTensor, name, ": the tensor is undefined");
  return symbolic_numbers(tensor);
}

std::size_t dimension_of(const Tensor& tensor, std::int64_t dim, const char* name) {
  MODECHECK_CHECK(dim >= -tensor.dim() && dim < tensor.dim(), ErrorClass::Dimension, name,
                  ": Dimension out of range (expected to be in range of [", -tensor.dim(), ", ", tensor.dim() - 1,
                  "], but got ", dim, ")");
  return static_cast<std::size_t>(dim < 0 ? dim + tensor.dim() : dim);
}

// Calls function(sizes) with the numbers that kernels take for the only symbolic argument of an operator.
template <typename Function>
Tensor with_sizes(const char* op, const Tensor& self, std::size_t argument, c10::SymIntArrayRef sizes,
                  const Function& function) {
  const SymbolicArguments given(op, self, {{argument, Numbers(sizes.begin(), sizes.end())}});
  return function(given.numbers(argument));
}

}  // namespace

Numbers Tensor::sym_sizes() const {
  Numbers out = numbers_of(*this, "sym_sizes");
  out.resize(static_cast<std::size_t>(dim()));
  return out;
}

Numbers Tensor::sym_strides() const {
  const Numbers all = numbers_of(*this, "sym_strides");
  return {all.begin() + dim(), all.end() - 1};
}

c10::SymInt Tensor::sym_size(std::int64_t dim) const {
  const Numbers all = numbers_of(*this, "sym_size");
  return all[dimension_of(*this, dim, "sym_size")];
}

c10::SymInt Tensor::sym_stride(std::int64_t dim) const {
  const Numbers all = numbers_of(*this, "sym_stride");
  return all[static_cast<std::size_t>(this->dim()) + dimension_of(*this, dim, "sym_stride")];
}

c10::SymInt Tensor::sym_storage_offset() const { return numbers_of(*this, "sym_storage_offset").back(); }

c10::SymInt Tensor::sym_numel() const {
  c10::SymInt out = 1;
  for (const c10::SymInt& size : sym_sizes()) out *= size;
  return out;
}

Tensor Tensor::view_symint(c10::SymIntArrayRef size) const {
  return with_sizes("view", *this, 1, size, [&](c10::IntArrayRef sizes) { return view(sizes); });
}

Tensor Tensor::reshape_symint(c10::SymIntArrayRef shape) const {
  return with_sizes("reshape", *this, 1, shape, [&](c10::IntArrayRef sizes) { return reshape(sizes); });
}

Tensor Tensor::expand_symint(c10::SymIntArrayRef size, bool implicit) const {
  return with_sizes("expand", *this, 1, size, [&](c10::IntArrayRef sizes) { return expand(sizes, implicit); });
}

Tensor Tensor::repeat_symint(c10::SymIntArrayRef repeats) const {
  return with_sizes("repeat", *this, 1, repeats, [&](c10::IntArrayRef times) { return repeat(times); });
}

Tensor Tensor::slice_symint(std::int64_t dim, const c10::optional<c10::SymInt>& start,
                            const c10::optional<c10::SymInt>& end, std::int64_t step) const {
  std::vector<SymbolicArguments::Argument> arguments;
  if (start.has_value()) arguments.push_back({2, {*start}});
  if (end.has_value()) arguments.push_back({3, {*end}});
  const SymbolicArguments given("slice.Tensor", *this, std::move(arguments));
  const auto number = [&](std::size_t argument) {
    return given.find(argument) == nullptr ? c10::optional<std::int64_t>() : given.numbers(argument).front();
  };
  return slice(dim, number(2), number(3), step);
}

Tensor Tensor::narrow_symint(std::int64_t dim, const c10::SymInt& start, const c10::SymInt& length) const {
  const SymbolicArguments given("narrow", *this, {{2, {start}}, {3, {length}}});
  return narrow(dim, given.numbers(2).front(), given.numbers(3).front());
}

Tensor empty_symint(c10::SymIntArrayRef size, const c10::TensorOptions& options) {
  return with_sizes("empty.memory_format", Tensor(), 0, size,
                    [&](c10::IntArrayRef sizes) { return at::empty(sizes, options); });
}

Tensor zeros_symint(c10::SymIntArrayRef size, const c10::TensorOptions& options) {
  return with_sizes("zeros", Tensor(), 0, size, [&](c10::IntArrayRef sizes) { return at::zeros(sizes, options); });
}

Tensor ones_symint(c10::SymIntArrayRef size, const c10::TensorOptions& options) {
  return with_sizes("ones", Tensor(), 0, size, [&](c10::IntArrayRef sizes) { return at::ones(sizes, options); });
}

Tensor full_symint(c10::SymIntArrayRef size, const c10::Scalar& fill_value, const c10::TensorOptions& options) {
  return with_sizes("full", Tensor(), 0, size,
                    [&](c10::IntArrayRef sizes) { return at::full(sizes, fill_value, options); });
}

}  // namespace modecheck_v1
}  // namespace at
