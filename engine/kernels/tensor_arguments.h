// Declares functions that visit the tensors among an operator's arguments.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/core/tensor/tensor.h"
#include "engine/dispatch/facts.h"

namespace modecheck::engine {

namespace detail {

template <typename Visit>
void visit_tensors(Visit& visit, const at::Tensor& tensor) {
  visit(tensor);
}
template <typename Visit>
void visit_tensors(Visit& visit, at::TensorList tensors) {
  for (const at::Tensor& tensor : tensors) visit(tensor);
}
template <typename Visit>
void visit_tensors(Visit& visit, const c10::optional<at::Tensor>& tensor) {
  if (tensor.has_value() && tensor->defined()) visit(*tensor);
}
template <typename Visit, typename T>
void visit_tensors(Visit& /*visit*/, const T& /*no tensor*/) {}

}  // namespace detail

namespace detail {

template <typename Op, typename Visit, std::size_t... I, typename... Arguments>
void each_flowing(Visit& visit, std::index_sequence<I...>, const Arguments&... arguments) {
  const auto visit_one = [&](auto flows, const auto& value) {
    if constexpr (decltype(flows)::value) visit_tensors(visit, value);
  };
  (visit_one(std::bool_constant<flows_to<Op>(schema_of<Op>.arguments[I])>(), arguments), ...);
}

}  // namespace detail

// Visits the tensors that gradients flow to, in the schema's order and with each element of a list.
template <typename Op, typename Visit, typename... Arguments>
void each_flowing_tensor(Visit&& visit, const Arguments&... arguments) {
  detail::each_flowing<Op>(visit, std::index_sequence_for<Arguments...>(), arguments...);
}

template <typename Op, typename... Arguments>
bool any_requires_grad(const Arguments&... arguments) {
  bool any = false;
  each_flowing_tensor<Op>([&](const at::Tensor& tensor) { any |= tensor.requires_grad(); }, arguments...);
  return any;
}

// Returns whether the call names a result dtype that cannot require grad, for example an integer dtype (rule M3).
template <typename... Arguments>
bool asks_for_integers(const Arguments&... arguments) {
  const auto asks = [](const auto& value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, c10::optional<c10::ScalarType>>)
      return value.has_value() && !c10::isDifferentiableType(*value);
    else
      return false;
  };
  return (asks(arguments) || ...);
}

template <std::size_t index, typename... Arguments>
const at::Tensor& argument(const Arguments&... arguments) {
  return std::get<index>(std::tie(arguments...));
}

template <std::size_t first, typename Visit, std::size_t... I, typename... Arguments>
void each_argument(Visit& visit, std::index_sequence<I...> /*which, from the first on*/,
                   const Arguments&... arguments) {
  (visit(argument<first + I>(arguments...)), ...);
}

// Visits the tensors that the operator writes, in the schema's order.
template <typename Op, typename Visit, typename... Arguments>
void each_written_tensor(Visit&& visit, const Arguments&... arguments) {
  each_argument<written_argument<Op>>(visit, std::make_index_sequence<written_count<Op>>(), arguments...);
}

}  // namespace modecheck::engine
