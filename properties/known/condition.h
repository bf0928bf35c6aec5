// What a known departure demands of commands, as data: of the departing one, or of some command before it.
//
//   {"earlier": ["pow.Tensor_Tensor"], "self.dtype": "differentiable", "result.dtype": "!= self.dtype"}
//
// One key says which command is meant:
//
//   "earlier": [...]       some command before, of these operations and groups (as in a pattern's "operations")
//   "no earlier": [...]    there is no such command
//   "this": true           the command that departs; in a cure, the one that is changed
//
// All other keys are demands, which that command meets, all of them:
//
//   "after": [...]         one of these operations and groups came before it
//   "facts": [...]         these hold of it (properties/known/fact.h)
//   "outcome"              what the specification says: "ok", "error" or "dropped"
//   "recorded"             true: what it gives or writes has a history that this command is in
//   "training"             the value of that argument
//   "self.dtype"           a property of the tensor that is that argument, before the command
//   "result.dtype"         a property of the (first) result, if there is one
//   "any operand.dtype"    a property of some tensor that it names; "every operand.dtype" of each;
//                          "any input.dtype" and "every input.dtype": without those that it writes
//   "beta or alpha"        one of both arguments; "weight or bias.rank" likewise
//
// The properties are dtype, rank, numel, sizes, strides, size(0), size(-1), size(dim) (`dim` is an argument), stride(0)
// and so on, is_view, requires_grad, is_inference and is_stale (a view that was written, of a base that requires grad).
// Of an argument that is a list of tensors, some tensor meets the demand. Each demand is looked at by itself: "any
// operand" may be one tensor in one demand and another in the next.
//
// A value is
//
//   true, 2, "max"         what it is; a number may be that of any element of a list
//   "int32", "integer"     a dtype, or a kind of dtypes: floating, complex, integer, differentiable, "not integer" ...
//   "given", "absent"      of an argument that may be left out; a list of indices is absent if all of them are
//   "!= self.sizes"        how it compares with a value or with something else that can be asked: ==, !=, <, <=, >, >=
//   "> self.size(1) + 1"   the same; a number may be added or subtracted
//   [1, "== A.rank - 1"]   any of these
//
// What is absent meets no demand but "absent"; an argument that the operation does not have is absent. A demand of
// "every operand" or "every input" is met where there is none. An earlier command may have been rejected or dropped,
// unless "outcome" is demanded. An unknown key, argument, property or word is refused.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "properties/known/fact.h"
#include "properties/known/term.h"

namespace modecheck::properties {

struct Condition {
  enum class Of : std::uint8_t { Earlier, NoEarlier, This };
  enum class Is : std::uint8_t { Equal, Unequal, Less, AtMost, More, AtLeast, Given, Absent };

  // How a term compares with `value`, or with another term and a number that is added to it.
  struct Comparison {
    Is is = Is::Equal;
    Term::Value value = 0.0;
    std::optional<Term> other = {};
    double plus = 0;

    bool holds(const Circumstances& command, const Term::Value& asked) const;
  };

  // One of the comparisons holds.
  struct Demand {
    Term term;
    std::vector<Comparison> comparisons;

    bool holds(const Circumstances& command) const;
  };

  Of of = Of::This;
  OperationSet operations;            // of `of`
  std::optional<OperationSet> after;  // nothing: anything may come before
  std::vector<const Fact*> facts;
  std::vector<Demand> demands;
  std::string text;  // as it is written

  bool holds(const Circumstances& circumstances) const;

 private:
  bool is_met_by(const Circumstances& command) const;
};

bool all_hold(const std::vector<const Fact*>& facts, const std::vector<Condition>& conditions,
              const Circumstances& circumstances);

// Throws std::invalid_argument with what is wrong. "this" is one of the operations.
Condition condition_of(const nlohmann::json& json, const OperationSet& operations);

}  // namespace modecheck::properties
