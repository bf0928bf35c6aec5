#include "tests/mutants/equivalents.h"

#include <sstream>
#include <stdexcept>
#include <vector>

#include "tests/mutants/mutant.h"
#include "tests/mutants/source_text.h"

namespace modecheck::mutants {

std::map<std::string, std::string> read_equivalents(const std::string& path) {
  std::map<std::string, std::string> out;
  Mutant mutant;
  std::string why;
  int number = 0;
  const auto stop = [&](const std::string& what) {
    throw std::runtime_error(path + ":" + std::to_string(number) + ": " + what);
  };
  const auto keep = [&] {
    if (mutant.file.empty()) return;
    if (mutant.line_text.empty() || mutant.original.empty() || mutant.mutated.empty() || why.empty())
      stop("the entry before lacks one of in, from, to, why");
    if (!out.emplace(mutant.key(), why).second) stop("the entry before stands there twice");
    mutant = {};
    why.clear();
  };
  std::istringstream in(read_file(path));
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const std::string word = line.substr(0, line.find(' '));
    const std::size_t at = line.find_first_not_of(' ', word.size());
    const std::string rest = at == std::string::npos ? "" : line.substr(at);
    if (word == "mutant") {
      keep();
      mutant.file = rest;
    } else if (mutant.file.empty()) {
      stop("expected `mutant FILE` first");
    } else if (word == "in") {
      mutant.line_text = rest;
    } else if (word == "from") {
      mutant.original = rest;
    } else if (word == "to") {
      mutant.mutated = rest;
    } else if (word == "nth") {
      mutant.occurrence = std::stoi(rest);
    } else if (word == "why") {
      why = rest;
    } else {
      stop("expected mutant, in, from, to, nth, why or #");
    }
  }
  keep();
  return out;
}

}  // namespace modecheck::mutants
