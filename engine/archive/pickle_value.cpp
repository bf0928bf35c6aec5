#include "engine/archive/pickle_value.h"

#include <utility>

namespace modecheck::engine::archives {

PickleRef PickleValue::make(PickleKind kind) {
  PickleRef out = std::make_shared<PickleValue>();
  out->kind = kind;
  return out;
}

PickleRef PickleValue::boolean(bool value) {
  PickleRef out = make(PickleKind::Bool);
  out->integer = value ? 1 : 0;
  return out;
}

PickleRef PickleValue::number(std::int64_t value) {
  PickleRef out = make(PickleKind::Int);
  out->integer = value;
  return out;
}

PickleRef PickleValue::real(double value) {
  PickleRef out = make(PickleKind::Double);
  out->floating = value;
  return out;
}

PickleRef PickleValue::string(std::string value) {
  PickleRef out = make(PickleKind::String);
  out->text = std::move(value);
  return out;
}

PickleRef PickleValue::global(std::string name) {
  PickleRef out = make(PickleKind::Global);
  out->text = std::move(name);
  return out;
}

PickleRef PickleValue::tuple(std::vector<PickleRef> items) {
  PickleRef out = make(PickleKind::Tuple);
  out->items = std::move(items);
  return out;
}

PickleRef PickleValue::list(std::vector<PickleRef> items) {
  PickleRef out = make(PickleKind::List);
  out->items = std::move(items);
  return out;
}

PickleRef PickleValue::call(std::string name, std::vector<PickleRef> arguments) {
  PickleRef out = make(PickleKind::Call);
  out->text = std::move(name);
  out->items = std::move(arguments);
  return out;
}

PickleRef PickleValue::find(const std::string& key) const {
  if (kind != PickleKind::Dict) return nullptr;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2)
    if (items[i]->is(PickleKind::String) && items[i]->text == key) return items[i + 1];
  return nullptr;
}

const char* phrase(PickleKind kind) {
  switch (kind) {
    case PickleKind::None:
      return "None";
    case PickleKind::Bool:
      return "a bool";
    case PickleKind::Int:
      return "an int";
    case PickleKind::Double:
      return "a float";
    case PickleKind::String:
      return "a str";
    case PickleKind::Global:
      return "the name of a function or a class";
    case PickleKind::Tuple:
      return "a tuple";
    case PickleKind::List:
      return "a list";
    case PickleKind::Dict:
      return "a dict";
    case PickleKind::Call:
      return "the result of a call";
    case PickleKind::Object:
      return "an object of a TorchScript class";
    case PickleKind::PersistentId:
      return "a storage";
  }
  return "nothing known";
}

}  // namespace modecheck::engine::archives
