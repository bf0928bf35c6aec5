#include "engine/script/call_target.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <unordered_map>

#include "engine/core/errors/error.h"
#include "engine/dispatch/boxed_operator.h"
#include "engine/dispatch/dispatcher.h"
#include "engine/modes/grad_mode.h"
#include "engine/script/convert.h"
#include "engine/script/list.h"

namespace modecheck::engine::script {
namespace {

using Overloads = std::vector<std::shared_ptr<const OperatorOverload>>;

// Returns the type that a schema writes as `text`: "Tensor?[]", "int[2]", "ScalarType?".
TypeRef schema_type(std::string text) {
  if (text.ends_with('?')) {
    text.pop_back();
    return Type::make(TypeKind::Optional, {schema_type(text)});
  }
  if (text.ends_with(']')) {
    text.erase(text.rfind('['));
    return Type::make(TypeKind::List, {schema_type(text)});
  }
  static const std::map<std::string, TypeKind> kinds{
      {"Tensor", TypeKind::Tensor},      {"int", TypeKind::Int},          {"SymInt", TypeKind::Int},
      {"float", TypeKind::Float},        {"bool", TypeKind::Bool},        {"str", TypeKind::String},
      {"Scalar", TypeKind::Number},      {"ScalarType", TypeKind::Int},   {"Layout", TypeKind::Int},
      {"Device", TypeKind::Device},      {"MemoryFormat", TypeKind::Int}, {"complex", TypeKind::Complex},
      {"Generator", TypeKind::Generator}};
  const auto found = kinds.find(text);
  return Type::make(found == kinds.end() ? TypeKind::Any : found->second);
}

// Returns the value of a number in a schema's default, or None if `text` is no number.
c10::IValue number_default(const std::string& text, bool is_float) {
  std::int64_t whole = 0;
  const char* const end = text.data() + text.size();
  if (const auto [stop, error] = std::from_chars(text.data(), end, whole); error == std::errc() && stop == end)
    return is_float ? c10::IValue(static_cast<double>(whole)) : c10::IValue(whole);
  double real = 0;
  if (const auto [stop, error] = std::from_chars(text.data(), end, real); error == std::errc() && stop == end)
    return real;
  return {};
}

c10::IValue default_of(const std::string& text, const Type& type) {
  if (text == "None") return {};
  if (type.kind == TypeKind::Optional) return default_of(text, *type.elements[0]);
  if (text == "True" || text == "False") return text == "True";
  if (text.size() >= 2 && (text[0] == '"' || text[0] == '\'')) return text.substr(1, text.size() - 2);
  if (type.kind == TypeKind::List) {
    auto list = std::make_shared<List>();
    std::string inner = text.front() == '[' ? text.substr(1, text.size() - 2) : text;
    inner += ',';
    for (std::size_t at = 0, comma = 0; (comma = inner.find(',', at)) != std::string::npos; at = comma + 1) {
      std::string one = inner.substr(at, comma - at);
      std::erase(one, ' ');
      if (!one.empty()) list->items.push_back(from_ivalue(default_of(one, *type.elements[0])));
    }
    return to_ivalue(Value(list), type);
  }
  static const std::map<std::string, std::int64_t> names{
      {"contiguous_format", 0}, {"preserve_format", 1}, {"Mean", 1}, {"Sum", 2}, {"long", 4}, {"float", 6}};
  if (const auto named = names.find(text); named != names.end()) return named->second;
  return number_default(text, type.kind == TypeKind::Float);
}

enum class Strictness : std::uint8_t { Exact, Converting };

bool takes_empty_list(const Value& value, const Type& type) {
  const TypeRef& element = value.list()->element;
  if (element == nullptr) return true;
  const Type* wanted = type.elements[0].get();
  if (wanted->kind == TypeKind::Optional && element->kind != TypeKind::Optional) wanted = wanted->elements[0].get();
  return wanted->kind == element->kind || wanted->kind == TypeKind::Any;
}

bool fits(const Value& value, const OperatorOverload::Argument& argument, const Type& type, Strictness strictness) {
  if (type.kind == TypeKind::Optional) return value.is_none() || fits(value, argument, *type.elements[0], strictness);
  if (value.is_list() && type.kind == TypeKind::List && value.elements().empty()) return takes_empty_list(value, type);
  if (has_type(value, &type)) return true;
  if (strictness == Strictness::Exact) return false;
  const bool is_number_type = type.kind == TypeKind::Number || type.kind == TypeKind::Int ||
                              type.kind == TypeKind::Float || type.kind == TypeKind::Bool;
  if (value.is_tensor()) return is_number_type && value.tensor().defined() && value.tensor().numel() == 1;
  if (type.kind == TypeKind::Float) return value.is_int();
  if (type.kind == TypeKind::Device) return value.is_string();
  if (type.kind == TypeKind::List) {
    const TypeKind element = type.elements[0]->kind;
    if (argument.takes_one_number) {
      if (element == TypeKind::Int && value.is_int()) return true;
      if (element == TypeKind::Float && (value.is_float() || value.is_int())) return true;
    }
    if (!value.is_list() && !value.is_tuple()) return false;
    return std::all_of(value.elements().begin(), value.elements().end(), [&](const Value& one) {
      return has_type(one, type.elements[0].get()) || (element == TypeKind::Float && one.is_int()) ||
             (element == TypeKind::Int && one.is_tensor() && one.tensor().numel() == 1);
    });
  }
  return false;
}

// Returns the place of an argument with this name, or the number of arguments.
std::size_t place_of(const OperatorOverload& overload, const std::string& name) {
  std::size_t i = 0;
  while (i < overload.arguments.size() && overload.arguments[i].name != name) ++i;
  return i;
}

// Returns which value each argument of the overload gets: its place, or -1 for the default. Returns an empty list if
// the overload does not take so many arguments with such names.
std::vector<int> bound_places(const OperatorOverload& overload, std::size_t positional,
                              const std::vector<std::string>& keywords) {
  std::vector<int> out(overload.arguments.size(), -1);
  if (positional > out.size()) return {};
  for (std::size_t i = 0; i < positional; ++i) {
    if (overload.arguments[i].is_keyword_only) return {};
    out[i] = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < keywords.size(); ++i) {
    const std::size_t place = place_of(overload, keywords[i]);
    if (place == out.size() || out[place] != -1) return {};
    out[place] = static_cast<int>(positional + i);
  }
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] == -1 && !overload.arguments[i].has_default) return {};
  return out;
}

