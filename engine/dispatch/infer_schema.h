// Infers a schema from a kernel's C++ signature: `double f(const at::Tensor&, int64_t)` gives "(Tensor _0, int _1) ->
// float _0". Aliases, argument names and default values cannot be inferred.
#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/dispatch/boxing.h"
#include "engine/dispatch/cpp_signature.h"
#include "engine/dispatch/function_schema.h"

namespace modecheck::engine {

namespace detail {

template <typename... Ts>
std::vector<c10::Argument> arguments_of() {
  std::size_t index = 0;
  std::vector<c10::Argument> out;
  (out.emplace_back("_" + std::to_string(index++), Boxed<std::remove_cv_t<std::remove_reference_t<Ts>>>::schema_type()),
   ...);
  return out;
}

template <typename Result>
struct Returns {
  static std::vector<c10::Argument> get() { return arguments_of<Result>(); }
};
template <>
struct Returns<void> {
  static std::vector<c10::Argument> get() { return {}; }
};
template <typename... Results>
struct Returns<std::tuple<Results...>> {
  static std::vector<c10::Argument> get() { return arguments_of<Results...>(); }
};

template <typename Function>
struct Inferred;
template <typename Result, typename... Arguments>
struct Inferred<Result(Arguments...)> {
  static c10::FunctionSchema get() { return {"", "", arguments_of<Arguments...>(), Returns<Result>::get()}; }
};

}  // namespace detail

template <typename Callable>
c10::FunctionSchema infer_schema() {
  return detail::Inferred<typename FunctionOf<std::decay_t<Callable>>::type>::get();
}

}  // namespace modecheck::engine
