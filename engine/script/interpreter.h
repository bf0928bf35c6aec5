// Declares Interpreter, which runs one call of a compiled function.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/script/function.h"

namespace modecheck::engine::script {

class Interpreter {
 public:
  // `arguments` are the positional arguments and then those with the names `keywords`. Raises if they do not fit the
  // function's parameters.
  static Value call(const Function& function, std::vector<Value> arguments, const std::vector<std::string>& keywords);

 private:
  enum class Flow : std::uint8_t { Next, Break, Continue, Return };

  Interpreter(const Function& function, std::vector<Value> slots) : function_(function), slots_(std::move(slots)) {}

  Value run();
  Flow execute(const Node& node);
  Flow execute_block(const Node& node);
  Flow execute_while(const Node& node);
  Flow execute_for(const Node& node);
  Flow execute_range(const Node& node);
  void execute_assert(const Node& node);
  void execute_raise(const Node& node);
  void execute_augmented(const Node& node);
  void assign(const Node& target, Value value);
  void set_attribute(const Node& target, Value value);
  void set_element(const Node& target, Value value);

  Value evaluate(const Node& node);
  Value evaluate_composite(const Node& node);
  std::vector<Value> evaluate_all(const Node& node, std::size_t first);
  Value attribute(const Node& node);
  Value subscript(const Node& node);
  Value slice(const Node& node);
  Value call_operator(const Node& node);
  Value call_function(const Node& node);
  Value call_method(const Node& node);
  Value comprehension(const Node& node);
  Value dict_comprehension(const Node& node);
  Value cast(const Node& node);
  Value display(const Node& node);
  bool conditions_hold(const Node& node, std::size_t first);

  const Function& function_;
  std::vector<Value> slots_;
  Value result_;
  int line_ = 0;
};

}  // namespace modecheck::engine::script
