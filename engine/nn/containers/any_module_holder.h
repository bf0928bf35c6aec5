// Declares the class that holds a module for torch::nn::AnyModule, and knows its class.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "engine/nn/containers/any_module_placeholder.h"
#include "engine/nn/module.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

// `ArgumentTypes` are the types of the parameters of ModuleType::forward.
template <typename ModuleType, typename... ArgumentTypes>
class AnyModuleHolder final : public AnyModulePlaceholder {
 public:
  explicit AnyModuleHolder(std::shared_ptr<ModuleType> held) : module(std::move(held)) {}

  const std::type_info& type() const noexcept override { return typeid(ModuleType); }
  AnyValue forward(std::vector<AnyValue>&& arguments) override {
    const bool has_defaults = static_cast<Module&>(*module)._forward_has_default_args();
    const std::size_t least = has_defaults ? module_base()._forward_num_required_args() : sizeof...(ArgumentTypes);
    if (arguments.size() < least || arguments.size() > sizeof...(ArgumentTypes))
      raise_count(least, sizeof...(ArgumentTypes), arguments.size(), has_defaults);
    if (has_defaults) arguments = module_base()._forward_populate_default_args(std::move(arguments));
    return call(arguments, std::index_sequence_for<ArgumentTypes...>());
  }
  std::shared_ptr<Module> ptr() override { return module; }
  std::unique_ptr<AnyModulePlaceholder> copy() const override { return std::make_unique<AnyModuleHolder>(module); }
  std::unique_ptr<AnyModulePlaceholder> clone_module(c10::optional<c10::Device> device) const override {
    return std::make_unique<AnyModuleHolder>(std::dynamic_pointer_cast<ModuleType>(module->clone(device)));
  }

  std::shared_ptr<ModuleType> module;

 private:
  Module& module_base() { return *module; }
  template <typename T>
  static std::decay_t<T>&& argument(std::vector<AnyValue>& arguments, std::size_t place) {
    auto* const value = arguments[place].template try_get<std::decay_t<T>>();
    if (value == nullptr) raise_type(place, typeid(T), arguments[place].type_info());
    return std::move(*value);
  }
  template <std::size_t... places>
  AnyValue call(std::vector<AnyValue>& arguments, std::index_sequence<places...> /*all*/) {
    static_cast<void>(arguments);
    return AnyValue(module->forward(argument<ArgumentTypes>(arguments, places)...));
  }
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
