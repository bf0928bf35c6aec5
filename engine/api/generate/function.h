// Describes one function or method of the C++ API, which is one form of an operator.
#pragma once

#include <string>
#include <vector>

#include "engine/api/generate/parameter.h"
#include "engine/api/generate/row.h"

namespace modecheck::generate {

enum class Form {
  Function,  // add(self, other)
  Method,    // self.add(other)
  Out,       // add_out(out, self, other)
  OutLast,   // add_outf(self, other, out)
};

struct Function {
  Form form;
  std::string name;
  std::string result;
  std::vector<Parameter> parameters;  // the C++ parameters, for a method without `self`
  std::string body;
  bool defined;  // true if the definition is generated too, false if it is written by hand
};

// Returns the functions and methods that are generated for one operator.
std::vector<Function> functions_of(const Row& row);

}  // namespace modecheck::generate
