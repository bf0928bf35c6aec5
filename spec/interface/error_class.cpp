#include "spec/interface/error_class.h"

#include <array>

namespace modecheck::spec {
namespace {

constexpr std::array<ErrorFacts, kErrorClasses> kFacts{{
    ErrorFacts{"None", "", "No error."},
    ErrorFacts{"InferenceInPlace", "M2",
               "Outside InferenceMode an inference tensor must not be written, resized or given another storage; write "
               "inside the mode, or write a clone."},
    ErrorFacts{"InferenceSaved", "S1",
               "An inference tensor cannot be saved for backward; clone it outside InferenceMode and use the clone."},
    ErrorFacts{"InferenceRequiresGrad", "M3",
               "Outside InferenceMode requires_grad cannot be set on an inference tensor; clone it first."},
    ErrorFacts{"InferenceVersion", "V2", "An inference tensor has no version counter, so its version cannot be read."},
    ErrorFacts{"KindMismatch", "K3",
               "A normal tensor and an inference tensor never share a storage; make the new data of the same kind."},
    ErrorFacts{"InferenceRecorded", "F2",
               "A custom Function cannot record a result that is an inference tensor; return a clone made outside "
               "InferenceMode."},
    ErrorFacts{
        "NoADInplaceOrViewKernel", "F3",
        "A custom operator that writes its argument or returns a view needs its own kernel for ADInplaceOrView."},
    ErrorFacts{"NoAutogradKernel", "F3",
               "A custom operator that writes its argument or returns a view needs its own kernel for Autograd."},
    ErrorFacts{"LeafInPlace", "W4",
               "A leaf that requires grad cannot be written in place in a recorded way; write under NoGradGuard, or "
               "write a clone."},
    ErrorFacts{"ViewOfLeafInPlace", "W4",
               "A view of a leaf that requires grad cannot be written in place in a recorded way."},
    ErrorFacts{"ViewMadeInInference", "W4 W5",
               "A view of a normal tensor that was made inside InferenceMode cannot be written in a recorded way, nor "
               "used once its base was written."},
    ErrorFacts{"ViewMadeInNoGrad", "W4 W5",
               "A view that was made without grad mode cannot be written in a recorded way, nor used once its base was "
               "written."},
    ErrorFacts{"ViewFromMultiOutput", "W4 W5",
               "A view that came from an operator with several results cannot be written in a recorded way, nor used "
               "once its base was written."},
    ErrorFacts{"ViewFromCustomFunction", "W4 W5",
               "A view that a custom Function returned cannot be written in a recorded way, nor used once its base was "
               "written."},
    ErrorFacts{"OutRequiresGrad", "M4",
               "An operator with out= is not differentiable; no argument may require grad while grad mode is on."},
    ErrorFacts{"ResizeRequiresGrad", "M6", "A tensor that requires grad cannot be resized."},
    ErrorFacts{"DetachView", "M6", "detach_ cannot cut a tracked view from its base; use detach."},
    ErrorFacts{"RequiresGradDtype", "M3", "Only tensors of floating point and complex dtypes can require grad."},
    ErrorFacts{"RequiresGradNonLeaf", "W3",
               "requires_grad of a tensor that was computed cannot be cleared; use detach."},
    ErrorFacts{"RetainGradNoGrad", "S7", "retain_grad needs a tensor that requires grad."},
    ErrorFacts{
        "BackwardNoGraph", "S3",
        "The root of a backward has no graph: it does not require grad, or what it came from is not differentiable."},
    ErrorFacts{"BackwardShape", "S3",
               "The gradient cannot be summed to the sizes of the root, or it is missing and the root has more than "
               "one element."},
    ErrorFacts{"BackwardDtype", "S3", "The gradient's dtype does not fit the root's."},
    ErrorFacts{"BackwardFreed", "S2",
               "What the graph had saved was freed by an earlier backward; pass retain_graph=true to that one."},
    ErrorFacts{"BackwardVersion", "S2", "A tensor that was saved for backward has been written since."},
    ErrorFacts{"BackwardUnused", "S3",
               "The result does not depend on the input whose gradient is asked for; pass allow_unused=true."},
    ErrorFacts{"HookRaised", "S7", "A hook of the program raises, and the command that called it passes the error on."},
    ErrorFacts{"Shape", "E2 E3", "The sizes of the arguments do not fit the operator."},
    ErrorFacts{"Range", "E2 E3", "A dimension, an index or a length does not exist."},
    ErrorFacts{"Dtype", "E2 E3",
               "The operator does not take this dtype, or its result cannot be cast to the target's dtype."},
    ErrorFacts{"Overlap", "E2 E3",
               "Elements of the tensor that is written share memory with each other or with an input."},
    ErrorFacts{"Strides", "E2 E3", "A view with these sizes is not possible with the strides that the tensor has."},
    ErrorFacts{"StorageSize", "E2 E3", "Sizes and strides reach beyond the storage, or the storage cannot be resized."},
    ErrorFacts{"Device", "P7 E2", "The arguments are on different devices."},
    ErrorFacts{"Argument", "E2 E3", "An argument has a value that the operator does not take."},
    ErrorFacts{"InternalAssertion", "E2", "An internal assertion failed, which is never a legal answer."},
    ErrorFacts{"OutOfMemory", "E1", "An allocation failed; the command must have changed nothing."},
    ErrorFacts{"Unmapped", "E2",
               "The message is not in the subject's table of error classes, so nobody can say what it means."},
}};
static_assert(kFacts.back().name == "Unmapped", "one row for each class");

}  // namespace

std::string_view name_of(ErrorClass error) { return kFacts[static_cast<std::size_t>(error)].name; }

const ErrorFacts& facts_of(ErrorClass error) { return kFacts[static_cast<std::size_t>(error)]; }

ErrorClass error_class_named(std::string_view name) {
  for (int i = 0; i < kErrorClasses; ++i)
    if (kFacts[static_cast<std::size_t>(i)].name == name) return static_cast<ErrorClass>(i);
  return ErrorClass::Unmapped;
}

}  // namespace modecheck::spec
