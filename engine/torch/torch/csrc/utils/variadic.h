// Defines helpers for templates with any number of arguments.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace torch {
inline namespace modecheck_v1 {

using std::decay_t;
using std::enable_if_t;
template <bool value>
using bool_constant = std::integral_constant<bool, value>;

template <bool... values>
struct all_of : std::bool_constant<(values && ...)> {};
template <bool... values>
struct any_of : std::bool_constant<(values || ...)> {};
template <bool... values>
using enable_if_all_of_t = std::enable_if_t<all_of<values...>::value>;
template <bool... values>
using disable_if_contains_t = std::enable_if_t<all_of<(!values)...>::value>;

// Calls `function` with each argument in turn.
template <typename Function, typename... Arguments>
void apply(Function function, Arguments&&... arguments) {
  (static_cast<void>(function(std::forward<Arguments>(arguments))), ...);
}

}  // namespace modecheck_v1
}  // namespace torch
