// Declares torch::nn::ModuleHolder, which holds a module by shared pointer and is used like the module itself.
// TORCH_MODULE(Net) defines the holder `Net` for the module `NetImpl`.
#pragma once

#include <memory>
#include <ostream>
#include <type_traits>
#include <utility>

#include "engine/nn/module_holder_indicator.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace detail {
// Raises the error that a holder is empty.
[[noreturn]] void raise_empty_holder();
}  // namespace detail

template <typename Contained>
class ModuleHolder : torch::detail::ModuleHolderIndicator {
 protected:
  std::shared_ptr<Contained> impl_;

 public:
  using ContainedType = Contained;

  // Makes a holder with a new module. The module's class must have a constructor without arguments.
  ModuleHolder() : impl_(default_construct()) {
    static_assert(std::is_default_constructible_v<Contained>,
                  "the module has no constructor without arguments; `Net net = nullptr;` makes an empty holder");
  }
  ModuleHolder(std::nullptr_t /*empty*/) {}
  // This constructor is a template, so that a compiler that copies a holder need not look into std::shared_ptr.
  template <typename ModuleType, typename = std::enable_if_t<std::is_convertible_v<ModuleType*, Contained*>>>
  ModuleHolder(std::shared_ptr<ModuleType> module) : impl_(std::move(module)) {}
  // Makes a holder with a new module, which is constructed from these arguments.
  template <typename Head, typename... Tail,
            typename =
                std::enable_if_t<!(torch::detail::is_module_holder_of<Head, Contained>::value && sizeof...(Tail) == 0)>>
  explicit ModuleHolder(Head&& head, Tail&&... tail)
      : impl_(new Contained(std::forward<Head>(head), std::forward<Tail>(tail)...)) {}

  explicit operator bool() const noexcept { return !is_empty(); }
  bool is_empty() const noexcept { return impl_ == nullptr; }

  // Returns the module. This function and all functions below that use the module raise an Argument error if the holder
  // is empty.
  const std::shared_ptr<Contained>& ptr() const {
    check();
    return impl_;
  }
  Contained* get() {
    check();
    return impl_.get();
  }
  const Contained* get() const {
    check();
    return impl_.get();
  }
  Contained* operator->() { return get(); }
  const Contained* operator->() const { return get(); }
  Contained& operator*() { return *get(); }
  const Contained& operator*() const { return *get(); }

  // Calls the module's function `forward` with these arguments and returns its result.
  template <typename... Args, typename Module = Contained>
  auto operator()(Args&&... args) -> decltype(std::declval<Module&>().forward(std::forward<Args>(args)...)) {
    return get()->forward(std::forward<Args>(args)...);
  }
  template <typename Arg>
  decltype(auto) operator[](Arg&& arg) {
    return (*get())[std::forward<Arg>(arg)];
  }

 private:
  static std::shared_ptr<Contained> default_construct() {
    if constexpr (std::is_default_constructible_v<Contained>)
      return std::make_shared<Contained>();
    else
      return nullptr;
  }
  void check() const {
    if (is_empty()) detail::raise_empty_holder();
  }
};

template <typename ModuleType>
std::ostream& operator<<(std::ostream& out, const ModuleHolder<ModuleType>& module) {
  return out << *module;
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch

#define TORCH_MODULE_IMPL(Name, ImplType)                    \
  class Name : public ::torch::nn::ModuleHolder<ImplType> {  \
   public:                                                   \
    using ::torch::nn::ModuleHolder<ImplType>::ModuleHolder; \
    using Impl [[maybe_unused]] = ImplType;                  \
  }
#define TORCH_MODULE(Name) TORCH_MODULE_IMPL(Name, Name##Impl)
