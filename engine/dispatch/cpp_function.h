// Declares torch::CppFunction, the argument of `m.def` and `m.impl`. It is made from a function, an object with one
// call operator, or a boxed function.
#pragma once

#include <optional>
#include <string>
#include <type_traits>

#include "engine/dispatch/infer_schema.h"
#include "engine/dispatch/kernel_function.h"

namespace torch {
inline namespace modecheck_v1 {

class CppFunction final {
 public:
  // Makes a kernel from a function, a function pointer, TORCH_FN(f), or an object with one call operator. If the first
  // parameter is a c10::DispatchKeySet, it receives the key set of the dispatch.
  template <typename Callable, std::enable_if_t<!std::is_same_v<std::decay_t<Callable>, CppFunction>, int> = 0>
  explicit CppFunction(Callable&& callable)
      : kernel_(c10::KernelFunction::makeFromUnboxed<std::decay_t<Callable>>(std::forward<Callable>(callable))),
        signature_(c10::impl::CppSignature::make<Callable>()),
        schema_(modecheck::engine::infer_schema<Callable>()) {}
  CppFunction(CppFunction&&) noexcept = default;
  CppFunction& operator=(CppFunction&&) noexcept = default;

  // Returns a kernel that makes the operator skip its key and run the kernel of the next lower key.
  static CppFunction makeFallthrough() { return CppFunction(c10::KernelFunction::makeFallthrough(), 0); }
  template <c10::KernelFunction::BoxedKernelFunction* function>
  static CppFunction makeFromBoxedFunction() {
    return CppFunction(c10::KernelFunction::makeFromBoxedFunction<function>(), 0);
  }
  template <c10::KernelFunction::BoxedKernelFunction_withDispatchKeys* function>
  static CppFunction makeFromBoxedFunction() {
    return CppFunction(c10::KernelFunction::makeFromBoxedFunction<function>(), 0);
  }
  // Makes a kernel from an object. It must have the call operator `operator()(const c10::OperatorHandle&,
  // c10::DispatchKeySet, torch::jit::Stack*)`.
  template <typename Functor>
  static CppFunction makeFromBoxedFunctor(std::unique_ptr<Functor> functor) {
    return CppFunction(c10::KernelFunction::makeFromBoxedFunctor(std::move(functor)), 0);
  }
  template <typename Function>
  static CppFunction makeFromUnboxedFunction(Function function) {
    return CppFunction(function);
  }
  CppFunction&& debug(std::string /*text*/) && { return std::move(*this); }

 private:
  friend class Library;
  template <typename Callable>
  friend CppFunction dispatch(c10::DispatchKey key, Callable&& callable);

  CppFunction(c10::KernelFunction kernel, int /*boxed*/) : kernel_(std::move(kernel)) {}

  c10::KernelFunction kernel_;
  std::optional<c10::impl::CppSignature> signature_;
  std::optional<c10::FunctionSchema> schema_;
  std::optional<c10::DispatchKey> key_;
};

// Makes the callable the kernel of one key, as in `m.impl("name", torch::dispatch(c10::DispatchKey::CPU, f))`.
template <typename Callable>
CppFunction dispatch(c10::DispatchKey key, Callable&& callable) {
  CppFunction out(std::forward<Callable>(callable));
  out.key_ = key;
  return out;
}
template <typename Callable>
CppFunction dispatch(c10::DeviceType device, Callable&& callable) {
  const c10::DispatchKey key = device == c10::kMeta          ? c10::DispatchKey::Meta
                               : device == c10::kCUDA        ? c10::DispatchKey::CUDA
                               : device == c10::kXLA         ? c10::DispatchKey::XLA
                               : device == c10::kLazy        ? c10::DispatchKey::Lazy
                               : device == c10::kPrivateUse1 ? c10::DispatchKey::PrivateUse1
                                                             : c10::DispatchKey::CPU;
  return dispatch(key, std::forward<Callable>(callable));
}

}  // namespace modecheck_v1
}  // namespace torch
