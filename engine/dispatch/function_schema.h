// Declares c10::FunctionSchema, a schema at run time. The schema of a custom operator is parsed from the text given to
// `m.def`. The schema of a catalogue operator is made from its text, which is parsed at compile time
// (spec/operators/schema.h).
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/dispatch/operator_name.h"

namespace c10 {
inline namespace modecheck_v1 {

// An argument or a result of a schema: its name, type, alias annotation and default value.
class Argument final {
 public:
  Argument() = default;
  Argument(std::string name, std::string type) : name_(std::move(name)), type_(std::move(type)) {}

  const std::string& name() const { return name_; }
  // Returns the type as in the schema's text: "Tensor", "int[]", "float?".
  const std::string& type() const { return type_; }
  // Returns the alias annotation: "a!" for `Tensor(a!)`. It is empty if the argument aliases nothing.
  const std::string& alias() const { return alias_; }
  bool is_write() const { return alias_.find('!') != std::string::npos; }
  bool kwarg_only() const { return kwarg_only_; }
  // Returns the text of the default value, or nullopt. Boxed calls do not fill in defaults.
  const std::optional<std::string>& default_value() const { return default_; }
  bool is_tensor() const { return type_.rfind("Tensor", 0) == 0; }

  void set_alias(std::string alias) { alias_ = std::move(alias); }
  void set_kwarg_only() { kwarg_only_ = true; }
  void set_default(std::string text) { default_ = std::move(text); }

 private:
  std::string name_;
  std::string type_;
  std::string alias_;
  std::optional<std::string> default_;
  bool kwarg_only_ = false;
};

// Says what TorchScript's compiler may assume about the operator's aliases. The engine only stores the value, because
// it has no TorchScript.
enum class AliasAnalysisKind : std::uint8_t { INTERNAL_SPECIAL_CASE, CONSERVATIVE, FROM_SCHEMA, PURE_FUNCTION };

class FunctionSchema final {
 public:
  FunctionSchema(std::string name, std::string overload_name, std::vector<Argument> arguments,
                 std::vector<Argument> returns)
      : name_(std::move(name), std::move(overload_name)),
        arguments_(std::move(arguments)),
        returns_(std::move(returns)) {}

  const OperatorName& operator_name() const { return name_; }
  const std::string& name() const { return name_.name; }
  const std::string& overload_name() const { return name_.overload_name; }
  const std::vector<Argument>& arguments() const { return arguments_; }
  const std::vector<Argument>& returns() const { return returns_; }
  bool is_mutable() const;
  // Returns a copy of this schema with this name. A schema that was inferred from a kernel has no name at first, and
  // later gets the operator's name.
  FunctionSchema cloneWithName(std::string name, std::string overload_name) const {
    FunctionSchema out(std::move(name), std::move(overload_name), arguments_, returns_);
    out.alias_analysis_ = alias_analysis_;
    return out;
  }
  AliasAnalysisKind aliasAnalysis() const { return alias_analysis_.value_or(AliasAnalysisKind::CONSERVATIVE); }
  bool isDefaultAliasAnalysisKind() const { return !alias_analysis_.has_value(); }
  void setAliasAnalysis(AliasAnalysisKind kind) { alias_analysis_ = kind; }
  // Prepends "ns::" to a name without namespace. Returns false if the name already has a namespace.
  bool setNamespaceIfNotSet(const std::string& ns);

 private:
  OperatorName name_;
  std::vector<Argument> arguments_;
  std::vector<Argument> returns_;
  std::optional<AliasAnalysisKind> alias_analysis_;
};

// Returns the schema as text, with single spaces where the text given to `m.def` may have had several.
std::string toString(const FunctionSchema& schema);
inline std::ostream& operator<<(std::ostream& out, const FunctionSchema& schema) { return out << toString(schema); }

}  // namespace modecheck_v1
}  // namespace c10

namespace modecheck::engine {

// Returns why a kernel's inferred schema does not match the operator's, or an empty string if it does. Names, aliases
// and defaults are ignored. Integers, dtypes, layouts and memory formats count as one type, because boxes do not
// distinguish them.
std::string schema_difference(const c10::FunctionSchema& inferred, const c10::FunctionSchema& specified);

}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace jit {

// Parses text such as "name(Tensor self, int dim=0) -> Tensor". If the text is not a schema, raises and names the
// position.
c10::FunctionSchema parseSchema(const std::string& text);
// Parses a schema, or a bare name such as "ns::name.overload".
std::variant<c10::OperatorName, c10::FunctionSchema> parseSchemaOrName(const std::string& text);
c10::OperatorName parseName(const std::string& text);

}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch
