#include "engine/jit/object.h"

#include <memory>
#include <unordered_map>

#include "engine/archive/limits.h"
#include "engine/core/errors/error.h"
#include "engine/jit/boxes.h"
#include "engine/modes/grad_mode.h"
#include "engine/script/dict.h"
#include "engine/script/function.h"
#include "engine/script/list.h"
#include "engine/script/object.h"
#include "engine/script/tuple.h"

namespace torch {
inline namespace modecheck_v1 {
namespace jit {

namespace script_types = modecheck::engine::script;
using modecheck::engine::ErrorClass;
using script_types::Value;

namespace {

std::string short_name(const std::string& qualified) { return qualified.substr(qualified.rfind('.') + 1); }

// Copies a value with all that it holds. What occurs twice is copied once.
class DeepCopier {
 public:
  Value copy(const Value& value) {
    MODECHECK_CHECK(++depth_ <= modecheck::engine::archives::kMostPickleDepth, ErrorClass::Argument,
                    "torch::jit: deepcopy: values are nested more than ", modecheck::engine::archives::kMostPickleDepth,
                    " deep, which is the bound");
    Value out = value.is_tensor()   ? tensor(value)
                : value.is_list()   ? list(value)
                : value.is_dict()   ? dict(value)
                : value.is_tuple()  ? tuple(value)
                : value.is_object() ? object(value)
                                    : value;
    --depth_;
    return out;
  }

 private:
  // Returns the copy that was made before, or null.
  const Value* made(const void* identity) const {
    const auto found = made_.find(identity);
    return found == made_.end() ? nullptr : &found->second;
  }

  Value tensor(const Value& value) {
    const at::Tensor& from = value.tensor();
    if (!from.defined()) return value;
    if (const Value* const copied = made(from.unsafeGetTensorImpl())) return *copied;
    at::Tensor to;
    {
      const at::NoGradGuard no_grad;
      to = from.detach().clone();
    }
    if (from.requires_grad()) to.requires_grad_(true);
    return made_[from.unsafeGetTensorImpl()] = to;
  }
  Value list(const Value& value) {
    if (const Value* const copied = made(value.list().get())) return *copied;
    auto to = std::make_shared<script_types::List>();
    made_[value.list().get()] = to;
    to->element = value.list()->element;
    for (const Value& item : value.list()->items) to->items.push_back(copy(item));
    return to;
  }
  Value dict(const Value& value) {
    if (const Value* const copied = made(value.dict().get())) return *copied;
    auto to = std::make_shared<script_types::Dict>();
    made_[value.dict().get()] = to;
    to->key = value.dict()->key;
    to->value = value.dict()->value;
    for (const auto& [key, item] : value.dict()->entries()) to->set(copy(key), copy(item));
    return to;
  }
  Value tuple(const Value& value) {
    if (const Value* const copied = made(value.tuple().get())) return *copied;
    auto to = std::make_shared<script_types::Tuple>();
    to->type = value.tuple()->type;
    for (const Value& item : value.tuple()->items) to->items.push_back(copy(item));
    return made_[value.tuple().get()] = script_types::TupleRef(std::move(to));
  }
  Value object(const Value& value) {
    const script_types::ObjectRef& from = value.object();
    if (const Value* const copied = made(from.get())) return *copied;
    const script_types::ObjectRef to = script_types::Object::make(from->type);
    made_[from.get()] = to;
    for (std::size_t i = 0; i < from->attributes.size(); ++i) to->attributes[i] = copy(from->attributes[i]);
    return to;
  }

  std::unordered_map<const void*, Value> made_;
  std::size_t depth_ = 0;
};

}  // namespace

c10::IValue Method::operator()(std::vector<c10::IValue> stack, const Kwargs& kwargs) const {
  std::vector<Value> arguments = {Value(owner_.object)};
  for (const c10::IValue& one : stack) arguments.push_back(modecheck::engine::jit::from_box(one));
  script_types::Function::Keywords keywords;
  for (const auto& [name, value] : kwargs) keywords.emplace_back(name, modecheck::engine::jit::from_box(value));
  return modecheck::engine::jit::to_box(function_->call(std::move(arguments), keywords), owner_.source);
}

std::string Method::name() const { return short_name(function_->name); }
std::size_t Method::num_inputs() const { return function_->parameters.size(); }

const c10::detail::ScriptObject& Object::held() const {
  MODECHECK_CHECK(object_.object != nullptr, ErrorClass::Argument,
                  "torch::jit: the module is empty; torch::jit::load returns one that has a model");
  return object_;
}

const std::string& Object::type_name() const { return held().object->type->name; }

bool Object::hasattr(const std::string& name) const { return held().object->find(name) != nullptr; }

c10::IValue Object::attr(const std::string& name) const {
  const script_types::Object& object = *held().object;
  const Value* value = object.find(name);
  if (value == nullptr) value = object.type->find_constant(name);
  if (value == nullptr) {
    std::string known;
    for (const script_types::Attribute& one : object.type->attributes) known += (known.empty() ? "" : ", ") + one.name;
    modecheck::engine::raise(ErrorClass::Argument, "the class '", type_name(), "' has no attribute '", name,
                             "'; its attributes are: ", known.empty() ? "none" : known);
  }
  return modecheck::engine::jit::to_box(*value, object_.source);
}

c10::IValue Object::attr(const std::string& name, c10::IValue or_else) const {
  const bool is_known = hasattr(name) || object_.object->type->find_constant(name) != nullptr;
  return is_known ? attr(name) : std::move(or_else);
}

void Object::setattr(const std::string& name, c10::IValue value) {
  script_types::Object& object = *held().object;
  const std::optional<std::size_t> at = object.type->find_attribute(name);
  MODECHECK_CHECK(at.has_value(), ErrorClass::Argument, "the class '", type_name(), "' has no attribute '", name,
                  "' that could be set", object.type->find_constant(name) != nullptr ? ": it is a constant" : "");
  const script_types::TypeRef& type = object.type->attributes[*at].type;
  Value unboxed = modecheck::engine::jit::from_box(value);
  MODECHECK_CHECK(has_type(unboxed, type.get()), ErrorClass::Argument, "the attribute '", name, "' of the class '",
                  type_name(), "' is declared as ", type == nullptr ? "Any" : to_string(*type),
                  " and cannot be a value of type ", unboxed.type_name());
  object.attributes[*at] = annotated(std::move(unboxed), type);
}

std::optional<Method> Object::find_method(const std::string& name) const {
  const script_types::Function* const function = held().object->type->find_method(name);
  if (function == nullptr) return std::nullopt;
  return Method(object_, function);
}

Method Object::get_method(const std::string& name) const {
  std::optional<Method> found = find_method(name);
  if (found.has_value()) return *std::move(found);
  std::string known;
  for (const Method& one : get_methods()) known += (known.empty() ? "" : ", ") + one.name();
  modecheck::engine::raise(ErrorClass::Argument, "the class '", type_name(), "' has no method '", name,
                           "'; its methods are: ", known.empty() ? "none" : known);
}

std::vector<Method> Object::get_methods() const {
  std::vector<Method> out;
  for (const auto& function : held().object->type->methods) out.emplace_back(object_, function.get());
  return out;
}

c10::detail::ScriptObject Object::copied() const {
  const script_types::Object& from = *held().object;
  c10::detail::ScriptObject out{script_types::Object::make(from.type), object_.source};
  out.object->attributes = from.attributes;
  return out;
}

c10::detail::ScriptObject Object::copied_deeply() const {
  return {DeepCopier().copy(Value(held().object)).object(), object_.source};
}

}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch
