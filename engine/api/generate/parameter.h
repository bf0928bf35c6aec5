// A parameter of a function of the API.
#pragma once

#include <string>

namespace modecheck::generate {

struct Parameter {
  std::string type;
  std::string name;
  std::string default_value;  // the C++ text of the default value; empty if the parameter has none
};

}  // namespace modecheck::generate
