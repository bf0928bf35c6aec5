// Declares CallTarget, what a call in a TorchScript program may run: a builtin of the language and the overloads of an
// operator. Which of them runs depends on the types of the arguments.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/script/builtin.h"
#include "engine/script/operator_overload.h"
#include "engine/script/value.h"

namespace modecheck::engine::script {

struct CallTarget {
  // Runs the call. `arguments` are the positional arguments and then those with names. Raises if no overload fits.
  Value run(std::vector<Value>& arguments) const;

  std::string name;                   // "aten::add"
  std::vector<std::string> keywords;  // the names of the last arguments
  const Builtin* builtin = nullptr;
  std::vector<std::shared_ptr<const OperatorOverload>> overloads;  // those that take so many arguments with such names
  // Which argument of the call each argument of each overload gets: its place, or -1 for the default.
  std::vector<std::vector<int>> places;
  std::string missing;  // why the call cannot run; empty: it can
  // The same call without the argument out=, for an operator without such an overload. The call then copies the result.
  std::shared_ptr<const CallTarget> without_out;

 private:
  Value run_out_variant(std::vector<Value>& arguments) const;
  bool run_builtin(std::vector<Value>& arguments, Value& result) const;
  [[noreturn]] void reject(const std::vector<Value>& arguments) const;
};

// Finds the builtin and the operators with this name, "aten::add", that take `positional` arguments and then those with
// the names `keywords`. The result has neither if there are none; then `missing` says why.
std::shared_ptr<CallTarget> find_target(const std::string& name, std::size_t positional,
                                        std::vector<std::string> keywords);

// Calls an operator of the engine with positional arguments, for builtins that are made of operators.
Value run_operator(const std::string& name, std::vector<Value> arguments);

}  // namespace modecheck::engine::script
