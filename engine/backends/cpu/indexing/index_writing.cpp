// Implements the kernels of index_add, index_copy, index_fill, scatter and scatter_add.
#include <cstring>

#include "engine/backends/cpu/indexing/moving_slice.h"
#include "engine/backends/cpu/indexing/scattering.h"
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/safe_output.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/backends/functions/arithmetic.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/geometry.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace backends {
namespace {

// --- Operators that write whole slices: index_add, index_copy, index_fill.

struct Slices {
  const char* name;
  bool takes_int32;
  bool from_the_end;  // true if negative indices count from the end

  // Checks the arguments, and returns `dim` as a non-negative number. `source` may be null.
  std::int64_t check(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                     const at::Tensor* source) const {
    check_rank(name, self.sizes().size());
    const std::int64_t along = wrap_dimension(name, dim, self.dim());
    MODECHECK_CHECK(index.dim() <= 1, ErrorClass::Shape, name, ": the index must be a vector, but its sizes are ",
                    index.sizes());
    MODECHECK_CHECK(index.scalar_type() == c10::kLong || (takes_int32 && index.scalar_type() == c10::kInt),
                    ErrorClass::Dtype, name, ": expected an index of dtype int64, but got ", index.scalar_type());
    check_same_device(name, self, index);
    if (source != nullptr) check_source(self, along, index, *source);
    const std::int64_t length = ranked(self).sizes()[static_cast<std::size_t>(along)];
    const std::int64_t least = from_the_end ? -length : 0;
    if (const at::Tensor doubtful = cuda::doubtful_indices(index, least, length); doubtful.defined()) {
      for (std::int64_t i = 0; i < index.numel(); ++i) {
        const std::int64_t at = index_at(doubtful, i);
        MODECHECK_CHECK(at >= least && at < length, ErrorClass::Index, name, ": index ", at,
                        " is out of bounds for dimension ", along, " with size ", length);
      }
    }
    return along;
  }

  // Calls visit(slice, i) for the i-th number in `index`. `slice` is the slice of `out` that this number selects.
  template <typename Visit>
  void each(const at::Tensor& out, std::int64_t along, const at::Tensor& index, Visit&& visit) const {
    if (!has_bytes(out) || out.numel() == 0 || index.numel() == 0) return;
    MovingSlice slice(ranked(out), along);
    for (std::int64_t i = 0; i < index.numel(); ++i) visit(slice.at(index_at(index, i)), i);
  }

 private:
  static std::int64_t index_at(const at::Tensor& index, std::int64_t i) {
    const std::int64_t at = index.dim() > 0 ? i * index.strides()[0] : 0;
    if (index.scalar_type() == c10::kInt) return static_cast<const std::int32_t*>(index.data_ptr())[at];
    return static_cast<const std::int64_t*>(index.data_ptr())[at];
  }

  void check_source(const at::Tensor& self, std::int64_t along, const at::Tensor& index,
                    const at::Tensor& source) const {
    MODECHECK_CHECK(source.scalar_type() == self.scalar_type(), ErrorClass::Dtype, name,
                    ": self and source must have the same dtype, but got ", self.scalar_type(), " and ",
                    source.scalar_type());
    check_same_device(name, self, source);
    const at::Tensor to = ranked(self);
    const at::Tensor from = ranked(source);
    bool fits = to.dim() == from.dim();
    for (std::int64_t d = 0; fits && d < to.dim(); ++d) {
      const auto at = static_cast<std::size_t>(d);
      fits = from.sizes()[at] == (d == along ? index.numel() : to.sizes()[at]);
    }
    MODECHECK_CHECK(fits, ErrorClass::Shape, name, ": a source of sizes ", source.sizes(), " and ", index.numel(),
                    " indices do not fit a tensor of sizes ", self.sizes(), " along dimension ", along);
  }
};

constexpr Slices index_add_slices{"index_add", true, false};
constexpr Slices index_copy_slices{"index_copy", false, false};
constexpr Slices index_fill_slices{"index_fill", false, true};

// Calls write(out, index, source) with copies of the tensors on the host, and copies the result back. This is needed if
// elements of `out` share memory: the result then depends on the order of the writes.
template <typename Write>
void in_the_order_of_the_host(const at::Tensor& out, const at::Tensor& index, const at::Tensor& source, Write&& write) {
  const at::Tensor host = on_host(out);
  write(host, on_host(index), source.defined() ? on_host(source) : source);
  give_back(out, host);
}
bool needs_the_host(const at::Tensor& out) { return out.in_cuda_memory() && may_overlap_itself(out); }

void write_index_add(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source,
                     const c10::Scalar& alpha) {
  if (needs_the_host(out))
    return in_the_order_of_the_host(out, index, source, [&](const auto& to, const auto& places, const auto& what) {
      write_index_add(to, along, places, what, alpha);
    });
  const at::Tensor from = ranked(source);
  if (out.in_cuda_memory()) {
    if (out.numel() == 0 || index.numel() == 0) return;
    return cuda::add_slices(ranked(out), along, read_as(index, c10::kLong), from, alpha);
  }
  if (from.numel() == 0) return;
  MovingSlice read(from, along);
  index_add_slices.each(out, along, index, [&](const at::Tensor& slice, std::int64_t i) {
    Kernel<operators::add__Tensor>::call(slice, read.at(i), alpha);
  });
}

void write_index_copy(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source) {
  if (needs_the_host(out))
    return in_the_order_of_the_host(out, index, source, [&](const auto& to, const auto& places, const auto& what) {
      write_index_copy(to, along, places, what);
    });
  const at::Tensor from = ranked(source);
  if (out.in_cuda_memory()) return cuda::scatter_slices(ranked(out), along, index, from);
  if (from.numel() == 0) return;
  MovingSlice read(from, along);
  index_copy_slices.each(out, along, index,
                         [&](const at::Tensor& slice, std::int64_t i) { copy_elements(slice, read.at(i)); });
}

void write_index_fill(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const c10::Scalar& value) {
  // index_fill writes the same value everywhere, so the order of writes does not matter even if elements share memory.
  if (out.in_cuda_memory()) return cuda::fill_slices(ranked(out), along, index, value);
  index_fill_slices.each(out, along, index,
                         [&](const at::Tensor& slice, std::int64_t /*i*/) { fill_elements(slice, value); });
}

// --- Operators that write single elements: scatter and scatter_add.

void scatter_elements(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source) {
  if (needs_the_host(out))
    return in_the_order_of_the_host(out, index, source, [&](const auto& to, const auto& places, const auto& what) {
      scatter_elements(to, along, places, what);
    });
  if (out.in_cuda_memory()) {
    if (index.numel() != 0) cuda::scatter_elements(ranked(out), along, ranked(index), ranked(source));
    return;
  }
  write_scatter(out, along, index, &source,
                []<typename T>(T, char* to, const char* from) { std::memcpy(to, from, sizeof(Stored<T>)); });
}

void scatter_number(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const c10::Scalar& value) {
  if (out.in_cuda_memory()) {
    if (index.numel() != 0) cuda::scatter_number(ranked(out), along, ranked(index), value);
    return;
  }
  write_scatter(out, along, index, nullptr,
                [&]<typename T>(T, char* to, const char* /*from*/) { store<T>(to, value.to<T>()); });
}

void scatter_sums(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source) {
  if (needs_the_host(out))
    return in_the_order_of_the_host(out, index, source, [&](const auto& to, const auto& places, const auto& what) {
      scatter_sums(to, along, places, what);
    });
  if (out.in_cuda_memory()) {
    if (index.numel() != 0) cuda::scatter_sums(ranked(out), along, ranked(index), ranked(source));
    return;
  }
  write_scatter(out, along, index, &source, []<typename T>(T, char* to, const char* from) {
    if constexpr (std::is_same_v<T, bool>) {
      store<T>(to, load<T>(to) || load<T>(from));
    } else {
      using C = Computed<T>;
      store<T>(to, convert<T>(wrapping_add<C>(convert<C>(load<T>(to)), convert<C>(load<T>(from)))));
    }
  });
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::index_add>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                              const at::Tensor& source, const c10::Scalar& alpha) {
  const std::int64_t along = index_add_slices.check(self, dim, index, &source);
  AddScaled{alpha}.check("index_add", self.scalar_type());
  at::Tensor out = fresh_copy(self);
  write_index_add(out, along, index, source, alpha);
  return out;
}

template <>
void Kernel<operators::index_add_>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                         const at::Tensor& source, const c10::Scalar& alpha) {
  check_written("index_add_", self, index, &source);
  const std::int64_t along = index_add_slices.check(self, dim, index, &source);
  AddScaled{alpha}.check("index_add_", self.scalar_type());
  write_index_add(self, along, apart_from(self, index), apart_from(self, source), alpha);
}

template <>
at::Tensor Kernel<operators::index_copy>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                               const at::Tensor& source) {
  const std::int64_t along = index_copy_slices.check(self, dim, index, &source);
  at::Tensor out = fresh_copy(self);
  write_index_copy(out, along, index, source);
  return out;
}

