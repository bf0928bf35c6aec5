#include "spec/error_class.h"

#include <array>

namespace modecheck::spec {
namespace {

constexpr std::array<std::string_view, kErrorClasses> kNames{
    "None",
    "InferenceInPlace",
    "InferenceSaved",
    "InferenceRequiresGrad",
    "InferenceVersion",
    "KindMismatch",
    "InferenceRecorded",
    "NoADInplaceOrViewKernel",
    "NoAutogradKernel",
    "LeafInPlace",
    "ViewOfLeafInPlace",
    "ViewMadeInInference",
    "ViewMadeInNoGrad",
    "ViewFromMultiOutput",
    "ViewFromCustomFunction",
    "OutRequiresGrad",
    "ResizeRequiresGrad",
    "DetachView",
    "RequiresGradDtype",
    "RequiresGradNonLeaf",
    "RetainGradNoGrad",
    "BackwardNoGraph",
    "BackwardShape",
    "BackwardDtype",
    "BackwardFreed",
    "BackwardVersion",
    "BackwardUnused",
    "Shape",
    "Range",
    "Dtype",
    "Overlap",
    "Strides",
    "StorageSize",
    "Device",
    "Argument",
    "InternalAssertion",
    "OutOfMemory",
    "Unmapped",
};
static_assert(kNames.back() == "Unmapped", "one name for each class");

}  // namespace

std::string_view name_of(ErrorClass error) { return kNames[static_cast<std::size_t>(error)]; }

ErrorClass error_class_named(std::string_view name) {
  for (int i = 0; i < kErrorClasses; ++i)
    if (kNames[static_cast<std::size_t>(i)] == name) return static_cast<ErrorClass>(i);
  return ErrorClass::Unmapped;
}

}  // namespace modecheck::spec
