#include "engine/jit/object_writer.h"

#include <utility>
#include <vector>

#include "engine/archive/limits.h"
#include "engine/script/dict.h"
#include "engine/script/list.h"
#include "engine/script/object.h"
#include "engine/script/tuple.h"

namespace modecheck::engine::jit {

using archives::PickleKind;
using archives::PickleRef;
using archives::PickleValue;
using script::Type;
using script::TypeKind;
using script::Value;

namespace {

const void* identity_of(const Value& value) {
  if (value.is_tensor()) return value.tensor().unsafeGetTensorImpl();
  if (value.is_object()) return value.object().get();
  if (value.is_list()) return value.list().get();
  if (value.is_dict()) return value.dict().get();
  if (value.is_tuple()) return value.tuple().get();
  return nullptr;
}

// Returns the type without Optional, or null.
const Type* present_type(const Type* type) {
  while (type != nullptr && type->kind == TypeKind::Optional && !type->elements.empty())
    type = type->elements.front().get();
  return type;
}

// Returns the type of the elements at `index` if the type is a container of this kind, or null.
const Type* part_of(const Type* type, TypeKind kind, std::size_t index) {
  return type != nullptr && type->kind == kind && index < type->elements.size() ? type->elements[index].get() : nullptr;
}

std::string tag_of(const Type* type, const char* unknown) { return type == nullptr ? unknown : to_string(*type); }

}  // namespace

PickleRef ObjectWriter::value(const Value& value, const Type* type) {
  const void* const identity = identity_of(value);
  if (identity == nullptr) return make_value(value, type);
  const auto [found, is_new] = made_.emplace(identity, nullptr);
  if (!is_new) {
    MODECHECK_CHECK(found->second != nullptr, ErrorClass::Argument, "torch::jit::Module::save: a value of type ",
                    value.type_name(), " contains itself, which no archive can hold");
    found->second->is_shared = true;
    return found->second;
  }
  PickleRef out = make_value(value, type);
  made_[identity] = out;
  return out;
}

PickleRef ObjectWriter::make_value(const Value& value, const Type* type) {
  if (value.is_none()) return PickleValue::none();
  if (value.is_tensor()) return tensors_.tensor(value.tensor());
  if (value.is_int()) return PickleValue::number(value.integer());
  if (value.is_float()) return PickleValue::real(value.real());
  if (value.is_bool()) return PickleValue::boolean(value.boolean());
  if (value.is_string()) return PickleValue::string(value.string());
  if (value.is_device()) return PickleValue::call("torch device", {PickleValue::string(value.device().str())});
  if (value.is_complex())
    return PickleValue::call("builtins complex", {PickleValue::real(value.complex_number().real()),
                                                  PickleValue::real(value.complex_number().imag())});
  MODECHECK_CHECK(!value.is_function(), ErrorClass::Unsupported, "torch::jit::Module::save: a value of type ",
                  value.type_name(), " cannot be saved");
  MODECHECK_CHECK(++depth_ <= archives::kMostPickleDepth / 2, ErrorClass::Argument,
                  "torch::jit::Module::save: values are nested more than ", archives::kMostPickleDepth / 2,
                  " deep, which is the bound");
  PickleRef out;
  const Type* const present = present_type(type);
  if (value.is_object()) {
    out = object(*value.object());
  } else if (value.is_list()) {
    out = list(*value.list(), present);
  } else if (value.is_dict()) {
    out = dict(*value.dict(), present);
  } else {
    std::vector<PickleRef> items;
    for (std::size_t i = 0; i < value.tuple()->items.size(); ++i)
      items.push_back(this->value(value.tuple()->items[i], part_of(present, TypeKind::Tuple, i)));
    out = PickleValue::tuple(std::move(items));
  }
  --depth_;
  return out;
}

PickleRef ObjectWriter::object(const script::Object& object) {
  const script::ClassType& type = *object.type;
  PickleRef out = PickleValue::make(PickleKind::Object);
  out->text = type.name;
  out->text[out->text.rfind('.')] = ' ';
  out->state = PickleValue::make(PickleKind::Dict);
  for (std::size_t i = 0; i < type.attributes.size(); ++i) {
    out->state->items.push_back(PickleValue::string(type.attributes[i].name));
    out->state->items.push_back(value(object.attributes[i], type.attributes[i].type.get()));
  }
  return out;
}

PickleRef ObjectWriter::list(const script::List& list, const Type* type) {
  const Type* const declared = part_of(type, TypeKind::List, 0);
  const Type* const element = declared != nullptr ? declared : list.element.get();
  std::vector<PickleRef> items;
  for (const Value& item : list.items) items.push_back(value(item, element));
  PickleRef out = PickleValue::list(std::move(items));
  switch (element == nullptr ? TypeKind::Any : element->kind) {
    case TypeKind::Int:
      return PickleValue::call("torch.jit._pickle build_intlist", {out});
    case TypeKind::Float:
      return PickleValue::call("torch.jit._pickle build_doublelist", {out});
    case TypeKind::Bool:
      return PickleValue::call("torch.jit._pickle build_boollist", {out});
    case TypeKind::Tensor:
      return PickleValue::call("torch.jit._pickle build_tensorlist", {out});
    default:
      return PickleValue::call("torch.jit._pickle restore_type_tag",
                               {out, PickleValue::string("List[" + tag_of(element, "Any") + "]")});
  }
}

PickleRef ObjectWriter::dict(const script::Dict& dict, const Type* type) {
  const Type* key = part_of(type, TypeKind::Dict, 0);
  const Type* item = part_of(type, TypeKind::Dict, 1);
  if (key == nullptr) key = dict.key.get();
  if (item == nullptr) item = dict.value.get();
  PickleRef out = PickleValue::make(PickleKind::Dict);
  for (const auto& [entry_key, entry_value] : dict.entries()) {
    out->items.push_back(value(entry_key, key));
    out->items.push_back(value(entry_value, item));
  }
  return PickleValue::call("torch.jit._pickle restore_type_tag",
                           {out, PickleValue::string("Dict[" + tag_of(key, "str") + ", " + tag_of(item, "Any") + "]")});
}

}  // namespace modecheck::engine::jit