template <>
void Kernel<operators::index_copy_>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                          const at::Tensor& source) {
  check_written("index_copy_", self, index, &source);
  const std::int64_t along = index_copy_slices.check(self, dim, index, &source);
  write_index_copy(self, along, apart_from(self, index), apart_from(self, source));
}

template <>
at::Tensor Kernel<operators::index_fill_int_Scalar>::call(const at::Tensor& self, std::int64_t dim,
                                                          const at::Tensor& index, const c10::Scalar& value) {
  const std::int64_t along = index_fill_slices.check(self, dim, index, nullptr);
  check_number_fits("index_fill", value, self.scalar_type());
  at::Tensor out = Kernel<operators::clone>::call(self, c10::MemoryFormat::Preserve);
  write_index_fill(out, along, index, value);
  return out;
}

template <>
void Kernel<operators::index_fill__int_Scalar>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                                     const c10::Scalar& value) {
  check_no_overlap("index_fill_", self, index);
  const std::int64_t along = index_fill_slices.check(self, dim, index, nullptr);
  check_number_fits("index_fill_", value, self.scalar_type());
  write_index_fill(self, along, apart_from(self, index), value);
}

template <>
at::Tensor Kernel<operators::scatter_src>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                                const at::Tensor& src) {
  const std::int64_t along = check_scatter("scatter", self, dim, index, &src);
  at::Tensor out = fresh_copy(self);
  scatter_elements(out, along, index, src);
  return out;
}

