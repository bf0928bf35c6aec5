// Everything that is compared after a command, one row each: its name, the rule that it is about, how grave a
// difference is, and how a person reads it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "properties/lockstep/gravity.h"
#include "spec/interface/error_class.h"
#include "spec/interface/trace.h"
#include "spec/program/record.h"

namespace modecheck::properties {

enum class Field : std::uint8_t {
  Outcome,
  // The thread's mode (G1).
  InferenceMode,
  GradMode,
  ForwardGradMode,
  ADInplaceOrViewIncluded,
  AutogradExcluded,
  ADInplaceOrViewExcluded,
  // Of a register's tensor.
  IsInference,
  Keys,
  DType,
  Device,
  Sizes,
  Strides,
  StorageOffset,
  StorageBytes,
  SameTensor,
  Storage,
  IsView,
  Base,
  CreationMeta,
  RequiresGrad,
  IsLeaf,
  HasGradFn,
  Node,
  OutputNr,
  RetainsGrad,
  Version,
  Values,
  // Of the gradient it holds.
  GradDefined,
  GradIsInference,
  GradDType,
  GradRequiresGrad,
  GradTensor,
  GradStorage,
  GradSizes,
  GradStrides,
  GradValues,
  // Of the command, and of the whole program.
  Route,
  LiveObjects,
  SecondRun,  // what it said when the program ran again (properties/lockstep/repetition.h)
};
constexpr int kFields = static_cast<int>(Field::SecondRun) + 1;

enum class FieldScope : std::uint8_t { Command, Mode, Tensor, Gradient, Program };

struct FieldRow {
  Field field;
  std::string_view name;  // as libtorch calls it, where it does
  std::string_view rule;  // the usual one; `rule_of` refines it; empty: no rule speaks of it
  Gravity gravity;
  FieldScope scope;
};

const FieldRow& row_of(Field field);
inline std::string_view name_of(Field field) { return row_of(field).name; }

// What is known at the place where a field differs.
struct FieldContext {
  const spec::Record* record = nullptr;         // null: before the first command
  const spec::Observation* before = nullptr;    // what the spec says of the state before the command
  const spec::Step* expected = nullptr;         // what it says after it
  const spec::Observation* observed = nullptr;  // the subject's
  int reg = -1;
};

// The rule that a difference in this field is about, where `context` tells it apart: a changed version is V1, V2, V3
// or V4 by what the command is. Empty: none.
std::string_view rule_of(Field field, const FieldContext& context);

// The gravity there: bytes of an inference tensor that changed outside the mode are worse than a wrong sum.
Gravity gravity_of(Field field, const FieldContext& context);

// The rule that says which commands are rejected for this reason.
std::string_view rule_of(spec::ErrorClass error);

// What the observation says, for people: "NO_GRAD_MODE", "[2, 2]", "r1". Values, gradients and outcomes are not in an
// observation alone and have their own functions.
std::string text_of(Field field, const spec::Observation& observation, int reg);

// Whether the two agree in this field (not: Outcome, Values, GradValues, Route, LiveObjects, SecondRun).
bool same(Field field, const spec::Observation& a, const spec::Observation& b, int reg);

// "ok", "error InferenceInPlace", "crash", ...
std::string text_of(const spec::Outcome& outcome);

// "Autograd, backend".
std::string text_of(const spec::RouteObservation& route);

// Elements of `dtype`, at most 16 of them: "[1, -0.5, nan]".
std::string values_text(spec::DType dtype, const std::uint8_t* bytes, std::uint32_t size);

}  // namespace modecheck::properties
