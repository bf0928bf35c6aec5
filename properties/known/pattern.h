// Which departures a known one stands for: the operations, what the specification and the subject say, every field that
// may differ, and what distinguishes its cause from others. A step at which anything differs that no pattern explains
// is another departure.
//
//   {
//     "operations": ["in_place", "copy_"],      operations, groups (as `modecheck run --only` takes them),
//                                               "operation fmax" (neither a group nor fmax.out), or "every operation"
//     "expected": ["InferenceInPlace"],         what the specification says: "ok", "error" (any) or one of its reasons
//     "observed": ["InferenceInPlace"],         what the subject did: "ok", "error", a reason, "crash", "timeout"
//     "fields": ["values", "sizes"],            what may differ (properties/lockstep/field.h)
//     "where": "what is written",               and where (properties/known/place.h); absent: anywhere
//     "facts": ["an inference tensor is written"],   all of these hold (properties/known/fact.h); may be absent
//     "conditions": [{"earlier": ["kron"], "recorded": true}],   and all of these, which are data: the named arguments
//                                               of this command or of one before (properties/known/condition.h); may
//                                               be absent
//     "message": "Inplace update",              is part of what the subject says; may be absent
//                                               "^Inplace": what it says begins so
//     "cures": [{...}, ...]                     any of these makes the departure vanish: properties/known/cure.h; may
//                                               be absent
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
#include "properties/known/cure.h"
#include "properties/known/fact.h"
#include "properties/known/place.h"

namespace modecheck::properties {

// By position among a departure's differences, each of which is in another field or another register.
using DifferenceSet = std::bitset<static_cast<std::size_t>(kFields* spec::kRegisters)>;

// A set of outcomes.
struct OutcomePattern {
  bool ok = false;
  bool crash = false;
  bool timeout = false;
  spec::ErrorSet errors = 0;

  // Of the specification's outcome any of its reasons counts; where a rejection is missing, `Excuser` asks for all.
  bool expects(const spec::Outcome& outcome) const;

  // Of a subject's, what it raised: a plug-in may have written anything into the rest.
  bool observes(const spec::Outcome& outcome) const;

 private:
  bool matches(spec::OutcomeKind kind, spec::ErrorSet raised) const;
};

struct Pattern {
  OperationSet operations;
  OutcomePattern expected;
  OutcomePattern observed;
  std::uint64_t fields = 0;  // a bit for each Field
  const Place* where = nullptr;
  std::vector<const Fact*> facts;
  std::vector<Condition> conditions;
  std::string message;
  std::vector<Cure> cures;

  // The conditions that do not hold, each in words: "the operation", "a condition (an inference tensor is written)".
  // Nothing if the answers of the specification and of the subject are not those of the pattern. Cures are not tried.
  std::optional<std::vector<std::string>> unmet(const Circumstances& circumstances) const;

  // Whether the conditions and the message hold, and there is one of either.
  bool tells_the_cause_of(const Circumstances& circumstances) const;

  // Which of the departure's differences it explains. Cures are not tried.
  DifferenceSet explains(const Circumstances& circumstances) const;

 private:
  bool is_said(const std::string& text) const;
};

// Throws std::invalid_argument with what is wrong.
Pattern pattern_of(const nlohmann::json& json);

// The narrowest pattern of a departure at a command.
nlohmann::ordered_json pattern_json(const Departure& departure, std::string_view operation);

}  // namespace modecheck::properties
