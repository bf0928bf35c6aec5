// Declares torch::enumtype::OneOf, the type of an option that takes one of several enumerators. It has what
// c10::variant has for that, and takes compilers less time.
#pragma once

#include <cstddef>
#include <type_traits>

#include "engine/nn/options/enumerators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace enumtype {

template <typename... Enumerators>
class OneOf {
 public:
  template <typename One, typename = std::enable_if_t<(std::is_same_v<One, Enumerators> || ...)>>
  constexpr OneOf(One /*enumerator*/) : number_(One::number) {}

  // Makes the value from the number of one of the enumerators.
  static constexpr OneOf of(Enumerator number) {
    OneOf out;
    out.number_ = number;
    return out;
  }

  constexpr Enumerator number() const { return number_; }
  // Returns the place of the enumerator among those that the option takes.
  constexpr std::size_t index() const {
    std::size_t out = 0;
    bool found = false;
    ((found = found || number_ == Enumerators::number, out += found ? 0 : 1), ...);
    return out;
  }

 private:
  constexpr OneOf() = default;
  Enumerator number_{};
};

template <typename... Enumerators>
Enumerator number_of(const OneOf<Enumerators...>& value) {
  return value.number();
}

template <typename One, typename... Enumerators>
constexpr bool holds_alternative(const OneOf<Enumerators...>& value) {
  return value.number() == One::number;
}
// Returns null if the value is another enumerator.
template <typename One, typename... Enumerators>
const One* get_if(const OneOf<Enumerators...>* value) {
  static constexpr One one{};
  return value->number() == One::number ? &one : nullptr;
}
// Calls the function with the enumerator.
template <typename Function, typename First, typename... Rest>
decltype(auto) visit(Function&& function, const OneOf<First, Rest...>& value) {
  if constexpr (sizeof...(Rest) > 0)
    if (value.number() != First::number) return visit(function, OneOf<Rest...>::of(value.number()));
  return function(First());
}

}  // namespace enumtype
}  // namespace modecheck_v1
}  // namespace torch

namespace c10 {
inline namespace modecheck_v1 {
using torch::enumtype::get_if;
using torch::enumtype::holds_alternative;
using torch::enumtype::visit;
}  // namespace modecheck_v1
}  // namespace c10
