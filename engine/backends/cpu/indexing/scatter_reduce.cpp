// Implements the kernel of scatter_reduce, which combines each element of `self` with the elements of `src` that
// `index` sends to it.
#include <algorithm>
#include <string_view>

#include "engine/backends/cpu/indexing/scattering.h"
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/write_result.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/backends/functions/taken_together.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/scattering.h"

namespace modecheck::engine {
namespace backends {
namespace {

using Reduction = TakenTogether;

Reduction reduction_of(const char* name, std::string_view reduce) {
  if (reduce == "sum") return Reduction::Sum;
  if (reduce == "prod") return Reduction::Product;
  if (reduce == "mean") return Reduction::Mean;
  if (reduce == "amax") return Reduction::Greatest;
  MODECHECK_CHECK(reduce == "amin", ErrorClass::Argument, name,
                  ": reduce argument must be either sum, prod, mean, amax or amin, but got ", reduce);
  return Reduction::Smallest;
}

// Reduces `src` into `out`, which is row-major and holds a copy of `self`. With include_self=false, the first element
// of `src` that `index` sends to an element of `out` replaces that element. Later elements of `src` are combined with
// it.
void reduce_into(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& src,
                 Reduction reduction, bool include_self) {
  if (!has_bytes(out) || index.numel() == 0) return;
  const at::Tensor counts = empty(out.sizes(), c10::kLong, out.device());
  if (out.in_cuda_memory()) {
    fill_elements(counts, include_self ? 1 : 0);
    cuda::scatter_together(ranked(out), along, ranked(index), ranked(src), counts, reduction);
    if (reduction == Reduction::Mean) cuda::divide_by_counts(out, counts);
    return;
  }
  auto* const count = static_cast<std::int64_t*>(counts.data_ptr());
  std::fill_n(count, counts.numel(), include_self ? 1 : 0);
  const auto* const first = static_cast<const char*>(out.data_ptr());
  write_scatter(out, along, index, &src, [&]<typename T>(T, char* to, const char* from) {
    using C = Computed<T>;
    std::int64_t& parts = count[static_cast<std::size_t>(to - first) / sizeof(Stored<T>)];
    const C one = convert<C>(load<T>(from));
    store<T>(to, parts == 0 ? load<T>(from) : convert<T>(taken_together<C>(reduction, convert<C>(load<T>(to)), one)));
    ++parts;
  });
  if (reduction != Reduction::Mean) return;
  visit_dtype(out.scalar_type(), [&](auto type) {
    using T = decltype(type);
    using C = Computed<T>;
    char* to = static_cast<char*>(out.data_ptr());
    for (std::int64_t i = 0; i < out.numel(); ++i, to += sizeof(Stored<T>))
      if (count[i] > 1) store<T>(to, convert<T>(mean_of<C>(convert<C>(load<T>(to)), count[i])));
  });
}

at::Tensor reduced(const char* name, const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                   const at::Tensor& src, std::string_view reduce, bool include_self) {
  const Reduction reduction = reduction_of(name, reduce);
  const bool ordered = reduction == Reduction::Greatest || reduction == Reduction::Smallest;
  MODECHECK_CHECK(!ordered || index.numel() == 0 || !c10::isComplexType(self.scalar_type()), ErrorClass::Dtype, name,
                  ": ", reduce, " is not implemented for complex numbers, which have no order");
  MODECHECK_CHECK(reduction != Reduction::Mean || self.scalar_type() != c10::kBool, ErrorClass::Dtype, name,
                  ": the mean of truth values is not implemented; convert them");
  const std::int64_t along = check_scatter(name, self, dim, index, &src);
  at::Tensor out = fresh_copy(self);
  reduce_into(out, along, index, src, reduction, include_self);
  return out;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::scatter_reduce_two>::call(const at::Tensor& self, std::int64_t dim,
                                                       const at::Tensor& index, const at::Tensor& src,
                                                       std::string_view reduce, bool include_self) {
  return reduced("scatter_reduce", self, dim, index, src, reduce, include_self);
}

template <>
void Kernel<operators::scatter_reduce__two>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                                  const at::Tensor& src, std::string_view reduce, bool include_self) {
  check_written("scatter_reduce_", self, index, &src);
  const at::Tensor out = reduced("scatter_reduce_", self, dim, index, src, reduce, include_self);
  if (has_bytes(self)) copy_elements(self, out);
}

template <>
void Kernel<operators::scatter_reduce_two_out>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                                     const at::Tensor& src, std::string_view reduce, bool include_self,
                                                     const at::Tensor& out) {
  MODECHECK_CHECK(out.scalar_type() == self.scalar_type(), ErrorClass::Dtype,
                  "scatter_reduce: Expected out tensor to have dtype ", self.scalar_type(), ", but got ",
                  out.scalar_type(), " instead");
  check_written("scatter_reduce", out, index, &src);
  check_no_partial_overlap("scatter_reduce", out, self);
  write_result("scatter_reduce", reduced("scatter_reduce", self, dim, index, src, reduce, include_self), out);
}

}  // namespace modecheck::engine