bool all_fit(const OperatorOverload& overload, const std::vector<int>& places, const std::vector<Value>& values,
             Strictness strictness) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    const OperatorOverload::Argument& argument = overload.arguments[i];
    if (places[i] >= 0 && !fits(values[static_cast<std::size_t>(places[i])], argument, *argument.type, strictness))
      return false;
  }
  return true;
}

Value call_overload(const OperatorOverload& overload, const std::vector<int>& places,
                    const std::vector<Value>& values) {
  torch::jit::Stack stack;
  stack.reserve(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const OperatorOverload::Argument& argument = overload.arguments[i];
    if (places[i] < 0) {
      stack.push_back(argument.default_value);
      continue;
    }
    const Value& value = values[static_cast<std::size_t>(places[i])];
    stack.push_back(to_ivalue(value, *argument.type));
  }
  overload.handle.callBoxed(stack);
  if (overload.results == 0) return {};
  if (overload.results == 1 && stack.size() == 1) return from_ivalue(stack[0]);
  std::vector<Value> out;
  for (const c10::IValue& one : stack) out.push_back(from_ivalue(one));
  return Value::tuple(std::move(out));
}

// Returns all overloads of an operator. Those of the catalogue are looked up once.
Overloads overloads_of(const std::string& name) {
  static std::mutex mutex;
  static std::unordered_map<std::string, Overloads> known;
  const std::lock_guard lock(mutex);
  if (name.starts_with("aten::")) {
    static const auto* const by_name = [] {
      auto* const out = new std::unordered_map<std::string, std::vector<const BoxedOperator*>>;
      each_operator([&](const BoxedOperator& op) { (*out)["aten::" + std::string(op.schema->name)].push_back(&op); });
      return out;
    }();
    if (const auto found = known.find(name); found != known.end()) return found->second;
    const auto operators = by_name->find(name);
    if (operators == by_name->end()) return {};
    Overloads& out = known[name];
    for (const BoxedOperator* op : operators->second)
      out.push_back(std::make_shared<OperatorOverload>(c10::OperatorHandle(op)));
    return out;
  }
  Overloads out;
  for (const c10::OperatorName& one : c10::Dispatcher::singleton().getAllOpNames())
    if (one.name == name)
      out.push_back(std::make_shared<OperatorOverload>(*c10::Dispatcher::singleton().findSchema(one)));
  return out;
}

