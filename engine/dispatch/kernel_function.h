// Declares the type-erased kernel of a custom operator. Every kernel can be called boxed. A kernel that was made from a
// function with a C++ signature can also be called directly, through a function pointer.
#pragma once

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/dispatch/boxing.h"
#include "engine/dispatch/cpp_signature.h"

namespace c10 {
inline namespace modecheck_v1 {

class OperatorHandle;

// The base class of kernels that are objects with state, as in libtorch.
struct OperatorKernel {
  OperatorKernel() = default;
  OperatorKernel(const OperatorKernel&) = delete;
  OperatorKernel& operator=(const OperatorKernel&) = delete;
  virtual ~OperatorKernel() = default;
};

// The type of TORCH_FN(f), which names a function known at compile time.
template <typename Function, Function* function>
struct CompileTimeFunctionPointer final {
  using FuncType = Function;
  template <typename... Arguments>
  decltype(auto) operator()(Arguments&&... arguments) const {
    return function(std::forward<Arguments>(arguments)...);
  }
};

}  // namespace modecheck_v1
}  // namespace c10

#define TORCH_FN(f) \
  (::c10::CompileTimeFunctionPointer<std::remove_pointer_t<std::remove_reference_t<decltype(f)>>, f>())

namespace modecheck::engine {

template <typename Function, Function* function>
struct FunctionOf<c10::CompileTimeFunctionPointer<Function, function>> : FunctionOf<Function> {};

namespace detail {

template <typename Callable>
struct CallableKernel final : c10::OperatorKernel {
  explicit CallableKernel(Callable c) : callable(std::move(c)) {}
  Callable callable;
};

// Defines how a callable is called with boxed arguments, and how it is called directly.
template <typename Callable, typename Function = typename FunctionOf<Callable>::type>
struct KernelCalls;

template <typename Callable, typename Result, typename... Arguments>
struct KernelCalls<Callable, Result(Arguments...)> {
  static Result call(c10::OperatorKernel* kernel, c10::DispatchKeySet keys, Arguments... arguments) {
    Callable& callable = static_cast<CallableKernel<Callable>*>(kernel)->callable;
    if constexpr (FunctionOf<Callable>::takes_keys)
      return callable(keys, std::forward<Arguments>(arguments)...);
    else
      return callable(std::forward<Arguments>(arguments)...);
  }
  static void call_boxed(c10::OperatorKernel* kernel, const c10::OperatorHandle& /*op*/, c10::DispatchKeySet keys,
                         torch::jit::Stack* stack) {
    call_boxed(kernel, keys, *stack, std::index_sequence_for<Arguments...>());
  }

 private:
  template <std::size_t... I>
  static void call_boxed(c10::OperatorKernel* kernel, c10::DispatchKeySet keys, torch::jit::Stack& stack,
                         std::index_sequence<I...>) {
    constexpr std::size_t count = sizeof...(Arguments);
    MODECHECK_CHECK(stack.size() >= count, ErrorClass::Argument, "boxed call: expected ", count,
                    " arguments but the stack has ", stack.size());
    [[maybe_unused]] const std::size_t first = stack.size() - count;
    if constexpr (std::is_void_v<Result>) {
      call(kernel, keys, unbox<Arguments>(stack[first + I])...);
      stack.resize(stack.size() - count);
    } else {
      // The result is copied before the arguments are removed from the stack, because it may refer to one of them.
      std::decay_t<Result> result = call(kernel, keys, unbox<Arguments>(stack[first + I])...);
      stack.resize(stack.size() - count);
      push_result(stack, std::move(result));
    }
  }
  template <typename T>
  static void push_result(torch::jit::Stack& stack, T result) {
    stack.emplace_back(std::move(result));
  }
  template <typename... Ts>
  static void push_result(torch::jit::Stack& stack, std::tuple<Ts...> results) {
    std::apply([&](auto&... each) { (stack.emplace_back(std::decay_t<Ts>(std::move(each))), ...); }, results);
  }
};

// Converts the results of a boxed kernel for a caller that uses a C++ signature. If the signature returns a reference,
// the result is the written argument. That is the first tensor, unless the first tensor is const and the last argument
// is a non-const tensor (out=).
template <typename Result>
struct TakeResults {
  template <typename... Arguments>
  static Result take(torch::jit::Stack& stack, Arguments&... arguments) {
    if constexpr (std::is_same_v<Result, at::Tensor&> || std::is_same_v<Result, const at::Tensor&>) {
      return written(arguments...);
    } else {
      MODECHECK_CHECK(!stack.empty(), ErrorClass::Argument, "boxed kernel: left no result on the stack");
      return stack.back().to<Result>();
    }
  }

