// any, all, count_nonzero. What is no number is not zero.
#include "engine/backends/cpu/elements.h"
#include "engine/backends/cpu/reduce.h"
#include "engine/backends/cpu/reducer.h"
#include "engine/backends/cpu/reduction_loop.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {
namespace backends {
namespace {

template <typename T>
std::uint8_t is_not_zero(T element) {
  if constexpr (c10::is_complex_number<T>)
    return static_cast<std::uint8_t>(element.real() != 0 || element.imag() != 0);
  else
    return static_cast<std::uint8_t>(static_cast<Computed<T>>(element) != 0);
}

template <typename T>
struct Any : Reducer<Any<T>, T, std::uint8_t> {
  using Total = std::uint8_t;
  static constexpr bool cascades = false;
  Total start() const { return 0; }
  void add(Total& total, T element) const { merge(total, is_not_zero(element)); }
  void merge(Total& total, Total other) const { total |= other; }
};

template <typename T>
struct All : Reducer<All<T>, T, std::uint8_t> {
  using Total = std::uint8_t;
  static constexpr bool cascades = false;
  Total start() const { return 1; }
  void add(Total& total, T element) const { merge(total, is_not_zero(element)); }
  void merge(Total& total, Total other) const { total &= other; }
};

template <typename T>
struct Count : Reducer<Count<T>, T, std::int64_t> {
  using Total = std::int64_t;
  static constexpr bool cascades = false;
  Total start() const { return 0; }
  void add(Total& total, T element) const { total += is_not_zero(element); }
  void merge(Total& total, Total other) const { total += other; }
};

template <template <typename> typename TheReducer>
at::Tensor reduced(const char* name, const at::Tensor& self, c10::IntArrayRef dims, bool keepdim,
                   c10::ScalarType type) {
  const Reduction reduction(name, self, dims, keepdim);
  at::Tensor out = empty(reduction.sizes(), type, self.device());
  if (!has_bytes(out)) return out;
  visit_dtype(self.scalar_type(), [&](auto tag) {
    using R = TheReducer<decltype(tag)>;
    auto* const to = static_cast<typename R::Total*>(out.data_ptr());
    ReductionLoop(reduction, self).run(elements_of(self), R(), [to](std::int64_t index, auto total) {
      to[index] = total;
    });
  });
  return out;
}

// Bytes were truth values before there was bool.
c10::ScalarType truth_type(const at::Tensor& self) {
  return self.scalar_type() == c10::kByte ? c10::kByte : c10::kBool;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

template <>
at::Tensor Kernel<operators::any>::call(const at::Tensor& self) {
  return reduced<Any>("any", self, {}, false, truth_type(self));
}
template <>
at::Tensor Kernel<operators::any_dim>::call(const at::Tensor& self, std::int64_t dim, bool keepdim) {
  return reduced<Any>("any", self, dim, keepdim, truth_type(self));
}
template <>
at::Tensor Kernel<operators::all>::call(const at::Tensor& self) {
  return reduced<All>("all", self, {}, false, truth_type(self));
}
template <>
at::Tensor Kernel<operators::all_dim>::call(const at::Tensor& self, std::int64_t dim, bool keepdim) {
  return reduced<All>("all", self, dim, keepdim, truth_type(self));
}
template <>
at::Tensor Kernel<operators::count_nonzero>::call(const at::Tensor& self, c10::optional<std::int64_t> dim) {
  const c10::IntArrayRef dims = dim.has_value() ? c10::IntArrayRef(&*dim, 1) : c10::IntArrayRef();
  return reduced<Count>("count_nonzero", self, dims, false, c10::kLong);
}

}  // namespace modecheck::engine