std::vector<std::string> words_of(const char* text) {
  std::vector<std::string> out;
  for (const char* c = text; *c != '\0'; ++c) {
    if (*c == ' ') continue;
    if (c == text || c[-1] == ' ') out.emplace_back();
    out.back() += *c;
  }
  return out;
}

bool builtin_takes(const Builtin& builtin, std::size_t positional, const std::vector<std::string>& keywords) {
  if (positional > builtin.most) return false;
  if (keywords.empty()) return positional >= builtin.least;
  const std::vector<std::string> names = words_of(builtin.parameters);
  return std::all_of(keywords.begin(), keywords.end(), [&](const std::string& keyword) {
    return std::find(names.begin(), names.end(), keyword) >=
               names.begin() + static_cast<std::ptrdiff_t>(std::min(positional, names.size())) &&
           std::find(names.begin(), names.end(), keyword) != names.end();
  });
}

}  // namespace

OperatorOverload::OperatorOverload(const c10::OperatorHandle& operator_handle) : handle(operator_handle) {
  const c10::FunctionSchema schema = handle.schema();
  text = toString(schema);
  results = schema.returns().size();
  for (const c10::Argument& one : schema.arguments()) {
    Argument& argument = arguments.emplace_back();
    argument.name = one.name();
    argument.type = schema_type(one.type());
    argument.is_keyword_only = one.kwarg_only();
    argument.has_default = one.default_value().has_value();
    const std::size_t bracket = one.type().find('[');
    argument.takes_one_number = bracket != std::string::npos && one.type()[bracket + 1] != ']';
    if (argument.has_default) argument.default_value = default_of(*one.default_value(), *argument.type);
  }
}

Value CallTarget::run(std::vector<Value>& arguments) const {
  if (!missing.empty()) raise(ErrorClass::UnknownOperator, missing);
  if (without_out != nullptr) return run_out_variant(arguments);
  Value result;
  if (builtin != nullptr && run_builtin(arguments, result)) return result;
  for (const Strictness strictness : {Strictness::Exact, Strictness::Converting})
    for (std::size_t i = 0; i < overloads.size(); ++i)
      if (all_fit(*overloads[i], places[i], arguments, strictness))
        return call_overload(*overloads[i], places[i], arguments);
  reject(arguments);
}

Value CallTarget::run_out_variant(std::vector<Value>& arguments) const {
  const auto keyword = std::find(keywords.begin(), keywords.end(), "out") - keywords.begin();
  const auto place = arguments.end() - static_cast<std::ptrdiff_t>(keywords.size()) + keyword;
  at::Tensor destination = place->tensor();
  arguments.erase(place);
  const at::Tensor result = without_out->run(arguments).tensor();
  MODECHECK_CHECK(!c10::GradMode::is_enabled() || (!destination.requires_grad() && !result.requires_grad()),
                  ErrorClass::Argument, name, ": functions with out=... arguments don't support automatic ",
                  "differentiation, but one of the arguments requires grad");
  destination.resize_(result.sizes());
  destination.copy_(result);
  return destination;
}

