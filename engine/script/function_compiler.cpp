#include "engine/script/function_compiler.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "engine/script/call_target.h"
#include "engine/script/lexer.h"

namespace modecheck::engine::script {
namespace {

constexpr std::array<std::array<std::string_view, 2>, 20> kOperators{{
    {"+", "add"},       {"-", "sub"},       {"*", "mul"},     {"/", "div"},
    {"//", "floordiv"}, {"%", "remainder"}, {"**", "pow"},    {"@", "matmul"},
    {"==", "eq"},       {"!=", "ne"},       {"<", "lt"},      {"<=", "le"},
    {">", "gt"},        {">=", "ge"},       {"is", "__is__"}, {"is not", "__isnot__"},
    {"&", "__and__"},   {"|", "__or__"},    {"^", "__xor__"}, {"<<", "__lshift__"},
}};

std::string operator_name(const std::string& symbol) {
  for (const auto& [text, name] : kOperators)
    if (text == symbol) return "aten::" + std::string(name);
  return "aten::__rshift__";
}

// TransformerEncoder makes nested tensors of inputs with a padding mask, and of no other inputs. The engine has no
// nested tensors. So these operators, and no others, may be missing in that module's own source. They fail when they
// are reached.
bool may_be_missing(const std::string& file, const std::string& operator_name) {
  constexpr std::array<std::string_view, 3> names{
      "aten::_nested_tensor_from_mask", "aten::_nested_tensor_from_mask_left_aligned", "aten::to_padded_tensor"};
  return file.starts_with("code/__torch__/torch/nn/modules/transformer") &&
         std::find(names.begin(), names.end(), operator_name) != names.end();
}

TypeRef element_type(const TypeRef& type) {
  return type != nullptr && type->kind == TypeKind::List ? type->elements[0] : nullptr;
}

}  // namespace

void FunctionCompiler::reject(const Node& node, const std::string& what) const {
  reject_source(function_.file, node.line, what);
}

void FunctionCompiler::compile(FunctionSource& source) {
  for (const Parameter& parameter : function_.parameters) slot_of(parameter.name, parameter.type);
  block(*source.body);
  function_.slots = types_.size();
  function_.body = std::move(source.body);
}

std::int32_t FunctionCompiler::slot_of(const std::string& variable, const TypeRef& type) {
  const auto [place, is_new] = slots_.emplace(variable, static_cast<std::int32_t>(types_.size()));
  if (is_new) {
    types_.push_back(type);
  } else {
    TypeRef& known = types_[static_cast<std::size_t>(place->second)];
    if (!are_same_type(known, type)) known = nullptr;
  }
  return place->second;
}

bool FunctionCompiler::is_local(const Node& node) const {
  const Node* at = &node;
  while (at->kind == NodeKind::Attribute) at = at->children[0].get();
  return at->kind != NodeKind::Name || slots_.contains(at->text);
}

TypeRef FunctionCompiler::class_type_named(const std::string& name, int line) {
  auto out = std::make_shared<Type>();
  out->kind = TypeKind::Class;
  out->name = name;
  out->class_type = &compiler_.class_named(name, function_.file, line);
  compiler_.declared(*out->class_type, function_.file, line);
  return out;
}

TypeRef FunctionCompiler::type_of(const Node& node) const {
  switch (node.kind) {
    case NodeKind::Name:
      return types_[static_cast<std::size_t>(node.slot)];
    case NodeKind::Attribute: {
      const TypeRef base = type_of(*node.children[0]);
      if (base == nullptr || base->kind != TypeKind::Class) return nullptr;
      const auto place = base->class_type->find_attribute(node.text);
      return place.has_value() ? base->class_type->attributes[*place].type : nullptr;
    }
    case NodeKind::MethodCall:
    case NodeKind::FunctionCall:
      return node.value.is_function() ? node.value.function()->result : nullptr;
    case NodeKind::NewObject:
    case NodeKind::NewTuple:
    case NodeKind::Cast:
      return node.type;
    case NodeKind::Subscript:
      return element_type(type_of(*node.children[0]));
    default:
      return nullptr;
  }
}

const ClassType* FunctionCompiler::class_of(const Node& node, int line) {
  const TypeRef type = type_of(node);
  if (type == nullptr || type->kind != TypeKind::Class) return nullptr;
  return &compiler_.declared(*type->class_type, function_.file, line);
}

void FunctionCompiler::block(Node& node) {
  for (NodeRef& child : node.children) statement(*child);
}

void FunctionCompiler::statement(Node& node) {
  switch (node.kind) {
    case NodeKind::Block:
      block(node);
      break;
    case NodeKind::Assign:
      assign(node);
      break;
    case NodeKind::Augmented:
      augmented(node);
      break;
    case NodeKind::If:
      expression(node.children[0]);
      block(*node.children[1]);
      if (node.children[2] != nullptr) block(*node.children[2]);
      break;
    case NodeKind::While:
      expression(node.children[0]);
      ++loops_;
      block(*node.children[1]);
      --loops_;
      break;
    case NodeKind::For:
      for_loop(node);
      break;
    case NodeKind::Break:
    case NodeKind::Continue:
      if (loops_ == 0) reject(node, "break or continue stands outside of a loop");
      break;
    case NodeKind::Raise:
      raise_statement(node);
      break;
    case NodeKind::Delete:
      if (node.children[0]->kind != NodeKind::Subscript) reject(node, "`del` is supported for elements only");
      expression(node.children[0]->children[0]);
      expression(node.children[0]->children[1]);
      operator_call(*node.children[0], "aten::Delete");
      break;
    default:
      for (NodeRef& child : node.children)
        if (child != nullptr) expression(child);
  }
}

void FunctionCompiler::assign(Node& node) {
  if (node.children.size() == 3) {
    node.type = compiler_.type_of(*node.children[2], function_.file);
    node.children.pop_back();
  }
  expression(node.children[1]);
  target(*node.children[0], node.type != nullptr ? node.type : type_of(*node.children[1]));
}

void FunctionCompiler::target(Node& node, const TypeRef& type) {
  switch (node.kind) {
    case NodeKind::Name:
      node.slot = slot_of(node.text, type);
      break;
    case NodeKind::ListDisplay:
    case NodeKind::TupleDisplay:
      node.kind = NodeKind::TupleDisplay;
      for (std::size_t i = 0; i < node.children.size(); ++i) {
        const bool is_known = type != nullptr && type->kind == TypeKind::Tuple && i < type->elements.size();
        target(*node.children[i], is_known ? type->elements[i] : nullptr);
      }
      break;
    case NodeKind::Attribute: {
      expression(node.children[0]);
      const ClassType* const base = class_of(*node.children[0], node.line);
      if (base != nullptr && !base->find_attribute(node.text).has_value())
        reject(node, "the class " + base->name + " has no attribute " + node.text);
      break;
    }
    case NodeKind::Subscript:
      expression(node.children[0]);
      expression(node.children[1]);
      break;
    default:
      reject(node, "the left side of an assignment is a variable, an attribute, an element or a tuple of them");
  }
}

void FunctionCompiler::augmented(Node& node) {
  expression(node.children[0]);
  expression(node.children[1]);
  if (node.children[0]->kind != NodeKind::Name && node.children[0]->kind != NodeKind::Attribute &&
      node.children[0]->kind != NodeKind::Subscript)
    reject(node, "the left side of an augmented assignment is a variable, an attribute or an element");
  const std::string name = operator_name(node.text);
  node.target = find_target(name, 2, {});
  auto in_place = std::make_unique<Node>(NodeKind::Operator, node.line);
  in_place->target = find_target(name + "_", 2, {});
  node.children.push_back(std::move(in_place));
  if (node.children[0]->kind == NodeKind::Name) slot_of(node.children[0]->text, nullptr);
}

void FunctionCompiler::for_loop(Node& node) {
  Node& iterable = *node.children[1];
  if (iterable.kind == NodeKind::Call && dotted_name(*iterable.children[0]) == "range" && !slots_.contains("range") &&
      iterable.children.size() >= 2 && iterable.children.size() <= 4) {
    node.slot = 1;
    iterable.children.erase(iterable.children.begin());
    arguments(iterable, 0);
    for (const NodeRef& bound : iterable.children)
      if (bound->kind == NodeKind::Keyword) reject(*bound, "range() takes no arguments with names");
    target(*node.children[0], Type::make(TypeKind::Int));
  } else {
    expression(node.children[1]);
    target(*node.children[0], element_type(type_of(*node.children[1])));
  }
  ++loops_;
  block(*node.children[2]);
  --loops_;
}

void FunctionCompiler::raise_statement(Node& node) {
  NodeRef& exception = node.children[0];
  if (exception == nullptr) reject(node, "`raise` needs an exception");
  if (exception->kind == NodeKind::Call && !is_local(*exception->children[0])) {
    node.text = dotted_name(*exception->children[0]);
    NodeRef message = exception->children.size() > 1 ? std::move(exception->children[1]) : nullptr;
    exception = std::move(message);
    if (exception != nullptr) expression(exception);
  } else if (!is_local(*exception)) {
    node.text = dotted_name(*exception);
    exception = nullptr;
  } else {
    expression(exception);
  }
}

void FunctionCompiler::arguments(Node& node, std::size_t first) {
  for (std::size_t i = first; i < node.children.size(); ++i) {
    NodeRef& child = node.children[i];
    if (child != nullptr) expression(child->kind == NodeKind::Keyword ? child->children[0] : child);
  }
}

void FunctionCompiler::expression(NodeRef& node) {
  switch (node->kind) {
    case NodeKind::Constant:
      break;
    case NodeKind::Name:
      name(*node);
      break;
    case NodeKind::Attribute:
      attribute(node);
      break;
    case NodeKind::Call:
      call(node);
      break;
    case NodeKind::Binary:
      binary(*node);
      break;
    case NodeKind::Unary:
      expression(node->children[0]);
      if (node->text == "+") {
        NodeRef operand = std::move(node->children[0]);
        node = std::move(operand);
      } else {
        operator_call(*node, node->text == "-"   ? "aten::neg"
                             : node->text == "~" ? "aten::bitwise_not"
                                                 : "aten::__not__");
      }
      break;
    case NodeKind::Comprehension:
      comprehension(*node, 1);
      break;
    case NodeKind::DictComprehension:
      comprehension(*node, 2);
      break;
    case NodeKind::Keyword:
      reject(*node, "an argument with a name stands outside of a call");
    default:
      arguments(*node, 0);
  }
}

void FunctionCompiler::comprehension(Node& node, std::size_t results) {
  expression(node.children[results + 1]);
  target(*node.children[results], nullptr);
  for (std::size_t i = 0; i < results; ++i) expression(node.children[i]);
  for (std::size_t i = results + 2; i < node.children.size(); ++i) expression(node.children[i]);
}

void FunctionCompiler::name(Node& node) {
  const auto found = slots_.find(node.text);
  if (found != slots_.end()) {
    node.slot = found->second;
    return;
  }
  if (node.text != "inf" && node.text != "nan") reject(node, "undefined value " + node.text);
  node.kind = NodeKind::Constant;
  node.value = node.text == "inf" ? Value(std::numeric_limits<double>::infinity())
                                  : Value(std::numeric_limits<double>::quiet_NaN());
}

void FunctionCompiler::attribute(NodeRef& node) {
  const std::string dotted = dotted_name(*node);
  if (!dotted.empty() && !is_local(*node)) {
    if (const Function* const function = compiler_.find_function(dotted, function_.file, node->line)) {
      node->value = Value(function);
    } else if (dotted.starts_with("CONSTANTS.")) {
      node->value = compiler_.constant_of(*node, function_.file);
    } else {
      reject(*node, "undefined value " + dotted);
    }
    node->kind = NodeKind::Constant;
    node->children.clear();
    return;
  }
  expression(node->children[0]);
  const ClassType* const base = class_of(*node->children[0], node->line);
  if (base != nullptr && !base->find_attribute(node->text).has_value() && base->find_constant(node->text) == nullptr)
    reject(*node, "the class " + base->name + " has no attribute " + node->text);
}

void FunctionCompiler::operator_call(Node& node, const std::string& operator_name) {
  std::vector<std::string> keywords;
  for (const NodeRef& child : node.children)
    if (child->kind == NodeKind::Keyword) keywords.push_back(child->text);
  const std::size_t positional = node.children.size() - keywords.size();
  auto target = find_target(operator_name, positional, std::move(keywords));
  if (!target->missing.empty() && !may_be_missing(function_.file, operator_name)) reject(node, target->missing);
  for (NodeRef& child : node.children)
    if (child->kind == NodeKind::Keyword) {
      NodeRef value = std::move(child->children[0]);
      child = std::move(value);
    }
  node.kind = NodeKind::Operator;
  node.target = std::move(target);
}

void FunctionCompiler::binary(Node& node) {
  expression(node.children[0]);
  expression(node.children[1]);
  if (node.text == "in" || node.text == "not in") {
    std::swap(node.children[0], node.children[1]);
    const bool is_negated = node.text == "not in";
    operator_call(node, "aten::__contains__");
    if (!is_negated) return;
    auto contains = std::make_unique<Node>(NodeKind::Operator, node.line);
    contains->target = std::move(node.target);
    contains->children = std::move(node.children);
    node.children.clear();
    node.children.push_back(std::move(contains));
    operator_call(node, "aten::__not__");
    return;
  }
  const Node& left = *node.children[0];
  if (node.text == "%" && left.kind == NodeKind::Constant && left.value.is_string())
    operator_call(node, "aten::percentFormat");
  else
    operator_call(node, operator_name(node.text));
}

void FunctionCompiler::call(NodeRef& node) {
  const std::string callee = dotted_name(*node->children[0]);
  if (!callee.empty() && !is_local(*node->children[0])) {
    if (special_call(*node, callee)) return;
    qualified_call(*node, callee);
    return;
  }
  if (node->children[0]->kind == NodeKind::Attribute) {
    method_call(*node);
    return;
  }
  expression(node->children[0]);
  arguments(*node, 1);
  node->kind = NodeKind::FunctionCall;
}

// Resolves the calls that are part of the language. Returns false for all others.
bool FunctionCompiler::special_call(Node& node, const std::string& callee) {
  const auto needs = [&](std::size_t count) {
    if (node.children.size() != count + 1)
      reject(node, callee + "() takes " + std::to_string(count) + " arguments, but " +
                       std::to_string(node.children.size() - 1) + " are given");
  };
  const auto keep = [&](std::size_t place, NodeKind kind) {
    NodeRef kept = std::move(node.children[place]);
    node.children.clear();
    node.children.push_back(std::move(kept));
    node.kind = kind;
    expression(node.children[0]);
  };
  if (callee == "annotate" || callee == "unchecked_cast") {
    needs(2);
    node.type = compiler_.type_of(*node.children[1], function_.file);
    node.text = callee;
    keep(2, NodeKind::Cast);
  } else if (callee == "uninitialized") {
    needs(1);
    node.type = compiler_.type_of(*node.children[1], function_.file);
    node.children.clear();
    node.kind = NodeKind::Uninitialized;
  } else if (callee == "isinstance") {
    needs(2);
    std::vector<TypeRef> types;
    const Node& named = *node.children[2];
    if (named.kind == NodeKind::TupleDisplay || named.kind == NodeKind::ListDisplay)
      for (const NodeRef& one : named.children) types.push_back(compiler_.type_of(*one, function_.file));
    else
      types.push_back(compiler_.type_of(named, function_.file));
    node.type = Type::make(TypeKind::Union, std::move(types));
    keep(1, NodeKind::IsInstance);
  } else if (callee == "getattr" || callee == "hasattr") {
    needs(2);
    if (node.children[2]->kind != NodeKind::Constant || !node.children[2]->value.is_string())
      reject(node, callee + "() takes the name of an attribute as a literal");
    node.text = node.children[2]->value.string();
    keep(1, callee == "getattr" ? NodeKind::Attribute : NodeKind::HasAttribute);
    const ClassType* const base = class_of(*node.children[0], node.line);
    if (callee == "getattr" && base != nullptr && !base->find_attribute(node.text).has_value() &&
        base->find_constant(node.text) == nullptr)
      reject(node, "the class " + base->name + " has no attribute " + node.text);
  } else {
    return false;
  }
  return true;
}

void FunctionCompiler::qualified_call(Node& node, const std::string& callee) {
  const NodeRef named = std::move(node.children[0]);
  node.children.erase(node.children.begin());
  if (callee.starts_with("__torch__.")) {
    if (callee.ends_with(".__new__")) {
      node.type = class_type_named(callee.substr(0, callee.size() - 8), node.line);
      if (node.type->class_type->kind == ClassKind::NamedTuple)
        reject(node, "__new__ of a NamedTuple is not supported");
      node.children.clear();
      node.kind = NodeKind::NewObject;
      return;
    }
    arguments(node, 0);
    if (const Function* const function = compiler_.find_function(callee, function_.file, node.line)) {
      check_arguments(node, *function, 0, 0);
      auto constant = std::make_unique<Node>(NodeKind::Constant, node.line);
      constant->value = Value(function);
      node.children.insert(node.children.begin(), std::move(constant));
      node.value = Value(function);
      node.kind = NodeKind::FunctionCall;
      return;
    }
    if (!compiler_.has_class(callee)) reject(node, "the archive has no function and no class " + callee);
    node.type = class_type_named(callee, node.line);
    if (node.type->class_type->kind != ClassKind::NamedTuple)
      reject(node, "the class " + callee + " is called; only a NamedTuple is made this way");
    if (node.children.size() != node.type->class_type->attributes.size())
      reject(node, callee + " has " + std::to_string(node.type->class_type->attributes.size()) + " elements, but " +
                       std::to_string(node.children.size()) + " are given");
    for (const NodeRef& child : node.children)
      if (child->kind == NodeKind::Keyword) reject(node, "a NamedTuple is made with arguments without names");
    node.kind = NodeKind::NewTuple;
    return;
  }
  arguments(node, 0);
  std::string name;
  if (callee.starts_with("torch.")) {
    name = "aten::" + callee.substr(6);
  } else if (callee.starts_with("ops.")) {
    name = callee.substr(4);
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos) reject(node, callee + " is no operator: expected ops.NAMESPACE.NAME");
    name.replace(dot, 1, "::");
  } else if (callee.find('.') == std::string::npos) {
    name = "::" + callee;
    if (find_builtin(name) == nullptr) reject(node, "undefined value " + callee);
  } else {
    reject(node, "undefined value " + callee);
  }
  operator_call(node, name);
}

