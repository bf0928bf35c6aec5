// Declares torch::nn::AnyModule, which holds a module of any class that has a function forward(), and calls it.
#pragma once

#include <memory>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "engine/nn/containers/any_module_holder.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/module_traits.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

// A copy shares the module. The functions raise an Argument error if there is none.
class AnyModule {
 public:
  AnyModule() = default;
  template <typename ModuleType>
  explicit AnyModule(std::shared_ptr<ModuleType> module) : content_(hold(std::move(module))) {}
  template <typename ModuleType, typename = torch::detail::enable_if_module_t<ModuleType>>
  explicit AnyModule(ModuleType&& module)
      : AnyModule(std::make_shared<std::decay_t<ModuleType>>(std::forward<ModuleType>(module))) {}
  template <typename ModuleType>
  explicit AnyModule(const ModuleHolder<ModuleType>& holder) : AnyModule(holder.ptr()) {}
  AnyModule(AnyModule&&) = default;
  AnyModule& operator=(AnyModule&&) = default;
  AnyModule(const AnyModule& other);
  AnyModule& operator=(const AnyModule& other);
  template <typename ModuleType>
  AnyModule& operator=(std::shared_ptr<ModuleType> module) {
    return *this = AnyModule(std::move(module));
  }

  // Returns a holder of a copy of the module.
  AnyModule clone(c10::optional<c10::Device> device = c10::nullopt) const;

  // Calls the module's forward(). The arguments must have the types of its parameters, without const and references:
  // they are not converted.
  template <typename... Arguments>
  AnyValue any_forward(Arguments&&... arguments) {
    check("forward()");
    std::vector<AnyValue> values;
    values.reserve(sizeof...(Arguments));
    (values.push_back(AnyValue(std::forward<Arguments>(arguments))), ...);
    return content_->forward(std::move(values));
  }
  template <typename Result = at::Tensor, typename... Arguments>
  Result forward(Arguments&&... arguments) {
    return any_forward(std::forward<Arguments>(arguments)...).template get<Result>();
  }

  // These functions return the module as a T. They raise an Argument error if its class is another one.
  template <typename T, typename = torch::detail::enable_if_module_t<T>>
  T& get() {
    check("get()");
    return static_cast<T&>(*checked<T>());
  }
  template <typename T, typename = torch::detail::enable_if_module_t<T>>
  const T& get() const {
    check("get()");
    return *checked<T>();
  }
  template <typename T, typename Contained = typename T::ContainedType>
  T get() const {
    return T(ptr<Contained>());
  }
  std::shared_ptr<Module> ptr() const;
  template <typename T, typename = torch::detail::enable_if_module_t<T>>
  std::shared_ptr<T> ptr() const {
    check("ptr()");
    return checked<T>();
  }
  const std::type_info& type_info() const;
  bool is_empty() const noexcept { return content_ == nullptr; }

 private:
  template <typename ModuleType>
  static std::unique_ptr<AnyModulePlaceholder> hold(std::shared_ptr<ModuleType> module) {
    static_assert(torch::detail::is_module<ModuleType>::value,
                  "Can only store object derived from nn::Module into AnyModule");
    static_assert(torch::detail::has_forward<ModuleType>::value,
                  "Can only store a module with one function forward() that is no template into AnyModule. To nest "
                  "nn::Sequential, derive a class from it and give it such a forward().");
    return hold_by(std::move(module), &ModuleType::forward);
  }
  template <typename ModuleType, typename Class, typename Result, typename... Arguments>
  static std::unique_ptr<AnyModulePlaceholder> hold_by(std::shared_ptr<ModuleType> module,
                                                       Result (Class::* /*forward*/)(Arguments...)) {
    static_assert(torch::detail::check_not_lvalue_references<Arguments...>(),
                  "Modules stored inside AnyModule must not take references. Use pointers instead.");
    static_assert(!std::is_void_v<Result>,
                  "AnyModule cannot store modules that return void (you can return a dummy value).");
    return std::make_unique<AnyModuleHolder<ModuleType, Arguments...>>(std::move(module));
  }
  template <typename T>
  std::shared_ptr<T> checked() const {
    if (typeid(T) != content_->type()) raise_cast(typeid(T));
    return std::dynamic_pointer_cast<T>(content_->ptr());
  }
  void check(const char* what) const;
  [[noreturn]] void raise_cast(const std::type_info& wanted) const;

  std::unique_ptr<AnyModulePlaceholder> content_;
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
