// What holds the rules that no program can touch.
#pragma once

#include <map>
#include <string>

namespace modecheck::tests {

struct Elsewhere {
  std::string file;
  std::string test;  // stands in the file
};

// By rule.
std::map<std::string, Elsewhere> read_elsewhere(const std::string& file);

}  // namespace modecheck::tests
