// Declares torch::nn::Sequential, which calls modules one after the other.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/types/type_name.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/containers/named_any.h"
#include "engine/nn/ordered_dict.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

class SequentialImpl : public Cloneable<SequentialImpl> {
 public:
  using Iterator = std::vector<AnyModule>::iterator;
  using ConstIterator = std::vector<AnyModule>::const_iterator;

  SequentialImpl();
  // Registers the modules under their positions, or under the names that they have.
  template <typename... Modules>
  explicit SequentialImpl(Modules&&... modules) {
    modules_.reserve(sizeof...(Modules));
    push_back(std::forward<Modules>(modules)...);
  }
  explicit SequentialImpl(OrderedDict<std::string, AnyModule>&& named);
  explicit SequentialImpl(std::initializer_list<NamedAnyModule> named);

  std::shared_ptr<Module> clone(const c10::optional<c10::Device>& device = c10::nullopt) const override;
  // The modules are registered when they are added, and so there is nothing to reset.
  void reset() override;
  void pretty_print(std::ostream& stream) const override;

  // Calls the first module with the inputs, and each further module with the result of the one before. Raises an
  // Argument error if there is no module, and if the last result is no Result.
  template <typename Result = at::Tensor, typename... Inputs>
  Result forward(Inputs&&... inputs) {
    MODECHECK_CHECK(!is_empty(), modecheck::engine::ErrorClass::Argument,
                    "Cannot call forward() on an empty Sequential");
    AnyValue value = modules_.front().any_forward(std::forward<Inputs>(inputs)...);
    pass_on(value);
    Result* const result = value.template try_get<Result>();
    MODECHECK_CHECK(result != nullptr, modecheck::engine::ErrorClass::Argument, "The type of the return value is ",
                    modecheck::engine::type_name(value.type_info()), ", but you asked for type ",
                    modecheck::engine::type_name(typeid(Result)));
    return std::move(*result);
  }

  template <typename ModuleType>
  void push_back(std::shared_ptr<ModuleType> module) {
    push_back(AnyModule(std::move(module)));
  }
  template <typename ModuleType>
  void push_back(std::string name, std::shared_ptr<ModuleType> module) {
    push_back(std::move(name), AnyModule(std::move(module)));
  }
  template <typename ModuleType, typename = torch::detail::enable_if_module_t<ModuleType>>
  void push_back(ModuleType&& module) {
    push_back(AnyModule(std::forward<ModuleType>(module)));
  }
  template <typename ModuleType, typename = torch::detail::enable_if_module_t<ModuleType>>
  void push_back(std::string name, ModuleType&& module) {
    push_back(std::move(name), AnyModule(std::forward<ModuleType>(module)));
  }
  template <typename ModuleType>
  void push_back(const ModuleHolder<ModuleType>& holder) {
    push_back(AnyModule(holder.ptr()));
  }
  template <typename ModuleType>
  void push_back(std::string name, const ModuleHolder<ModuleType>& holder) {
    push_back(std::move(name), AnyModule(holder.ptr()));
  }
  void push_back(AnyModule module);
  void push_back(std::string name, AnyModule module);
  template <typename Container>
  void extend(const Container& container) {
    for (const auto& module : container) push_back(module);
  }

  Iterator begin() { return modules_.begin(); }
  ConstIterator begin() const { return modules_.begin(); }
  Iterator end() { return modules_.end(); }
  ConstIterator end() const { return modules_.end(); }

  // These functions return the module at a position. They raise an Argument error if there is none.
  template <typename T>
  T& at(std::size_t index) {
    check(index);
    return modules_[index].get<T>();
  }
  template <typename T>
  const T& at(std::size_t index) const {
    check(index);
    return modules_[index].get<T>();
  }
  std::shared_ptr<Module> ptr(std::size_t index) const;
  template <typename T>
  std::shared_ptr<T> ptr(std::size_t index) const {
    check(index);
    return modules_[index].ptr<T>();
  }
  std::shared_ptr<Module> operator[](std::size_t index) const { return ptr(index); }
  std::size_t size() const noexcept { return modules_.size(); }
  bool is_empty() const noexcept { return modules_.empty(); }

 private:
  // Adds several modules that have no names.
  template <typename First, typename Second, typename... Rest,
            typename = std::enable_if_t<!std::is_convertible_v<First, std::string>>>
  void push_back(First&& first, Second&& second, Rest&&... rest) {
    push_back(std::forward<First>(first));
    push_back(std::forward<Second>(second), std::forward<Rest>(rest)...);
  }
  void push_back();
  void check(std::size_t index) const;
  void pass_on(AnyValue& value);

  std::vector<AnyModule> modules_;
};

class Sequential : public ModuleHolder<SequentialImpl> {
 public:
  using ModuleHolder<SequentialImpl>::ModuleHolder;
  Sequential();
  Sequential(std::initializer_list<NamedAnyModule> named);
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
