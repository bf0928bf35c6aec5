// The table of everything that is compared after a command: each field with its name, its rule, the severity of a
// difference, and its text form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "properties/lockstep/severity.h"
#include "spec/interface/error_class.h"
#include "spec/interface/trace.h"
#include "spec/program/record.h"

namespace modecheck::properties {

enum class Field : std::uint8_t {
  Outcome,
  // The thread's modes (G1).
  InferenceMode,
  GradMode,
  ForwardGradMode,
  ADInplaceOrViewIncluded,
  AutogradExcluded,
  ADInplaceOrViewExcluded,
  // Fields of a register's tensor.
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
  // Fields of the gradient that the tensor holds.
  GradDefined,
  GradIsInference,
  GradDType,
  GradRequiresGrad,
  GradTensor,
  GradStorage,
  GradSizes,
  GradStrides,
  GradValues,
  // Fields of the command, and of the whole program.
  Route,
  LiveObjects,
  SecondRun,  // the answer when the program ran again (properties/lockstep/repetition.h)
};
constexpr int kFields = static_cast<int>(Field::SecondRun) + 1;

enum class FieldScope : std::uint8_t { Command, Mode, Tensor, Gradient, Program };

struct FieldRow {
  Field field;
  std::string_view name;  // libtorch's name, if there is one
  std::string_view rule;  // the usual rule, which `rule_of` refines; empty: no rule covers the field
  Severity severity;
  FieldScope scope;
};

const FieldRow& row_of(Field field);
inline std::string_view name_of(Field field) { return row_of(field).name; }

// The surroundings of a field that differs.
struct FieldContext {
  const spec::Record* record = nullptr;         // null: before the first command
  const spec::Observation* before = nullptr;    // the specification's state before the command
  const spec::Step* expected = nullptr;         // the specification's state after it
  const spec::Observation* observed = nullptr;  // the subject's state after it
  int reg = -1;
};

// Returns the rule that a difference in this field breaks. `context` decides: a changed version breaks V1, V2, V3 or
// V4, depending on the command. Empty: none.
std::string_view rule_of(Field field, const FieldContext& context);

// Returns the severity of a difference: bytes of an inference tensor that changed outside the mode are worse than a
// wrong sum.
Severity severity_of(Field field, const FieldContext& context);

// Returns the rule that says which commands are rejected for this reason.
std::string_view rule_of(spec::ErrorClass error);

// Returns a field of an observation as text: "NO_GRAD_MODE", "[2, 2]", "r1". Values, gradients and outcomes are not
// part of an observation alone and have their own functions.
std::string text_of(Field field, const spec::Observation& observation, int reg);

// Whether two observations agree in this field (not for Outcome, Values, GradValues, Route, LiveObjects, SecondRun).
bool same(Field field, const spec::Observation& a, const spec::Observation& b, int reg);

// For example "ok", "error InferenceInPlace", "crash".
std::string text_of(const spec::Outcome& outcome);

// For example "Autograd, backend".
std::string text_of(const spec::RouteObservation& route);

// Prints at most 16 elements of `dtype`: "[1, -0.5, nan]".
std::string values_text(spec::DType dtype, const std::uint8_t* bytes, std::uint32_t size);

}  // namespace modecheck::properties
