// Declares torch::nn::ModuleList, a list of modules that it registers under their positions.
#pragma once

#include <cstddef>
#include <memory>
#include <ostream>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/module_traits.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

class ModuleListImpl : public Cloneable<ModuleListImpl> {
 public:
  using Iterator = std::vector<std::shared_ptr<Module>>::iterator;
  using ConstIterator = std::vector<std::shared_ptr<Module>>::const_iterator;

  ModuleListImpl();
  template <typename... Modules>
  explicit ModuleListImpl(Modules&&... modules) {
    modules_.reserve(sizeof...(Modules));
    (push_back(std::forward<Modules>(modules)), ...);
  }

  std::shared_ptr<Module> clone(const c10::optional<c10::Device>& device = c10::nullopt) const override;
  // The modules are registered when they are added, and so there is nothing to reset.
  void reset() override;
  void pretty_print(std::ostream& stream) const override;

  void push_back(std::shared_ptr<Module> module);
  template <typename ModuleType, typename = torch::detail::enable_if_module_t<ModuleType>>
  void push_back(ModuleType&& module) {
    push_back(std::shared_ptr<Module>(std::make_shared<std::decay_t<ModuleType>>(std::forward<ModuleType>(module))));
  }
  template <typename ModuleType>
  void push_back(const ModuleHolder<ModuleType>& holder) {
    push_back(std::shared_ptr<Module>(holder.ptr()));
  }
  template <typename Container>
  void extend(const Container& container) {
    for (const auto& module : container) push_back(module);
  }
  // Puts the module before the one at `index`. Raises an Argument error if the index is larger than the size.
  void insert(std::size_t index, std::shared_ptr<Module> module);
  template <typename ModuleType>
  void insert(std::size_t index, const ModuleHolder<ModuleType>& holder) {
    insert(index, std::shared_ptr<Module>(holder.ptr()));
  }
  template <typename ModuleType, typename = torch::detail::enable_if_module_t<ModuleType>>
  void insert(std::size_t index, ModuleType&& module) {
    insert(index,
           std::shared_ptr<Module>(std::make_shared<std::decay_t<ModuleType>>(std::forward<ModuleType>(module))));
  }

  Iterator begin() { return modules_.begin(); }
  ConstIterator begin() const { return modules_.begin(); }
  Iterator end() { return modules_.end(); }
  ConstIterator end() const { return modules_.end(); }

  // These functions return the module at a position. They raise an Argument error if there is none. at() also raises
  // if the module is no T.
  template <typename T>
  T& at(std::size_t index) {
    return const_cast<T&>(std::as_const(*this).template at<T>(index));
  }
  template <typename T>
  const T& at(std::size_t index) const {
    const auto* const module = ptr(index)->template as<T>();
    MODECHECK_CHECK(module != nullptr, modecheck::engine::ErrorClass::Argument, "The module at ", index, " is a ",
                    ptr(index)->name(), ", and not of the type asked for");
    return *module;
  }
  std::shared_ptr<Module> ptr(std::size_t index) const;
  template <typename T>
  std::shared_ptr<T> ptr(std::size_t index) const {
    return std::dynamic_pointer_cast<T>(ptr(index));
  }
  std::shared_ptr<Module> operator[](std::size_t index) const { return ptr(index); }
  std::size_t size() const noexcept { return modules_.size(); }
  bool is_empty() const noexcept { return modules_.empty(); }

 private:
  std::vector<std::shared_ptr<Module>> modules_;
};
TORCH_MODULE(ModuleList);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
