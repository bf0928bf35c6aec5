#include "subjects/operators/schema_text.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace modecheck::operators {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Calls `use(i)` for each place of the text that is outside all brackets and quotes, until it returns true. Returns
// that place, or npos.
template <typename Use>
std::size_t find_outside(std::string_view text, Use use) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (depth == 0 && use(i)) return i;
    if (c == ')' || c == ']') --depth;
    if (c == '(' || c == '[') ++depth;
  }
  return std::string_view::npos;
}

std::vector<std::string_view> parts(std::string_view text) {
  std::vector<std::string_view> out;
  for (text = trimmed(text); !text.empty();) {
    const std::size_t end = std::min(text.size(), find_outside(text, [&](std::size_t i) { return text[i] == ','; }));
    out.push_back(trimmed(text.substr(0, end)));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return out;
}

// Reads "Tensor(a! -> *)[]" and "int[2]?" into `out`. The sets after an arrow are those of a list's elements.
void read_type(std::string_view text, SchemaArgument& out) {
  if (const std::size_t open = text.find('('); open != std::string_view::npos && open != 0) {
    const std::size_t close = text.find(')', open);
    if (close == std::string_view::npos) throw std::invalid_argument("an annotation has no end");
    out.alias = std::string(trimmed(text.substr(open + 1, close - open - 1)));
    if (const std::size_t arrow = out.alias.find(" ->"); arrow != std::string::npos) out.alias.resize(arrow);
    out.type = std::string(text.substr(0, open)) + std::string(text.substr(close + 1));
  } else {
    out.type = std::string(text);
  }
  const std::size_t open = out.type.find('[');
  if (open == std::string::npos || out.type[open + 1] == ']') return;
  out.length = std::atoi(out.type.c_str() + open + 1);
  out.type.erase(open + 1, out.type.find(']', open) - open - 1);
}

// Reads "Tensor(a!) self" or "int dim=0". A result may have no name.
SchemaArgument read_argument(std::string_view text, bool result) {
  SchemaArgument out;
  if (const std::size_t equals = find_outside(text, [&](std::size_t i) { return text[i] == '='; });
      equals != std::string_view::npos) {
    out.default_text = std::string(trimmed(text.substr(equals + 1)));
    text = trimmed(text.substr(0, equals));
  }
  std::size_t space = std::string_view::npos;
  find_outside(text, [&](std::size_t i) {
    if (text[i] == ' ') space = i;
    return false;
  });
  if (space == std::string_view::npos) {
    if (!result) throw std::invalid_argument("an argument has no name");
    read_type(text, out);
    return out;
  }
  out.name = std::string(trimmed(text.substr(space + 1)));
  read_type(trimmed(text.substr(0, space)), out);
  return out;
}

// The names of the sets of an annotation such as "a|b!".
std::vector<std::string_view> names_of_sets(std::string_view alias) {
  std::vector<std::string_view> out;
  for (std::size_t begin = 0; begin < alias.size();) {
    const std::size_t end = std::min(alias.find_first_of("|! ", begin), alias.size());
    if (end != begin) out.push_back(alias.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

}  // namespace

bool SchemaArgument::may_alias(const SchemaArgument& other) const {
  const std::vector<std::string_view> sets = names_of_sets(alias);
  for (const std::string_view one : names_of_sets(other.alias))
    if (std::find(sets.begin(), sets.end(), one) != sets.end()) return true;
  return false;
}

SchemaText parse_schema_text(std::string_view text) {
  SchemaText out;
  const std::size_t open = text.find('(');
  const std::size_t close =
      open == std::string_view::npos
          ? open
          : find_outside(text.substr(open + 1), [&](std::size_t i) { return text[open + 1 + i] == ')'; });
  const std::size_t arrow = text.find("->", close == std::string_view::npos ? text.size() : open + close);
  if (open == 0 || arrow == std::string_view::npos)
    throw std::invalid_argument("no schema: " + std::string(text) + "; expected NAME(ARGUMENTS) -> RESULTS");
  out.name = std::string(trimmed(text.substr(0, open)));
  bool keyword_only = false;
  for (const std::string_view part : parts(text.substr(open + 1, close))) {
    if (part == "*") {
      keyword_only = true;
      continue;
    }
    out.arguments.push_back(read_argument(part, false));
    out.arguments.back().keyword_only = keyword_only;
  }
  std::string_view results = trimmed(text.substr(arrow + 2));
  if (!results.empty() && results.front() == '(' && results.back() == ')')
    results = results.substr(1, results.size() - 2);
  for (const std::string_view part : parts(results)) out.results.push_back(read_argument(part, true));
  return out;
}

}  // namespace modecheck::operators
