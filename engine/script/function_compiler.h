// Declares FunctionCompiler, which resolves the names in the body of one function: variables to slots, calls to
// operators, functions and methods.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/script/compiler.h"

namespace modecheck::engine::script {

class FunctionCompiler {
 public:
  FunctionCompiler(Compiler& compiler, Function& function) : compiler_(compiler), function_(function) {}

  // Moves the body from the source into the function.
  void compile(FunctionSource& source);

 private:
  void statement(Node& node);
  void block(Node& node);
  void assign(Node& node);
  void augmented(Node& node);
  void for_loop(Node& node);
  void raise_statement(Node& node);
  // Resolves the target of an assignment of a value of this type, which may be null.
  void target(Node& node, const TypeRef& type);

  void expression(NodeRef& node);
  void arguments(Node& node, std::size_t first);
  void name(Node& node);
  void attribute(NodeRef& node);
  void call(NodeRef& node);
  bool special_call(Node& node, const std::string& callee);
  void qualified_call(Node& node, const std::string& callee);
  void method_call(Node& node);
  void binary(Node& node);
  void comprehension(Node& node, std::size_t results);
  // Makes the node a call of this operator with its children as arguments.
  void operator_call(Node& node, const std::string& operator_name);
  void check_arguments(const Node& node, const Function& callee, std::size_t first, std::size_t given) const;

  // Returns the type of a resolved expression, or null if it is unknown.
  TypeRef type_of(const Node& node) const;
  const ClassType* class_of(const Node& node, int line);
  bool is_local(const Node& node) const;
  std::int32_t slot_of(const std::string& variable, const TypeRef& type);
  TypeRef class_type_named(const std::string& name, int line);
  [[noreturn]] void reject(const Node& node, const std::string& what) const;

  Compiler& compiler_;
  Function& function_;
  std::unordered_map<std::string, std::int32_t> slots_;
  std::vector<TypeRef> types_;
  std::size_t loops_ = 0;
};

}  // namespace modecheck::engine::script
