// An operator's schema, read from the text that libtorch and the engine print: "aten::mul.Tensor(Tensor self, Tensor
// other) -> Tensor". Both have the same text, though their classes for schemas differ.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace modecheck::operators {

// An argument or a result.
struct SchemaArgument {
  std::string type;   // without alias annotation and length: "Tensor", "Tensor[]", "Tensor?", "int[]", "float?"
  int length = 0;     // of a list with a fixed length, such as int[2]; else 0
  std::string alias;  // the sets of "Tensor(a!)" or "Tensor(a|b)": "a!" or "a|b"; empty without annotation
  std::string name;   // empty for most results
  std::optional<std::string> default_text;
  bool keyword_only = false;

  bool writes() const { return alias.find('!') != std::string::npos; }
  bool is_tensor_list() const { return type == "Tensor[]" || type == "Tensor?[]"; }
  // Whether the two annotations name a common set.
  bool may_alias(const SchemaArgument& other) const;
};

struct SchemaText {
  std::string name;  // with namespace and overload: "aten::mul.Tensor"
  std::vector<SchemaArgument> arguments;
  std::vector<SchemaArgument> results;
};

// Reads a schema. Throws std::invalid_argument, which quotes the text, if it is none.
SchemaText parse_schema_text(std::string_view text);

}  // namespace modecheck::operators
