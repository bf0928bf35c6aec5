// Calls a function with the elements of two to four tensors, in the order of their indices. The tensors must have
// equally many elements, but may have different sizes. Writes go through raw pointers, so they bump no version counter
// (rule H).
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "ATen/ATen.h"

namespace modecheck::engine::detail {

// Steps through the elements of one tensor in row-major order.
template <typename T>
class ElementWalk final {
 public:
  explicit ElementWalk(const at::Tensor& tensor)
      : at_(tensor.numel() == 0 ? nullptr : tensor.data_ptr<T>()),
        sizes_(tensor.sizes().vec()),
        strides_(tensor.strides().vec()),
        index_(sizes_.size(), 0) {}

  T& operator*() const { return *at_; }
  void next() {
    for (std::size_t d = sizes_.size(); d-- > 0;) {
      at_ += strides_[d];
      if (++index_[d] < sizes_[d]) return;
      at_ -= strides_[d] * sizes_[d];
      index_[d] = 0;
    }
  }

 private:
  T* at_;
  std::vector<std::int64_t> sizes_;
  std::vector<std::int64_t> strides_;
  std::vector<std::int64_t> index_;
};

template <typename... Ts, typename Function, typename... Tensors>
void apply_to_elements(const Function& function, const Tensors&... tensors) {
  const std::int64_t counts[] = {tensors.numel()...};
  for (const std::int64_t count : counts)
    MODECHECK_CHECK(count == counts[0], ErrorClass::Shape,
                    "CPU_tensor_apply: expected tensors of equally many elements, but got ", counts[0], " and ", count);
  if (counts[0] == 0) return;
  std::tuple<ElementWalk<Ts>...> walks{ElementWalk<Ts>(tensors)...};
  for (std::int64_t i = 0; i < counts[0]; ++i)
    std::apply(
        [&](auto&... walk) {
          function(*walk...);
          (walk.next(), ...);
        },
        walks);
}

}  // namespace modecheck::engine::detail

namespace at {
inline namespace modecheck_v1 {

template <typename T1, typename T2, typename Function>
void CPU_tensor_apply2(Tensor a, Tensor b, const Function function) {
  modecheck::engine::detail::apply_to_elements<T1, T2>(function, a, b);
}
template <typename T1, typename T2, typename T3, typename Function>
void CPU_tensor_apply3(Tensor a, Tensor b, Tensor c, const Function function) {
  modecheck::engine::detail::apply_to_elements<T1, T2, T3>(function, a, b, c);
}
template <typename T1, typename T2, typename T3, typename T4, typename Function>
void CPU_tensor_apply4(Tensor a, Tensor b, Tensor c, Tensor d, const Function function) {
  modecheck::engine::detail::apply_to_elements<T1, T2, T3, T4>(function, a, b, c, d);
}

}  // namespace modecheck_v1
}  // namespace at
