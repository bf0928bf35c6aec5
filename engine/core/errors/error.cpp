#include "engine/core/errors/error.h"

#include <typeinfo>

#include "engine/core/types/type_name.h"

namespace modecheck::engine {

const char* name_of(ErrorClass error_class) {
  switch (error_class) {
#define MODECHECK_NAME(name) \
  case ErrorClass::name:     \
    return #name
    MODECHECK_NAME(InferenceWriteOutsideMode);
    MODECHECK_NAME(InferenceVersionRead);
    MODECHECK_NAME(InferenceSavedForBackward);
    MODECHECK_NAME(InferenceRequiresGradOutsideMode);
    MODECHECK_NAME(KindChange);
    MODECHECK_NAME(InferenceOutputRecorded);
    MODECHECK_NAME(LeafInPlace);
    MODECHECK_NAME(ViewOfLeafInPlace);
    MODECHECK_NAME(ViewMadeInInferenceMode);
    MODECHECK_NAME(ViewMadeInNoGradMode);
    MODECHECK_NAME(ViewOfMultiOutput);
    MODECHECK_NAME(ViewMadeInCustomFunction);
    MODECHECK_NAME(OutArgumentRequiresGrad);
    MODECHECK_NAME(ResizeRequiresGrad);
    MODECHECK_NAME(DetachView);
    MODECHECK_NAME(MetadataChangeAfterDetach);
    MODECHECK_NAME(RequiresGradOnNonLeaf);
    MODECHECK_NAME(RequiresGradOnNonFloating);
    MODECHECK_NAME(NotAView);
    MODECHECK_NAME(BackwardRootRequiresNoGrad);
    MODECHECK_NAME(BackwardRootNotScalar);
    MODECHECK_NAME(BackwardGradientMismatch);
    MODECHECK_NAME(BackwardGradientDtype);
    MODECHECK_NAME(BackwardGradientCount);
    MODECHECK_NAME(BackwardGraphFreed);
    MODECHECK_NAME(BackwardSavedTensorModified);
    MODECHECK_NAME(BackwardNan);
    MODECHECK_NAME(BackwardInputUnused);
    MODECHECK_NAME(BackwardInputRequiresNoGrad);
    MODECHECK_NAME(NotDifferentiable);
    MODECHECK_NAME(RetainGrad);
    MODECHECK_NAME(Shape);
    MODECHECK_NAME(Dtype);
    MODECHECK_NAME(DeviceMismatch);
    MODECHECK_NAME(Dimension);
    MODECHECK_NAME(Index);
    MODECHECK_NAME(Argument);
    MODECHECK_NAME(MemoryOverlap);
    MODECHECK_NAME(Strides);
    MODECHECK_NAME(StorageBounds);
    MODECHECK_NAME(UndefinedTensor);
    MODECHECK_NAME(Overflow);
    MODECHECK_NAME(UnknownOperator);
    MODECHECK_NAME(Unsupported);
    MODECHECK_NAME(OutOfMemory);
    MODECHECK_NAME(Internal);
#undef MODECHECK_NAME
  }
  return "unknown";
}

std::string MessageParts::text() const noexcept {
  try {
    std::string out;
    out.reserve(256);  // 256 bytes hold nearly every message, so the text need not be copied as it grows
    write_(parts_, out);
    return out;
  } catch (const std::exception&) {
    // There is no memory for the message, so the text is empty. The error class still says what is wrong.
    return {};
  }
}

namespace {

// Throws a std::runtime_error with an error class. std::runtime_error copies the text, so the text must be destroyed if
// that copy throws. Such cleanup makes unwinding slower. This separate function keeps the cleanup out of throw_error(),
// which most errors use.
[[noreturn, gnu::cold, gnu::noinline]] void throw_runtime_error(ErrorClass error_class, const MessageParts& message) {
  throw ClassifiedRuntimeError(error_class, message.text());
}

}  // namespace

void throw_error(ErrorClass error_class, const MessageParts& message) {
  switch (error_class) {
    case ErrorClass::Dimension:
    case ErrorClass::Index:
      throw c10::IndexError(error_class, message.text());
    case ErrorClass::Unsupported:
      throw c10::NotImplementedError(error_class, message.text());
    case ErrorClass::RequiresGradOnNonLeaf:
    case ErrorClass::NotAView:
    case ErrorClass::BackwardGradientCount:
    case ErrorClass::BackwardNan:
    case ErrorClass::Overflow:
      throw_runtime_error(error_class, message);
    default:
      throw c10::Error(error_class, message.text());
  }
}

}  // namespace modecheck::engine

namespace c10 {
inline namespace modecheck_v1 {

std::string GetExceptionString(const std::exception& error) {
  return modecheck::engine::type_name(typeid(error)) + ": " + error.what();
}

void Error::add_context(std::string context) {
  context_.push_back(std::move(context));
  what_ = message_;
  if (context_.size() == 1) {
    what_ += " (" + context_[0] + ")";
  } else {
    for (const std::string& each : context_) what_ += "\n  " + each;
  }
}

}  // namespace modecheck_v1
}  // namespace c10
