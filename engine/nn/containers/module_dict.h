// Declares torch::nn::ModuleDict, a dictionary of modules in the order in which they were added.
#pragma once

#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/ordered_dict.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

class ModuleDictImpl : public Cloneable<ModuleDictImpl> {
 public:
  using Modules = OrderedDict<std::string, std::shared_ptr<Module>>;
  using Iterator = Modules::Iterator;
  using ConstIterator = Modules::ConstIterator;

  ModuleDictImpl();
  explicit ModuleDictImpl(const std::vector<std::pair<std::string, std::shared_ptr<Module>>>& modules);
  explicit ModuleDictImpl(const Modules& modules);

  std::vector<std::pair<std::string, std::shared_ptr<Module>>> items() const;
  std::vector<std::string> keys() const;
  std::vector<std::shared_ptr<Module>> values() const;
  Iterator begin() { return modules_.begin(); }
  ConstIterator begin() const { return modules_.begin(); }
  Iterator end() { return modules_.end(); }
  ConstIterator end() const { return modules_.end(); }
  std::size_t size() const noexcept { return modules_.size(); }
  bool empty() const noexcept { return modules_.is_empty(); }
  bool contains(const std::string& key) const noexcept;
  void clear();

  std::shared_ptr<Module> clone(const c10::optional<c10::Device>& device = c10::nullopt) const override;
  // The modules are registered when they are added, and so there is nothing to reset.
  void reset() override;
  void pretty_print(std::ostream& stream) const override;

  // These functions return the module of a key. They raise an Argument error if there is none, and if it is no T.
  std::shared_ptr<Module> operator[](const std::string& key) const;
  template <typename T>
  T& at(const std::string& key) {
    return const_cast<T&>(std::as_const(*this).template at<T>(key));
  }
  template <typename T>
  const T& at(const std::string& key) const {
    const std::shared_ptr<Module> found = (*this)[key];
    const auto* const module = found->template as<T>();
    MODECHECK_CHECK(module != nullptr, modecheck::engine::ErrorClass::Argument, "The module '", key, "' is a ",
                    found->name(), ", and not of the type asked for");
    return *module;
  }
  // Removes the module and returns it.
  std::shared_ptr<Module> pop(const std::string& key);
  // Adds the modules. One whose key is there takes that place.
  void update(const std::vector<std::pair<std::string, std::shared_ptr<Module>>>& modules);
  template <typename Container>
  void update(const Container& container) {
    for (auto& item : container) insert(item.key(), item.value());
  }

 private:
  void insert(const std::string& key, std::shared_ptr<Module> module);

  Modules modules_;
};
TORCH_MODULE(ModuleDict);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