template <>
void Kernel<operators::scatter__src>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                           const at::Tensor& src) {
  check_written("scatter_", self, index, &src);
  const std::int64_t along = check_scatter("scatter_", self, dim, index, &src);
  scatter_elements(self, along, apart_from(self, index), apart_from(self, src));
}

template <>
at::Tensor Kernel<operators::scatter_value>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                                  const c10::Scalar& value) {
  const std::int64_t along = check_scatter("scatter", self, dim, index, nullptr);
  check_number_fits("scatter", value, self.scalar_type());
  at::Tensor out = fresh_copy(self);
  scatter_number(out, along, index, value);
  return out;
}

template <>
void Kernel<operators::scatter__value>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                             const c10::Scalar& value) {
  check_written("scatter_", self, index, nullptr);
  const std::int64_t along = check_scatter("scatter_", self, dim, index, nullptr);
  check_number_fits("scatter_", value, self.scalar_type());
  scatter_number(self, along, apart_from(self, index), value);
}

template <>
at::Tensor Kernel<operators::scatter_add>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                                const at::Tensor& src) {
  const std::int64_t along = check_scatter("scatter_add", self, dim, index, &src);
  at::Tensor out = fresh_copy(self);
  scatter_sums(out, along, index, src);
  return out;
}

template <>
void Kernel<operators::scatter_add_>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                           const at::Tensor& src) {
  check_written("scatter_add_", self, index, &src);
  const std::int64_t along = check_scatter("scatter_add_", self, dim, index, &src);
  scatter_sums(self, along, apart_from(self, index), apart_from(self, src));
}

}  // namespace modecheck::engine
