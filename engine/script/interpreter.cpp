#include "engine/script/interpreter.h"

#include <algorithm>

#include "engine/core/errors/error.h"
#include "engine/script/call_target.h"
#include "engine/script/class_type.h"
#include "engine/script/dict.h"
#include "engine/script/limits.h"
#include "engine/script/list.h"
#include "engine/script/object.h"
#include "engine/script/tuple.h"
#include "engine/script/value_functions.h"

namespace modecheck::engine::script {
namespace {

// What the calls of a thread have used up. It begins anew with a call from outside.
struct Usage {
  int calls = 0;
  int levels = 0;
  std::uint64_t steps = 0;
};
thread_local Usage usage;

// Counts an active call while it exists.
class ActiveCall {
 public:
  explicit ActiveCall(const std::string& name) {
    MODECHECK_CHECK(usage.calls < kMostCalls, ErrorClass::Argument, "TorchScript: ", name, " is called while ",
                    kMostCalls, " calls are active, which is the most that is allowed; is the recursion endless?");
    if (usage.calls++ == 0) usage.steps = 0;
  }
  ~ActiveCall() { --usage.calls; }
  ActiveCall(const ActiveCall&) = delete;
  ActiveCall& operator=(const ActiveCall&) = delete;
};

// Counts an active expression or block while it exists.
class ActiveLevel {
 public:
  ActiveLevel() {
    if (++usage.levels <= kMostLevels) return;
    --usage.levels;
    raise(ErrorClass::Argument, "TorchScript: more than ", kMostLevels,
          " expressions and blocks are active, which is the most that is allowed; is the recursion endless?");
  }
  ~ActiveLevel() { --usage.levels; }
  ActiveLevel(const ActiveLevel&) = delete;
  ActiveLevel& operator=(const ActiveLevel&) = delete;
};

void count_step() {
  MODECHECK_CHECK(++usage.steps <= kMostSteps, ErrorClass::Argument, "TorchScript: a call executes more than ",
                  kMostSteps, " statements, which is the most that is allowed; is a loop endless?");
}

// Returns a value of its own for a default value that is a list or a dictionary, so that calls do not share it.
Value fresh(const Value& value) {
  if (!value.is_list() && !value.is_dict()) return value;
  std::vector<Value> arguments{value};
  Value out;
  find_builtin("aten::copy")->run(arguments, out);
  return out;
}

// Returns the values of the parameters, in the order of the parameters.
std::vector<Value> bound_arguments(const Function& function, std::vector<Value> arguments,
                                   const std::vector<std::string>& keywords) {
  const std::size_t count = function.parameters.size();
  const std::size_t positional = arguments.size() - keywords.size();
  MODECHECK_CHECK(positional <= count, ErrorClass::Argument, "TorchScript: ", function.name, "() takes ", count,
                  " arguments, with self, but ", positional, " are given");
  if (positional == count && keywords.empty()) return arguments;
  std::vector<Value> out(count);
  std::vector<bool> has(count, false);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::size_t place = i;
    if (i >= positional) {
      const std::string& keyword = keywords[i - positional];
      place = 0;
      while (place < count && function.parameters[place].name != keyword) ++place;
      MODECHECK_CHECK(place < count && !has[place], ErrorClass::Argument, "TorchScript: ", function.name,
                      "() has no parameter '", keyword, "' that is left to give");
    }
    has[place] = true;
    out[place] = std::move(arguments[i]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (has[i]) continue;
    MODECHECK_CHECK(function.parameters[i].has_default, ErrorClass::Argument, "TorchScript: ", function.name,
                    "() is missing value for argument '", function.parameters[i].name, "'");
    out[i] = fresh(function.parameters[i].default_value);
  }
  return out;
}

std::vector<Value> visited(Value value) {
  std::vector<Value> arguments{std::move(value)};
  Value out;
  find_builtin("prim::iterated")->run(arguments, out);
  return out.elements();
}

}  // namespace

Value Function::call(std::vector<Value> arguments, const Keywords& keywords) const {
  std::vector<std::string> names;
  for (const auto& [name_of_argument, value] : keywords) {
    names.push_back(name_of_argument);
    arguments.push_back(value);
  }
  std::vector<Value> bound = bound_arguments(*this, std::move(arguments), names);
  for (std::size_t i = 0; i < bound.size(); ++i)
    MODECHECK_CHECK(has_type(bound[i], parameters[i].type.get()), ErrorClass::Argument, "TorchScript: ", name,
                    "() expected a value of type '", to_string(*parameters[i].type), "' for argument '",
                    parameters[i].name, "' but instead found type '", bound[i].type_name(), "'");
  return Interpreter::call(*this, std::move(bound), {});
}

Value Interpreter::call(const Function& function, std::vector<Value> arguments,
                        const std::vector<std::string>& keywords) {
  const ActiveCall active(function.name);
  std::vector<Value> slots = bound_arguments(function, std::move(arguments), keywords);
  MODECHECK_CHECK(function.body != nullptr, ErrorClass::Argument, "TorchScript: ", function.name,
                  " is not compiled, because its source has an error");
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = annotated(std::move(slots[i]), function.parameters[i].type);
  slots.resize(function.slots);
  return Interpreter(function, std::move(slots)).run();
}

Value Interpreter::run() {
  try {
    execute_block(*function_.body);
  } catch (c10::Error& error) {
    const bool is_first = std::none_of(error.context().begin(), error.context().end(), [](const std::string& line) {
      return line.starts_with("TorchScript traceback");
    });
    if (is_first) error.add_context("TorchScript traceback, innermost call first:");
    error.add_context("  " + function_.file + ":" + std::to_string(line_) + " in " + function_.name);
    throw;
  }
  return std::move(result_);
}

Interpreter::Flow Interpreter::execute_block(const Node& node) {
  const ActiveLevel level;
  for (const NodeRef& child : node.children)
    if (const Flow flow = execute(*child); flow != Flow::Next) return flow;
  return Flow::Next;
}

Interpreter::Flow Interpreter::execute(const Node& node) {
  count_step();
  line_ = node.line;
  switch (node.kind) {
    case NodeKind::Assign:
      if (node.type != nullptr)
        assign(*node.children[0], annotated(evaluate(*node.children[1]), node.type));
      else
        assign(*node.children[0], evaluate(*node.children[1]));
      return Flow::Next;
    case NodeKind::Expression:
      evaluate(*node.children[0]);
      return Flow::Next;
    case NodeKind::If:
      if (truth(evaluate(*node.children[0]))) return execute_block(*node.children[1]);
      return node.children[2] == nullptr ? Flow::Next : execute_block(*node.children[2]);
    case NodeKind::Return:
      if (node.children[0] != nullptr) result_ = evaluate(*node.children[0]);
      if (function_.result != nullptr) result_ = annotated(std::move(result_), function_.result);
      return Flow::Return;
    case NodeKind::While:
      return execute_while(node);
    case NodeKind::For:
      return node.slot == 1 ? execute_range(node) : execute_for(node);
    case NodeKind::Break:
      return Flow::Break;
    case NodeKind::Continue:
      return Flow::Continue;
    case NodeKind::Augmented:
      execute_augmented(node);
      return Flow::Next;
    case NodeKind::Assert:
      execute_assert(node);
      return Flow::Next;
    case NodeKind::Raise:
      execute_raise(node);
      return Flow::Next;
    case NodeKind::Delete:
      evaluate(*node.children[0]);
      return Flow::Next;
    case NodeKind::Block:
      return execute_block(node);
    default:
      return Flow::Next;
  }
}

Interpreter::Flow Interpreter::execute_while(const Node& node) {
  while (truth(evaluate(*node.children[0]))) {
    const Flow flow = execute_block(*node.children[1]);
    if (flow == Flow::Return) return flow;
    if (flow == Flow::Break) break;
    count_step();
    line_ = node.line;
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::execute_range(const Node& node) {
  std::vector<Value> bounds = evaluate_all(*node.children[1], 0);
  if (bounds.size() == 1) bounds.insert(bounds.begin(), Value(0));
  if (bounds.size() == 2) bounds.emplace_back(1);
  Value length;
  find_builtin("aten::__range_length")->run(bounds, length);
  std::int64_t index = bounds[0].integer();
  for (std::int64_t i = 0; i < length.integer(); ++i) {
    assign(*node.children[0], Value(index));
    const Flow flow = execute_block(*node.children[2]);
    if (flow == Flow::Return) return flow;
    if (flow == Flow::Break) break;
    count_step();
    line_ = node.line;
    index =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(index) + static_cast<std::uint64_t>(bounds[2].integer()));
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::execute_for(const Node& node) {
  // A loop over a list sees what the body appends to it, as in Python.
  const Value iterable = evaluate(*node.children[1]);
  const Value list = iterable.is_list() ? iterable : Value::list(visited(iterable));
  for (std::size_t i = 0; i < list.elements().size(); ++i) {
    assign(*node.children[0], Value(list.elements()[i]));
    const Flow flow = execute_block(*node.children[2]);
    if (flow == Flow::Return) return flow;
    if (flow == Flow::Break) break;
    count_step();
    line_ = node.line;
  }
  return Flow::Next;
}

void Interpreter::execute_assert(const Node& node) {
  if (truth(evaluate(*node.children[0]))) return;
  const std::string message = node.children[1] == nullptr ? std::string() : to_text(evaluate(*node.children[1]));
  raise(ErrorClass::Argument, "AssertionError: ", message);
}

void Interpreter::execute_raise(const Node& node) {
  const std::string message = node.children[0] == nullptr ? std::string() : to_text(evaluate(*node.children[0]));
  raise(ErrorClass::Argument, node.text.empty() ? std::string() : node.text + ": ", message);
}

void Interpreter::execute_augmented(const Node& node) {
  const Node& target = *node.children[0];
  const CallTarget& in_place = *node.children[2]->target;
  const Value old = evaluate(target);
  std::vector<Value> arguments{old, evaluate(*node.children[1])};
  const bool changes = (old.is_tensor() || (old.is_list() && node.text == "+")) && in_place.missing.empty();
  assign(target, (changes ? in_place : *node.target).run(arguments));
}

void Interpreter::assign(const Node& target, Value value) {
  if (target.kind == NodeKind::Name) {
    slots_[static_cast<std::size_t>(target.slot)] = std::move(value);
    return;
  }
  if (target.kind == NodeKind::Attribute) {
    set_attribute(target, std::move(value));
    return;
  }
  if (target.kind == NodeKind::Subscript) {
    set_element(target, std::move(value));
    return;
  }
  const ActiveLevel level;
  MODECHECK_CHECK(value.is_tuple() || value.is_list(), ErrorClass::Argument, "TorchScript: a value of type ",
                  value.type_name(), " cannot be unpacked; a tuple or a list can");
  const std::vector<Value> elements = value.elements();
  MODECHECK_CHECK(elements.size() == target.children.size(), ErrorClass::Argument, "TorchScript: expected ",
                  target.children.size(), " values to unpack, but got ", elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) assign(*target.children[i], elements[i]);
}

void Interpreter::set_attribute(const Node& target, Value value) {
  const Value base = evaluate(*target.children[0]);
  const ObjectRef& object = base.object();
  const auto place = object->type->find_attribute(target.text);
  MODECHECK_CHECK(place.has_value(), ErrorClass::Argument, "TorchScript: the class ", object->type->name,
                  " has no attribute ", target.text);
  const TypeRef& type = object->type->attributes[*place].type;
  MODECHECK_CHECK(has_type(value, type.get()), ErrorClass::Argument, "TorchScript: the attribute ", target.text, " of ",
                  object->type->name, " has the type ", to_string(*type), ", but a value of type ", value.type_name(),
                  " is assigned");
  object->attributes[*place] = annotated(std::move(value), type);
}

void Interpreter::set_element(const Node& target, Value value) {
  const Value base = evaluate(*target.children[0]);
  const Value index = evaluate(*target.children[1]);
  if (base.is_tensor()) {
    MODECHECK_CHECK(index.is_int(), ErrorClass::Argument,
                    "TorchScript: an element of a tensor is assigned by an int; saved code calls copy_ or index_put_");
    const at::Tensor row = base.tensor().select(0, index.integer());
    if (value.is_tensor())
      row.copy_(value.tensor());
    else
      row.fill_(value.scalar());
    return;
  }
  std::vector<Value> arguments{base, index, std::move(value)};
  Value out;
  MODECHECK_CHECK(find_builtin("aten::_set_item")->run(arguments, out), ErrorClass::Argument,
                  "TorchScript: the elements of a value of type ", base.type_name(), " cannot be assigned");
}

Value Interpreter::evaluate(const Node& node) {
  switch (node.kind) {
    case NodeKind::Constant:
      return node.value;
    case NodeKind::Name:
      return slots_[static_cast<std::size_t>(node.slot)];
    case NodeKind::Operator:
      return call_operator(node);
    case NodeKind::Attribute:
      return attribute(node);
    case NodeKind::MethodCall:
      return call_method(node);
    case NodeKind::FunctionCall:
      return call_function(node);
    case NodeKind::ListDisplay:
    case NodeKind::TupleDisplay:
    case NodeKind::DictDisplay:
      return display(node);
    case NodeKind::Subscript:
      return subscript(node);
    case NodeKind::Cast:
      return cast(node);
    default:
      return evaluate_composite(node);
  }
}

Value Interpreter::evaluate_composite(const Node& node) {
  const ActiveLevel level;
  switch (node.kind) {
    case NodeKind::Slice:
      return slice(node);
    case NodeKind::Conditional:
      return evaluate(*node.children[truth(evaluate(*node.children[0])) ? 1 : 2]);
    case NodeKind::And:
      return Value(truth(evaluate(*node.children[0])) && truth(evaluate(*node.children[1])));
    case NodeKind::Or:
      return Value(truth(evaluate(*node.children[0])) || truth(evaluate(*node.children[1])));
    case NodeKind::Comprehension:
      return comprehension(node);
    case NodeKind::DictComprehension:
      return dict_comprehension(node);
    case NodeKind::NewObject:
      return Object::make(node.type->class_type->reference());
    case NodeKind::NewTuple: {
      auto out = std::make_shared<Tuple>();
      out->items = evaluate_all(node, 0);
      out->type = node.type->class_type->reference();
      return TupleRef(std::move(out));
    }
    case NodeKind::IsInstance:
      return Value(has_type(evaluate(*node.children[0]), node.type.get()));
    case NodeKind::HasAttribute: {
      const Value base = evaluate(*node.children[0]);
      const ClassType& type = *base.object()->type;
      return Value(type.find_attribute(node.text).has_value() || type.find_constant(node.text) != nullptr ||
                   type.find_method(node.text) != nullptr);
    }
    default:
      return {};
  }
}

std::vector<Value> Interpreter::evaluate_all(const Node& node, std::size_t first) {
  std::vector<Value> out;
  out.reserve(node.children.size());
  for (std::size_t i = first; i < node.children.size(); ++i) out.push_back(evaluate(*node.children[i]));
  return out;
}

Value Interpreter::display(const Node& node) {
  const ActiveLevel level;
  if (node.kind == NodeKind::ListDisplay) return Value::list(evaluate_all(node, 0));
  if (node.kind == NodeKind::TupleDisplay) return Value::tuple(evaluate_all(node, 0));
  auto out = std::make_shared<Dict>();
  for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const Value key = evaluate(*node.children[i]);
    out->set(key, evaluate(*node.children[i + 1]));
  }
  return out;
}

Value Interpreter::attribute(const Node& node) {
  const ActiveLevel level;
  const Value base = evaluate(*node.children[0]);
  if (base.is_object()) {
    if (const Value* const found = base.object()->find(node.text)) return *found;
    if (const Value* const constant = base.object()->type->find_constant(node.text)) return *constant;
    raise(ErrorClass::Argument, "TorchScript: an object of the class ", base.type_name(), " has no attribute ",
          node.text);
  }
  if (base.is_tuple() && base.tuple()->type != nullptr) {
    const auto place = base.tuple()->type->find_attribute(node.text);
    if (place.has_value()) return base.elements()[*place];
  }
  const Builtin* const builtin = find_builtin("prim::" + node.text);
  std::vector<Value> arguments{base};
  Value out;
  MODECHECK_CHECK((base.is_tensor() || base.is_device()) && builtin != nullptr && builtin->run(arguments, out),
                  ErrorClass::Argument, "TorchScript: a value of type ", base.type_name(), " has no attribute ",
                  node.text);
  return out;
}

Value Interpreter::subscript(const Node& node) {
  const ActiveLevel level;
  std::vector<Value> arguments = evaluate_all(node, 0);
  if (arguments[0].is_tensor()) {
    if (arguments[1].is_int()) return arguments[0].tensor().select(0, arguments[1].integer());
    MODECHECK_CHECK(arguments[1].is_tensor(), ErrorClass::Argument,
                    "TorchScript: a tensor is indexed by an int or a tensor; saved code calls slice and index");
    return run_operator("aten::index", {arguments[0], Value::list({arguments[1]})});
  }
  Value out;
  MODECHECK_CHECK(find_builtin("aten::__getitem__")->run(arguments, out), ErrorClass::Argument,
                  "TorchScript: a value of type ", arguments[0].type_name(), " has no elements");
  return out;
}

Value Interpreter::slice(const Node& node) {
  std::vector<Value> arguments;
  for (const NodeRef& child : node.children) arguments.push_back(child == nullptr ? Value() : evaluate(*child));
  if (arguments[0].is_tensor())
    return run_operator("aten::slice", {arguments[0], Value(0), arguments[1], arguments[2],
                                        arguments[3].is_none() ? Value(1) : arguments[3]});
  Value out;
  MODECHECK_CHECK(find_builtin("aten::slice")->run(arguments, out), ErrorClass::Argument,
                  "TorchScript: a value of type ", arguments[0].type_name(), " cannot be sliced");
  return out;
}

Value Interpreter::call_operator(const Node& node) {
  const ActiveLevel level;
  std::vector<Value> arguments = evaluate_all(node, 0);
  line_ = node.line;
  return node.target->run(arguments);
}

Value Interpreter::call_function(const Node& node) {
  const ActiveLevel level;
  const Value callee = evaluate(*node.children[0]);
  MODECHECK_CHECK(callee.is_function(), ErrorClass::Argument, "TorchScript: a value of type ", callee.type_name(),
                  " is called, which is no function");
  std::vector<Value> arguments;
  std::vector<std::string> keywords;
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    const Node& child = *node.children[i];
    if (child.kind == NodeKind::Keyword) keywords.push_back(child.text);
    arguments.push_back(evaluate(child.kind == NodeKind::Keyword ? *child.children[0] : child));
  }
  line_ = node.line;
  return Interpreter::call(*callee.function(), std::move(arguments), keywords);
}

Value Interpreter::call_method(const Node& node) {
  const ActiveLevel level;
  std::vector<Value> arguments;
  std::vector<std::string> keywords;
  for (const NodeRef& child : node.children) {
    if (child->kind == NodeKind::Keyword) keywords.push_back(child->text);
    arguments.push_back(evaluate(child->kind == NodeKind::Keyword ? *child->children[0] : *child));
  }
  line_ = node.line;
  if (arguments[0].is_object()) {
    const Function* const method = arguments[0].object()->type->find_method(node.text);
    MODECHECK_CHECK(method != nullptr, ErrorClass::Argument, "TorchScript: an object of the class ",
                    arguments[0].type_name(), " has no method ", node.text);
    return Interpreter::call(*method, std::move(arguments), keywords);
  }
  MODECHECK_CHECK(node.target != nullptr, ErrorClass::Argument, "TorchScript: a value of type ",
                  arguments[0].type_name(), " has no method ", node.text);
  return node.target->run(arguments);
}

bool Interpreter::conditions_hold(const Node& node, std::size_t first) {
  for (std::size_t i = first; i < node.children.size(); ++i)
    if (!truth(evaluate(*node.children[i]))) return false;
  return true;
}

Value Interpreter::comprehension(const Node& node) {
  std::vector<Value> out;
  for (const Value& one : visited(evaluate(*node.children[2]))) {
    count_step();
    assign(*node.children[1], one);
    if (conditions_hold(node, 3)) out.push_back(evaluate(*node.children[0]));
  }
  return Value::list(std::move(out));
}

Value Interpreter::dict_comprehension(const Node& node) {
  auto out = std::make_shared<Dict>();
  for (const Value& one : visited(evaluate(*node.children[3]))) {
    count_step();
    assign(*node.children[2], one);
    if (!conditions_hold(node, 4)) continue;
    const Value key = evaluate(*node.children[0]);
    out->set(key, evaluate(*node.children[1]));
  }
  return out;
}

// annotate() says a type, and converts a tensor with one element to a number. unchecked_cast() says a type only.
Value Interpreter::cast(const Node& node) {
  const ActiveLevel level;
  Value value = evaluate(*node.children[0]);
  const TypeKind kind = node.type->kind;
  if (value.is_tensor() && node.text == "annotate") {
    const char* const builtin = kind == TypeKind::Int      ? "::int"
                                : kind == TypeKind::Float  ? "::float"
                                : kind == TypeKind::Bool   ? "::bool"
                                : kind == TypeKind::Number ? "aten::item"
                                                           : nullptr;
    if (builtin != nullptr) {
      std::vector<Value> arguments{value};
      find_builtin(builtin)->run(arguments, value);
      return value;
    }
  }
  return annotated(std::move(value), node.type);
}

}  // namespace modecheck::engine::script
