#include "engine/script/compiler.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <unordered_set>

#include "engine/core/errors/error.h"
#include "engine/script/call_target.h"
#include "engine/script/dict.h"
#include "engine/script/function_compiler.h"
#include "engine/script/lexer.h"
#include "engine/script/list.h"
#include "engine/script/parser.h"
#include "engine/script/tuple.h"

namespace modecheck::engine::script {
namespace {

// Returns the kind of a type that is named without arguments, or Class if the name is that of no such type.
TypeKind simple_kind(const std::string& name) {
  static const std::map<std::string, TypeKind> kinds{{"Any", TypeKind::Any},
                                                     {"NoneType", TypeKind::None},
                                                     {"None", TypeKind::None},
                                                     {"Tensor", TypeKind::Tensor},
                                                     {"int", TypeKind::Int},
                                                     {"float", TypeKind::Float},
                                                     {"complex", TypeKind::Complex},
                                                     {"bool", TypeKind::Bool},
                                                     {"number", TypeKind::Number},
                                                     {"str", TypeKind::String},
                                                     {"Device", TypeKind::Device},
                                                     {"Generator", TypeKind::Generator},
                                                     {"list", TypeKind::AnyList},
                                                     {"AnyList", TypeKind::AnyList},
                                                     {"tuple", TypeKind::AnyTuple},
                                                     {"AnyTuple", TypeKind::AnyTuple},
                                                     {"torch.Tensor", TypeKind::Tensor}};
  const auto found = kinds.find(name);
  return found == kinds.end() ? TypeKind::Class : found->second;
}

}  // namespace

std::string dotted_name(const Node& node) {
  std::string out;
  const Node* at = &node;
  while (at->kind == NodeKind::Attribute) {
    out = "." + at->text + out;
    at = at->children[0].get();
  }
  return at->kind == NodeKind::Name ? at->text + out : std::string();
}

// Returns the file that holds the class or function `name`, and its name in that file: "__torch__.a.B" is B in
// code/__torch__/a.py. Returns null if there is no such file.
SourceFile* Compiler::file_of(const std::string& name, std::string& local_name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || !name.starts_with("__torch__")) return nullptr;
  local_name = name.substr(dot + 1);
  std::string path = "code/" + name.substr(0, dot);
  std::replace(path.begin(), path.end(), '.', '/');
  path += ".py";
  const auto known = state_.files.find(path);
  if (known != state_.files.end()) return &known->second;
  const std::optional<std::string> text = state_.reader(path);
  if (!text.has_value()) return nullptr;
  return &state_.files.emplace(path, parse_file(path, *text)).first->second;
}

bool Compiler::has_class(const std::string& name) {
  std::string local;
  SourceFile* const file = file_of(name, local);
  return file != nullptr && file->find_class(local) != nullptr;
}

ClassType& Compiler::class_named(const std::string& name, const std::string& file, int line) {
  std::unique_ptr<ClassType>& type = state_.classes[name];
  if (type == nullptr) {
    type = std::make_unique<ClassType>();
    type->name = name;
    type->owner = unit_.weak_from_this();
    state_.pending_classes.push_back({name, file, line});
  }
  return *type;
}

const ClassType& Compiler::declared(const ClassType& type, const std::string& file, int line) {
  if (state_.declared.contains(&type)) return type;
  std::string local;
  SourceFile* const source = file_of(type.name, local);
  if (source != nullptr)
    if (ClassSource* const found = source->find_class(local)) {
      state_.declared.insert(&type);
      declare(*state_.classes[type.name], *found, source->path);
      return type;
    }
  if (type.name.starts_with("__torch__.torch.classes"))
    reject_source(file, line, "the class " + type.name + " is written in C++ and is not supported");
  reject_source(file, line, "the archive has no class " + type.name);
}

