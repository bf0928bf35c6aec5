// Functions that set a tensor's storage, and functions that address elements by their row-major position.
#include <vector>

#include "engine/api/generated/functions.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/ivalue.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "spec/operators/metadata.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

void check_index(const char* op, const Tensor& index) {
  MODECHECK_CHECK(index.scalar_type() == c10::kLong, ErrorClass::Dtype, op,
                  ": Expected a long tensor for index, but got ", index.scalar_type());
}

// Returns a list of indices with `index` as its only entry, for operators that index a vector.
c10::List<c10::optional<Tensor>> only(const Tensor& index) { return std::vector<c10::optional<Tensor>>{index}; }

}  // namespace

Tensor& Tensor::set_(const c10::Storage& source, std::int64_t storage_offset, c10::IntArrayRef size,
                     c10::IntArrayRef stride) const {
  MODECHECK_CHECK(static_cast<bool>(source), ErrorClass::Argument, "set_: the storage is an empty handle");
  MODECHECK_CHECK(storage_offset >= 0, ErrorClass::StorageBounds, "set_: Tensor: invalid storage offset ",
                  storage_offset);
  for (const std::int64_t one : size)
    MODECHECK_CHECK(one >= 0, ErrorClass::Shape, "set_: sizes must not be negative, got ", size);
  std::vector<std::int64_t> strides = stride.vec();
  if (strides.empty()) {
    strides.resize(size.size());
    std::int64_t step = 1;
    for (std::size_t i = size.size(); i-- > 0;) {
      strides[i] = step;
      step *= size[i] > 1 ? size[i] : 1;
    }
  }
  MODECHECK_CHECK(strides.size() == size.size(), ErrorClass::Strides, "set_: unequal size length (", size.size(),
                  ") and stride length (", strides.size(), ")");
  for (const std::int64_t one : strides)
    MODECHECK_CHECK(one >= 0, ErrorClass::Strides, "set_: negative strides are not supported, got ", stride);
  call<operators::set__source_Tensor>(*this, another_on(source, size, strides, storage_offset, scalar_type()));
  return itself();
}

Tensor& Tensor::set_(const c10::Storage& source) const {
  MODECHECK_CHECK(static_cast<bool>(source), ErrorClass::Argument, "set_: the storage is an empty handle");
  return set_(source, 0, static_cast<std::int64_t>(source.nbytes() / itemsize()));
}

Tensor& Tensor::set_() const {
  const auto storage = c10::StorageImpl::create(0, device());
  storage->set_inference(is_inference());
  return set_(c10::Storage(storage), 0, 0);
}

const Tensor& Tensor::resize_as_(const Tensor& the_template, c10::optional<c10::MemoryFormat> memory_format) const {
  sizes_as_numbers("resize_as_", *this, the_template);
  return resize_(the_template.sizes(), memory_format);
}

Tensor& Tensor::put_(const Tensor& index, const Tensor& source, bool accumulate) const {
  sizes_as_numbers("put_", *this, index, source);
  check_index("put_", index);
  MODECHECK_CHECK(scalar_type() == source.scalar_type(), ErrorClass::Dtype,
                  "put_: self and source expected to have the same dtype, but got self.dtype = ", scalar_type(),
                  " and source.dtype = ", source.scalar_type());
  MODECHECK_CHECK(index.numel() == source.numel(), ErrorClass::Index,
                  "put_: Expected source and index to have the same number of elements, but got source.numel() = ",
                  source.numel(), ", index.numel() = ", index.numel());
  MODECHECK_CHECK(numel() > 0 || index.numel() == 0, ErrorClass::Index,
                  "put_: tried to put elements into an empty tensor");
  if (is_contiguous()) {
    view(-1).index_put_(only(index.reshape(-1)), source.reshape(-1), accumulate);
    return itself();
  }
  const Tensor elements = contiguous();
  elements.view(-1).index_put_(only(index.reshape(-1)), source.reshape(-1), accumulate);
  return copy_(elements);
}

Tensor Tensor::put(const Tensor& index, const Tensor& source, bool accumulate) const {
  return clone().put_(index, source, accumulate);
}

Tensor Tensor::ger(const Tensor& vec2) const { return outer(vec2); }

Tensor put(const Tensor& self, const Tensor& index, const Tensor& source, bool accumulate) {
  return self.put(index, source, accumulate);
}

}  // namespace modecheck_v1
}  // namespace at
