// Defines the functions on values for libtorch.
#include "audit/model/value_functions.h"

#include <optional>

namespace modecheck::audit {
namespace {

c10::IValue fitted(const c10::IValue& value, const c10::TypePtr& type);

// Returns the values with the type, or nothing if one of them does not have it.
std::optional<std::vector<c10::IValue>> fitted_elements(at::ArrayRef<c10::IValue> values, const c10::TypePtr& type) {
  std::vector<c10::IValue> out;
  for (const c10::IValue& value : values) {
    out.push_back(fitted(value, type));
    if (!out.back().type()->isSubtypeOf(*type)) return std::nullopt;
  }
  return out;
}

c10::IValue fitted_list(const c10::IValue& value, const c10::TypePtr& element) {
  const auto elements = fitted_elements(value.toListRef(), element);
  if (!elements) return value;
  c10::impl::GenericList out(element);
  for (const c10::IValue& one : *elements) out.push_back(one);
  return out;
}

c10::IValue fitted_dict(const c10::IValue& value, const c10::DictType& type) {
  std::vector<c10::IValue> keys;
  std::vector<c10::IValue> values;
  for (const auto& entry : value.toGenericDict()) {
    keys.push_back(entry.key());
    values.push_back(entry.value());
  }
  const auto fitting_keys = fitted_elements(keys, type.getKeyType());
  const auto fitting_values = fitted_elements(values, type.getValueType());
  if (!fitting_keys || !fitting_values) return value;
  c10::impl::GenericDict out(type.getKeyType(), type.getValueType());
  for (std::size_t i = 0; i < keys.size(); ++i) out.insert((*fitting_keys)[i], (*fitting_values)[i]);
  return out;
}

c10::IValue fitted_tuple(const c10::IValue& value, const c10::TupleTypePtr& type) {
  std::vector<c10::IValue> elements;
  if (value.isTuple())
    elements = std::vector<c10::IValue>(value.toTupleRef().elements());
  else
    elements = value.toListRef().vec();
  if (elements.size() != type->elements().size()) return value;
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = fitted(elements[i], type->elements()[i]);
  return type->schema() ? c10::ivalue::Tuple::createNamed(std::move(elements), type)
                        : c10::ivalue::Tuple::create(std::move(elements));
}

c10::IValue fitted(const c10::IValue& value, const c10::TypePtr& type) {
  if (const auto optional = type->cast<c10::OptionalType>())
    return value.isNone() ? value : fitted(value, optional->getElementType());
  if (const auto list = type->cast<c10::ListType>(); list && value.isList())
    return fitted_list(value, list->getElementType());
  if (const auto dict = type->cast<c10::DictType>(); dict && value.isGenericDict()) return fitted_dict(value, *dict);
  if (const auto tuple = type->cast<c10::TupleType>(); tuple && (value.isTuple() || value.isList()))
    return fitted_tuple(value, tuple);
  return value;
}

}  // namespace

c10::IValue deep_copy(const c10::IValue& value) { return value.deepcopy(); }

c10::IValue list_of(const std::vector<c10::IValue>& values) {
  c10::impl::GenericList out(c10::AnyType::get());
  for (const c10::IValue& value : values) out.push_back(value);
  return out;
}

std::vector<c10::IValue> fitted_to(const torch::jit::Module& module, std::vector<c10::IValue> inputs) {
  const auto forward = module.find_method("forward");
  if (!forward) return inputs;
  const auto& arguments = forward->function().getSchema().arguments();
  for (std::size_t i = 0; i < inputs.size() && i + 1 < arguments.size(); ++i)
    inputs[i] = fitted(inputs[i], arguments[i + 1].type());
  return inputs;
}

std::vector<std::pair<std::string, c10::IValue>> attributes_of(const c10::IValue& object) {
  const auto held = object.toObject();
  std::vector<std::pair<std::string, c10::IValue>> out;
  for (std::size_t i = 0; i < held->type()->numAttributes(); ++i)
    out.emplace_back(held->type()->getAttributeName(i), held->getSlot(i));
  return out;
}

at::Tensor dense(const at::Tensor& tensor) {
  if (tensor.is_quantized()) return tensor.dequantize();
  return tensor.layout() == at::kStrided ? tensor : tensor.to_dense();
}

}  // namespace modecheck::audit
