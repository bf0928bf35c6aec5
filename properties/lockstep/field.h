// The table of all fields that are compared after a command. Each row has the field's name, its rule, the severity of a
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
  // Fields that hold the modes of the thread (G1).
  InferenceMode,
  GradMode,
  ForwardGradMode,
  ADInplaceOrViewIncluded,
  AutogradExcluded,
  ADInplaceOrViewExcluded,
  // Fields that describe a register's tensor.
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
  // Fields that describe the gradient that the tensor holds.
  GradDefined,
  GradIsInference,
  GradDType,
  GradRequiresGrad,
  GradTensor,
  GradStorage,
  GradSizes,
  GradStrides,
  GradValues,
  // Fields that describe the command, and the whole program.
  Route,
  LiveObjects,
  SecondRun,  // the answer when the program ran a second time (properties/lockstep/repetition.h)
};
constexpr int kFields = static_cast<int>(Field::SecondRun) + 1;

enum class FieldScope : std::uint8_t { Command, Mode, Tensor, Gradient, Program };

struct FieldRow {
  Field field;
  std::string_view name;  // the name that libtorch has for the field, if it has one
  // the rule that usually covers the field, which `rule_of` refines; empty: no rule covers the field
  std::string_view rule;
  Severity severity;
  FieldScope scope;
};

const FieldRow& row_of(Field field);
inline std::string_view name_of(Field field) { return row_of(field).name; }

// A FieldContext describes the command at which a field differs.
struct FieldContext {
  const spec::Record* record = nullptr;         // the command; null: the field differs before the first command
  const spec::Observation* before = nullptr;    // the state that the specification expects before the command
  const spec::Step* expected = nullptr;         // the state that the specification expects after the command
  const spec::Observation* observed = nullptr;  // the state that the subject shows after the command
  int reg = -1;
};

// Returns the rule that a difference in this field breaks, or an empty text. The rule depends on the command: for the
// version counter, it may be V1, V2, V3 or V4.
std::string_view rule_of(Field field, const FieldContext& context);

// Returns the severity of a difference in this field. For example, bytes of an inference tensor that changed outside
// the mode are worse than a wrong sum.
Severity severity_of(Field field, const FieldContext& context);

// Returns the rule that says which commands are rejected with this error class.
std::string_view rule_of(spec::ErrorClass error);

// Returns a field of an observation as text: "NO_GRAD_MODE", "[2, 2]", "r1". Values, gradients and outcomes are not
// part of an observation alone and have their own functions.
std::string text_of(Field field, const spec::Observation& observation, int reg);

// Whether two observations agree in this field. The fields Outcome, Values, GradValues, Route, LiveObjects and
// SecondRun are not part of an observation and not allowed here.
bool same(Field field, const spec::Observation& a, const spec::Observation& b, int reg);

// Returns a text for the outcome, for example "ok", "error InferenceInPlace" or "crash".
std::string text_of(const spec::Outcome& outcome);

// Returns a text for the route through the dispatcher, for example "Autograd, backend".
std::string text_of(const spec::RouteObservation& route);

// Returns at most 16 elements of `dtype` as text: "[1, -0.5, nan]".
std::string values_text(spec::DType dtype, const std::uint8_t* bytes, std::uint32_t size);

}  // namespace modecheck::properties
