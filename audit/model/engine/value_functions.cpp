// Defines the functions on values for the engine, whose lists and dictionaries have no types of their own.
#include "audit/model/value_functions.h"

#include "engine/jit/boxes.h"
#include "engine/script/class_type.h"
#include "engine/script/object.h"

namespace modecheck::audit {
namespace {

using engine::script::Type;
using engine::script::TypeKind;

std::vector<c10::IValue> copies(const std::vector<c10::IValue>& values) {
  std::vector<c10::IValue> out;
  for (const c10::IValue& value : values) out.push_back(deep_copy(value));
  return out;
}

c10::IValue fitted(const c10::IValue& value, const Type* type);

std::vector<c10::IValue> fitted_elements(const std::vector<c10::IValue>& values, const Type* element) {
  std::vector<c10::IValue> out;
  for (const c10::IValue& value : values) out.push_back(fitted(value, element));
  return out;
}

bool is_or_holds_tuple(const Type* type) {
  if (type == nullptr) return false;
  if (type->kind == TypeKind::Tuple || type->kind == TypeKind::AnyTuple) return true;
  for (const auto& element : type->elements)
    if (is_or_holds_tuple(element.get())) return true;
  return false;
}

c10::IValue fitted(const c10::IValue& value, const Type* type) {
  if (!is_or_holds_tuple(type)) return value;
  if (type->kind == TypeKind::Optional) return value.isNone() ? value : fitted(value, type->elements[0].get());
  if (type->kind == TypeKind::List && value.isList())
    return c10::IValue(fitted_elements(value.toListRef(), type->elements[0].get()));
  if (type->kind == TypeKind::Dict && value.isGenericDict()) {
    c10::Dict<c10::IValue, c10::IValue> out;
    for (const auto& entry : value.toGenericDict())
      out.insert(entry.key(), fitted(entry.value(), type->elements[1].get()));
    return out;
  }
  if (!value.isList() && !value.isTuple()) return value;
  std::vector<c10::IValue> elements = value.isTuple() ? value.toTuple()->elements() : value.toListRef();
  if (type->kind == TypeKind::Tuple && type->elements.size() == elements.size())
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = fitted(elements[i], type->elements[i].get());
  return type->kind == TypeKind::List ? value : c10::IValue(c10::ivalue::Tuple::create(std::move(elements)));
}

}  // namespace

c10::IValue deep_copy(const c10::IValue& value) {
  if (value.isTensor()) return value.toTensor().defined() ? value.toTensor().clone() : value;
  if (value.isTuple()) return c10::ivalue::Tuple::create(copies(value.toTuple()->elements()));
  if (value.isTensorList()) {
    std::vector<at::Tensor> out;
    for (const at::Tensor& tensor : value.toTensorVector()) out.push_back(tensor.clone());
    return out;
  }
  if (value.isGenericDict()) {
    c10::Dict<c10::IValue, c10::IValue> out;
    for (const auto& entry : value.toGenericDict()) out.insert(deep_copy(entry.key()), deep_copy(entry.value()));
    return out;
  }
  const bool holds_boxes = value.isList() && value.isPtrType();  // other lists hold numbers or texts, which are copied
  return holds_boxes || value.isOptionalTensorList() ? c10::IValue(copies(value.toListRef())) : value;
}

c10::IValue list_of(const std::vector<c10::IValue>& values) { return values; }

std::vector<c10::IValue> fitted_to(const torch::jit::Module& module, std::vector<c10::IValue> inputs) {
  const c10::IValue box = module._ivalue();
  const engine::script::Function* const forward = box.toScriptObject().object->type->find_method("forward");
  if (forward == nullptr) return inputs;
  for (std::size_t i = 0; i < inputs.size() && i + 1 < forward->parameters.size(); ++i)
    inputs[i] = fitted(inputs[i], forward->parameters[i + 1].type.get());
  return inputs;
}

std::vector<std::pair<std::string, c10::IValue>> attributes_of(const c10::IValue& object) {
  const c10::detail::ScriptObject& script = object.toScriptObject();
  std::vector<std::pair<std::string, c10::IValue>> out;
  for (std::size_t i = 0; i < script.object->attributes.size(); ++i)
    out.emplace_back(script.object->type->attributes[i].name,
                     engine::jit::to_box(script.object->attributes[i], script.source));
  return out;
}

// The engine has neither sparse nor quantized tensors.
at::Tensor dense(const at::Tensor& tensor) { return tensor; }

}  // namespace modecheck::audit
