// Declares the stack of a boxed call. The call takes its arguments from the end of the stack and leaves its results
// there.
//
//   torch::jit::Stack stack;
//   torch::jit::push(stack, self, 2.0);
//   op.callBoxed(&stack);
//   at::Tensor result = torch::jit::pop(stack).toTensor();
#pragma once

#include <tuple>
#include <utility>

#include "engine/dispatch/boxing.h"

namespace torch {
inline namespace modecheck_v1 {
namespace jit {

namespace detail {
inline void require_values(const Stack& stack, std::size_t count) {
  MODECHECK_CHECK(stack.size() >= count, modecheck::engine::ErrorClass::Argument, "boxed call: ", count,
                  " values are asked for but the stack has ", stack.size());
}
}  // namespace detail

template <typename... Values>
void push(Stack& stack, Values&&... values) {
  (stack.emplace_back(std::forward<Values>(values)), ...);
}
template <typename... Values>
void push(Stack* stack, Values&&... values) {
  push(*stack, std::forward<Values>(values)...);
}
template <typename T>
void push_one(Stack& stack, T&& value) {
  stack.emplace_back(std::forward<T>(value));
}

// Removes and returns the last value. Raises if the stack is empty.
inline IValue pop(Stack& stack) {
  detail::require_values(stack, 1);
  IValue out = std::move(stack.back());
  stack.pop_back();
  return out;
}
inline IValue pop(Stack* stack) { return pop(*stack); }

// Removes and returns the last `count` values, in the order in which they were pushed.
inline std::vector<IValue> pop(Stack& stack, std::size_t count) {
  detail::require_values(stack, count);
  const auto first = stack.end() - static_cast<std::ptrdiff_t>(count);
  std::vector<IValue> out(std::make_move_iterator(first), std::make_move_iterator(stack.end()));
  stack.erase(first, stack.end());
  return out;
}
// Removes the last values and assigns them to the C++ variables `values`, in the order in which they were pushed:
// pop(stack, tensor, number).
template <typename... Values>
void pop(Stack& stack, Values&... values) {
  detail::require_values(stack, sizeof...(Values));
  std::size_t index = stack.size() - sizeof...(Values);
  ((values = stack[index++].to<std::decay_t<Values>>()), ...);
  stack.resize(stack.size() - sizeof...(Values));
}
inline void drop(Stack& stack, std::size_t count) {
  detail::require_values(stack, count);
  stack.resize(stack.size() - count);
}
inline void drop(Stack* stack, std::size_t count) { drop(*stack, count); }

// Returns the i-th of the last `count` values on the stack, which stays there.
inline IValue& peek(Stack& stack, std::size_t i, std::size_t count) {
  detail::require_values(stack, count);
  return stack[stack.size() - count + i];
}
inline IValue& peek(Stack* stack, std::size_t i, std::size_t count) { return peek(*stack, i, count); }
inline const IValue& peek(const Stack& stack, std::size_t i, std::size_t count) {
  detail::require_values(stack, count);
  return stack[stack.size() - count + i];
}
// Returns a view of the last `count` values on the stack.
inline c10::ArrayRef<IValue> last(const Stack& stack, std::size_t count) {
  detail::require_values(stack, count);
  return c10::ArrayRef<IValue>(stack.data() + (stack.size() - count), count);
}

}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch
