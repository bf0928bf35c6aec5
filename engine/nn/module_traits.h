// Defines type traits of modules.
#pragma once

#include <type_traits>
#include <utility>

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
class Module;
}
namespace detail {

template <typename T>
using is_module = std::is_base_of<nn::Module, std::decay_t<T>>;
template <typename T, typename Result = void>
using enable_if_module_t = std::enable_if_t<is_module<T>::value, Result>;

// Says whether a class has one function `forward` that is no template.
template <typename T, typename = void>
struct has_forward : std::false_type {};
template <typename T>
struct has_forward<T, std::void_t<decltype(&T::forward)>> : std::true_type {};

// Returns whether none of the types is a non-const lvalue reference.
template <typename... Types>
constexpr bool check_not_lvalue_references() {
  return (!(std::is_lvalue_reference_v<Types> && !std::is_const_v<std::remove_reference_t<Types>>)&&...);
}

// The return type of `Module::forward` for these arguments. The type is void if there is no such function.
template <typename Void, typename Module, typename... Arguments>
struct return_type_of_forward_impl {
  using type = void;
};
template <typename Module, typename... Arguments>
struct return_type_of_forward_impl<std::void_t<decltype(std::declval<Module&>().forward(std::declval<Arguments>()...))>,
                                   Module, Arguments...> {
  using type = decltype(std::declval<Module&>().forward(std::declval<Arguments>()...));
};
template <typename Module, typename... Arguments>
struct return_type_of_forward : return_type_of_forward_impl<void, Module, Arguments...> {};
template <typename Module, typename... Arguments>
using return_type_of_forward_t = typename return_type_of_forward<Module, Arguments...>::type;

}  // namespace detail
}  // namespace modecheck_v1
}  // namespace torch
