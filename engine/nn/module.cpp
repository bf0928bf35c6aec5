#include "engine/nn/module.h"

#include <typeinfo>

#include "engine/api/tensor_index.h"
#include "engine/core/errors/warning.h"
#include "engine/core/types/type_name.h"
#include "engine/modes/grad_mode.h"
#include "engine/modes/inference_mode.h"
#include "engine/nn/containers/any_value.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using modecheck::engine::ErrorClass;

namespace {

std::string joined(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

// Returns the entries whose tensors are defined.
OrderedDict<std::string, at::Tensor> defined_of(const OrderedDict<std::string, at::Tensor>& tensors) {
  OrderedDict<std::string, at::Tensor> out;
  for (const auto& item : tensors)
    if (item.value().defined()) out.insert(item.key(), item.value());
  return out;
}

}  // namespace

void detail::raise_empty_holder() { modecheck::engine::raise(ErrorClass::Argument, "Accessing empty ModuleHolder"); }

Module::Module() : parameters_("Parameter"), buffers_("Buffer"), children_("Submodule") {}

Module::Module(std::string name) : Module() { name_ = std::move(name); }

const std::string& Module::name() const noexcept {
  if (!name_.has_value()) name_ = modecheck::engine::readable_symbol(typeid(*this).name());
  return *name_;
}

std::shared_ptr<Module> Module::clone(const c10::optional<c10::Device>& /*device*/) const {
  modecheck::engine::raise(ErrorClass::Unsupported, "clone() has not been implemented for ", name(),
                           ". Subclass torch::nn::Cloneable<", name(),
                           "> instead of torch::nn::Module to inherit the ability to clone.");
}

void Module::apply(const ModuleApplyFunction& function) {
  function(*this);
  apply_to_submodules([&](const std::string&, const std::shared_ptr<Module>& module) { function(*module); });
}

void Module::apply(const ConstModuleApplyFunction& function) const {
  function(*this);
  apply_to_submodules([&](const std::string&, const std::shared_ptr<Module>& module) { function(*module); });
}

void Module::apply(const NamedModuleApplyFunction& function, const std::string& name_prefix) {
  function(name_prefix, *this);
  apply_to_submodules([&](const std::string& name, const std::shared_ptr<Module>& module) { function(name, *module); },
                      name_prefix);
}

void Module::apply(const ConstNamedModuleApplyFunction& function, const std::string& name_prefix) const {
  function(name_prefix, *this);
  apply_to_submodules([&](const std::string& name, const std::shared_ptr<Module>& module) { function(name, *module); },
                      name_prefix);
}

void Module::apply(const ModulePointerApplyFunction& function) const {
  function(shared_from_this_checked());
  apply_to_submodules([&](const std::string&, const std::shared_ptr<Module>& module) { function(module); });
}

void Module::apply(const NamedModulePointerApplyFunction& function, const std::string& name_prefix) const {
  function(name_prefix, shared_from_this_checked());
  apply_to_submodules(function, name_prefix);
}

std::vector<at::Tensor> Module::parameters(bool recurse) const { return named_parameters(recurse).values(); }

OrderedDict<std::string, at::Tensor> Module::named_parameters(bool recurse) const {
  if (!recurse) return defined_of(parameters_);
  OrderedDict<std::string, at::Tensor> out;
  apply([&](const std::string& name, const Module& module) {
    for (const auto& item : defined_of(module.parameters_)) out.insert(joined(name, item.key()), item.value());
  });
  return out;
}

std::vector<at::Tensor> Module::buffers(bool recurse) const { return named_buffers(recurse).values(); }

OrderedDict<std::string, at::Tensor> Module::named_buffers(bool recurse) const {
  if (!recurse) return defined_of(buffers_);
  OrderedDict<std::string, at::Tensor> out;
  apply([&](const std::string& name, const Module& module) {
    for (const auto& item : defined_of(module.buffers_)) out.insert(joined(name, item.key()), item.value());
  });
  return out;
}

std::vector<std::shared_ptr<Module>> Module::modules(bool include_self) const {
  return named_modules(std::string(), include_self).values();
}

OrderedDict<std::string, std::shared_ptr<Module>> Module::named_modules(const std::string& name_prefix,
                                                                        bool include_self) const {
  OrderedDict<std::string, std::shared_ptr<Module>> out;
  if (include_self) out.insert(name_prefix, shared_from_this_checked());
  apply_to_submodules([&](const std::string& name, const std::shared_ptr<Module>& module) { out.insert(name, module); },
                      name_prefix);
  return out;
}

std::vector<std::shared_ptr<Module>> Module::children() const { return children_.values(); }

OrderedDict<std::string, std::shared_ptr<Module>> Module::named_children() const { return children_; }

void Module::train(bool on) {
  for (auto& child : children_) child.value()->train(on);
  is_training_ = on;
}

void Module::eval() { train(false); }

bool Module::is_training() const noexcept { return is_training_; }

// Calls the `to` of each child before it converts the module's own tensors, because a child's class may override `to`.
void Module::to(c10::Device device, c10::ScalarType dtype, bool non_blocking) {
  for (auto& child : children_) child.value()->to(device, dtype, non_blocking);
  convert(at::TensorOptions(dtype).device(device), non_blocking);
}

void Module::to(c10::ScalarType dtype, bool non_blocking) {
  for (auto& child : children_) child.value()->to(dtype, non_blocking);
  convert(at::TensorOptions(dtype), non_blocking);
}

void Module::to(c10::Device device, bool non_blocking) {
  for (auto& child : children_) child.value()->to(device, non_blocking);
  convert(at::TensorOptions(device), non_blocking);
}

void Module::convert(const at::TensorOptions& options, bool non_blocking) {
  const auto convert_one = [&](const at::Tensor& tensor) {
    at::Tensor data;
    {
      // The new data must be an inference tensor if and only if the old tensor is one (rule K3). The mode in which the
      // data are allocated decides that (rule K4).
      const c10::InferenceMode kind(tensor.is_inference());
      const at::NoGradGuard quiet;
      data = tensor.to(options, non_blocking);
    }
    tensor.set_data(data);
  };
  for (auto& parameter : named_parameters(false)) convert_one(*parameter);
  for (auto& buffer : named_buffers(false)) convert_one(*buffer);
}

void Module::zero_grad(bool set_to_none) {
  for (auto& child : children_) child.value()->zero_grad(set_to_none);
  for (auto& parameter : named_parameters(false)) {
    at::Tensor& gradient = parameter->mutable_grad();
    if (!gradient.defined()) continue;
    gradient = gradient.detach();
    if (set_to_none)
      gradient.reset();
    else
      gradient.zero_();
  }
}

void Module::save(serialize::OutputArchive& archive) const {
  for (const auto& parameter : named_parameters(false)) archive.write(parameter.key(), parameter.value());
  for (const auto& buffer : named_buffers(false)) archive.write(buffer.key(), buffer.value(), true);
  for (const auto& child : children_) {
    if (!child.value()->is_serializable()) continue;
    serialize::OutputArchive child_archive;
    child.value()->save(child_archive);
    archive.write(child.key(), child_archive);
  }
}

// A class of a module may have a load() of its own, so what an archive lacks shows only while it is loaded. The data
// that the tensors had are kept, and given back if that happens.
void Module::load(serialize::InputArchive& archive) {
  std::vector<std::pair<at::Tensor, at::Tensor>> before;
  for (const auto& tensors : {named_parameters(), named_buffers()})
    for (const auto& item : tensors) before.emplace_back(item.value(), item.value().data());
  try {
    for (auto& parameter : named_parameters(false)) archive.read(parameter.key(), parameter.value());
    for (auto& buffer : named_buffers(false)) archive.read(buffer.key(), buffer.value(), true);
    for (const auto& child : children_) {
      if (!child.value()->is_serializable()) continue;
      serialize::InputArchive child_archive;
      archive.read(child.key(), child_archive);
      child.value()->load(child_archive);
    }
  } catch (...) {
    const at::NoGradGuard no_grad;
    for (const auto& [tensor, data] : before)
      if (!tensor.is_alias_of(data)) tensor.set_data(data);
    throw;
  }
}

bool Module::is_serializable() const { return true; }

unsigned int Module::_forward_num_required_args() {
  modecheck::engine::raise(ErrorClass::Argument, name(), "'s forward() has no default arguments: declare them with ",
                           "FORWARD_HAS_DEFAULT_ARGS");
}

std::vector<AnyValue> Module::_forward_populate_default_args(std::vector<AnyValue>&& /*arguments*/) {
  modecheck::engine::raise(ErrorClass::Argument, name(), "'s forward() has no default arguments: declare them with ",
                           "FORWARD_HAS_DEFAULT_ARGS");
}

void Module::check_name(const char* what, const std::string& name) {
  MODECHECK_CHECK(!name.empty(), ErrorClass::Argument, what, " name must not be empty");
  MODECHECK_CHECK(name.find('.') == std::string::npos, ErrorClass::Argument, what,
                  " name must not contain a dot (got '", name, "')");
}

at::Tensor& Module::register_parameter(std::string name, at::Tensor tensor, bool requires_grad) {
  check_name("Parameter", name);
  if (tensor.defined())
    tensor.set_requires_grad(requires_grad);
  else if (requires_grad)
    c10::Warning::warn({"register_parameter", __FILE__, __LINE__},
                       "An undefined tensor cannot require grad. Ignoring the `requires_grad=true` function parameter.",
                       false);
  return parameters_.insert(std::move(name), std::move(tensor));
}

at::Tensor& Module::register_buffer(std::string name, at::Tensor tensor) {
  check_name("Buffer", name);
  return buffers_.insert(std::move(name), std::move(tensor));
}

void Module::unregister_module(const std::string& name) {
  MODECHECK_CHECK(children_.contains(name), ErrorClass::Argument, "No Module with name `", name, "` is registered");
  children_.erase(name);
}

void Module::pretty_print(std::ostream& out) const { out << name(); }

void Module::pretty_print_recursive(std::ostream& out, const std::string& indentation) const {
  pretty_print(out);
  if (children_.is_empty()) return;
  const std::string deeper = indentation + "  ";
  out << "(\n";
  for (const auto& child : children_) {
    out << deeper << '(' << child.key() << "): ";
    child.value()->pretty_print_recursive(out, deeper);
    out << '\n';
  }
  out << indentation << ')';
}

void Module::forget_registered() {
  parameters_.clear();
  buffers_.clear();
  children_.clear();
}

void Module::copy_data_to(Module& copy, const c10::optional<c10::Device>& device) const {
  const auto check_count = [](const char* what, const char* how, std::size_t now, std::size_t before) {
    MODECHECK_CHECK(now == before, ErrorClass::Argument, "The cloned module does not have the same number of ", what,
                    " as the original module after calling reset(): it has ", now, " and not ", before,
                    ". Are you sure you called ", how, " inside reset() and not the constructor?");
  };
  const auto data_of = [&](const at::Tensor& tensor) {
    return device.has_value() && tensor.device() != *device ? tensor.to(*device) : tensor.clone();
  };
  check_count("parameters", "register_parameter()", copy.parameters_.size(), parameters_.size());
  for (const auto& item : named_parameters(false)) copy.parameters_[item.key()].set_data(data_of(*item));
  check_count("buffers", "register_buffer()", copy.buffers_.size(), buffers_.size());
  for (const auto& item : named_buffers(false)) copy.buffers_[item.key()].set_data(data_of(*item));
  check_count("child modules", "register_module()", copy.children_.size(), children_.size());
  for (const auto& child : children_) copy.children_[child.key()]->clone_(*child.value(), device);
}

void Module::clone_(Module& /*other*/, const c10::optional<c10::Device>& /*device*/) {}

void Module::apply_to_submodules(const NamedModulePointerApplyFunction& function,
                                 const std::string& name_prefix) const {
  for (const auto& child : children_) {
    const std::string name = joined(name_prefix, child.key());
    function(name, child.value());
    child.value()->apply_to_submodules(function, name);
  }
}

std::shared_ptr<Module> Module::shared_from_this_checked() const {
  const std::shared_ptr<const Module> self = weak_from_this().lock();
  MODECHECK_CHECK(self != nullptr, ErrorClass::Argument,
                  "It looks like you attempted to retrieve your top-level module as a shared_ptr, but it is not stored "
                  "in a shared_ptr. Use std::make_shared<",
                  name(), "> instead of creating your module on the stack, or pass include_self=false");
  return std::const_pointer_cast<Module>(self);
}

std::ostream& operator<<(std::ostream& out, const Module& module) {
  module.pretty_print_recursive(out, "");
  return out;
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
