// A Pattern says which mismatches a known entry covers: for which operations, with which outcomes in the specification
// and in the subject, and in which fields. Further conditions distinguish the entry's cause from other causes. A
// mismatch with a difference that no pattern explains is not known.
//
//   {
//     "operations": ["in_place", "copy_"],      operations, groups (as `modecheck run --only` takes them),
//                                               "operation fmax" (neither a group nor fmax.out), or "every operation"
//     "expected": ["InferenceInPlace"],         the specification's outcome: "ok", "error" (any) or one of its reasons
//     "observed": ["InferenceInPlace"],         the subject's outcome: "ok", "error", a reason, "crash" or "timeout"
//     "fields": ["values", "sizes"],            the fields that may differ (properties/lockstep/field.h)
//     "where": "what is written",               the registers in which fields may differ (properties/known/location.h);
//                                               if absent: all registers
//     "predicates": ["the output is an input"], predicates that must hold (properties/known/predicate.h); may be absent
//     "conditions": [{"earlier": ["kron"], "recorded": true}],
//                                               conditions on the named arguments of this or an earlier command
//                                               (properties/known/condition.h); may be absent
//     "message": "Inplace update",              a part of the subject's error message; may be absent.
//                                               With "^Inplace", the message must begin with "Inplace"
//     "counterfactuals": [{...}, ...]           changes of the program, of which one must remove the mismatch
//                                               (properties/known/counterfactual.h); may be absent
//   }
#pragma once

#include <bitset>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "properties/generate/operation_set.h"
#include "properties/known/condition.h"
#include "properties/known/counterfactual.h"
#include "properties/known/location.h"
#include "properties/known/predicate.h"

namespace modecheck::properties {

// One bit for each difference of a mismatch, by its position. No two differences share both field and register, which
// bounds the size.
using DifferenceSet = std::bitset<static_cast<std::size_t>(kFields* spec::kRegisters)>;

// An OutcomePattern says which outcomes of a command a pattern covers.
struct OutcomePattern {
  bool ok = false;
  bool crash = false;
  bool timeout = false;
  spec::ErrorSet errors = 0;

  // Whether the pattern covers the specification's outcome. A rejection matches if any of its reasons does. For a
  // missing rejection, `KnownIssueMatcher` demands that entries cover all reasons.
  bool expects(const spec::Outcome& outcome) const;

  // Whether the pattern covers the subject's outcome. Only the error class is compared: a plug-in may have written
  // anything into the rest of the outcome.
  bool observes(const spec::Outcome& outcome) const;

 private:
  bool matches(spec::OutcomeKind kind, spec::ErrorSet raised) const;
};

struct Pattern {
  OperationSet operations;
  OutcomePattern expected;
  OutcomePattern observed;
  std::uint64_t fields = 0;  // the fields that may differ: one bit for each Field
  const Location* where = nullptr;
  std::vector<const Predicate*> predicates;
  std::vector<Condition> conditions;
  std::string message;
  std::vector<Counterfactual> counterfactuals;

  // Returns the pattern's conditions that do not hold, in words: "the operation", "a condition (an inference tensor is
  // written)". Returns std::nullopt if the specification or the subject answered otherwise than the pattern says. Tries
  // no counterfactuals.
  std::optional<std::vector<std::string>> unmet(const MismatchContext& context) const;

  // Whether the pattern's conditions and message hold. Returns false if the pattern has neither conditions nor a
  // message.
  bool tells_the_cause_of(const MismatchContext& context) const;

  // Returns the differences that the pattern explains. Tries no counterfactuals.
  DifferenceSet explains(const MismatchContext& context) const;

 private:
  bool is_said(const std::string& text) const;
};

// Reads a pattern from JSON. Throws std::invalid_argument with a message that says what is wrong.
Pattern pattern_of(const nlohmann::json& json);

// Returns the narrowest pattern that covers this mismatch of a command.
nlohmann::ordered_json pattern_json(const Mismatch& mismatch, std::string_view operation);

}  // namespace modecheck::properties
