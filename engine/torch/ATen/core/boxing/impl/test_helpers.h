// Defines helpers with which tests call custom operators. This header needs GoogleTest and its matchers.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "ATen/ATen.h"
#include "ATen/core/dispatch/Dispatcher.h"

// Returns the arguments as a stack of boxed values.
template <class... Inputs>
inline std::vector<c10::IValue> makeStack(Inputs&&... inputs) {
  return {std::forward<Inputs>(inputs)...};
}

// Returns a tensor of one float that has the given dispatch keys and ADInplaceOrView. Its elements are on the CPU,
// whatever its keys. `requires_grad` adds the Autograd key.
inline at::Tensor dummyTensor(c10::DispatchKeySet keys, bool requires_grad = false) {
  keys = keys.add(c10::DispatchKey::ADInplaceOrView);
  if (requires_grad) keys = keys.add(c10::DispatchKey::AutogradFunctionality);
  at::Tensor out(c10::intrusive_ptr<c10::TensorImpl>::reclaim(new c10::TensorImpl(
      c10::StorageImpl::create(sizeof(float), c10::kCPU), keys, c10::kFloat, c10::kCPU,
      c10::intrusive_ptr<modecheck::engine::VersionCounter>::reclaim(new modecheck::engine::VersionCounter))));
  return out;
}
inline at::Tensor dummyTensor(c10::DispatchKey key, bool requires_grad = false) {
  return dummyTensor(c10::DispatchKeySet(key), requires_grad);
}

// Calls the operator with boxed arguments and returns its boxed results.
template <class... Args>
inline std::vector<c10::IValue> callOp(const c10::OperatorHandle& op, Args... args) {
  auto stack = makeStack(std::forward<Args>(args)...);
  op.callBoxed(&stack);
  return stack;
}
// Calls the operator with its C++ signature and returns its result.
template <class Result, class... Args>
inline Result callOpUnboxed(const c10::OperatorHandle& op, Args... args) {
  return op.typed<Result(Args...)>().call(std::forward<Args>(args)...);
}
template <class Result, class... Args>
inline Result callOpUnboxedWithPrecomputedDispatchKeySet(const c10::OperatorHandle& op, c10::DispatchKeySet keys,
                                                         Args... args) {
  return op.typed<Result(Args...)>().redispatch(keys, std::forward<Args>(args)...);
}

inline void expectDoesntFindKernel(const char* name, c10::DispatchKey key) {
  const auto op = c10::Dispatcher::singleton().findSchema({name, ""});
  EXPECT_ANY_THROW(callOp(*op, dummyTensor(key), 5));
}
inline void expectDoesntFindOperator(const char* name) {
  EXPECT_FALSE(c10::Dispatcher::singleton().findSchema({name, ""}).has_value());
}
template <class Exception, class Functor>
inline void expectThrows(Functor&& functor, const char* part_of_message) {
  try {
    std::forward<Functor>(functor)();
  } catch (const Exception& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(part_of_message));
    return;
  }
  ADD_FAILURE() << "nothing was thrown, and not an exception with \"" << part_of_message << '"';
}

// Each overload of this function expects that two lists have equal lengths and equal elements.
template <class T>
void expectListEquals(c10::ArrayRef<T> expected, c10::ArrayRef<T> actual) {
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(expected[i], actual[i]);
}
template <class T>
void expectListEquals(c10::ArrayRef<T> expected, const std::vector<T>& actual) {
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(expected[i], actual[i]);
}
template <class T>
void expectListEquals(c10::ArrayRef<T> expected, const c10::List<T>& actual) {
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(expected[i], actual.get(i));
}
template <class T, std::size_t N>
void expectListEquals(c10::ArrayRef<T> expected, const std::array<T, N>& actual) {
  ASSERT_EQ(expected.size(), N);
  for (std::size_t i = 0; i < N; ++i) EXPECT_EQ(expected[i], actual[i]);
}

// Returns the dispatch key of the tensor's backend.
inline c10::DispatchKey extractDispatchKey(const at::Tensor& tensor) {
  return c10::legacyExtractDispatchKey(tensor.key_set());
}
