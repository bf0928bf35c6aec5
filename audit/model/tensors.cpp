#include "audit/model/tensors.h"

namespace modecheck::audit {
namespace {

std::string key_text(const c10::IValue& key) {
  if (key.isString()) return "'" + key.toStringRef() + "'";
  if (key.isInt()) return std::to_string(key.toInt());
  return "...";
}

void collect(const std::string& name, const c10::IValue& value, NamedTensors& into);

template <typename Elements>
void collect_elements(const std::string& name, const Elements& elements, NamedTensors& into) {
  int index = 0;
  for (const c10::IValue& element : elements) collect(name + "[" + std::to_string(index++) + "]", element, into);
}

void collect(const std::string& name, const c10::IValue& value, NamedTensors& into) {
  if (value.isTensor()) {
    if (value.toTensor().defined()) into.emplace_back(name, value.toTensor());
  } else if (value.isTuple()) {
    collect_elements(name, value.toTuple()->elements(), into);
  } else if (value.isList()) {
    collect_elements(name, value.toListRef(), into);
  } else if (value.isGenericDict()) {
    const auto entries = value.toGenericDict();
    for (const auto& entry : entries) collect(name + "[" + key_text(entry.key()) + "]", entry.value(), into);
  }
}

}  // namespace

NamedTensors tensors_of(const c10::IValue& value) {
  NamedTensors found;
  collect("", value, found);
  return found;
}

NamedTensors tensors_held_by(const torch::jit::Module& module) {
  NamedTensors found;
  for (const auto& attribute : module.named_attributes(true)) collect(attribute.name, attribute.value, found);
  return found;
}

}  // namespace modecheck::audit
