#include "engine/api/generate/rows.h"

#include <algorithm>
#include <type_traits>

#include "spec/operators/catalogue.h"

namespace modecheck::generate {
namespace {

namespace operators = spec::operators;

// Returns the name of the operator's struct in modecheck::spec::operators, which may differ from the schema's name. The
// name is cut out of the type name that the compiler prints in __PRETTY_FUNCTION__.
template <typename Operator>
std::string type_name() {
  constexpr std::string_view beginning = "Operator = ";
  constexpr std::string_view scope = "modecheck::spec::operators::";
  std::string_view text = __PRETTY_FUNCTION__;
  text = text.substr(text.find(beginning) + beginning.size());
  text = text.substr(0, text.find_first_of(";]"));
  return std::string(text.substr(0, scope.size()) == scope ? text.substr(scope.size()) : text);
}

template <typename Operator, typename = void>
struct AliasOf {
  static std::string_view name() { return {}; }
};
template <typename Operator>
struct AliasOf<Operator, std::void_t<typename Operator::alias_of>> {
  static std::string_view name() { return operators::schema_of<typename Operator::alias_of>.qualified_name; }
};

template <typename... Operators>
std::vector<Row> rows_of(operators::List<Operators...> /*catalogue*/) {
  return {Row{type_name<Operators>(),
              operators::schema_of<Operators>,
              Operators::family,
              AliasOf<Operators>::name(),
              Operators::composite,
              {}}...};
}

}  // namespace

std::vector<Row> rows() { return rows_of(operators::Catalogue{}); }

std::vector<std::string> read_dtypes(std::istream& lines, std::vector<Row>& rows) {
  std::vector<std::string> unknown;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t end = line.find(": ");
    if (end == std::string::npos) {
      unknown.push_back(line);
      continue;
    }
    const std::string name = line.substr(0, end);
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const Row& one) { return one.schema.qualified_name == name; });
    if (row == rows.end())
      unknown.push_back(name);
    else
      row->dtypes = line.substr(name.size() + 2);
  }
  return unknown;
}

}  // namespace modecheck::generate
