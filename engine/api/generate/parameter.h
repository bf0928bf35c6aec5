// A parameter of a function of the API.
#pragma once

#include <string>

namespace modecheck::generate {

struct Parameter {
  std::string type;
  std::string name;
  std::string default_value;  // empty if there is no default value
};

}  // namespace modecheck::generate
