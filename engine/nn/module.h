// Declares torch::nn::Module, a tree of named parameters, buffers and submodules.
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

class AnyValue;

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

  // Returns the name that was given to the constructor, or else the name of the class.
  const std::string& name() const noexcept;
  // Returns a copy of the module. Raises Unsupported unless the class derives from Cloneable.
  virtual std::shared_ptr<Module> clone(const c10::optional<c10::Device>& device = c10::nullopt) const;

  // Calls `function` for this module and all modules below it, parents first. Names are joined by dots and begin with
  // `name_prefix`. The overloads with shared pointers raise unless a std::shared_ptr holds the module.
  void apply(const ModuleApplyFunction& function);
  void apply(const ConstModuleApplyFunction& function) const;
  void apply(const NamedModuleApplyFunction& function, const std::string& name_prefix = std::string());
  void apply(const ConstNamedModuleApplyFunction& function, const std::string& name_prefix = std::string()) const;
  void apply(const ModulePointerApplyFunction& function) const;
  void apply(const NamedModulePointerApplyFunction& function, const std::string& name_prefix = std::string()) const;

  // These functions return the defined parameters or buffers in order of registration. With `recurse` those of all
  // submodules follow, under names such as "linear.weight".
  std::vector<at::Tensor> parameters(bool recurse = true) const;
  OrderedDict<std::string, at::Tensor> named_parameters(bool recurse = true) const;
  std::vector<at::Tensor> buffers(bool recurse = true) const;
  OrderedDict<std::string, at::Tensor> named_buffers(bool recurse = true) const;
  // These functions return all modules below this one. With `include_self` this module comes first, and the functions
  // raise unless a std::shared_ptr holds the module.
  std::vector<std::shared_ptr<Module>> modules(bool include_self = true) const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_modules(const std::string& name_prefix = std::string(),
                                                                  bool include_self = true) const;
  // These functions return the direct submodules only, in order of registration.
  std::vector<std::shared_ptr<Module>> children() const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_children() const;

  // Sets the training flag of this module and all modules below it. eval() is train(false). is_training() returns the
  // flag.
  virtual void train(bool on = true);
  void eval();
  virtual bool is_training() const noexcept;

  // These functions convert the data of all parameters and buffers to another dtype or device by set_data(). The
  // tensors remain the same objects, and remain normal or inference tensors (rules K3 and K4). The functions raise for
  // an inference tensor outside InferenceMode (rule M2). They raise if a tensor that requires grad would get a dtype
  // that is neither floating point nor complex.
  virtual void to(c10::Device device, c10::ScalarType dtype, bool non_blocking = false);
  virtual void to(c10::ScalarType dtype, bool non_blocking = false);
  virtual void to(c10::Device device, bool non_blocking = false);

  // Detaches the gradients of all parameters and fills them with zeros. If `set_to_none` is set, removes the gradients
  // instead. Raises if a gradient is an inference tensor outside InferenceMode, where it cannot be filled (rule M2).
  virtual void zero_grad(bool set_to_none = false);

  // Returns this module as a ModuleType, or null if it has another type. ModuleType is the class of a module or of a
  // module holder.
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

  // save() writes the parameters, buffers and submodules, without submodules that are not serializable. load() reads
  // what save() wrote into the tensors of this module by set_data(), and raises an Argument error if one is missing.
  // The tensors then keep their data.
  virtual void save(serialize::OutputArchive& archive) const;
  virtual void load(serialize::InputArchive& archive);
  virtual bool is_serializable() const;

  // Prints the line of this module alone. `std::cout << module` calls this function for each module of the tree.
  virtual void pretty_print(std::ostream& out) const;

  // These functions register a parameter, a buffer or a submodule under a name, and return it. They raise an Argument
  // error if the name is empty, contains a dot or is taken. register_parameter() sets the tensor's requires_grad flag,
  // for which it raises as set_requires_grad() does (rule M3). It warns for an undefined tensor that should require
  // grad. parameters() does not contain undefined tensors.
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
  // Replaces the submodule with this name, and returns the new one. Raises an Argument error if there is no submodule
  // with that name.
  template <typename ModuleType>
  std::shared_ptr<ModuleType> replace_module(const std::string& name, std::shared_ptr<ModuleType> module) {
    return std::dynamic_pointer_cast<ModuleType>(children_[name] = std::move(module));
  }
  template <typename ModuleType>
  std::shared_ptr<ModuleType> replace_module(const std::string& name, ModuleHolder<ModuleType> module_holder) {
    return replace_module(name, module_holder.ptr());
  }
  // Removes the submodule with this name. Raises an Argument error if there is none.
  void unregister_module(const std::string& name);

 protected:
  // AnyModule calls these functions, which the macro FORWARD_HAS_DEFAULT_ARGS overrides, to call forward() with fewer
  // arguments than it has.
  virtual bool _forward_has_default_args() { return false; }
  virtual unsigned int _forward_num_required_args();
  virtual std::vector<AnyValue> _forward_populate_default_args(std::vector<AnyValue>&& arguments);

  OrderedDict<std::string, at::Tensor> parameters_;

 private:
  template <typename Derived>
  friend class Cloneable;
  template <typename ModuleType, typename... ArgumentTypes>
  friend class AnyModuleHolder;
  friend std::ostream& operator<<(std::ostream& out, const Module& module);

  static void check_name(const char* what, const std::string& name);
  // These functions are for clone(): the first one removes what is registered, and the second one gives the tensors of
  // `copy`, and of all modules below it, copies of this module's data. It raises an Argument error if the names differ.
  void forget_registered();
  void copy_data_to(Module& copy, const c10::optional<c10::Device>& device) const;
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

// Prints the module and all modules below it, each with its name and indented below its parent.
std::ostream& operator<<(std::ostream& out, const Module& module);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
