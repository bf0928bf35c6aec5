// torch::nn::Module: a tree of named parameters, buffers and modules. What layers are made of; layers are not built.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/tensor/tensor_options.h"
#include "engine/nn/archives.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/ordered_dict.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

class Module : public std::enable_shared_from_this<Module> {
 public:
  using ModuleApplyFunction = std::function<void(Module&)>;
  using ConstModuleApplyFunction = std::function<void(const Module&)>;
  using NamedModuleApplyFunction = std::function<void(const std::string&, Module&)>;
  using ConstNamedModuleApplyFunction = std::function<void(const std::string&, const Module&)>;
  using ModulePointerApplyFunction = std::function<void(const std::shared_ptr<Module>&)>;
  using NamedModulePointerApplyFunction = std::function<void(const std::string&, const std::shared_ptr<Module>&)>;

  Module();
  explicit Module(std::string name);
  virtual ~Module() = default;

  // The class's name, unless the constructor was given one.
  const std::string& name() const noexcept;
  // Raises; Cloneable's does it.
  virtual std::shared_ptr<Module> clone(const c10::optional<c10::Device>& device = c10::nullopt) const;

  // Calls `function` for this module and all below it, parents first. Names are joined by dots, below `name_prefix`.
  // The ones with pointers raise unless the module is held by a std::shared_ptr.
  void apply(const ModuleApplyFunction& function);
  void apply(const ConstModuleApplyFunction& function) const;
  void apply(const NamedModuleApplyFunction& function, const std::string& name_prefix = std::string());
  void apply(const ConstNamedModuleApplyFunction& function, const std::string& name_prefix = std::string()) const;
  void apply(const ModulePointerApplyFunction& function) const;
  void apply(const NamedModulePointerApplyFunction& function, const std::string& name_prefix = std::string()) const;

  // In the order of registration, the module's own before those of its children ("linear.weight"); undefined ones are
  // left out.
  std::vector<at::Tensor> parameters(bool recurse = true) const;
  OrderedDict<std::string, at::Tensor> named_parameters(bool recurse = true) const;
  std::vector<at::Tensor> buffers(bool recurse = true) const;
  OrderedDict<std::string, at::Tensor> named_buffers(bool recurse = true) const;
  // This module, unless told otherwise, and all below it. With this module: raise unless it is held by a
  // std::shared_ptr.
  std::vector<std::shared_ptr<Module>> modules(bool include_self = true) const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_modules(const std::string& name_prefix = std::string(),
                                                                  bool include_self = true) const;
  // Those directly below it.
  std::vector<std::shared_ptr<Module>> children() const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_children() const;

  virtual void train(bool on = true);
  void eval();
  virtual bool is_training() const noexcept;

  // Converts the data of all parameters and buffers, each in its own kind (K3, K4). Converting an inference tensor
  // outside InferenceMode raises (M2). They stay the tensors that they are.
  virtual void to(c10::Device device, c10::ScalarType dtype, bool non_blocking = false);
  virtual void to(c10::ScalarType dtype, bool non_blocking = false);
  virtual void to(c10::Device device, bool non_blocking = false);

  // Detaches the gradients of all parameters and overwrites them with zeros, or drops them.
  virtual void zero_grad(bool set_to_none = false);

  // This as a ModuleType, which may be the holder of one; null if it is none.
  template <typename ModuleType>
  typename ModuleType::ContainedType* as() noexcept {
    return as<typename ModuleType::ContainedType>();
  }
  template <typename ModuleType>
  const typename ModuleType::ContainedType* as() const noexcept {
    return as<typename ModuleType::ContainedType>();
  }
  template <typename ModuleType, typename = torch::detail::disable_if_module_holder_t<ModuleType>>
  ModuleType* as() noexcept {
    return dynamic_cast<ModuleType*>(this);
  }
  template <typename ModuleType, typename = torch::detail::disable_if_module_holder_t<ModuleType>>
  const ModuleType* as() const noexcept {
    return dynamic_cast<const ModuleType*>(this);
  }

  // Not built: raise (Unsupported).
  virtual void save(serialize::OutputArchive& archive) const;
  virtual void load(serialize::InputArchive& archive);
  virtual bool is_serializable() const;

  // What `std::cout << module` writes for this module alone.
  virtual void pretty_print(std::ostream& out) const;

  // Each raises if the name is empty, contains a dot, or is taken. A parameter that is an undefined tensor is not among
  // parameters(); it warns if it should require grad.
  at::Tensor& register_parameter(std::string name, at::Tensor tensor, bool requires_grad = true);
  at::Tensor& register_buffer(std::string name, at::Tensor tensor);
  template <typename ModuleType>
  std::shared_ptr<ModuleType> register_module(std::string name, std::shared_ptr<ModuleType> module) {
    check_name("Submodule", name);
    return std::dynamic_pointer_cast<ModuleType>(children_.insert(std::move(name), std::move(module)));
  }
  template <typename ModuleType>
  std::shared_ptr<ModuleType> register_module(std::string name, ModuleHolder<ModuleType> module_holder) {
    return register_module(std::move(name), module_holder.ptr());
  }
  // Raise if there is no module of that name.
  template <typename ModuleType>
  std::shared_ptr<ModuleType> replace_module(const std::string& name, std::shared_ptr<ModuleType> module) {
    return std::dynamic_pointer_cast<ModuleType>(children_[name] = std::move(module));
  }
  template <typename ModuleType>
  std::shared_ptr<ModuleType> replace_module(const std::string& name, ModuleHolder<ModuleType> module_holder) {
    return replace_module(name, module_holder.ptr());
  }
  void unregister_module(const std::string& name);

 protected:
  OrderedDict<std::string, at::Tensor> parameters_;

 private:
  template <typename Derived>
  friend class Cloneable;
  friend std::ostream& operator<<(std::ostream& out, const Module& module);

  static void check_name(const char* what, const std::string& name);
  virtual void clone_(Module& other, const c10::optional<c10::Device>& device);
  void convert(const at::TensorOptions& options, bool non_blocking);
  void pretty_print_recursive(std::ostream& out, const std::string& indentation) const;
  void apply_to_submodules(const NamedModulePointerApplyFunction& function,
                           const std::string& name_prefix = std::string()) const;
  std::shared_ptr<Module> shared_from_this_checked() const;

  OrderedDict<std::string, at::Tensor> buffers_;
  OrderedDict<std::string, std::shared_ptr<Module>> children_;
  mutable c10::optional<std::string> name_;
  bool is_training_ = true;
};

// The module and what is below it, each with its name, indented.
std::ostream& operator<<(std::ostream& out, const Module& module);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
