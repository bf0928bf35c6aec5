// The table of all rules: id, statement and source. rules.h says what the letters of a source mean.
#include "spec/model/rules.h"

namespace modecheck::spec {
namespace {

constexpr std::array<RuleFacts, kRules> kTable{{
    {"K1", "A tensor with storage of its own is an inference tensor if and only if it was allocated inside the mode.",
     "R N"},
    {"K2", "An alias is of the kind of what it aliases, whatever the mode and whatever operator made it.", "R N P"},
    {"K3",
     "A storage has one kind for life: no command turns a tensor from one kind into the other or lets tensors of "
     "different kinds share storage.",
     "P R"},
    {"K4",
     "An output with fresh storage is an inference tensor if and only if the operator runs inside the mode, whatever "
     "its inputs; an operator that returns its input itself changes nothing about it.",
     "R P"},
    {"K5", "A normal tensor carries the keys backend, ADInplaceOrView and Autograd; an inference tensor backend only.",
     "R"},
    {"K6",
     "An inference tensor is a leaf, has no grad_fn, is never a tracked view, and does not require grad unless that "
     "was set.",
     "R P N"},
    {"G1", "Mode state is per thread: inference, grad and forward-grad mode, included and excluded keys.", "R L"},
    {"G2",
     "InferenceMode(true) turns inference on, grad and forward-grad off, excludes Autograd and stops including "
     "ADInplaceOrView; InferenceMode(false) is the reverse of each.",
     "R L"},
    {"G3", "Leaving a guard, also by an exception, restores the whole state as it stood when it was entered.", "N L"},
    {"G4", "NoGradGuard and AutoGradMode set grad mode only; inside the mode operators still record nothing.", "N L"},
    {"G5",
     "AutoDispatchBelowAutograd excludes Autograd, AutoDispatchBelowADInplaceOrView and AutoNonVariableTypeMode "
     "exclude ADInplaceOrView too; new tensors are normal.",
     "N L"},
    {"G6",
     "A thread starts from the defaults; captured state restores all of G1; backward runs under the state of its "
     "caller, with grad mode as create_graph asks.",
     "L"},
    {"G7", "Autograd is never among the included keys, and no mode excludes ADInplaceOrView.", "R"},
    {"G8", "Guards destroyed out of order restore what each of them saved.", "O"},
    {"D1",
     "An operator runs at the highest key of its tensor arguments' and the thread's included keys that is not "
     "excluded.",
     "R L"},
    {"D2", "A kernel goes on with the keys below its own; no new union is made.", "R L"},
    {"D3",
     "The route through Autograd, ADInplaceOrView and backend follows from the kind of operator, of its tensors "
     "and the mode.",
     "R N"},
    {"D4", "A composite operator runs as the operators it is made of.", "L"},
    {"D5", "A custom operator with a backend kernel only falls through the other keys.", "L"},
    {"V1", "Every normal tensor has a version counter and every alias shares it, but .data has its own.", "R L"},
    {"V2", "An inference tensor has no version; reading it raises, in and out of the mode.", "R N P"},
    {"V3",
     "Every successful write to a normal tensor, its sizes, strides or storage bumps its counter once, in every "
     "mode.",
     "R L"},
    {"V4", "Writing an inference tensor inside the mode bumps nothing; neither does a functional operator.", "R N"},
    {"V5", "Versions are compared by differences since the tensor first appeared.", "O"},
    {"W1",
     "A view of a normal tensor is tracked: base, how to recompute it, and a creation meta from mode and "
     "operator; detach, .data and dtype views are not.",
     "R L"},
    {"W2", "A view of a view inherits the creation meta if its own is DEFAULT; INFERENCE_MODE stays for ever.", "L"},
    {"W3",
     "A tracked view requires grad by its own flag, its grad_fn or its base; one made inside the mode is a "
     "normal leaf without grad_fn.",
     "R L"},
    {"W4",
     "A recorded in-place write to a tracked view rebases the base's history if the view's creation meta is "
     "DEFAULT; else it is rejected, as are leaves that require grad and views of leaves.",
     "L"},
    {"W5",
     "A view whose counter moved is regenerated when its grad_fn is read or it is used in a recorded operator, "
     "or raises if its creation meta forbids it.",
     "L"},
    {"W6", "A view of an inference tensor records nothing and does not require grad.", "R P"},
    {"M1", "Inside the mode every in-place and out= operator is allowed on inference tensors.", "P N"},
    {"M2", "Outside the mode every mutation of an inference tensor is rejected.", "R N P"},
    {"M3",
     "requires_grad_(true) on an inference tensor is allowed inside the mode and rejected outside; only "
     "floating and complex dtypes can require grad.",
     "P N L"},
    {"M4", "out= is rejected where autograd runs, grad mode is on and an argument requires grad.", "L"},
    {"M5", "A normal tensor may be written from an inference tensor unless the inference tensor would be saved.",
     "P L"},
    {"M6",
     "Resizing a tensor that requires grad is rejected where autograd runs; detach_ is rejected on tracked "
     "views, cuts history where autograd runs and does nothing elsewhere.",
     "L"},
    {"S1", "An inference tensor cannot be saved for backward; the forward call is rejected.", "R P"},
    {"S2", "A node that runs checks the version of everything it saved; a freed graph raises.", "R L"},
    {"S3",
     "If backward returns, every gradient is the true derivative of the recorded computation at the values it "
     "was recorded with.",
     "R"},
    {"S4", "An inference leaf that requires grad receives a gradient through recorded operators that do not save it.",
     "P"},
    {"S5",
     "Inside the mode no operator records; a backward may run there, and gradients it allocates are inference "
     "tensors.",
     "R N"},
    {"S6", "An absent gradient is stored; one that is present is added to in place, which is a write.", "L"},
    {"S7",
     "Double backward, retain_graph, create_graph and hooks work as in libtorch; a tensor's hooks run whenever its "
     "gradient is computed, and retain_grad retains, after them, the gradient of what the tensor is now.",
     "L"},
    {"F1", "Function::forward runs with grad mode off; saving, marking dirty and not differentiable as libtorch.",
     "N L"},
    {"F2",
     "Function::apply records if and only if grad mode is on, the mode is off and an input requires grad; no recorded "
     "result is an inference tensor. An input that is marked dirty and returned comes back itself.",
     "O"},
    {"F3", "The operator check names the missing kernel of a custom in-place or view operator.", "N"},
    {"H",
     "Under the unsafe guards and through .data, set_data and set_, bumping, tracking, checks and soundness are "
     "not promised for the storages touched.",
     "N O"},
    {"E1", "A rejected operator changes nothing; a failed backward may have accumulated and freed.", "O"},
    {"E2", "Every rejection has a class and a message; an internal assertion is never a legal answer.", "O"},
    {"E3", "Checks come in a fixed order: out=, in-place, stale operands, saved inputs, arguments, inference writes.",
     "L"},
    {"P1", "Values computed inside the mode equal those under NoGradGuard.", "R"},
    {"P2", "An inference tensor never shares storage with a tensor that has a version counter.", "R"},
    {"P3", "The bytes of an inference tensor never change while its thread is outside the mode.", "R"},
    {"P4", "The performance guarantees hold: routes, bumps and recording are as D3, V3, V4 and S5 say.", "R"},
    {"P5", "Code that allocates parameters runs unchanged inside the mode.", "R"},
    {"P6", "The mode is thread-local.", "R"},
    {"P7", "Backends agree on metadata, flags, versions, errors and values.", "R"},
}};

}  // namespace

const std::array<RuleFacts, kRules>& rules() { return kTable; }

}  // namespace modecheck::spec
