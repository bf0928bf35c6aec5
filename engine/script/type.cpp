#include "engine/script/type.h"

#include <algorithm>

#include "engine/core/errors/error.h"
#include "engine/script/class_type.h"
#include "engine/script/dict.h"
#include "engine/script/limits.h"
#include "engine/script/list.h"
#include "engine/script/object.h"
#include "engine/script/tuple.h"

namespace modecheck::engine::script {
namespace {

bool value_has_type(const Value& value, const Type* type, int depth);

bool all_have_type(const std::vector<Value>& values, const Type* type, int depth) {
  return std::all_of(values.begin(), values.end(),
                     [&](const Value& value) { return value_has_type(value, type, depth + 1); });
}

bool tuple_has_type(const Value& value, const Type& type, int depth) {
  if (!value.is_tuple() || value.elements().size() != type.elements.size()) return false;
  for (std::size_t i = 0; i < type.elements.size(); ++i)
    if (!value_has_type(value.elements()[i], type.elements[i].get(), depth + 1)) return false;
  return true;
}

bool dict_has_type(const Value& value, const Type& type, int depth) {
  if (!value.is_dict()) return false;
  for (const auto& [key, one] : value.dict()->entries())
    if (!value_has_type(key, type.elements[0].get(), depth + 1) ||
        !value_has_type(one, type.elements[1].get(), depth + 1))
      return false;
  return true;
}

bool value_has_type(const Value& value, const Type* type, int depth) {
  MODECHECK_CHECK(depth <= kMostValueNesting, ErrorClass::Argument, "TorchScript: values are nested more than ",
                  kMostValueNesting, " deep");
  if (type == nullptr) return true;
  switch (type->kind) {
    case TypeKind::Any:
      return true;
    case TypeKind::None:
      return value.is_none();
    case TypeKind::Generator:
      return value.is_none();
    case TypeKind::Tensor:
      return value.is_tensor();
    case TypeKind::Int:
      return value.is_int();
    case TypeKind::Float:
      return value.is_float();
    case TypeKind::Complex:
      return value.is_complex();
    case TypeKind::Bool:
      return value.is_bool();
    case TypeKind::Number:
      return value.is_number();
    case TypeKind::String:
      return value.is_string();
    case TypeKind::Device:
      return value.is_device();
    case TypeKind::AnyList:
      return value.is_list();
    case TypeKind::AnyTuple:
      return value.is_tuple();
    case TypeKind::List:
      return value.is_list() && all_have_type(value.elements(), type->elements[0].get(), depth);
    case TypeKind::Dict:
      return dict_has_type(value, *type, depth);
    case TypeKind::Tuple:
      return tuple_has_type(value, *type, depth);
    case TypeKind::Optional:
      return value.is_none() || value_has_type(value, type->elements[0].get(), depth + 1);
    case TypeKind::Union:
      return std::any_of(type->elements.begin(), type->elements.end(),
                         [&](const TypeRef& one) { return value_has_type(value, one.get(), depth + 1); });
    case TypeKind::Class:
      if (value.is_object()) return value.object()->type.get() == type->class_type;
      return value.is_tuple() && value.tuple()->type != nullptr && value.tuple()->type.get() == type->class_type;
  }
  return false;
}

std::string joined(const std::vector<TypeRef>& types) {
  std::string out;
  for (const TypeRef& type : types) out += (out.empty() ? "" : ", ") + to_string(*type);
  return out;
}

}  // namespace

TypeRef Type::make(TypeKind kind, std::vector<TypeRef> elements) {
  auto out = std::make_shared<Type>();
  out->kind = kind;
  out->elements = std::move(elements);
  return out;
}

std::string to_string(const Type& type) {
  switch (type.kind) {
    case TypeKind::Any:
      return "Any";
    case TypeKind::None:
      return "NoneType";
    case TypeKind::Tensor:
      return "Tensor";
    case TypeKind::Int:
      return "int";
    case TypeKind::Float:
      return "float";
    case TypeKind::Complex:
      return "complex";
    case TypeKind::Bool:
      return "bool";
    case TypeKind::Number:
      return "number";
    case TypeKind::String:
      return "str";
    case TypeKind::Device:
      return "Device";
    case TypeKind::Generator:
      return "Generator";
    case TypeKind::List:
      return "List[" + joined(type.elements) + "]";
    case TypeKind::Dict:
      return "Dict[" + joined(type.elements) + "]";
    case TypeKind::Tuple:
      return "Tuple[" + (type.elements.empty() ? "()" : joined(type.elements)) + "]";
    case TypeKind::AnyList:
      return "list";
    case TypeKind::AnyTuple:
      return "tuple";
    case TypeKind::Optional:
      return "Optional[" + joined(type.elements) + "]";
    case TypeKind::Union:
      return "Union[" + joined(type.elements) + "]";
    case TypeKind::Class:
      return type.name;
  }
  return "?";
}

namespace {

bool are_same_type(const Type& a, const Type& b, int& left) {
  if (&a == &b) return true;
  if (--left < 0 || a.kind != b.kind || a.name != b.name || a.elements.size() != b.elements.size()) return false;
  for (std::size_t i = 0; i < a.elements.size(); ++i)
    if (!are_same_type(*a.elements[i], *b.elements[i], left)) return false;
  return true;
}

}  // namespace

bool are_same_type(const TypeRef& a, const TypeRef& b) {
  constexpr int most = 200;
  int left = most;
  return a == b || (a != nullptr && b != nullptr && are_same_type(*a, *b, left));
}

bool has_type(const Value& value, const Type* type) { return value_has_type(value, type, 0); }

Value annotated(Value value, const TypeRef& type) {
  if (type == nullptr) return value;
  if (type->kind == TypeKind::Optional) return annotated(std::move(value), type->elements[0]);
  if (value.is_list() && type->kind == TypeKind::List) {
    if (value.list()->element == nullptr) value.list()->element = type->elements[0];
  } else if (value.is_dict() && type->kind == TypeKind::Dict) {
    if (value.dict()->key == nullptr) {
      value.dict()->key = type->elements[0];
      value.dict()->value = type->elements[1];
    }
  }
  return value;
}

}  // namespace modecheck::engine::script
