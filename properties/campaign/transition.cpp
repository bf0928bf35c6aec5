#include "properties/campaign/transition.h"

#include "spec/program/slots.h"

namespace modecheck::properties {
namespace {

using spec::CreationMeta;
using spec::OutcomeKind;

// The number of kinds of tensor by their views: no tracked view, or a tracked view with one of the five creation metas.
constexpr int kViewKinds = 6;
constexpr int kGradKinds = 3;
enum GradKind : int { kNone, kLeaf, kRecorded };
// The codes of a command's outcomes. The code of a rejected command is kRejected plus the number of its error class.
enum OutcomeCode : int { kOk, kDropped, kRejected };
static_assert(1 + 2 * kViewKinds * kGradKinds <= Transition::kTargets);
static_assert(kRejected + spec::kErrorClasses <= Transition::kOutcomes);

int target_of(const spec::TensorObservation& tensor) {
  const int grad = tensor.requires_grad == 0 ? kNone : tensor.has_grad_fn != 0 ? kRecorded : kLeaf;
  const int view = static_cast<int>(tensor.creation_meta) + 1;
  return 1 + (tensor.is_inference * kViewKinds + view) * kGradKinds + grad;
}

int outcome_of(const spec::Outcome& outcome) {
  if (outcome.kind == OutcomeKind::Ok) return kOk;
  return outcome.kind == OutcomeKind::Error ? kRejected + static_cast<int>(outcome.error) : kDropped;
}

std::string target_text(int target) {
  if (target == 0) return "";
  const int grad = (target - 1) % kGradKinds;
  const int view = (target - 1) / kGradKinds % kViewKinds;
  const bool inference = (target - 1) / kGradKinds / kViewKinds != 0;
  std::string out = inference ? " on an inference" : " on a normal";
  switch (static_cast<CreationMeta>(view - 1)) {
    case CreationMeta::NotAView:
      out += " tensor";
      break;
    case CreationMeta::Default:
      out += " view";
      break;
    case CreationMeta::InCustomFunction:
      out += " view of a custom function";
      break;
    case CreationMeta::MultiOutputNode:
      out += " view among several";
      break;
    case CreationMeta::NoGradMode:
      out += " view made in no-grad mode";
      break;
    case CreationMeta::InferenceMode:
      out += " view made in InferenceMode";
      break;
  }
  return out + (grad == kNone ? "" : grad == kLeaf ? " that requires grad, a leaf" : " that requires grad, recorded");
}

std::string mode_text(int mode) {
  std::string out;
  const auto add = [&](const char* name) { out += (out.empty() ? "" : " + ") + std::string(name); };
  if ((mode & 1) != 0) add("InferenceMode");
  if ((mode & 2) == 0) add("no grad");
  if ((mode & 4) != 0) add("Autograd excluded");
  if ((mode & 8) != 0) add("ADInplaceOrView excluded");
  return out.empty() ? "normal mode" : out;
}

}  // namespace

Transition Transition::of_code(std::uint32_t code) {
  Transition out;
  out.outcome = static_cast<std::uint8_t>(code % kOutcomes);
  out.mode = static_cast<std::uint8_t>(code / kOutcomes % kModes);
  out.target = static_cast<std::uint8_t>(code / kOutcomes / kModes % kTargets);
  out.operation = static_cast<spec::OperationId>(code / kPerOperation);
  return out;
}

bool Transition::ok() const { return outcome == kOk; }

bool Transition::dropped() const { return outcome == kDropped; }

bool Transition::on_inference() const { return target != 0 && (target - 1) / kGradKinds / kViewKinds != 0; }

bool Transition::on_view() const { return target != 0 && (target - 1) / kGradKinds % kViewKinds != 0; }

Transition transition_of(const spec::Record& record, const spec::Observation& before, const spec::ModeObservation& mode,
                         const spec::Outcome& outcome) {
  Transition out;
  out.operation = record.operation;
  if (spec::slots_of(record.operation).operand_count > 0)
    out.target = static_cast<std::uint8_t>(target_of(before.registers[record.operands[0]].tensor));
  out.mode = static_cast<std::uint8_t>(mode.inference_mode | mode.grad_mode << 1 | mode.autograd_excluded << 2 |
                                       mode.adinplaceorview_excluded << 3);
  out.outcome = static_cast<std::uint8_t>(outcome_of(outcome));
  return out;
}

std::string to_text(const Transition& transition) {
  const int outcome = transition.outcome;
  const std::string came = outcome == kOk ? "ok"
                           : outcome == kDropped
                               ? "dropped"
                               : std::string(name_of(static_cast<spec::ErrorClass>(outcome - kRejected)));
  return std::string(spec::operation(transition.operation).name) + target_text(transition.target) + ", " +
         mode_text(transition.mode) + ": " + came;
}

}  // namespace modecheck::properties
