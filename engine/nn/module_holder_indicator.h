// Defines type traits that distinguish module holders from modules.
#pragma once

#include <type_traits>

namespace torch {
inline namespace modecheck_v1 {
namespace detail {

struct ModuleHolderIndicator {};

template <typename T>
using is_module_holder = std::is_base_of<ModuleHolderIndicator, std::decay_t<T>>;
template <typename T>
using disable_if_module_holder_t = std::enable_if_t<!is_module_holder<T>::value>;

template <typename T, typename Contained, bool is_holder>
struct IsModuleHolderOf : std::false_type {};
template <typename T, typename Contained>
struct IsModuleHolderOf<T, Contained, true> : std::is_same<typename std::decay_t<T>::ContainedType, Contained> {};
template <typename T, typename Contained>
using is_module_holder_of = IsModuleHolderOf<T, Contained, is_module_holder<T>::value>;

}  // namespace detail
}  // namespace modecheck_v1
}  // namespace torch