bool CallTarget::run_builtin(std::vector<Value>& arguments, Value& result) const {
  if (keywords.empty() && builtin->parameters[0] == '\0') return builtin->run(arguments, result);
  const std::vector<std::string> names = words_of(builtin->parameters);
  std::vector<Value> bound(names.size());
  const std::size_t positional = arguments.size() - keywords.size();
  for (std::size_t i = 0; i < positional; ++i) bound[i] = arguments[i];
  for (std::size_t i = 0; i < keywords.size(); ++i) {
    const auto place = std::find(names.begin(), names.end(), keywords[i]) - names.begin();
    bound[static_cast<std::size_t>(place)] = arguments[positional + i];
  }
  return builtin->run(bound, result);
}

void CallTarget::reject(const std::vector<Value>& arguments) const {
  std::string types;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    types += types.empty() ? "" : ", ";
    if (i + keywords.size() >= arguments.size()) types += keywords[i + keywords.size() - arguments.size()] + "=";
    types += arguments[i].type_name();
  }
  std::string known;
  for (const auto& overload : overloads) known += "\n  " + overload->text;
  raise(ErrorClass::UnknownOperator, name, ": no overload takes arguments of the types (", types, ")",
        known.empty() ? "" : "; these exist:", known);
}

std::shared_ptr<CallTarget> find_target(const std::string& name, std::size_t positional,
                                        std::vector<std::string> keywords) {
  auto out = std::make_shared<CallTarget>();
  out->name = name;
  const Builtin* const builtin = find_builtin(name);
  if (builtin != nullptr && builtin_takes(*builtin, positional, keywords)) out->builtin = builtin;
  const Overloads all = overloads_of(name);
  std::string known;
  for (const auto& overload : all) {
    known += "\n  " + overload->text;
    std::vector<int> places = bound_places(*overload, positional, keywords);
    if (overload->arguments.empty() ? positional + keywords.size() > 0 : places.empty()) continue;
    out->overloads.push_back(overload);
    out->places.push_back(std::move(places));
  }
  if (out->builtin == nullptr && out->overloads.empty()) {
    if (const auto out_keyword = std::find(keywords.begin(), keywords.end(), "out"); out_keyword != keywords.end()) {
      std::vector<std::string> others = keywords;
      others.erase(others.begin() + (out_keyword - keywords.begin()));
      if (auto target = find_target(name, positional, std::move(others)); target->missing.empty()) {
        out->without_out = std::move(target);
        out->keywords = std::move(keywords);
        return out;
      }
    }
    if (builtin == nullptr && all.empty()) {
      out->missing = "the operator " + name + " is unknown: the engine has none, and no library registered one";
    } else {
      out->missing = "no overload of " + name + " takes " + std::to_string(positional) + " arguments";
      for (const std::string& keyword : keywords) out->missing += " and " + keyword + "=";
      if (!known.empty()) out->missing += "; these exist:" + known;
    }
  }
  out->keywords = std::move(keywords);
  return out;
}

Value run_operator(const std::string& name, std::vector<Value> arguments) {
  return find_target(name, arguments.size(), {})->run(arguments);
}

const Builtin* find_builtin(const std::string& name) {
  static const auto* const by_name = [] {
    auto* const out = new std::unordered_map<std::string, const Builtin*>;
    for (const auto& table : {number_builtins(), container_builtins(), string_builtins(), tensor_builtins(),
                              recurrent_builtins(), composed_builtins()})
      for (const Builtin& one : table) out->emplace(one.name, &one);
    return out;
  }();
  const auto found = by_name->find(name);
  return found == by_name->end() ? nullptr : found->second;
}

}  // namespace modecheck::engine::script