void Compiler::declare(ClassType& type, ClassSource& source, const std::string& file) {
  type.kind = source.base == "Module"       ? ClassKind::Module
              : source.base == "NamedTuple" ? ClassKind::NamedTuple
                                            : ClassKind::Class;
  const std::unordered_set<std::string> parameters(source.parameters.begin(), source.parameters.end());
  const std::unordered_set<std::string> buffers(source.buffers.begin(), source.buffers.end());
  for (ClassSource::Field& field : source.fields) {
    if (type.find_attribute(field.name).has_value() || type.constants.contains(field.name))
      reject_source(file, field.line, "the class " + type.name + " declares " + field.name + " twice");
    const TypeRef declared_type = type_of(*field.type, file);
    if (field.value != nullptr && type.kind != ClassKind::NamedTuple) {
      type.constants[field.name] = default_of(*field.value, declared_type, file);
      continue;
    }
    Attribute attribute;
    attribute.name = field.name;
    attribute.type = declared_type;
    attribute.is_parameter = parameters.contains(field.name);
    attribute.is_buffer = buffers.contains(field.name);
    attribute.has_default = field.value != nullptr;
    if (attribute.has_default) attribute.default_value = default_of(*field.value, declared_type, file);
    type.add_attribute(std::move(attribute));
  }
  for (FunctionSource& method : source.methods) {
    if (type.find_method(method.name) != nullptr)
      reject_source(file, method.line, "the class " + type.name + " has two methods " + method.name);
    auto function = std::make_unique<Function>();
    function->name = type.name + "." + method.name;
    function->file = file;
    read_signature(*function, method, &type);
    if (function->parameters.empty()) reject_source(file, method.line, "a method has no parameter self");
    state_.method_names.insert(method.name);
    type.add_method(method.name, std::move(function));
  }
}

void Compiler::read_signature(Function& function, FunctionSource& source, const ClassType* owner) {
  function.line = source.line;
  for (FunctionSource::Parameter& one : source.parameters) {
    Parameter parameter;
    parameter.name = one.name;
    for (const Parameter& other : function.parameters)
      if (other.name == one.name) reject_source(function.file, one.line, "two parameters are named " + one.name);
    if (one.type != nullptr) {
      parameter.type = type_of(*one.type, function.file);
    } else if (owner != nullptr && function.parameters.empty()) {
      auto self = std::make_shared<Type>();
      self->kind = TypeKind::Class;
      self->name = owner->name;
      self->class_type = owner;
      parameter.type = self;
    }
    parameter.has_default = one.default_value != nullptr;
    if (parameter.has_default) parameter.default_value = default_of(*one.default_value, parameter.type, function.file);
    function.parameters.push_back(std::move(parameter));
  }
  if (source.result != nullptr) function.result = type_of(*source.result, function.file);
  state_.pending_bodies.push_back({&function, &source, owner});
}

const Function* Compiler::find_function(const std::string& name, const std::string& /*file*/, int /*line*/) {
  const auto known = state_.functions.find(name);
  if (known != state_.functions.end()) return known->second.get();
  std::string local;
  SourceFile* const source = file_of(name, local);
  if (source == nullptr) return nullptr;
  if (FunctionSource* const found = source->find_function(local)) {
    auto function = std::make_unique<Function>();
    function->name = name;
    function->file = source->path;
    Function& out = *state_.functions.emplace(name, std::move(function)).first->second;
    read_signature(out, *found, nullptr);
    return &out;
  }
  return nullptr;
}

void Compiler::finish() {
  MODECHECK_CHECK(state_.failure.empty(), ErrorClass::Argument, state_.failure);
  try {
    while (!state_.pending_classes.empty() || !state_.pending_bodies.empty()) {
      if (!state_.pending_classes.empty()) {
        const CompilationUnit::State::Pending next = state_.pending_classes.front();
        state_.pending_classes.pop_front();
        declared(*state_.classes[next.name], next.file, next.line);
      } else {
        const CompilationUnit::State::Body next = state_.pending_bodies.front();
        state_.pending_bodies.pop_front();
        FunctionCompiler(*this, *next.function).compile(*next.source);
      }
    }
  } catch (const std::exception& error) {
    state_.failure = error.what();
    throw;
  }
}

