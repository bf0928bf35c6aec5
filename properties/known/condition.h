// A Condition is what a known mismatch demands of the mismatching command, or of an earlier command. It is written as
// data:
//
//   {"earlier": ["pow.Tensor_Tensor"], "self.dtype": "differentiable", "result.dtype": "!= self.dtype"}
//
// One key says of which command the condition speaks:
//
//   "earlier": [...]       an earlier command, of these operations and groups (as in a pattern's "operations")
//   "no earlier": [...]    no earlier command of these operations and groups may meet the demands
//   "this": true           the command that mismatches; in a counterfactual, the command that is changed
//
// All other keys are demands, and the command must meet every demand:
//
//   "after": [...]         a command of these operations and groups came before the command
//   "predicates": [...]    these predicates hold for the command (properties/known/predicate.h)
//   "outcome"              the outcome that the specification gives the command: "ok", "error" or "dropped"
//   "recorded"             true: autograd recorded the command in the history of what it returns or writes
//   "training"             the value of the argument `training`
//   "self.dtype"           a property of the tensor that is the argument `self`, before the command
//   "result.dtype"         a property of the first result, if there is a result
//   "any operand.dtype"    a property of at least one tensor that the command names
//   "every operand.dtype"  a property of each tensor that the command names
//   "any input.dtype"      a property of at least one tensor that the command names and does not write
//   "every input.dtype"    a property of each tensor that the command names and does not write
//   "beta or alpha"        the value of `beta` or of `alpha`; "weight or bias.rank" is a property of one of two tensors
//
// The properties are dtype, rank, numel, sizes, strides, size(0), size(-1), size(dim) (`dim` is an argument), stride(0)
// and so on, is_view, requires_grad, is_inference and is_stale (a view that was written, and whose base requires grad).
// If an argument is a list of tensors, one tensor that meets the demand is enough. Each demand is checked by itself:
// "any operand" may be one tensor in one demand and another in the next.
//
// A demand's value is one of
//
//   true, 2, "max"         the value itself; for a list, a number that some element must equal
//   "int32", "integer"     a dtype, or a kind of dtypes: floating, complex, integer, differentiable, "not integer" ...
//   "given", "absent"      whether an optional argument was passed; a list of indices is absent if each index is
//   "!= self.sizes"        a comparison with a value or with another term: ==, !=, <, <=, >, >=
//   "> self.size(1) + 1"   a comparison with another term to which a number is added, or from which one is subtracted
//   [1, "== A.rank - 1"]   a list of such values, of which one must hold
//
// An absent argument meets no demand but "absent"; an argument that the operation does not have counts as absent. A
// demand with "every operand" or "every input" holds if there is no such tensor. An earlier command may have been
// rejected or dropped, unless "outcome" says otherwise. An unknown key, argument, property or word is an error.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "properties/known/predicate.h"
#include "properties/known/term.h"

namespace modecheck::properties {

struct Condition {
  enum class Of : std::uint8_t { Earlier, NoEarlier, This };
  enum class Is : std::uint8_t { Equal, Unequal, Less, AtMost, More, AtLeast, Given, Absent };

  // A Comparison compares a term with `value`, or with another term plus a number.
  struct Comparison {
    Is is = Is::Equal;
    Term::Value value = 0.0;
    std::optional<Term> other = {};
    double plus = 0;

    bool holds(const MismatchContext& command, const Term::Value& asked) const;
  };

  // A Demand holds if at least one of its comparisons holds.
  struct Demand {
    Term term;
    std::vector<Comparison> comparisons;

    bool holds(const MismatchContext& command) const;
  };

  Of of = Of::This;
  OperationSet operations;  // the condition applies only to commands with one of these operations
  // the operations that "after" names; std::nullopt: no demand about earlier commands
  std::optional<OperationSet> after;
  std::vector<const Predicate*> predicates;
  std::vector<Demand> demands;
  std::string text;  // the condition as it is written in the file

  bool holds(const MismatchContext& context) const;

 private:
  bool is_met_by(const MismatchContext& command) const;
};

bool all_hold(const std::vector<const Predicate*>& predicates, const std::vector<Condition>& conditions,
              const MismatchContext& context);

// Reads a condition. Throws std::invalid_argument with a message that says what is wrong. If the condition has the key
// "this", it is about a command whose operation is one of `operations`.
Condition condition_of(const nlohmann::json& json, const OperationSet& operations);

}  // namespace modecheck::properties
