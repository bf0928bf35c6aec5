// Declares a handle to an operator of the catalogue or to a custom operator. The operator is called boxed or with a C++
// signature.
//
//   static auto op = c10::Dispatcher::singleton().findSchemaOrThrow("my::scale_", "")
//                        .typed<at::Tensor&(at::Tensor&, double)>();
//   op.call(tensor, 2.0);
//   op.redispatch(keys & c10::after_ADInplaceOrView_keyset, tensor, 2.0);   // within a kernel (rule D2)
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/dispatch/boxed_operator.h"
#include "engine/dispatch/infer_schema.h"
#include "engine/dispatch/operator_entry.h"

namespace modecheck::engine::detail {

// Computes the union of the key sets of all tensors among the arguments (rule D1). An undefined tensor has no keys.
struct KeysOf {
  c10::DispatchKeySet keys;

  void add(const at::Tensor& tensor) {
    if (tensor.defined()) keys = keys | tensor.key_set();
  }
  void add(at::TensorList tensors) {
    for (const at::Tensor& tensor : tensors) add(tensor);
  }
  void add(const std::vector<at::Tensor>& tensors) { add(at::TensorList(tensors)); }
  void add(const c10::List<at::Tensor>& tensors) { add(at::TensorList(tensors)); }
  void add(const c10::optional<at::Tensor>& tensor) {
    if (tensor.has_value()) add(*tensor);
  }
  void add(const std::vector<c10::optional<at::Tensor>>& tensors) {
    for (const auto& tensor : tensors) add(tensor);
  }
  void add(const c10::List<c10::optional<at::Tensor>>& tensors) {
    for (const auto& tensor : tensors) add(tensor);
  }
  template <typename T>
  void add(const T& /*no tensor*/) {}
};

}  // namespace modecheck::engine::detail

namespace c10 {
inline namespace modecheck_v1 {

template <typename Function>
class TypedOperatorHandle;

class OperatorHandle {
 public:
  explicit OperatorHandle(const modecheck::engine::BoxedOperator* boxed) : boxed_(boxed) {}
  explicit OperatorHandle(const modecheck::engine::OperatorEntry* entry) : entry_(entry) {}

  // Returns the operator's name. The reference stays valid until the program ends.
  const OperatorName& operator_name() const;
  bool hasSchema() const { return boxed_ != nullptr || entry_->has_schema(); }
  // Returns the operator's schema. Raises if the operator is not defined.
  FunctionSchema schema() const;
  // Returns the file and line of the `m.def` call, or an empty string for operators of the catalogue.
  std::string debug() const { return boxed_ != nullptr ? std::string() : entry_->where_defined(); }

  // Returns a handle with which the operator is called with a C++ signature. Raises unless the operator's kernels have
  // this signature. For an operator of the catalogue the signature must fit the schema.
  template <typename Function>
  TypedOperatorHandle<Function> typed() const;

  // Calls the operator boxed: takes the arguments from the end of the stack and leaves the results there. Missing
  // trailing arguments are not filled in with their defaults.
  void callBoxed(torch::jit::Stack* stack) const { callBoxed(*stack); }
  void callBoxed(torch::jit::Stack& stack) const {
    if (boxed_ != nullptr)
      boxed_->call(stack, nullptr);
    else
      call_custom(stack);
  }
  // Runs the kernel of the highest key in `keys` (rule D2).
  void redispatchBoxed(DispatchKeySet keys, torch::jit::Stack* stack) const;
  // Runs the operator's kernel for this key, whatever keys the arguments have.
  void callBoxedForDispatchKey(DispatchKey key, torch::jit::Stack& stack) const;

  // Returns whether a kernel is registered for exactly this key.
  bool hasKernelForDispatchKey(DispatchKey key) const;
  // Returns whether a call with this key finds a kernel, whether registered directly, through an alias key or as a
  // fallback.
  bool hasComputedKernelForDispatchKey(DispatchKey key) const;
  std::string dumpComputedTable() const { return boxed_ == nullptr ? entry_->dump() : std::string(); }
  bool operator==(const OperatorHandle& other) const { return boxed_ == other.boxed_ && entry_ == other.entry_; }
  bool operator!=(const OperatorHandle& other) const { return !(*this == other); }

 protected:
  void call_custom(torch::jit::Stack& stack) const;
  void check_fits(const FunctionSchema& inferred) const;

  // One of the pointers `entry_` and `boxed_` is null: `entry_` for an operator of the catalogue, and `boxed_` for a
  // custom operator.
  const modecheck::engine::BoxedOperator* boxed_ = nullptr;
  const modecheck::engine::OperatorEntry* entry_ = nullptr;
};

template <typename Result, typename... Arguments>
class TypedOperatorHandle<Result(Arguments...)> final : public OperatorHandle {
 public:
  Result call(Arguments... arguments) const {
    if (entry_ == nullptr) return call_catalogue(nullptr, std::forward<Arguments>(arguments)...);
    modecheck::engine::detail::KeysOf tensors;
    (tensors.add(arguments), ...);
    const DispatchKeySet keys = entry_->call_keys(tensors.keys);
    return entry_->lookup(keys).template call<Result, Arguments...>(*this, keys, std::forward<Arguments>(arguments)...);
  }
  // Runs the kernel of the highest key in `keys`, without computing the union of the arguments' keys (rule D2).
  Result redispatch(DispatchKeySet keys, Arguments... arguments) const {
    if (entry_ == nullptr) return call_catalogue(&keys, std::forward<Arguments>(arguments)...);
    keys = entry_->below(keys);
    return entry_->lookup(keys).template call<Result, Arguments...>(*this, keys, std::forward<Arguments>(arguments)...);
  }

 private:
  friend OperatorHandle;
  explicit TypedOperatorHandle(OperatorHandle handle) : OperatorHandle(handle) {}

  // Calls an operator of the catalogue through the boxed interface. Code that calls the operator by its C++ name uses
  // the function in at:: instead.
  Result call_catalogue(const DispatchKeySet* keys, Arguments... arguments) const {
    torch::jit::Stack stack;
    stack.reserve(sizeof...(Arguments));
    (stack.emplace_back(arguments), ...);
    boxed_->call(stack, keys);
    return modecheck::engine::detail::TakeResults<Result>::take(stack, arguments...);
  }
};

template <typename Function>
TypedOperatorHandle<Function> OperatorHandle::typed() const {
  if (entry_ != nullptr)
    entry_->check_signature(impl::CppSignature::make<Function>());
  else
    check_fits(modecheck::engine::infer_schema<Function>());
  return TypedOperatorHandle<Function>(*this);
}

}  // namespace modecheck_v1
}  // namespace c10
