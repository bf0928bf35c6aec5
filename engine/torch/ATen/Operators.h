// Defines a function for each operator of the catalogue, named by ATEN_FN(sin) or ATEN_FN2(mul, Tensor). Its parameters
// are exactly those of the schema. A written argument is an at::Tensor&. The function returns references to all written
// arguments, as a std::tuple if there are several.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "ATen/ATen.h"
#include "engine/dispatch/call.h"
#include "spec/operators/catalogue.h"

namespace modecheck::engine {

template <typename T, std::size_t /*index*/>
using EachOf = T;
template <typename Op, typename Indices = std::make_index_sequence<written_count<Op>>>
struct WrittenArguments;
template <typename Op, std::size_t... I>
struct WrittenArguments<Op, std::index_sequence<I...>> {
  using type = std::conditional_t<sizeof...(I) == 1, at::Tensor&, std::tuple<EachOf<at::Tensor&, I>...>>;
  template <typename Arguments>
  static type of(const Arguments& arguments) {
    return type(std::get<written_argument<Op> + I>(arguments)...);
  }
};

template <typename Op, typename Function, typename Indices>
struct SchemaFunction;
template <typename Op, typename Result, typename... Arguments, std::size_t... I>
struct SchemaFunction<Op, Result(Arguments...), std::index_sequence<I...>> {
  static constexpr bool writes = std::is_void_v<Result>;
  template <std::size_t index, typename Argument>
  using Parameter =
      std::conditional_t < writes&& index - written_argument<Op><written_count<Op>, at::Tensor&, Argument>;
  using Returned = typename std::conditional_t<writes, WrittenArguments<Op>, std::common_type<Result>>::type;

  static Returned call(Parameter<I, Arguments>... arguments) {
    if constexpr (writes) {
      engine::call<Op>(static_cast<Arguments>(arguments)...);
      return WrittenArguments<Op>::of(std::tie(arguments...));
    } else {
      return engine::call<Op>(static_cast<Arguments>(arguments)...);
    }
  }
};
template <typename Op>
using SchemaFunctionOf = SchemaFunction<Op, Signature<Op>, std::make_index_sequence<schema_of<Op>.argument_count>>;

}  // namespace modecheck::engine

#define ATEN_FN(name) ::modecheck::engine::SchemaFunctionOf<::modecheck::spec::operators::name>::call
#define ATEN_FN2(name, overload) ATEN_FN(name##_##overload)
