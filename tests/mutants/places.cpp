#include "tests/mutants/places.h"

#include <sstream>
#include <stdexcept>

#include "tests/mutants/source_text.h"

namespace modecheck::mutants {

std::vector<std::pair<std::string, std::string>> read_places(const std::string& path) {
  std::vector<std::pair<std::string, std::string>> out;
  std::istringstream in(read_file(path));
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string area;
    std::string file;
    std::string more;
    if (!(words >> area >> file) || words >> more || (area != "engine" && area != "model"))
      throw std::runtime_error(path + ":" + std::to_string(number) + ": expected `engine FILE` or `model FILE`");
    out.emplace_back(area, file);
  }
  return out;
}

}  // namespace modecheck::mutants
