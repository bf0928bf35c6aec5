// Declares Builtin, a function of the TorchScript language that is no operator of the dispatcher, such as len().
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/script/value.h"

namespace modecheck::engine::script {

struct Builtin {
  // Computes the result and returns true. Returns false if the function does not take arguments of these types.
  using Run = bool (*)(std::vector<Value>& arguments, Value& result);

  const char* name;  // "aten::len"; a function without a namespace is "::print"
  std::size_t least;
  std::size_t most;
  Run run;
  // The names of all parameters, separated by spaces. A missing argument is None. Empty: the parameters have no names.
  const char* parameters = "";
};

// Returns the builtin, or null.
const Builtin* find_builtin(const std::string& name);

// Returns the dtype that an int of a program stands for. Raises if there is none.
c10::ScalarType dtype_of(const Value& value);

// The methods index() and count() of strings. Those of lists have the same names.
bool place_of_text(std::vector<Value>& arguments, Value& result);
bool count_of_text(std::vector<Value>& arguments, Value& result);

// The tables of builtins, by what they take.
std::span<const Builtin> number_builtins();
std::span<const Builtin> container_builtins();
std::span<const Builtin> string_builtins();
std::span<const Builtin> tensor_builtins();
std::span<const Builtin> recurrent_builtins();
std::span<const Builtin> composed_builtins();

}  // namespace modecheck::engine::script
