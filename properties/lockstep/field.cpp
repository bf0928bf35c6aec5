#include "properties/lockstep/field.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "reference/values/small_floats.h"

namespace modecheck::properties {
namespace {

using spec::BuiltinCommand;
using spec::CommandKind;
using spec::ErrorClass;
using spec::GradObservation;
using spec::Observation;
using spec::TensorObservation;
using spec::operators::Family;

using Scope = FieldScope;
using G = Severity;

constexpr std::array<FieldRow, kFields> kRows{{
    {Field::Outcome, "outcome", "E2", G::WrongReason, Scope::Command},
    {Field::InferenceMode, "inference mode", "G1", G::WrongState, Scope::Mode},
    {Field::GradMode, "grad mode", "G1", G::WrongState, Scope::Mode},
    {Field::ForwardGradMode, "forward-grad mode", "G1", G::WrongState, Scope::Mode},
    {Field::ADInplaceOrViewIncluded, "ADInplaceOrView included", "G1", G::WrongState, Scope::Mode},
    {Field::AutogradExcluded, "Autograd excluded", "G1", G::WrongState, Scope::Mode},
    {Field::ADInplaceOrViewExcluded, "ADInplaceOrView excluded", "G7", G::WrongState, Scope::Mode},
    {Field::IsInference, "is_inference", "K4", G::WrongState, Scope::Tensor},
    {Field::Keys, "keys", "K5", G::WrongState, Scope::Tensor},
    {Field::DType, "dtype", "", G::WrongState, Scope::Tensor},
    {Field::Device, "device", "", G::WrongState, Scope::Tensor},
    {Field::Sizes, "sizes", "", G::WrongState, Scope::Tensor},
    {Field::Strides, "strides", "", G::WrongState, Scope::Tensor},
    {Field::StorageOffset, "storage_offset", "", G::WrongState, Scope::Tensor},
    {Field::StorageBytes, "storage size", "", G::WrongState, Scope::Tensor},
    {Field::SameTensor, "same tensor as", "K4", G::WrongState, Scope::Tensor},
    {Field::Storage, "shares storage with", "P2", G::WrongState, Scope::Tensor},
    {Field::IsView, "is_view", "W1", G::WrongState, Scope::Tensor},
    {Field::Base, "base", "W1", G::WrongState, Scope::Tensor},
    {Field::CreationMeta, "creation_meta", "W1", G::WrongState, Scope::Tensor},
    {Field::RequiresGrad, "requires_grad", "S5", G::WrongState, Scope::Tensor},
    {Field::IsLeaf, "is_leaf", "W3", G::WrongState, Scope::Tensor},
    {Field::HasGradFn, "has grad_fn", "S5", G::WrongState, Scope::Tensor},
    {Field::Node, "same grad_fn as", "W4", G::WrongState, Scope::Tensor},
    {Field::OutputNr, "output_nr", "W4", G::WrongState, Scope::Tensor},
    {Field::RetainsGrad, "retains_grad", "S7", G::WrongState, Scope::Tensor},
    {Field::Version, "version", "V3", G::WrongState, Scope::Tensor},
    {Field::Values, "values", "", G::WrongValue, Scope::Tensor},
    {Field::GradDefined, "grad", "S6", G::WrongState, Scope::Gradient},
    {Field::GradIsInference, "grad.is_inference", "S5", G::WrongState, Scope::Gradient},
    {Field::GradDType, "grad.dtype", "S6", G::WrongState, Scope::Gradient},
    {Field::GradRequiresGrad, "grad.requires_grad", "S6", G::WrongState, Scope::Gradient},
    {Field::GradTensor, "grad is", "S6", G::WrongState, Scope::Gradient},
    {Field::GradStorage, "grad shares storage with", "S6", G::WrongState, Scope::Gradient},
    {Field::GradSizes, "grad.sizes", "S3", G::WrongState, Scope::Gradient},
    {Field::GradStrides, "grad.strides", "", G::WrongState, Scope::Gradient},
    {Field::GradValues, "grad values", "S3", G::WrongGradient, Scope::Gradient},
    {Field::Route, "route", "D3", G::Route, Scope::Command},
    {Field::LiveObjects, "live objects", "", G::WrongState, Scope::Program},
    {Field::SecondRun, "second run", "", G::WrongState, Scope::Program},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i)
    if (static_cast<std::size_t>(kRows[i].field) != i) return false;
  return true;
}
static_assert(in_order(), "the table is indexed by field");

bool is_operator(const spec::Operation& row, std::initializer_list<Family> families) {
  if (row.kind != CommandKind::Operator) return false;
  for (Family family : families)
    if (row.family == family) return true;
  return false;
}

bool makes_alias(const spec::Operation& row) {
  if (row.kind != CommandKind::Operator)
    return row.builtin == BuiltinCommand::Data || row.builtin == BuiltinCommand::CustomIdentity ||
           row.builtin == BuiltinCommand::CustomView || row.builtin == BuiltinCommand::CustomDirty;
  return is_operator(row, {Family::View, Family::MultiView, Family::Alias});
}

std::string_view mode_rule(const spec::Operation& row) {
  if (row.kind == CommandKind::Leave) return row.builtin == BuiltinCommand::DestroyOuter ? "G8" : "G3";
  if (row.kind != CommandKind::EnterGuard) return "G1";
  switch (row.builtin) {
    case BuiltinCommand::EnterInferenceMode:
      return "G2";
    case BuiltinCommand::EnterNoGrad:
    case BuiltinCommand::EnterAutoGradMode:
      return "G4";
    case BuiltinCommand::EnterSavedTensorsHooks:
      return "S7";
    case BuiltinCommand::EnterCapturedState:
      return "G6";
    default:
      return "G5";
  }
}

// Returns the register that the command changes; if there are several, the first one.
int target_of(const spec::Record& record) {
  const spec::Operation& row = spec::operation(record.operation);
  return spec::keeps_result(row) ? record.destination : record.operands[0];
}

bool hands_out_gradient(const spec::Operation& row) {
  return row.kind == CommandKind::Autograd &&
         (row.builtin == BuiltinCommand::Grad || row.builtin == BuiltinCommand::DoubleBackward ||
          row.builtin == BuiltinCommand::GradOf);
}

std::string_view kind_rule(const spec::Operation& row) {
  if (row.kind != CommandKind::Operator)
    return row.builtin == BuiltinCommand::SetData ? "K3" : makes_alias(row) ? "K2" : "K4";
  if (row.family == Family::Storage) return "K3";
  return makes_alias(row) ? "K2" : "K4";
}

std::string_view version_rule(const FieldContext& context, const spec::Operation& row) {
  const std::size_t reg = static_cast<std::size_t>(context.reg);
  const std::int32_t expected = context.expected->observation.registers[reg].tensor.version;
  const std::int32_t observed = context.observed->registers[reg].tensor.version;
  if ((expected == spec::kNoVersion) != (observed == spec::kNoVersion)) return "V2";
  if (row.schema.writes() && context.reg == target_of(*context.record)) return "V3";
  if (makes_alias(row)) return "V1";
  return spec::may_write(row) ? "V3" : "V4";
}

// Whether the field is data or geometry of an inference tensor, and the command ran outside InferenceMode.
bool writes_inference(Field field, const FieldContext& context) {
  if (context.reg < 0 || context.before == nullptr || context.expected->observation.mode.inference_mode != 0)
    return false;
  const spec::RegisterObservation& was = context.before->registers[static_cast<std::size_t>(context.reg)];
  if (field == Field::GradValues) return was.grad.defined != 0 && was.grad.is_inference != 0;
  if (was.tensor.is_inference == 0) return false;
  return field == Field::Values || field == Field::Sizes || field == Field::Strides || field == Field::StorageOffset ||
         field == Field::StorageBytes;
}

std::string_view values_rule(const FieldContext& context, const spec::Operation& row) {
  if (hands_out_gradient(row) && context.reg == context.record->destination) return "S3";
  const bool replaced = spec::keeps_result(row) && context.reg == target_of(*context.record);
  if (!replaced && writes_inference(Field::Values, context)) return "P3";
  return context.expected->observation.mode.inference_mode == 0 ? "" : "P1";
}

std::string_view rule_after_command(Field field, const FieldContext& context) {
  const spec::Operation& row = spec::operation(context.record->operation);
  const bool inside = context.expected->observation.mode.inference_mode != 0;
  const auto tensor = [&]() -> const TensorObservation& {
    return context.expected->observation.registers[static_cast<std::size_t>(context.reg)].tensor;
  };
  switch (field) {
    case Field::IsInference:
      return kind_rule(row);
    case Field::SameTensor:
      return makes_alias(row) ? "W1" : "K4";
    case Field::Storage:
      return tensor().is_inference != 0 ? "P2" : "W1";
    case Field::IsView:
    case Field::Base:
    case Field::CreationMeta:
      return tensor().is_inference != 0 ? "W6" : field == Field::CreationMeta && tensor().is_view != 0 ? "W2" : "W1";
    case Field::RequiresGrad:
      if (row.kind == CommandKind::Autograd && row.builtin == BuiltinCommand::RequiresGrad_) return "M3";
      if (tensor().is_inference != 0) return "K6";
      return tensor().is_view != 0 ? "W3" : "S5";
    case Field::IsLeaf:
    case Field::HasGradFn:
      if (tensor().is_inference != 0) return "K6";
      if (tensor().is_view != 0) return row.kind == CommandKind::Read ? "W5" : "W3";
      return inside ? "S5" : "S3";
    case Field::Version:
      return version_rule(context, row);
    case Field::Values:
      return values_rule(context, row);
    case Field::GradDefined:
      return tensor().is_inference != 0 ? "S4" : "S6";
    case Field::GradValues:
      return "S3";
    case Field::Route:
      return row.composite ? "D4" : "D3";
    default:
      return row_of(field).rule;
  }
}

std::string list_text(const std::array<std::int32_t, spec::kMaxRank>& values, int rank) {
  std::string out = "[";
  for (int i = 0; i < rank && i < spec::kMaxRank; ++i)
    out += fmt::format("{}{}", i == 0 ? "" : ", ", values[static_cast<std::size_t>(i)]);
  return out + "]";
}

std::string register_text(std::uint8_t reg) {
  if (reg == spec::kNoRegister) return "none";
  if (reg == spec::kElsewhere) return "a tensor in no register";
  return fmt::format("r{}", reg);
}

std::string_view flag(std::uint8_t value) { return value != 0 ? "true" : "false"; }
std::string_view on(std::uint8_t value) { return value != 0 ? "on" : "off"; }

std::string_view creation_meta_text(spec::CreationMeta meta) {
  switch (meta) {
    case spec::CreationMeta::NotAView:
      return "not a view";
    case spec::CreationMeta::Default:
      return "DEFAULT";
    case spec::CreationMeta::InCustomFunction:
      return "IN_CUSTOM_FUNCTION";
    case spec::CreationMeta::MultiOutputNode:
      return "MULTI_OUTPUT_NODE";
    case spec::CreationMeta::NoGradMode:
      return "NO_GRAD_MODE";
    case spec::CreationMeta::InferenceMode:
      return "INFERENCE_MODE";
  }
  return "a creation meta that does not exist";
}

std::string key_text(std::uint8_t keys) {
  std::string out;
  const auto add = [&](std::uint8_t key, std::string_view name) {
    if ((keys & key) == 0) return;
    if (!out.empty()) out += " + ";
    out += name;
  };
  add(spec::kKeyAutograd, "Autograd");
  add(spec::kKeyADInplaceOrView, "ADInplaceOrView");
  add(spec::kKeyBackend, "backend");
  return out.empty() ? "none" : out;
}

template <typename Array>
bool same_prefix(const Array& a, const Array& b, std::uint8_t rank) {
  for (std::size_t i = 0; i < rank && i < a.size(); ++i)
    if (a[i] != b[i]) return false;
  return true;
}

// Whether two gradients have equal strides, apart from dimensions of size 1. The stride of such a dimension reaches no
// other element, and depends on the kernel that allocated the gradient.
bool same_walk(const GradObservation& a, const GradObservation& b) {
  for (std::size_t i = 0; i < a.rank; ++i)
    if (a.sizes[i] != 1 && a.strides[i] != b.strides[i]) return false;
  return true;
}

}  // namespace

const FieldRow& row_of(Field field) { return kRows[static_cast<std::size_t>(field)]; }

std::string_view rule_of(ErrorClass error) {
  switch (error) {
    case ErrorClass::InferenceInPlace:
      return "M2";
    case ErrorClass::InferenceSaved:
      return "S1";
    case ErrorClass::InferenceRequiresGrad:
    case ErrorClass::RequiresGradDtype:
      return "M3";
    case ErrorClass::InferenceVersion:
      return "V2";
    case ErrorClass::KindMismatch:
      return "K3";
    case ErrorClass::InferenceRecorded:
      return "F2";
    case ErrorClass::NoADInplaceOrViewKernel:
    case ErrorClass::NoAutogradKernel:
      return "F3";
    case ErrorClass::LeafInPlace:
    case ErrorClass::ViewOfLeafInPlace:
    case ErrorClass::ViewMadeInInference:
    case ErrorClass::ViewMadeInNoGrad:
    case ErrorClass::ViewFromMultiOutput:
    case ErrorClass::ViewFromCustomFunction:
      return "W4";
    case ErrorClass::OutRequiresGrad:
      return "M4";
    case ErrorClass::ResizeRequiresGrad:
    case ErrorClass::DetachView:
      return "M6";
    case ErrorClass::RetainGradNoGrad:
      return "S7";
    case ErrorClass::BackwardFreed:
    case ErrorClass::BackwardVersion:
      return "S2";
    case ErrorClass::InternalAssertion:
    case ErrorClass::Unmapped:
      return "E2";
    default:
      return "E3";
  }
}

std::string_view rule_of(Field field, const FieldContext& context) {
  const FieldRow& row = row_of(field);
  if (context.record == nullptr || row.scope == Scope::Program) return row.rule;
  // A rejected command must change nothing (E1). A change to an inference tensor breaks M2 or P3 instead, which is
  // worse.
  if (field != Field::Outcome && field != Field::Route && context.expected->outcome.kind == spec::OutcomeKind::Error) {
    if (!writes_inference(field, context)) return "E1";
    return field == Field::Values || field == Field::GradValues ? "P3" : "M2";
  }
  if (row.scope == Scope::Mode) return mode_rule(spec::operation(context.record->operation));
  return rule_after_command(field, context);
}

Severity severity_of(Field field, const FieldContext& context) {
  const bool rejected = context.record != nullptr && context.expected->outcome.kind == spec::OutcomeKind::Error;
  if (rejected && field == Field::GradValues) return Severity::WrongValue;
  // A command that returns a gradient stores it in a register, so the register's values are a gradient too.
  const bool gradient = field == Field::Values && context.record != nullptr &&
                        context.reg == context.record->destination &&
                        hands_out_gradient(spec::operation(context.record->operation));
  return gradient ? Severity::WrongGradient : row_of(field).severity;
}

bool same(Field field, const Observation& a, const Observation& b, int reg) {
  const std::size_t at = reg < 0 ? 0 : static_cast<std::size_t>(reg);
  const TensorObservation& x = a.registers[at].tensor;
  const TensorObservation& y = b.registers[at].tensor;
  const GradObservation& g = a.registers[at].grad;
  const GradObservation& h = b.registers[at].grad;
  switch (field) {
    case Field::InferenceMode:
      return a.mode.inference_mode == b.mode.inference_mode;
    case Field::GradMode:
      return a.mode.grad_mode == b.mode.grad_mode;
    case Field::ForwardGradMode:
      return a.mode.forward_grad_mode == b.mode.forward_grad_mode;
    case Field::ADInplaceOrViewIncluded:
      return a.mode.adinplaceorview_included == b.mode.adinplaceorview_included;
    case Field::AutogradExcluded:
      return a.mode.autograd_excluded == b.mode.autograd_excluded;
    case Field::ADInplaceOrViewExcluded:
      return a.mode.adinplaceorview_excluded == b.mode.adinplaceorview_excluded;
    case Field::IsInference:
      return x.is_inference == y.is_inference;
    case Field::Keys:
      return x.keys == y.keys;
    case Field::DType:
      return x.dtype == y.dtype;
    case Field::Device:
      return x.device == y.device;
    case Field::Sizes:
      return x.rank == y.rank && same_prefix(x.sizes, y.sizes, x.rank);
    case Field::Strides:
      return x.rank != y.rank || same_prefix(x.strides, y.strides, x.rank);
    case Field::StorageOffset:
      return x.storage_offset == y.storage_offset;
    case Field::StorageBytes:
      return x.storage_bytes == y.storage_bytes;
    case Field::SameTensor:
      return x.same_tensor == y.same_tensor;
    case Field::Storage:
      return x.storage == y.storage;
    case Field::IsView:
      return x.is_view == y.is_view;
    case Field::Base:
      return x.base == y.base;
    case Field::CreationMeta:
      return x.creation_meta == y.creation_meta;
    case Field::RequiresGrad:
      return x.requires_grad == y.requires_grad;
    case Field::IsLeaf:
      return x.is_leaf == y.is_leaf;
    case Field::HasGradFn:
      return x.has_grad_fn == y.has_grad_fn;
    case Field::Node:
      return x.node == y.node;
    case Field::OutputNr:
      return x.output_nr == y.output_nr;
    case Field::RetainsGrad:
      return x.retains_grad == y.retains_grad;
    case Field::Version:
      return x.version == y.version;
    case Field::GradDefined:
      return g.defined == h.defined;
    case Field::GradIsInference:
      return g.is_inference == h.is_inference;
    case Field::GradDType:
      return g.dtype == h.dtype;
    case Field::GradRequiresGrad:
      return g.requires_grad == h.requires_grad;
    case Field::GradTensor:
      return g.tensor == h.tensor;
    case Field::GradStorage:
      return g.storage == h.storage;
    case Field::GradSizes:
      return g.rank == h.rank && same_prefix(g.sizes, h.sizes, g.rank);
    case Field::GradStrides:
      return g.rank != h.rank || same_walk(g, h);
    default:
      return true;
  }
}

std::string text_of(Field field, const Observation& observation, int reg) {
  const std::size_t at = reg < 0 ? 0 : static_cast<std::size_t>(reg);
  const TensorObservation& tensor = observation.registers[at].tensor;
  const GradObservation& grad = observation.registers[at].grad;
  const spec::ModeObservation& mode = observation.mode;
  switch (field) {
    case Field::InferenceMode:
      return std::string(on(mode.inference_mode));
    case Field::GradMode:
      return std::string(on(mode.grad_mode));
    case Field::ForwardGradMode:
      return std::string(on(mode.forward_grad_mode));
    case Field::ADInplaceOrViewIncluded:
      return std::string(flag(mode.adinplaceorview_included));
    case Field::AutogradExcluded:
      return std::string(flag(mode.autograd_excluded));
    case Field::ADInplaceOrViewExcluded:
      return std::string(flag(mode.adinplaceorview_excluded));
    case Field::IsInference:
      return std::string(flag(tensor.is_inference));
    case Field::Keys:
      return key_text(tensor.keys);
    case Field::DType:
      return std::string(spec::name_of(tensor.dtype));
    case Field::Device:
      return std::string(spec::name_of(tensor.device));
    case Field::Sizes:
      return list_text(tensor.sizes, tensor.rank);
    case Field::Strides:
      return list_text(tensor.strides, tensor.rank);
    case Field::StorageOffset:
      return fmt::format("{}", tensor.storage_offset);
    case Field::StorageBytes:
      return fmt::format("{} bytes", tensor.storage_bytes);
    case Field::SameTensor:
      return register_text(tensor.same_tensor);
    case Field::Storage:
      return register_text(tensor.storage);
    case Field::IsView:
      return std::string(flag(tensor.is_view));
    case Field::Base:
      return register_text(tensor.base);
    case Field::CreationMeta:
      return std::string(creation_meta_text(tensor.creation_meta));
    case Field::RequiresGrad:
      return std::string(flag(tensor.requires_grad));
    case Field::IsLeaf:
      return std::string(flag(tensor.is_leaf));
    case Field::HasGradFn:
      return std::string(flag(tensor.has_grad_fn));
    case Field::Node:
      return register_text(tensor.node);
    case Field::OutputNr:
      return fmt::format("{}", tensor.output_nr);
    case Field::RetainsGrad:
      return std::string(flag(tensor.retains_grad));
    case Field::Version:
      return tensor.version == spec::kNoVersion ? "none" : fmt::format("{:+}", tensor.version);
    case Field::GradDefined:
      return grad.defined != 0 ? "defined" : "none";
    case Field::GradIsInference:
      return std::string(flag(grad.is_inference));
    case Field::GradDType:
      return std::string(spec::name_of(grad.dtype));
    case Field::GradRequiresGrad:
      return std::string(flag(grad.requires_grad));
    case Field::GradTensor:
      return register_text(grad.tensor);
    case Field::GradStorage:
      return register_text(grad.storage);
    case Field::GradSizes:
      return list_text(grad.sizes, grad.rank);
    case Field::GradStrides:
      return list_text(grad.strides, grad.rank);
    default:
      return "";
  }
}

std::string text_of(const spec::Outcome& outcome) {
  switch (outcome.kind) {
    case spec::OutcomeKind::NotReached:
      return "not reached";
    case spec::OutcomeKind::Ok:
      return "ok";
    case spec::OutcomeKind::Error:
      return fmt::format("error {}", spec::name_of(outcome.error));
    case spec::OutcomeKind::Dropped:
      return "dropped";
    case spec::OutcomeKind::Unsupported:
      return "unsupported";
    case spec::OutcomeKind::Crash:
      return "crash";
    case spec::OutcomeKind::Timeout:
      return "timeout";
  }
  return "an outcome that does not exist";
}

std::string text_of(const spec::RouteObservation& route) {
  if (route.known == 0) return "unknown";
  if (route.length == 0) return "none";
  std::string out;
  for (std::size_t i = 0; i < route.length && i < route.keys.size(); ++i) {
    if (i > 0) out += ", ";
    out += key_text(route.keys[i]);
  }
  return out;
}

std::string values_text(spec::DType dtype, const std::uint8_t* bytes, std::uint32_t size) {
  constexpr std::uint32_t most = 16;
  const auto width = static_cast<std::uint32_t>(spec::item_size(dtype));
  const std::uint32_t count = size / width;
  std::string out = "[";
  for (std::uint32_t i = 0; i < count && i < most; ++i) {
    if (i > 0) out += ", ";
    const std::uint8_t* at = bytes + i * width;
    const auto read = [at](auto value) {
      std::memcpy(&value, at, sizeof value);
      return value;
    };
    switch (dtype) {
      case spec::DType::Float32:
        out += fmt::format("{:g}", read(float{}));
        break;
      case spec::DType::Float64:
        out += fmt::format("{:g}", read(double{}));
        break;
      case spec::DType::Int64:
        out += fmt::format("{}", read(std::int64_t{}));
        break;
      case spec::DType::UInt8:
        out += fmt::format("{}", int{*at});
        break;
      case spec::DType::Int8:
        out += fmt::format("{}", int{read(std::int8_t{})});
        break;
      case spec::DType::Int16:
        out += fmt::format("{}", read(std::int16_t{}));
        break;
      case spec::DType::Int32:
        out += fmt::format("{}", read(std::int32_t{}));
        break;
      case spec::DType::Float16:
        out += fmt::format("{:g}", double{read(reference::Float16())});
        break;
      case spec::DType::BFloat16:
        out += fmt::format("{:g}", double{read(reference::BFloat16())});
        break;
      case spec::DType::Complex64: {
        const auto parts = read(std::array<float, 2>{});
        out += fmt::format("{:g}{:+g}i", parts[0], parts[1]);
        break;
      }
      case spec::DType::Complex128: {
        const auto parts = read(std::array<double, 2>{});
        out += fmt::format("{:g}{:+g}i", parts[0], parts[1]);
        break;
      }
      case spec::DType::Bool:
        out += *at == 0 ? "false" : *at == 1 ? "true" : fmt::format("bool {}", *at);
        break;
    }
  }
  if (count > most) out += fmt::format(", ... ({} in all)", count);
  return out + "]";
}

}  // namespace modecheck::properties
