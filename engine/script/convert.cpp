#include "engine/script/convert.h"

#include "engine/core/errors/error.h"
#include "engine/dispatch/boxing.h"
#include "engine/dispatch/dict.h"
#include "engine/script/dict.h"
#include "engine/script/limits.h"
#include "engine/script/list.h"
#include "engine/script/tuple.h"

namespace modecheck::engine::script {
namespace {

[[noreturn]] void reject_conversion(const Value& value, const std::string& wanted) {
  raise(ErrorClass::Argument, "TorchScript: a value of type ", value.type_name(), " cannot be passed as ", wanted);
}

void check_box_nesting(int depth) {
  MODECHECK_CHECK(depth <= kMostValueNesting, ErrorClass::Argument, "TorchScript: values are nested more than ",
                  kMostValueNesting, " deep");
}

// Returns the elements as C++ values, each converted by `get`.
template <typename T, typename Get>
std::vector<T> gathered(const std::vector<Value>& values, Get get) {
  std::vector<T> out;
  out.reserve(values.size());
  for (const Value& value : values) out.push_back(get(value));
  return out;
}

std::vector<std::int64_t> ints(const std::vector<Value>& values) {
  return gathered<std::int64_t>(values, [](const Value& v) {
    return v.is_tensor() ? v.tensor().item<std::int64_t>() : v.is_bool() ? std::int64_t{v.boolean()} : v.integer();
  });
}

c10::IValue list_box(const std::vector<Value>& values, const Type* element, int depth);
c10::IValue box(const Value& value, int depth);

c10::IValue list_box_by_values(const std::vector<Value>& values, int depth) {
  const auto all = [&](auto is) {
    for (const Value& value : values)
      if (!is(value)) return false;
    return true;
  };
  if (all([](const Value& v) { return v.is_tensor(); }))
    return gathered<at::Tensor>(values, [](const Value& v) { return v.tensor(); });
  if (all([](const Value& v) { return v.is_int(); })) return ints(values);
  if (all([](const Value& v) { return v.is_float(); }))
    return gathered<double>(values, [](const Value& v) { return v.real(); });
  if (all([](const Value& v) { return v.is_bool(); }))
    return gathered<bool>(values, [](const Value& v) { return v.boolean(); });
  if (all([](const Value& v) { return v.is_string(); }))
    return gathered<std::string>(values, [](const Value& v) { return v.string(); });
  if (all([](const Value& v) { return v.is_complex(); }))
    return gathered<c10::complex<double>>(values, [](const Value& v) { return v.complex_number(); });
  if (all([](const Value& v) { return v.is_tensor() || v.is_none(); }))
    return gathered<c10::optional<at::Tensor>>(values, [](const Value& v) {
      return v.is_none() ? c10::optional<at::Tensor>() : c10::optional<at::Tensor>(v.tensor());
    });
  return gathered<c10::IValue>(values, [&](const Value& v) { return box(v, depth + 1); });
}

c10::IValue list_box(const std::vector<Value>& values, const Type* element, int depth) {
  if (element == nullptr) return list_box_by_values(values, depth);
  switch (element->kind) {
    case TypeKind::Int:
      return ints(values);
    case TypeKind::Float:
      return gathered<double>(values, [](const Value& v) { return v.real(); });
    case TypeKind::Bool:
      return gathered<bool>(values, [](const Value& v) { return v.boolean(); });
    case TypeKind::String:
      return gathered<std::string>(values, [](const Value& v) { return v.string(); });
    case TypeKind::Tensor:
      return gathered<at::Tensor>(values, [](const Value& v) { return v.tensor(); });
    case TypeKind::Complex:
      return gathered<c10::complex<double>>(values, [](const Value& v) { return v.complex_number(); });
    case TypeKind::Optional:
      if (element->elements[0]->kind == TypeKind::Tensor)
        return gathered<c10::optional<at::Tensor>>(values, [](const Value& v) {
          return v.is_none() ? c10::optional<at::Tensor>() : c10::optional<at::Tensor>(v.tensor());
        });
      return list_box_by_values(values, depth);
    case TypeKind::List:
      return gathered<c10::IValue>(values, [&](const Value& v) {
        check_box_nesting(depth);
        return list_box(v.elements(), element->elements[0].get(), depth + 1);
      });
    default:
      return gathered<c10::IValue>(values, [&](const Value& v) { return box(v, depth + 1); });
  }
}

c10::IValue box(const Value& value, int depth) {
  check_box_nesting(depth);
  if (value.is_none()) return {};
  if (value.is_tensor()) return value.tensor();
  if (value.is_int()) return value.integer();
  if (value.is_float()) return value.real();
  if (value.is_bool()) return value.boolean();
  if (value.is_complex()) return value.complex_number();
  if (value.is_string()) return value.string();
  if (value.is_device()) return value.device();
  if (value.is_list()) {
    const List& list = *value.list();
    return list.items.empty() ? list_box(list.items, list.element.get(), depth) : list_box_by_values(list.items, depth);
  }
  if (value.is_tuple())
    return gathered<c10::IValue>(value.elements(), [&](const Value& v) { return box(v, depth + 1); });
  if (value.is_dict()) {
    c10::Dict<c10::IValue, c10::IValue> out;
    for (const auto& [key, one] : value.dict()->entries()) out.insert(box(key, depth + 1), box(one, depth + 1));
    return out;
  }
  reject_conversion(value, "an IValue; objects and functions have no box");
}

c10::IValue typed_box(const Value& value, const Type& type) {
  switch (type.kind) {
    case TypeKind::Optional:
      return value.is_none() ? c10::IValue() : typed_box(value, *type.elements[0]);
    case TypeKind::Float:
      return value.is_tensor() ? value.tensor().item<double>() : value.real();
    case TypeKind::Int:
      if (value.is_tensor()) return value.tensor().item<std::int64_t>();
      return value.is_bool() ? std::int64_t{value.boolean()} : value.integer();
    case TypeKind::Number:
      return value.is_tensor() ? c10::IValue(value.tensor().item()) : c10::IValue(value.scalar());
    case TypeKind::Device:
      return value.is_string() ? c10::Device(value.string()) : value.device();
    case TypeKind::List:
      // An int is passed as int[2], and a tensor that is a list's only element as it is.
      if (!value.is_list() && !value.is_tuple()) return list_box({value}, type.elements[0].get(), 0);
      return list_box(value.elements(), type.elements[0].get(), 0);
    default:
      return box(value, 0);
  }
}

Value unboxed(const c10::IValue& value, int depth) {
  check_box_nesting(depth);
  if (value.isNone()) return {};
  if (value.isTensor()) return value.toTensor();
  if (value.isInt()) return value.toInt();
  if (value.isDouble()) return value.toDouble();
  if (value.isBool()) return value.toBool();
  if (value.isComplexDouble()) return value.toComplexDouble();
  if (value.isString()) return value.toStringRef();
  if (value.isDevice()) return value.toDevice();
  if (value.isList()) {
    auto out = std::make_shared<List>();
    for (const c10::IValue& one : value.toListRef()) out->items.push_back(unboxed(one, depth + 1));
    if (value.isIntList()) out->element = Type::make(TypeKind::Int);
    if (value.isTensorList()) out->element = Type::make(TypeKind::Tensor);
    if (value.isDoubleList()) out->element = Type::make(TypeKind::Float);
    if (value.isBoolList()) out->element = Type::make(TypeKind::Bool);
    return out;
  }
  if (value.isGenericDict()) {
    auto out = std::make_shared<Dict>();
    for (const auto& entry : value.toGenericDict())
      out->set(unboxed(entry.key(), depth + 1), unboxed(entry.value(), depth + 1));
    return out;
  }
  raise(ErrorClass::Argument, "TorchScript: a value of type ", value.tagKind(), " cannot be passed to a saved model");
}

}  // namespace

c10::IValue to_ivalue(const Value& value) { return box(value, 0); }
c10::IValue to_ivalue(const Value& value, const Type& type) { return typed_box(value, type); }
Value from_ivalue(const c10::IValue& value) { return unboxed(value, 0); }

}  // namespace modecheck::engine::script
