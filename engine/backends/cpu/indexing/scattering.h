// Common code of scatter, scatter_add, scatter_reduce and the other operators that write elements by index.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// Returns the tensor itself, or a view with one dimension if the tensor is 0-dim.
at::Tensor ranked(const at::Tensor& tensor);

// Raises if `self` overlaps with itself, with `index` or with `source`. `source` may be null.
void check_written(const char* name, const at::Tensor& self, const at::Tensor& index, const at::Tensor* source);

at::Tensor fresh_copy(const at::Tensor& self);

// Checks the arguments of a scatter, and returns `dim` as a non-negative number. `source` may be null.
std::int64_t check_scatter(const char* name, const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                           const at::Tensor* source);

// Calls visit(value, base, source_offset) for every element of the tensor `index`, in row-major order. `value` is the
// element itself. `base` is the offset in `out` of the element that the value 0 would select. `source_offset` is the
// offset of the element of `source` at the same position.
template <typename Visit>
void walk(const at::Tensor& index, std::int64_t along, const at::Tensor& out, const at::Tensor* source, Visit&& visit) {
  const auto rank = static_cast<int>(index.dim());
  std::int64_t position[max_dims] = {};
  std::int64_t index_offset = 0;
  std::int64_t base = 0;
  std::int64_t source_offset = 0;
  const auto* const indices = static_cast<const std::int64_t*>(index.data_ptr());
  for (std::int64_t i = 0; i < index.numel(); ++i) {
    visit(indices[index_offset], base, source_offset);
    for (int d = rank - 1; d >= 0; --d) {
      const auto at = static_cast<std::size_t>(d);
      const std::int64_t out_stride = d == along ? 0 : out.strides()[at];
      const std::int64_t source_stride = source == nullptr ? 0 : source->strides()[at];
      index_offset += index.strides()[at];
      base += out_stride;
      source_offset += source_stride;
      if (++position[d] < index.sizes()[at]) break;
      index_offset -= index.strides()[at] * position[d];
      base -= out_stride * position[d];
      source_offset -= source_stride * position[d];
      position[d] = 0;
    }
  }
}

// Calls put(T(), to, from) for each element of `index`. `to` is the address of the selected element of `self`, and
// `from` is the address of the matching element of `source`. The addresses have type char*, because a stored bool may
// be any byte, not only 0 or 1.
template <typename Put>
void write_scatter(const at::Tensor& self, std::int64_t along, const at::Tensor& index, const at::Tensor* source,
                   Put&& put) {
  if (!has_bytes(self) || index.numel() == 0) return;
  const at::Tensor out = ranked(self);
  const at::Tensor from = source == nullptr ? at::Tensor() : ranked(*source);
  const std::int64_t stride = out.strides()[static_cast<std::size_t>(along)];
  visit_dtype(out.scalar_type(), [&](auto type) {
    using T = decltype(type);
    constexpr std::int64_t bytes = sizeof(Stored<T>);
    char* const to = static_cast<char*>(out.data_ptr());
    const char* const at_source = source == nullptr ? nullptr : elements_of(from);
    walk(ranked(index), along, out, source == nullptr ? nullptr : &from,
         [&](std::int64_t at, std::int64_t base, std::int64_t source_offset) {
           put(T(), to + (base + at * stride) * bytes,
               at_source == nullptr ? nullptr : at_source + source_offset * bytes);
         });
  });
}

}  // namespace modecheck::engine::backends
