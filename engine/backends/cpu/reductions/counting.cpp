// Implements the kernels of any, all and count_nonzero.
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/reductions/reduce.h"
#include "engine/backends/cpu/reductions/reduce_elements.h"
#include "engine/backends/functions/reducers.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {
namespace backends {
namespace {

template <template <typename> typename TheReducer>
at::Tensor reduced(const char* name, const at::Tensor& self, c10::IntArrayRef dims, bool keepdim,
                   c10::ScalarType type) {
  const Reduction reduction(name, self, dims, keepdim);
  at::Tensor out = empty(reduction.sizes(), type, self.device());
  if (!has_bytes(out)) return out;
  visit_dtype(self.scalar_type(), [&](auto tag) {
    using R = TheReducer<decltype(tag)>;
    reduce_elements(name, reduction, self, out, R(), StoreTotal<typename R::Total>{static_cast<char*>(out.data_ptr())});
  });
  return out;
}

// Returns the dtype of the result of any and all: bool, or uint8 for a uint8 input. PyTorch used uint8 for truth values
// before it had bool.
c10::ScalarType truth_type(const at::Tensor& self) {
  return self.scalar_type() == c10::kByte ? c10::kByte : c10::kBool;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::any>::call(const at::Tensor& self) {
  return reduced<AnyOf>("any", self, {}, false, truth_type(self));
}
template <>
at::Tensor Kernel<operators::any_dim>::call(const at::Tensor& self, std::int64_t dim, bool keepdim) {
  return reduced<AnyOf>("any", self, dim, keepdim, truth_type(self));
}
template <>
at::Tensor Kernel<operators::all>::call(const at::Tensor& self) {
  return reduced<AllOf>("all", self, {}, false, truth_type(self));
}
template <>
at::Tensor Kernel<operators::all_dim>::call(const at::Tensor& self, std::int64_t dim, bool keepdim) {
  return reduced<AllOf>("all", self, dim, keepdim, truth_type(self));
}
template <>
at::Tensor Kernel<operators::count_nonzero>::call(const at::Tensor& self, c10::optional<std::int64_t> dim) {
  const c10::IntArrayRef dims = dim.has_value() ? c10::IntArrayRef(&*dim, 1) : c10::IntArrayRef();
  return reduced<CountOf>("count_nonzero", self, dims, false, c10::kLong);
}

}  // namespace modecheck::engine