void FunctionCompiler::method_call(Node& node) {
  NodeRef callee = std::move(node.children[0]);
  node.text = callee->text;
  node.children[0] = std::move(callee->children[0]);
  arguments(node, 0);
  node.kind = NodeKind::MethodCall;
  const ClassType* const base = class_of(*node.children[0], node.line);
  if (base != nullptr) {
    const Function* const method = base->find_method(node.text);
    if (method == nullptr) reject(node, "the class " + base->name + " has no method " + node.text);
    check_arguments(node, *method, 1, 1);
    node.value = Value(method);
    return;
  }
  // The object may be a tensor, a list, a dictionary or a string: then the method is an operator.
  std::vector<std::string> keywords;
  for (const NodeRef& child : node.children)
    if (child->kind == NodeKind::Keyword) keywords.push_back(child->text);
  const std::size_t positional = node.children.size() - keywords.size();
  node.target = find_target("aten::" + node.text, positional, std::move(keywords));
  if (!node.target->missing.empty())
    compiler_.need_method(node.text, {node.target->missing, function_.file, node.line});
}

void FunctionCompiler::check_arguments(const Node& node, const Function& callee, std::size_t first,
                                       std::size_t given) const {
  std::vector<bool> has(callee.parameters.size(), false);
  std::size_t positional = given;
  for (std::size_t i = first; i < node.children.size(); ++i) {
    std::size_t place = 0;
    if (node.children[i]->kind == NodeKind::Keyword) {
      while (place < has.size() && callee.parameters[place].name != node.children[i]->text) ++place;
      if (place == has.size() || has[place])
        reject(node, callee.name + " has no parameter " + node.children[i]->text + " that is left to give");
    } else {
      place = positional++;
      if (place >= has.size())
        reject(node, callee.name + " takes " + std::to_string(has.size() - given) + " arguments, but more are given");
    }
    has[place] = true;
  }
  for (std::size_t i = given; i < has.size(); ++i)
    if (!has[i] && !callee.parameters[i].has_default)
      reject(node, callee.name + ": the argument " + callee.parameters[i].name + " is missing");
}

}  // namespace modecheck::engine::script
