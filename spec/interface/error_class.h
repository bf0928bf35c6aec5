// The reasons for which a command can be rejected (E2): one list for the model and for all subjects.
#pragma once

#include <cstdint>
#include <string_view>

namespace modecheck::spec {

enum class ErrorClass : std::uint8_t {
  None,
  // Kinds and modes.
  InferenceInPlace,       // M2: write to an inference tensor outside the mode
  InferenceSaved,         // S1: an inference tensor would be saved for backward
  InferenceRequiresGrad,  // M3: requires_grad_(true) on an inference tensor outside the mode
  InferenceVersion,       // V2: the version of an inference tensor is read
  KindMismatch,           // K3: set_data or set_ between kinds
  InferenceRecorded,      // F2: a custom Function would record a result that is an inference tensor
  // The first missing kernel that the operator check reports (F3).
  NoADInplaceOrViewKernel,  // a custom operator that writes its argument or returns a view lacks this kernel
  NoAutogradKernel,         // the same for the Autograd kernel
  // In-place operators where Autograd runs (W4), and stale views when they are used (W5), for the same reasons.
  LeafInPlace,             // the target is a leaf that requires grad
  ViewOfLeafInPlace,       // the target is a view of such a leaf
  ViewMadeInInference,     // the view's creation meta is INFERENCE_MODE
  ViewMadeInNoGrad,        // NO_GRAD_MODE
  ViewFromMultiOutput,     // MULTI_OUTPUT_NODE
  ViewFromCustomFunction,  // IN_CUSTOM_FUNCTION
  OutRequiresGrad,         // M4: out= with an argument that requires grad
  ResizeRequiresGrad,      // M6: resize_ of a tensor that requires grad
  DetachView,              // M6: detach_ on a tracked view
  // Flags.
  RequiresGradDtype,    // M3: only floating and complex dtypes can require grad
  RequiresGradNonLeaf,  // the flag of a non-leaf cannot be cleared
  RetainGradNoGrad,     // retain_grad on a tensor that does not require grad
  // Backward.
  BackwardNoGraph,  // the root does not require grad
  BackwardShape,    // the gradient's shape is not the root's, or is missing and the root is no scalar
  BackwardDtype,    // the gradient's dtype is not usable for the root
  BackwardFreed,    // S2: the graph's buffers were freed
  BackwardVersion,  // S2: a saved tensor was modified
  BackwardUnused,   // grad(): the input does not take part
  // Arguments.
  Shape,        // sizes that do not fit
  Range,        // a dimension, index or length that does not exist
  Dtype,        // a dtype that the operator does not take, or a result that cannot be cast
  Overlap,      // elements of the written tensor share memory with each other or with an input
  Strides,      // view of a tensor whose strides do not allow it
  StorageSize,  // sizes and strides reach beyond the storage, or a storage that cannot be resized
  Device,       // tensors on different devices
  Argument,     // any other bad argument
  // Never legal.
  InternalAssertion,
  OutOfMemory,
  Unmapped,  // the subject's table of messages does not contain the message
};
constexpr int kErrorClasses = static_cast<int>(ErrorClass::Unmapped) + 1;
static_assert(kErrorClasses <= 64, "sets of reasons are 64-bit masks");

struct ErrorFacts {
  std::string_view name;
  std::string_view rules;     // the ids of the rules that demand the error: "W4 W5"; empty for None
  std::string_view sentence;  // what is wrong, and what to do instead
};

const ErrorFacts& facts_of(ErrorClass error);

std::string_view name_of(ErrorClass error);

// The class with this name, or Unmapped.
ErrorClass error_class_named(std::string_view name);

using ErrorSet = std::uint64_t;
constexpr ErrorSet set_of(ErrorClass error) { return std::uint64_t{1} << static_cast<int>(error); }
constexpr bool contains(ErrorSet set, ErrorClass error) { return (set & set_of(error)) != 0; }

}  // namespace modecheck::spec
