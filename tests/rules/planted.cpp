#include "tests/rules/planted.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "properties/report/rule_text.h"

namespace modecheck::tests {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

}  // namespace

bool Planted::breaks(std::string_view rule) const { return std::find(rules.begin(), rules.end(), rule) != rules.end(); }

std::vector<std::string> rules_named(const std::string& what) {
  std::vector<std::string> out;
  const std::size_t open = what.rfind('(');
  const std::size_t close = what.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return out;
  std::istringstream in(what.substr(open + 1, close - open - 1));
  for (std::string word; std::getline(in, word, ',');) {
    word = trimmed(word);
    if (!properties::rule_text(word).statement.empty()) out.push_back(word);
  }
  return out;
}

std::vector<Planted> read_planted(const std::string& file) {
  std::vector<Planted> out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    // The cells of a row: number, fault, area, where, what is wrong, found at program, seconds, signature.
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, '|');) cells.push_back(trimmed(cell));
    if (cells.size() < 9 || cells[1].empty() || cells[1].find_first_not_of("0123456789") != std::string::npos) continue;
    Planted fault;
    fault.name = cells[2];
    fault.what = cells[5];
    fault.rules = rules_named(fault.what);
    if (!cells[6].empty() && cells[6].find_first_not_of("0123456789") == std::string::npos)
      fault.found = std::stoull(cells[6]);
    fault.as = cells[8];
    out.push_back(std::move(fault));
  }
  return out;
}

}  // namespace modecheck::tests
