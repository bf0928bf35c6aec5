// A Term is a value that a condition reads from a command: the left side of a demand, or the right side of a
// comparison. properties/known/condition.h describes the text form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "properties/generate/operation_set.h"
#include "properties/known/mismatch_context.h"

namespace modecheck::properties {

struct Term {
  enum class Of : std::uint8_t { Outcome, Recorded, Arguments, Operands, Inputs, Result };
  enum class Kind : std::uint8_t { Truth, Number, Numbers, Word, Tensor, Unknown };
  using Value = std::variant<double, std::string_view, std::vector<double>>;

  struct Property {
    std::string_view name;
    Kind kind;
    // reads the property from a tensor's metadata; null for is_stale, which depends on more than the metadata
    Value (*of)(const spec::TensorObservation& tensor);
  };

  Of of = Of::Arguments;
  Kind kind = Kind::Unknown;
  std::vector<std::string> names;       // the names of the arguments that the term reads
  bool every = false;                   // true: all values must meet the demand; false: one value is enough
  const Property* property = nullptr;   // the property of a tensor argument; null: the value of the argument itself
  std::string dimension;                // the dimension in size(...) or stride(...): a number or an argument's name
  std::vector<std::string_view> words;  // the values that a term of kind Word may have

  bool counts() const { return kind == Kind::Number || kind == Kind::Numbers; }

  // Returns one value for each argument that the term names. Returns none if the argument is absent or has no such
  // dimension.
  std::vector<Value> values(const MismatchContext& c) const;

 private:
  void add(const MismatchContext& c, int reg, const spec::TensorObservation& tensor, std::vector<Value>& out) const;
};

// Reads a term. Throws std::invalid_argument with a message that says what is wrong. At least one of the operations
// must have each named argument.
Term term_of(std::string_view text, const OperationSet& operations);

}  // namespace modecheck::properties
