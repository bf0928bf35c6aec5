#include "audit/model/tensors.h"

#include <algorithm>

#include "audit/model/value_functions.h"

namespace modecheck::audit {
namespace {

std::string key_text(const c10::IValue& key) {
  if (key.isString()) return "'" + key.toStringRef() + "'";
  if (key.isInt()) return std::to_string(key.toInt());
  if (key.isBool()) return key.toBool() ? "True" : "False";
  if (key.isDouble()) return std::to_string(key.toDouble());
  return "...";
}

class Collector {
 public:
  explicit Collector(NamedTensors& into) : into_(into) {}

  void collect(const std::string& name, const c10::IValue& value) {
    if (value.isTensor()) {
      if (value.toTensor().defined()) into_.emplace_back(name, value.toTensor());
    } else if (value.isTuple()) {
      collect_elements(name, value.toTuple()->elements());
    } else if (value.isList()) {
      collect_elements(name, value.toListRef());
    } else if (value.isGenericDict()) {
      const auto entries = value.toGenericDict();
      for (const auto& entry : entries) collect(name + "[" + key_text(entry.key()) + "]", entry.value());
    } else if (value.isObject() && !value.isModule()) {
      collect_attributes(name, value);
    }
  }

 private:
  template <typename Elements>
  void collect_elements(const std::string& name, const Elements& elements) {
    int index = 0;
    for (const c10::IValue& element : elements) collect(name + "[" + std::to_string(index++) + "]", element);
  }

  // Objects can hold each other, so the objects that are being collected are remembered.
  void collect_attributes(const std::string& name, const c10::IValue& object) {
    const void* const identity = object.internalToPointer();
    if (std::find(open_.begin(), open_.end(), identity) != open_.end()) return;
    open_.push_back(identity);
    for (const auto& [attribute, value] : attributes_of(object)) collect(name + "." + attribute, value);
    open_.pop_back();
  }

  NamedTensors& into_;
  std::vector<const void*> open_;
};

}  // namespace

NamedTensors tensors_of(const c10::IValue& value) {
  NamedTensors found;
  Collector(found).collect("", value);
  return found;
}

nlohmann::json frame_of(const c10::IValue& value, std::vector<double>& numbers) {
  const auto all = [&numbers](const auto& elements) {
    nlohmann::json out = nlohmann::json::array();
    for (const c10::IValue& element : elements) out.push_back(frame_of(element, numbers));
    return out;
  };
  if (value.isNone()) return nullptr;
  if (value.isTensor()) return "tensor";
  if (value.isBool()) return value.toBool();
  if (value.isInt()) return value.toInt();
  if (value.isString()) return "'" + value.toStringRef() + "'";
  if (value.isTuple()) return all(value.toTuple()->elements());
  if (value.isList()) return all(value.toListRef());
  if (value.isGenericDict()) {
    nlohmann::json out = nlohmann::json::object();
    const auto entries = value.toGenericDict();
    for (const auto& entry : entries) out[key_text(entry.key())] = frame_of(entry.value(), numbers);
    return out;
  }
  if (!value.isDouble()) return "a value of kind " + std::string(value.tagKind());
  numbers.push_back(value.toDouble());
  return "number";
}

NamedTensors tensors_held_by(const torch::jit::Module& module) {
  NamedTensors found;
  Collector collector(found);
  for (const auto& attribute : module.named_attributes(true)) collector.collect(attribute.name, attribute.value);
  return found;
}

}  // namespace modecheck::audit
