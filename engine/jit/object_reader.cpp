#include "engine/jit/object_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/archive/pickle_names.h"
#include "engine/script/dict.h"
#include "engine/script/list.h"
#include "engine/script/object.h"
#include "engine/script/tuple.h"

namespace modecheck::engine::jit {

using archives::in_quotes;
using archives::PickleKind;
using archives::PickleRef;
using archives::PickleValue;
using archives::Place;
using script::Value;

namespace {

// Returns the element type that a call of this function gives an empty list, or null.
script::TypeRef element_type(const std::string& function) {
  if (function == "torch.jit._pickle build_intlist") return script::Type::make(script::TypeKind::Int);
  if (function == "torch.jit._pickle build_doublelist") return script::Type::make(script::TypeKind::Float);
  if (function == "torch.jit._pickle build_boollist") return script::Type::make(script::TypeKind::Bool);
  if (function == "torch.jit._pickle build_tensorlist") return script::Type::make(script::TypeKind::Tensor);
  return nullptr;
}

// Returns whether the type is a NamedTuple or a container of some.
bool has_named_tuples(const script::Type* type) {
  if (type == nullptr) return false;
  if (type->kind == script::TypeKind::Class)
    return type->class_type != nullptr && type->class_type->kind == script::ClassKind::NamedTuple;
  return std::any_of(type->elements.begin(), type->elements.end(),
                     [](const script::TypeRef& one) { return has_named_tuples(one.get()); });
}

Value with_class(Value value, const script::Type* type);

// Returns a tuple whose elements have the NamedTuple classes that `types` name. The tuple itself gets the class
// `named`, which may be null.
Value tuple_of(const std::vector<Value>& items, const std::vector<script::TypeRef>& types, script::ClassRef named) {
  auto out = std::make_shared<script::Tuple>();
  for (std::size_t i = 0; i < items.size(); ++i) out->items.push_back(with_class(items[i], types[i].get()));
  out->type = std::move(named);
  return script::TupleRef(std::move(out));
}

// Gives tuples, also those in containers, the NamedTuple classes that their declared type names, because pickles do not
// name them. Changes nothing that does not fit the type. Lists and dictionaries are changed in place, so that they stay
// shared.
Value with_class(Value value, const script::Type* type) {
  while (type != nullptr && type->kind == script::TypeKind::Optional) type = type->elements.front().get();
  if (!has_named_tuples(type)) return value;
  if (type->kind == script::TypeKind::Class && value.is_tuple()) {
    std::vector<script::TypeRef> types;
    for (const script::Attribute& one : type->class_type->attributes) types.push_back(one.type);
    if (types.size() != value.elements().size()) return value;
    const Value out = tuple_of(value.elements(), types, type->class_type->reference());
    return has_type(Value::tuple(out.elements()), script::Type::make(script::TypeKind::Tuple, types).get()) ? out
                                                                                                            : value;
  }
  if (type->kind == script::TypeKind::Tuple && value.is_tuple() && value.elements().size() == type->elements.size())
    return tuple_of(value.elements(), type->elements, value.tuple()->type);
  if (type->kind == script::TypeKind::List && value.is_list())
    for (Value& item : value.list()->items) item = with_class(std::move(item), type->elements[0].get());
  if (type->kind == script::TypeKind::Dict && value.is_dict()) {
    const std::vector<script::Dict::Entry> entries = value.dict()->entries();
    for (const auto& [key, item] : entries) value.dict()->set(key, with_class(item, type->elements[1].get()));
  }
  return value;
}

}  // namespace

Value ObjectReader::value(const PickleRef& value) {
  const auto found = made_.find(value.get());
  if (found != made_.end()) return found->second;
  Value out = make_value(value);
  made_.emplace(value.get(), out);
  return out;
}

std::vector<Value> ObjectReader::items(const PickleValue& value) {
  std::vector<Value> out;
  for (const PickleRef& item : value.items) out.push_back(this->value(item));
  return out;
}

Value ObjectReader::make_value(const PickleRef& value) {
  switch (value->kind) {
    case PickleKind::None:
      return {};
    case PickleKind::Bool:
      return value->integer != 0;
    case PickleKind::Int:
      return value->integer;
    case PickleKind::Double:
      return value->floating;
    case PickleKind::String:
      values_.count_text(value->text.size());
      return value->text;
    case PickleKind::Global: {
      const c10::ScalarType dtype = archives::dtype_of_name(value->text);
      values_.place().require(dtype != c10::ScalarType::Undefined, in_quotes(value->text),
                              " stands where a value belongs");
      return static_cast<std::int64_t>(dtype);
    }
    case PickleKind::Tuple:
      return Value::tuple(items(*value));
    case PickleKind::List:
      return Value::list(items(*value));
    case PickleKind::Dict:
      return dict(*value);
    case PickleKind::Object:
      return object(*value);
    case PickleKind::Call:
      return call(value);
    default:
      values_.place().refuse(phrase(value->kind), " stands where a value belongs");
  }
}

Value ObjectReader::dict(const PickleValue& value) {
  auto out = std::make_shared<script::Dict>();
  for (std::size_t i = 0; i + 1 < value.items.size(); i += 2) {
    const PickleKind kind = value.items[i]->kind;
    values_.place().require(kind != PickleKind::Tuple, "a dict has a tuple as a key; keys are strings and numbers");
    const Value key = this->value(value.items[i]);
    values_.place().require(out->find(key) == nullptr, "a dict has a key twice: ", in_quotes(value.items[i]->text));
    out->set(key, this->value(value.items[i + 1]));
  }
  return out;
}

Value ObjectReader::call(const PickleRef& value) {
  const Place& place = values_.place();
  const PickleValue& call = *value;
  if (call.text == "torch device") {
    place.require(call.items.size() == 1 && call.items[0]->is(PickleKind::String), "a device has no name");
    return values_.device_of(call.items[0]->text);
  }
  if (call.text == "builtins complex") {
    place.require(
        call.items.size() == 2 && call.items[0]->is(PickleKind::Double) && call.items[1]->is(PickleKind::Double),
        "a complex number has not two floats as its parts");
    return c10::complex<double>(call.items[0]->floating, call.items[1]->floating);
  }
  if (call.text.compare(0, 17, "torch.jit._pickle") == 0) return tagged(call);
  return values_.tensor(value);
}

Value ObjectReader::tagged(const PickleValue& call) {
  const Place& place = values_.place();
  const bool is_tagged = call.text == "torch.jit._pickle restore_type_tag";
  place.require(call.items.size() == (is_tagged ? 2U : 1U), in_quotes(call.text), " has ", call.items.size(),
                " arguments");
  const Value out = value(call.items.front());
  if (is_tagged) return out;  // the declared types of attributes give the elements' type
  const script::TypeRef element = element_type(call.text);
  place.require(out.is_list(), in_quotes(call.text), " has ", phrase(call.items.front()->kind), ", not a list");
  const std::vector<Value>& items = out.list()->items;
  place.require(element != nullptr && std::all_of(items.begin(), items.end(),
                                                  [&](const Value& one) { return has_type(one, element.get()); }),
                "an element of a list does not have the type that ", in_quotes(call.text), " gives the list");
  out.list()->element = element;
  return out;
}

Value ObjectReader::object(const PickleValue& value) {
  const Place& place = values_.place();
  std::string name = value.text;
  std::replace(name.begin(), name.end(), ' ', '.');
  place.require(unit_ != nullptr, "the constants have an object of the class ", in_quotes(name),
                "; constants are tensors, numbers and texts");
  const script::ClassRef type = unit_->find_class(name);
  place.require(type->kind != script::ClassKind::NamedTuple, in_quotes(name), " is a NamedTuple, not a class");
  place.require(type->find_method("__setstate__") == nullptr, "objects of the class ", in_quotes(name),
                " are made by its method __setstate__, which is not run while an archive is read");
  const bool has_state = value.state != nullptr && value.state->is(PickleKind::Dict);
  place.require(has_state || type->attributes.empty(), "the state of an object of the class ", in_quotes(name), " is ",
                value.state == nullptr ? "missing" : phrase(value.state->kind), ", not a dict");
  const script::ObjectRef out = script::Object::make(type);
  std::vector<bool> is_given(type->attributes.size());
  for (std::size_t i = 0; has_state && i + 1 < value.state->items.size(); i += 2) {
    const PickleValue& key = *value.state->items[i];
    place.require(key.is(PickleKind::String), "the name of an attribute is ", phrase(key.kind));
    const std::optional<std::size_t> at = type->find_attribute(key.text);
    place.require(at.has_value(), "the class ", in_quotes(name), " has no attribute ", in_quotes(key.text));
    place.require(!is_given[*at], "an object of the class ", in_quotes(name), " has the attribute ",
                  in_quotes(key.text), " twice");
    const script::TypeRef& wanted = type->attributes[*at].type;
    Value attribute = with_class(this->value(value.state->items[i + 1]), wanted.get());
    place.require(has_type(attribute, wanted.get()), "the attribute ", in_quotes(key.text), " of the class ",
                  in_quotes(name), " is declared as ", wanted == nullptr ? "Any" : to_string(*wanted),
                  ", and the archive has a value of type ", attribute.type_name());
    out->attributes[*at] = annotated(std::move(attribute), wanted);
    is_given[*at] = true;
  }
  for (std::size_t i = 0; i < is_given.size(); ++i) {
    const script::Attribute& attribute = type->attributes[i];
    place.require(is_given[i] || has_type({}, attribute.type.get()), "an object of the class ", in_quotes(name),
                  " has no value for the attribute ", in_quotes(attribute.name));
  }
  return out;
}

}  // namespace modecheck::engine::jit
