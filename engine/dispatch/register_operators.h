// Declares torch::RegisterOperators, libtorch's older way to define custom operators. New code should use
// TORCH_LIBRARY.
//
//   static auto registry = torch::RegisterOperators("my::scale", &scale);
//   static auto registry = torch::RegisterOperators().op(
//       "my::scale(Tensor self) -> Tensor",
//       torch::RegisterOperators::options().kernel<decltype(scale), &scale>(c10::DispatchKey::CPU));
//
// Destroying the object undoes its registrations.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/dispatch/dispatcher.h"

namespace modecheck::engine {

// Calls a kernel that is an object with state, which several copies of this callable share.
template <typename Functor>
struct SharedFunctor {
  std::shared_ptr<Functor> functor;
  template <typename... Arguments>
  decltype(auto) operator()(Arguments&&... arguments) const {
    return (*functor)(std::forward<Arguments>(arguments)...);
  }
};
template <typename Functor>
struct FunctionOf<SharedFunctor<Functor>> : FunctionOf<Functor> {};

}  // namespace modecheck::engine

namespace c10 {
inline namespace modecheck_v1 {

class RegisterOperators final {
 public:
  // The kernels of one operator. A kernel that is registered without a key makes the operator a composite (rule D4).
  class Options final {
   public:
    // Sets the schema. `text` is a schema, or only a name if the schema can be inferred from a kernel's signature.
    Options&& schema(const std::string& text) && {
      MODECHECK_CHECK(!text_.has_value(), modecheck::engine::ErrorClass::Argument, "Tried to register operator ", text,
                      " but specified schema multiple times.");
      text_ = text;
      return std::move(*this);
    }
    // Adds a kernel that is an object. `Functor` is a class derived from OperatorKernel, and the object is constructed
    // from `arguments`.
    template <typename Functor, typename... Arguments>
    std::enable_if_t<std::is_base_of_v<OperatorKernel, Functor>, Options&&> kernel(DispatchKey key,
                                                                                   Arguments&&... arguments) && {
      return std::move(*this).add_functor<Functor>(key, std::forward<Arguments>(arguments)...);
    }
    template <typename Functor, typename... Arguments>
    std::enable_if_t<std::is_base_of_v<OperatorKernel, Functor>, Options&&> catchAllKernel(
        Arguments&&... arguments) && {
      return std::move(*this).add_functor<Functor>(std::nullopt, std::forward<Arguments>(arguments)...);
    }
    // Adds a kernel that is a function known at compile time.
    template <typename Function, Function* function>
    Options&& kernel(DispatchKey key) && {
      return std::move(*this).add(key, CompileTimeFunctionPointer<Function, function>());
    }
    template <typename Function, Function* function>
    Options&& catchAllKernel() && {
      return std::move(*this).add(std::nullopt, CompileTimeFunctionPointer<Function, function>());
    }
    // Adds a kernel that is a boxed function.
    template <KernelFunction::BoxedKernelFunction* function>
    Options&& kernel(DispatchKey key) && {
      return std::move(*this).add(key, {KernelFunction::makeFromBoxedFunction<function>(), {}, {}, {}});
    }
    template <KernelFunction::BoxedKernelFunction* function>
    Options&& catchAllKernel() && {
      return std::move(*this).add(std::nullopt, {KernelFunction::makeFromBoxedFunction<function>(), {}, {}, {}});
    }
    // Adds a kernel that is an object with one call operator, such as a lambda.
    template <typename Lambda>
    std::enable_if_t<!std::is_base_of_v<OperatorKernel, std::decay_t<Lambda>>, Options&&> kernel(DispatchKey key,
                                                                                                 Lambda&& lambda) && {
      return std::move(*this).add(key, std::decay_t<Lambda>(std::forward<Lambda>(lambda)));
    }
    template <typename Lambda>
    std::enable_if_t<!std::is_base_of_v<OperatorKernel, std::decay_t<Lambda>>, Options&&> catchAllKernel(
        Lambda&& lambda) && {
      return std::move(*this).add(std::nullopt, std::decay_t<Lambda>(std::forward<Lambda>(lambda)));
    }

   private:
    friend RegisterOperators;
    using Registered = modecheck::engine::OperatorEntry::Registered;

    Options&& add(std::optional<DispatchKey> key, Registered kernel) && {
      kernels_.emplace_back(key, std::move(kernel));
      return std::move(*this);
    }
    template <typename Callable>
    Options&& add(std::optional<DispatchKey> key, Callable callable) && {
      auto signature = impl::CppSignature::make<Callable>();
      auto inferred = modecheck::engine::infer_schema<Callable>();
      return std::move(*this).add(
          key, Registered{KernelFunction::makeFromUnboxed(std::move(callable)), signature, std::move(inferred), {}});
    }
    template <typename Functor, typename... Arguments>
    Options&& add_functor(std::optional<DispatchKey> key, Arguments&&... arguments) && {
      return std::move(*this).add(key, modecheck::engine::SharedFunctor<Functor>{
                                           std::make_shared<Functor>(std::forward<Arguments>(arguments)...)});
    }

    std::optional<std::string> text_;
    std::vector<std::pair<std::optional<DispatchKey>, Registered>> kernels_;
  };
  static Options options() { return {}; }

  RegisterOperators() = default;
  template <typename Callable>
  RegisterOperators(const std::string& text, Callable&& callable) {
    register_op(options().schema(text).catchAllKernel(std::forward<Callable>(callable)));
  }
  RegisterOperators(const std::string& text, Options&& kernels) { register_op(std::move(kernels).schema(text)); }

  RegisterOperators&& op(Options&& kernels) && {
    register_op(std::move(kernels));
    return std::move(*this);
  }
  RegisterOperators&& op(const std::string& text, Options&& kernels = options()) && {
    register_op(std::move(kernels).schema(text));
    return std::move(*this);
  }
  // Defines an operator with one kernel for all keys, which makes it a composite (rule D4).
  template <typename Callable>
  std::enable_if_t<!std::is_same_v<std::decay_t<Callable>, Options>, RegisterOperators&&> op(const std::string& text,
                                                                                             Callable&& callable) && {
    register_op(options().schema(text).catchAllKernel(std::forward<Callable>(callable)));
    return std::move(*this);
  }

 private:
  void register_op(Options&& kernels);

  std::vector<RegistrationHandleRAII> registrations_;
};

}  // namespace modecheck_v1
}  // namespace c10

namespace torch {
inline namespace modecheck_v1 {
using c10::RegisterOperators;
}
}  // namespace torch
