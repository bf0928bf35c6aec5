// What a condition asks of a command: the left side of a demand, and the right side where two things are compared
// (properties/known/condition.h says how it is written).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "properties/generate/operation_set.h"
#include "properties/known/circumstances.h"

namespace modecheck::properties {

struct Term {
  enum class Of : std::uint8_t { Outcome, Recorded, Arguments, Operands, Inputs, Result };
  enum class Kind : std::uint8_t { Truth, Number, Numbers, Word, Tensor, Unknown };
  using Value = std::variant<double, std::string_view, std::vector<double>>;

  struct Property {
    std::string_view name;
    Kind kind;
    Value (*of)(const spec::TensorObservation& tensor);  // null: whether it is stale
  };

  Of of = Of::Arguments;
  Kind kind = Kind::Unknown;
  std::vector<std::string> names;       // of arguments
  bool every = false;                   // all values count, not only one of them
  const Property* property = nullptr;   // null: the argument itself is asked for
  std::string dimension;                // of size(...) and stride(...): a number or an argument's name
  std::vector<std::string_view> words;  // that a Word can be

  bool counts() const { return kind == Kind::Number || kind == Kind::Numbers; }

  // One for each tensor that is asked for. None: the argument is absent, or there is no such dimension.
  std::vector<Value> values(const Circumstances& c) const;

 private:
  void add(const Circumstances& c, int reg, const spec::TensorObservation& tensor, std::vector<Value>& out) const;
};

// Throws std::invalid_argument with what is wrong. One of the operations must have each argument that is named.
Term term_of(std::string_view text, const OperationSet& operations);

}  // namespace modecheck::properties
