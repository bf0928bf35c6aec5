#include "engine/provenance/rule_of_error.h"

#include <array>

namespace modecheck::engine::provenance {
namespace {

constexpr std::string_view view_program = R"(torch::Tensor base = torch::ones({2}).requires_grad_().clone();
torch::Tensor view;
{
  torch::InferenceMode guard;
  view = base.slice(0, 0, 1);
}
base.slice(0, 0, 1).zero_();  // allowed
view.zero_();                 // rejected)";

constexpr std::array rules{
    RuleOfError{ErrorClass::InferenceSavedForBackward, "InferenceSaved", "S1",
                "An inference tensor cannot be saved for backward; the forward call is rejected.",
                "an inference tensor is saved for backward",
                R"(torch::Tensor weight = torch::ones({2}).requires_grad_(), made;
{
  torch::InferenceMode guard;
  made = torch::ones({2});
}
weight * made;          // rejected: the product saves `made`
weight * made.clone();  // allowed)"},
    RuleOfError{ErrorClass::InferenceWriteOutsideMode, "InferenceInPlace", "M2",
                "Outside the mode every mutation of an inference tensor is rejected.",
                "an inference tensor is written outside the mode",
                R"(torch::Tensor made;
{
  torch::InferenceMode guard;
  made = torch::ones({2});
  made.zero_();  // allowed
}
made.zero_();    // rejected)"},
    RuleOfError{ErrorClass::InferenceRequiresGradOutsideMode, "InferenceRequiresGrad", "M3",
                "requires_grad_(true) on an inference tensor is allowed inside the mode and rejected outside; only "
                "floating and complex dtypes can require grad.",
                "an inference tensor is to require grad outside the mode",
                R"(torch::Tensor made;
{
  torch::InferenceMode guard;
  made = torch::ones({2});
}
made.requires_grad_();          // rejected
made.clone().requires_grad_();  // allowed)"},
    RuleOfError{ErrorClass::InferenceVersionRead, "InferenceVersion", "V2",
                "An inference tensor has no version; reading it raises, in and out of the mode.",
                "an inference tensor's version is read",
                R"(torch::Tensor made;
{
  torch::InferenceMode guard;
  made = torch::ones({2});
}
made._version();          // rejected
made.clone()._version();  // allowed)"},
    RuleOfError{ErrorClass::KindChange, "KindMismatch", "K3",
                "A storage has one kind for life: no command turns a tensor from one kind into the other or lets "
                "tensors of different kinds share storage.",
                "a normal tensor and an inference tensor are to share storage",
                R"(torch::Tensor normal = torch::ones({2}), made;
{
  torch::InferenceMode guard;
  made = torch::ones({2});
}
normal.set_data(made);          // rejected
normal.set_data(made.clone());  // allowed)"},
    RuleOfError{ErrorClass::ViewMadeInInferenceMode, "ViewMadeInInference", "W4",
                "A recorded in-place write to a tracked view rebases the base's history if the view's creation meta is "
                "DEFAULT; else it is rejected, as are leaves that require grad and views of leaves.",
                "a view that was made inside the mode is written outside", view_program},
    RuleOfError{ErrorClass::ViewMadeInInferenceMode, "ViewMadeInInference", "W5",
                "A view whose counter moved is regenerated when its grad_fn is read or it is used in a recorded "
                "operator, or raises if its creation meta forbids it.",
                "a view that was made inside the mode is used after its base was written", view_program},
    RuleOfError{
        ErrorClass::InferenceOutputRecorded, "InferenceRecorded", "F2",
        "Function::apply records if and only if grad mode is on, the mode is off and an input requires grad; no "
        "recorded result is an inference tensor. An input that is marked dirty and returned comes back itself.",
        "a custom Function returns an inference tensor where its result is recorded",
        R"(// In the forward of a custom Function whose call is recorded:
return made;          // rejected if `made` is an inference tensor
return made.clone();  // allowed)"},
};

}  // namespace

const RuleOfError& rule_of(ErrorClass error_class, std::string_view message) {
  const bool stale = message.find("its base or another view of its base") != std::string_view::npos;
  for (const RuleOfError& rule : rules)
    if (rule.error_class == error_class && (rule.rule == "W5") == stale) return rule;
  return rules[1];
}

}  // namespace modecheck::engine::provenance
