#include "tests/rules/elsewhere.h"

#include <fstream>
#include <sstream>

namespace modecheck::tests {

std::map<std::string, Elsewhere> read_elsewhere(const std::string& file) {
  std::map<std::string, Elsewhere> out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string rule;
    Elsewhere where;
    words >> rule >> where.file >> std::ws;
    std::getline(words, where.test);
    out[rule] = where;
  }
  return out;
}

}  // namespace modecheck::tests
