#include "engine/api/generate/rows.h"

#include <type_traits>

#include "spec/operators/catalogue.h"

namespace modecheck::generate {
namespace {

namespace operators = spec::operators;

// The compiler's spelling of the struct within modecheck::spec::operators. The schema does not say it: the struct of
// `std` has another name.
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
struct AliasOf<Operator, std::void_t<typename Operator::means>> {
  static std::string_view name() { return operators::schema_of<typename Operator::means>.qualified_name; }
};

template <typename... Operators>
std::vector<Row> rows_of(operators::List<Operators...> /*catalogue*/) {
  return {Row{type_name<Operators>(), operators::schema_of<Operators>, Operators::family, AliasOf<Operators>::name(),
              Operators::composite}...};
}

}  // namespace

std::vector<Row> rows() { return rows_of(operators::Catalogue{}); }

}  // namespace modecheck::generate