TypeRef Compiler::type_of(const Node& node, const std::string& file) {
  if (node.kind == NodeKind::Constant && node.value.is_none()) return Type::make(TypeKind::None);
  if (node.kind == NodeKind::Subscript) {
    const std::string name = dotted_name(*node.children[0]);
    const Node& inner = *node.children[1];
    std::vector<TypeRef> elements;
    if (inner.kind == NodeKind::TupleDisplay)
      for (const NodeRef& child : inner.children) elements.push_back(type_of(*child, file));
    else
      elements.push_back(type_of(inner, file));
    static const std::map<std::string, std::pair<TypeKind, std::size_t>> generics{
        {"List", {TypeKind::List, 1}},   {"Dict", {TypeKind::Dict, 2}},   {"Optional", {TypeKind::Optional, 1}},
        {"Tuple", {TypeKind::Tuple, 0}}, {"Union", {TypeKind::Union, 0}}, {"Final", {TypeKind::Any, 1}}};
    const auto found = generics.find(name);
    if (found == generics.end())
      reject_source(file, node.line,
                    "the type " + name + "[...] is not supported; List, Dict, Tuple, Optional and Union are");
    if (found->second.second != 0 && elements.size() != found->second.second)
      reject_source(file, node.line,
                    "the type " + name + "[...] has " + std::to_string(elements.size()) + " arguments");
    if (name == "Final") return elements[0];
    return Type::make(found->second.first, std::move(elements));
  }
  const std::string name = dotted_name(node);
  if (name.empty()) reject_source(file, node.line, "an annotation is no type");
  const TypeKind kind = simple_kind(name);
  if (kind != TypeKind::Class) return Type::make(kind);
  if (!name.starts_with("__torch__")) reject_source(file, node.line, "the type " + name + " is not supported");
  auto out = std::make_shared<Type>();
  out->kind = TypeKind::Class;
  out->name = name;
  out->class_type = &class_named(name, file, node.line);
  return out;
}

Value Compiler::default_of(const Node& node, const TypeRef& type, const std::string& file) {
  Value out = annotated(constant_of(node, file), type);
  if (!has_type(out, type.get()))
    reject_source(file, node.line,
                  "a value of type " + out.type_name() + " stands for a value of type " + to_string(*type));
  return out;
}

Value Compiler::constant_of(const Node& node, const std::string& file) {
  const auto elements = [&](std::size_t first) {
    std::vector<Value> out;
    for (std::size_t i = first; i < node.children.size(); ++i) out.push_back(constant_of(*node.children[i], file));
    return out;
  };
  switch (node.kind) {
    case NodeKind::Constant:
      return node.value;
    case NodeKind::ListDisplay:
      return Value::list(elements(0));
    case NodeKind::TupleDisplay:
      return Value::tuple(elements(0));
    case NodeKind::DictDisplay: {
      auto dict = std::make_shared<Dict>();
      const std::vector<Value> all = elements(0);
      for (std::size_t i = 0; i + 1 < all.size(); i += 2) dict->set(all[i], all[i + 1]);
      return dict;
    }
    case NodeKind::Unary:
      if (node.text == "-") return run_operator("aten::neg", elements(0));
      break;
    case NodeKind::Name:
    case NodeKind::Attribute: {
      const std::string name = dotted_name(node);
      if (name == "inf") return Value(std::numeric_limits<double>::infinity());
      if (name == "nan") return Value(std::numeric_limits<double>::quiet_NaN());
      if (!name.starts_with("CONSTANTS.c")) break;
      std::size_t place = 0;
      const char* const begin = name.data() + 11;
      const auto [stop, error] = std::from_chars(begin, name.data() + name.size(), place);
      if (error != std::errc() || stop != name.data() + name.size() || place >= state_.constants.size())
        reject_source(file, node.line,
                      name + " is unknown: the archive has " + std::to_string(state_.constants.size()) + " constants");
      return state_.constants[place];
    }
    case NodeKind::Call: {
      const std::string name = dotted_name(*node.children[0]);
      if (name == "annotate" && node.children.size() == 3)
        return annotated(constant_of(*node.children[2], file), type_of(*node.children[1], file));
      if (name == "float" && node.children.size() == 2) return run_operator("::float", elements(1));
      if (name == "torch.device") return run_operator("aten::device", elements(1));
      break;
    }
    default:
      break;
  }
  reject_source(file, node.line, "a default value or a constant must be a literal");
}

}  // namespace modecheck::engine::script
