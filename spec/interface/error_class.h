// The reasons why a command can be rejected (rule E2). The model and all subjects use this one list.
#pragma once

#include <cstdint>
#include <string_view>

namespace modecheck::spec {

enum class ErrorClass : std::uint8_t {
  None,
  // Errors about the two kinds of tensors and about InferenceMode.
  InferenceInPlace,       // rule M2: an inference tensor is written outside InferenceMode
  InferenceSaved,         // rule S1: an inference tensor would be saved for backward
  InferenceRequiresGrad,  // rule M3: requires_grad_(true) on an inference tensor outside InferenceMode
  InferenceVersion,       // rule V2: the command reads the version of an inference tensor
  KindMismatch,           // rule K3: set_data or set_ would exchange a normal tensor's and an inference tensor's data
  InferenceRecorded,      // rule F2: a custom Function would record a result that is an inference tensor
  // Errors of the operator check (rule F3), which reports the first missing kernel of a custom operator.
  NoADInplaceOrViewKernel,  // a custom operator that writes its argument or returns a view lacks this kernel
  NoAutogradKernel,         // a custom operator that writes its argument or returns a view lacks this kernel
  // Errors of an in-place operator that runs through Autograd (rule W4). Using a stale view raises the same errors
  // (W5).
  LeafInPlace,             // the written tensor is a leaf that requires grad
  ViewOfLeafInPlace,       // the written tensor is a view of a leaf that requires grad
  ViewMadeInInference,     // the view's creation meta is INFERENCE_MODE
  ViewMadeInNoGrad,        // the view's creation meta is NO_GRAD_MODE
  ViewFromMultiOutput,     // the view's creation meta is MULTI_OUTPUT_NODE
  ViewFromCustomFunction,  // the view's creation meta is IN_CUSTOM_FUNCTION
  OutRequiresGrad,         // rule M4: an argument of an out= operator requires grad
  ResizeRequiresGrad,      // rule M6: resize_ of a tensor that requires grad
  DetachView,              // rule M6: detach_ of a tracked view
  // Errors about requires_grad and retain_grad.
  RequiresGradDtype,    // rule M3: only floating-point and complex dtypes can require grad
  RequiresGradNonLeaf,  // requires_grad_(false) on a tensor that is not a leaf
  RetainGradNoGrad,     // retain_grad on a tensor that does not require grad
  // Errors of backward() and grad().
  BackwardNoGraph,  // the root of the backward does not require grad
  BackwardShape,    // the gradient passed has other sizes than the root, or is missing though the root is no scalar
  BackwardDtype,    // the gradient passed has a dtype that the root cannot have as its gradient
  BackwardFreed,    // rule S2: an earlier backward freed the tensors that the graph saved
  BackwardVersion,  // rule S2: a tensor that the graph saved was modified since
  BackwardUnused,   // grad(): the root does not depend on the input
  HookRaised,       // rule S7: a hook of the program raises
  // Errors about arguments.
  Shape,        // the tensors' sizes do not fit each other or the operator
  Range,        // a dimension, an index or a length that does not exist
  Dtype,        // the operator does not take this dtype, or its result cannot be cast to the target's dtype
  Overlap,      // elements of the written tensor share memory with each other or with an input
  Strides,      // view() of a tensor whose strides do not allow the sizes
  StorageSize,  // sizes and strides reach beyond the storage, or the storage cannot be resized
  Device,       // the tensors are on different devices
  Argument,     // any other invalid argument
  // Errors that no command may raise.
  InternalAssertion,
  OutOfMemory,
  Unmapped,  // the subject's table of messages does not contain the message
};
constexpr int kErrorClasses = static_cast<int>(ErrorClass::Unmapped) + 1;
static_assert(kErrorClasses <= 64, "sets of reasons are 64-bit masks");

struct ErrorFacts {
  std::string_view name;
  std::string_view rules;     // the ids of the rules that demand the error, for example "W4 W5"; empty for None
  std::string_view sentence;  // says what is wrong, and what to do instead
};

const ErrorFacts& facts_of(ErrorClass error);

std::string_view name_of(ErrorClass error);

// Returns the error class with this name, or Unmapped if there is none.
ErrorClass error_class_named(std::string_view name);

using ErrorSet = std::uint64_t;
constexpr ErrorSet set_of(ErrorClass error) { return std::uint64_t{1} << static_cast<int>(error); }
constexpr bool contains(ErrorSet set, ErrorClass error) { return (set & set_of(error)) != 0; }

}  // namespace modecheck::spec
