#include "engine/jit/module.h"

#include <unordered_map>

#include "engine/archive/limits.h"
#include "engine/core/errors/error.h"
#include "engine/jit/boxes.h"
#include "engine/modes/grad_mode.h"
#include "engine/script/class_type.h"
#include "engine/script/object.h"

namespace torch {
inline namespace modecheck_v1 {
namespace jit {

namespace script_types = modecheck::engine::script;
using modecheck::engine::ErrorClass;
using script_types::ClassKind;
using script_types::ObjectRef;
using script_types::Value;

namespace {

bool is_module(const Value& value) { return value.is_object() && value.object()->type->kind == ClassKind::Module; }

bool has_tensor_type(const script_types::Attribute& attribute) {
  return attribute.type != nullptr && attribute.type->kind == script_types::TypeKind::Tensor;
}

// The number of modules that one call visits.
constexpr std::size_t kMostModules = std::size_t{1} << 18;

// Counts the modules that one call visits. A program can give a module the same submodule twice on each of many
// levels, so that there is no end to them.
class ModuleCount {
 public:
  void enter(std::size_t depth) {
    MODECHECK_CHECK(depth <= modecheck::engine::archives::kMostPickleDepth, ErrorClass::Argument,
                    "torch::jit: modules are nested more than ", modecheck::engine::archives::kMostPickleDepth,
                    " deep, which is the bound; does one contain itself?");
    MODECHECK_CHECK(++count_ <= kMostModules, ErrorClass::Argument, "torch::jit: a module has more than ", kMostModules,
                    " submodules, which is the bound; does it hold one many times?");
  }

 private:
  std::size_t count_ = 0;
};

template <typename Visit>
void each_attribute(const ObjectRef& module, const std::string& prefix, bool recurse, std::size_t depth,
                    ModuleCount& count, Visit visit) {
  count.enter(depth);
  for (std::size_t i = 0; i < module->attributes.size(); ++i) {
    const script_types::Attribute& attribute = module->type->attributes[i];
    const Value value = module->attributes[i];
    const std::string name = prefix + attribute.name;
    visit(name, attribute, value);
    if (recurse && is_module(value)) each_attribute(value.object(), name + ".", recurse, depth + 1, count, visit);
  }
}

// Calls `visit(name, attribute, value)` for every attribute of the module, and with `recurse` for those of a submodule
// right after the submodule itself.
template <typename Visit>
void each_attribute(const ObjectRef& module, bool recurse, Visit visit) {
  ModuleCount count;
  each_attribute(module, {}, recurse, 0, count, visit);
}

// Returns the tensors that are parameters, or those that are not.
std::vector<NamedValue<at::Tensor>> tensors_of(const ObjectRef& module, bool recurse, bool parameters) {
  std::vector<NamedValue<at::Tensor>> out;
  each_attribute(module, recurse,
                 [&](const std::string& name, const script_types::Attribute& attribute, const Value& value) {
                   const bool is_wanted =
                       parameters ? attribute.is_parameter : has_tensor_type(attribute) && !attribute.is_parameter;
                   if (is_wanted && value.is_tensor()) out.push_back({name, value.tensor()});
                 });
  return out;
}

template <typename T>
std::vector<T> values_of(std::vector<NamedValue<T>> named) {
  std::vector<T> out;
  for (NamedValue<T>& one : named) out.push_back(std::move(one.value));
  return out;
}

// Copies the module and its submodules. A submodule with two names is copied once.
ObjectRef clone_modules(const ObjectRef& from, std::unordered_map<const script_types::Object*, ObjectRef>& made,
                        std::size_t depth) {
  MODECHECK_CHECK(depth <= modecheck::engine::archives::kMostPickleDepth, ErrorClass::Argument,
                  "torch::jit::Module::clone: modules are nested more than ",
                  modecheck::engine::archives::kMostPickleDepth, " deep, which is the bound");
  ObjectRef& place = made[from.get()];
  if (place != nullptr) return place;
  const ObjectRef to = script_types::Object::make(from->type);
  place = to;
  for (std::size_t i = 0; i < from->attributes.size(); ++i) {
    const Value& value = from->attributes[i];
    to->attributes[i] = is_module(value) ? Value(clone_modules(value.object(), made, depth + 1)) : value;
  }
  return to;
}

}  // namespace

Module::Module(c10::detail::ScriptObject object) : Object(std::move(object)) {
  MODECHECK_CHECK(held().object->type->kind == ClassKind::Module, ErrorClass::Argument, "an object of the class '",
                  type_name(), "' is no module");
}

std::vector<NamedValue<at::Tensor>> Module::named_parameters(bool recurse) const {
  return tensors_of(held().object, recurse, true);
}
std::vector<NamedValue<at::Tensor>> Module::named_buffers(bool recurse) const {
  return tensors_of(held().object, recurse, false);
}
std::vector<NamedValue<c10::IValue>> Module::named_attributes(bool recurse) const {
  std::vector<NamedValue<c10::IValue>> out;
  each_attribute(held().object, recurse,
                 [&](const std::string& name, const script_types::Attribute& /*attribute*/, const Value& value) {
                   out.push_back({name, modecheck::engine::jit::to_box(value, held().source)});
                 });
  return out;
}
std::vector<at::Tensor> Module::parameters(bool recurse) const { return values_of(named_parameters(recurse)); }
std::vector<at::Tensor> Module::buffers(bool recurse) const { return values_of(named_buffers(recurse)); }
std::vector<c10::IValue> Module::attributes(bool recurse) const { return values_of(named_attributes(recurse)); }

std::vector<NamedValue<Module>> Module::named_children() const {
  std::vector<NamedValue<Module>> out;
  each_attribute(held().object, false,
                 [&](const std::string& name, const script_types::Attribute& /*attribute*/, const Value& value) {
                   if (is_module(value))
                     out.push_back({name, Module(c10::detail::ScriptObject{value.object(), held().source})});
                 });
  return out;
}
std::vector<Module> Module::children() const { return values_of(named_children()); }

std::vector<NamedValue<Module>> Module::named_modules() const {
  std::vector<NamedValue<Module>> out = {{std::string(), *this}};
  each_attribute(held().object, true,
                 [&](const std::string& name, const script_types::Attribute& /*attribute*/, const Value& value) {
                   if (is_module(value))
                     out.push_back({name, Module(c10::detail::ScriptObject{value.object(), held().source})});
                 });
  return out;
}
std::vector<Module> Module::modules() const { return values_of(named_modules()); }

void Module::train(bool on) {
  for (Module& module : modules())
    if (module.hasattr("training")) module.setattr("training", on);
}
bool Module::is_training() const { return attr("training", true).toBool(); }

namespace {

template <typename Convert>
void convert_tensors(const Module& module, Convert convert) {
  const at::NoGradGuard no_grad;
  for (at::Tensor& tensor : module.parameters()) tensor.set_data(convert(tensor));
  for (at::Tensor& tensor : module.buffers()) tensor.set_data(convert(tensor));
}

}  // namespace

void Module::to(c10::Device device, c10::ScalarType dtype, bool non_blocking) {
  convert_tensors(*this, [&](const at::Tensor& tensor) { return tensor.to(device, dtype, non_blocking); });
}
void Module::to(c10::ScalarType dtype, bool non_blocking) {
  convert_tensors(*this, [&](const at::Tensor& tensor) { return tensor.to(tensor.device(), dtype, non_blocking); });
}
void Module::to(c10::Device device, bool non_blocking) {
  convert_tensors(*this,
                  [&](const at::Tensor& tensor) { return tensor.to(device, tensor.scalar_type(), non_blocking); });
}

Module Module::clone(bool inplace) const {
  if (!inplace) return deepcopy();
  std::unordered_map<const script_types::Object*, ObjectRef> made;
  return Module(c10::detail::ScriptObject{clone_modules(held().object, made, 0), held().source});
}

Module freeze(const Module& module, const std::optional<std::vector<std::string>>& /*preserved_attrs*/,
              bool /*optimize_numerics*/) {
  MODECHECK_CHECK(!module.attr("training", false).toBool(), ErrorClass::Argument,
                  "torch::jit::freeze: the module is in training mode; call eval() first");
  return module.deepcopy();
}

Module optimize_for_inference(Module& module, const std::vector<std::string>& /*other_methods*/) {
  return freeze(module);
}

}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch

namespace c10 {
inline namespace modecheck_v1 {

bool IValue::isModule() const {
  return isObject() && toScriptObject().object->type->kind == modecheck::engine::script::ClassKind::Module;
}
torch::jit::Module IValue::toModule() const { return torch::jit::Module(toScriptObject()); }

}  // namespace modecheck_v1
}  // namespace c10
