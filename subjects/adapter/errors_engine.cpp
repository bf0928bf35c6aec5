#include "subjects/adapter/errors_engine.h"

#include <new>

#include "engine/core/errors/error.h"

namespace modecheck::subjects {

// There is no default case. So if the engine adds an error class, this does not compile until the class is mapped.
spec::ErrorClass classify_engine_error(const std::exception& error) {
  using From = engine::ErrorClass;
  using To = spec::ErrorClass;
  const engine::Classified* const classified = engine::classified(error);
  if (classified == nullptr)
    return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? To::OutOfMemory : To::Unmapped;
  switch (classified->error_class()) {
    case From::InferenceWriteOutsideMode:
      return To::InferenceInPlace;
    case From::InferenceVersionRead:
      return To::InferenceVersion;
    case From::InferenceSavedForBackward:
      return To::InferenceSaved;
    case From::InferenceRequiresGradOutsideMode:
      return To::InferenceRequiresGrad;
    case From::KindChange:
      return To::KindMismatch;
    case From::InferenceOutputRecorded:
      return To::InferenceRecorded;
    case From::LeafInPlace:
      return To::LeafInPlace;
    case From::ViewOfLeafInPlace:
      return To::ViewOfLeafInPlace;
    case From::ViewMadeInInferenceMode:
      return To::ViewMadeInInference;
    case From::ViewMadeInNoGradMode:
      return To::ViewMadeInNoGrad;
    case From::ViewOfMultiOutput:
      return To::ViewFromMultiOutput;
    case From::ViewMadeInCustomFunction:
      return To::ViewFromCustomFunction;
    case From::OutArgumentRequiresGrad:
      return To::OutRequiresGrad;
    case From::ResizeRequiresGrad:
      return To::ResizeRequiresGrad;
    case From::DetachView:
      return To::DetachView;
    case From::RequiresGradOnNonLeaf:
      return To::RequiresGradNonLeaf;
    case From::RequiresGradOnNonFloating:
      return To::RequiresGradDtype;
    case From::NotDifferentiable:
    case From::BackwardRootRequiresNoGrad:
    case From::BackwardInputRequiresNoGrad:
      return To::BackwardNoGraph;
    case From::BackwardRootNotScalar:
    case From::BackwardGradientMismatch:
    case From::BackwardGradientCount:
      return To::BackwardShape;
    case From::BackwardGradientDtype:
      return To::BackwardDtype;
    case From::BackwardGraphFreed:
      return To::BackwardFreed;
    case From::BackwardSavedTensorModified:
      return To::BackwardVersion;
    case From::BackwardInputUnused:
      return To::BackwardUnused;
    case From::RetainGrad:
      return To::RetainGradNoGrad;
    case From::Shape:
      return To::Shape;
    case From::Dtype:
      return To::Dtype;
    case From::DeviceMismatch:
      return To::Device;
    case From::Dimension:
    case From::Index:
      return To::Range;
    case From::MemoryOverlap:
      return To::Overlap;
    case From::Strides:
      return To::Strides;
    case From::StorageBounds:
      return To::StorageSize;
    case From::MetadataChangeAfterDetach:
    case From::NotAView:
    case From::BackwardNan:
    case From::Argument:
    case From::UndefinedTensor:
    case From::Overflow:
    case From::UnknownOperator:
    case From::Unsupported:
      return To::Argument;
    case From::OutOfMemory:
      return To::OutOfMemory;
    case From::Internal:
      return To::InternalAssertion;
  }
  return To::Unmapped;
}

}  // namespace modecheck::subjects