 private:
  static at::Tensor& writable(const at::Tensor& tensor) { return const_cast<at::Tensor&>(tensor); }
  template <typename First, typename... Rest>
  static at::Tensor& written(First& first, Rest&... rest) {
    if constexpr (std::is_same_v<std::remove_const_t<First>, at::Tensor>) {
      if constexpr (sizeof...(Rest) == 0 || !std::is_const_v<First>)
        return writable(first);
      else
        return last_or(writable(first), rest...);
    } else {
      return written(rest...);
    }
  }
  template <typename... Rest>
  static at::Tensor& last_or(at::Tensor& first, Rest&... rest) {
    auto& last = std::get<sizeof...(Rest) - 1>(std::tie(rest...));
    if constexpr (std::is_same_v<std::remove_reference_t<decltype(last)>, at::Tensor>)
      return last;
    else
      return first;
  }
};
template <>
struct TakeResults<void> {
  template <typename... Arguments>
  static void take(torch::jit::Stack& /*stack*/, Arguments&... /*arguments*/) {}
};
template <typename... Results>
struct TakeResults<std::tuple<Results...>> {
  template <typename... Arguments>
  static std::tuple<Results...> take(torch::jit::Stack& stack, Arguments&... /*arguments*/) {
    constexpr std::size_t count = sizeof...(Results);
    MODECHECK_CHECK(stack.size() >= count, ErrorClass::Argument, "boxed kernel: expected ", count,
                    " results but the stack has ", stack.size());
    return take_each(stack, stack.size() - count, std::index_sequence_for<Results...>());
  }

 private:
  template <std::size_t... I>
  static std::tuple<Results...> take_each(torch::jit::Stack& stack, std::size_t first, std::index_sequence<I...>) {
    return std::tuple<Results...>(stack[first + I].to<Results>()...);
  }
};

}  // namespace detail

}  // namespace modecheck::engine

namespace c10 {
inline namespace modecheck_v1 {

class KernelFunction final {
 public:
  using BoxedCall = void (*)(OperatorKernel*, const OperatorHandle&, DispatchKeySet, torch::jit::Stack*);
  using BoxedKernelFunction = void(const OperatorHandle&, torch::jit::Stack*);
  using BoxedKernelFunction_withDispatchKeys = void(const OperatorHandle&, DispatchKeySet, torch::jit::Stack*);

  // Constructs an invalid kernel function, without a kernel.
  KernelFunction() = default;

  static KernelFunction makeFallthrough() {
    KernelFunction out;
    out.boxed_ = &fall_through;
    return out;
  }
  template <BoxedKernelFunction* function>
  static KernelFunction makeFromBoxedFunction() {
    KernelFunction out;
    out.boxed_ = [](OperatorKernel*, const OperatorHandle& op, DispatchKeySet, torch::jit::Stack* stack) {
      function(op, stack);
    };
    return out;
  }
  template <BoxedKernelFunction_withDispatchKeys* function>
  static KernelFunction makeFromBoxedFunction() {
    KernelFunction out;
    out.boxed_ = [](OperatorKernel*, const OperatorHandle& op, DispatchKeySet keys, torch::jit::Stack* stack) {
      function(op, keys, stack);
    };
    return out;
  }
  // Makes a kernel from an object, which is called as `functor(op, keys, stack)`.
  template <typename Functor>
  static KernelFunction makeFromBoxedFunctor(std::unique_ptr<Functor> functor) {
    KernelFunction out;
    out.kernel_ = std::move(functor);
    out.boxed_ = [](OperatorKernel* kernel, const OperatorHandle& op, DispatchKeySet keys, torch::jit::Stack* stack) {
      (*static_cast<Functor*>(kernel))(op, keys, stack);
    };
    return out;
  }
  // Makes a kernel from `callable`: a function pointer, TORCH_FN(f), or an object with one call operator.
  template <typename Callable>
  static KernelFunction makeFromUnboxed(Callable callable) {
    using Calls = modecheck::engine::detail::KernelCalls<Callable>;
    KernelFunction out;
    out.kernel_ = std::make_shared<modecheck::engine::detail::CallableKernel<Callable>>(std::move(callable));
    out.boxed_ = &Calls::call_boxed;
    out.unboxed_ = reinterpret_cast<Unboxed>(&Calls::call);
    return out;
  }

  bool isValid() const { return boxed_ != nullptr; }
  bool isFallthrough() const { return boxed_ == &fall_through; }
  bool isValidUnboxed() const { return unboxed_ != nullptr; }

  void callBoxed(const OperatorHandle& op, DispatchKeySet keys, torch::jit::Stack* stack) const {
    boxed_(kernel_.get(), op, keys, stack);
  }
  // Calls the kernel. `Result(Arguments...)` must be the kernel's own signature; the caller has already checked that.
  template <typename Result, typename... Arguments>
  Result call(const OperatorHandle& op, DispatchKeySet keys, Arguments... arguments) const {
    if (unboxed_ != nullptr) [[likely]] {
      const auto function = reinterpret_cast<Result (*)(OperatorKernel*, DispatchKeySet, Arguments...)>(unboxed_);
      return function(kernel_.get(), keys, std::forward<Arguments>(arguments)...);
    }
    torch::jit::Stack stack;
    stack.reserve(sizeof...(Arguments));
    (stack.emplace_back(arguments), ...);
    boxed_(kernel_.get(), op, keys, &stack);
    return modecheck::engine::detail::TakeResults<Result>::take(stack, arguments...);
  }

 private:
  using Unboxed = void (*)();

  // The function of a kernel that falls through, which raises Unsupported. A call does not reach it, because its key
  // set does not contain keys that fall through. Only a caller who names such a key does.
  [[noreturn]] static void fall_through(OperatorKernel* kernel, const OperatorHandle& op, DispatchKeySet keys,
                                        torch::jit::Stack* stack);

  std::shared_ptr<OperatorKernel> kernel_;
  BoxedCall boxed_ = nullptr;
  Unboxed unboxed_ = nullptr;
};

}  // namespace modecheck_v1
}  // namespace c10
