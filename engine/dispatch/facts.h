// Computes facts about an operator from its declaration, for the dispatcher and the generic kernels. This header does
// not include the whole catalogue, so that adding an operator does not recompile the files that use it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "spec/operators/operator.h"

namespace modecheck::engine {

namespace operators = spec::operators;
using operators::schema_of;

enum class OperatorKind : std::uint8_t {
  Creation,    // the operator has no tensor arguments
  Functional,  // the operator returns fresh tensors and writes no argument
  InPlace,     // the operator changes its first argument: its elements, or its sizes or storage as resize_ and set_ do
  Out,         // the operator writes a keyword argument, usually `out`
  View,        // the operator returns tracked views of its first argument
  Alias,       // the operator returns an untracked alias of its first argument, as detach and view.dtype do
  Composite,   // the operator has no kernels and runs as the operators that it calls (rule D4)
};

// True if the operator is only another name of an operator of the catalogue, whose kernels it uses.
template <typename Op, typename = void>
constexpr bool is_operator_alias = false;
template <typename Op>
constexpr bool is_operator_alias<Op, std::void_t<typename Op::alias_of>> = true;

constexpr std::size_t no_argument = static_cast<std::size_t>(-1);

// The position of the first argument that the operator writes, or no_argument.
template <typename Op>
constexpr std::size_t written_argument = [] {
  for (std::size_t i = 0; i < schema_of<Op>.argument_count; ++i)
    if (schema_of<Op>.arguments[i].write) return i;
  return no_argument;
}();

// The number of arguments that the operator writes. These arguments are adjacent.
template <typename Op>
constexpr std::size_t written_count = [] {
  std::size_t count = 0;
  for (std::size_t i = 0; i < schema_of<Op>.argument_count; ++i) count += schema_of<Op>.arguments[i].write ? 1 : 0;
  return count;
}();

// Returns whether gradients can flow through an argument with this name and type. No gradient flows through a mask, a
// condition, or a tensor of indices or offsets.
constexpr bool is_differentiable_argument(const operators::Argument& argument) {
  return argument.is_tensor() && argument.name != "index" && argument.name != "indices" && argument.name != "mask" &&
         argument.name != "condition" && argument.name != "offsets";
}

// True if the operator's declaration lists further arguments through which no gradient flows.
template <typename Op, typename = void>
constexpr bool names_constants = false;
template <typename Op>
constexpr bool names_constants<Op, std::void_t<decltype(Op::is_constant(""))>> = true;

// Returns whether a gradient can flow to this argument of the operator.
template <typename Op>
constexpr bool flows_to(const operators::Argument& argument) {
  if constexpr (names_constants<Op>) {
    if (Op::is_constant(argument.name)) return false;
  }
  return is_differentiable_argument(argument);
}

template <typename Op>
constexpr OperatorKind kind_of = [] {
  using operators::Family;
  if (Op::composite) return OperatorKind::Composite;
  if (Op::family == Family::Creation) return OperatorKind::Creation;
  if (Op::family == Family::View || Op::family == Family::MultiView) return OperatorKind::View;
  if (Op::family == Family::Alias) return OperatorKind::Alias;
  if (written_argument<Op> == no_argument) return OperatorKind::Functional;
  return schema_of<Op>.arguments[written_argument<Op>].keyword_only ? OperatorKind::Out : OperatorKind::InPlace;
}();

}  // namespace modecheck::engine
