// Declares the errors of the engine. Every rejection has a class, and a message that names the operator, the reason and
// what to do instead (rule E2).
//
//   MODECHECK_CHECK(self.dim() == 2, ErrorClass::Shape, "mm: self must be a matrix, but its sizes are ", self.sizes());
//
// The arguments after the class are evaluated only when the check fails.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/errors/message_part.h"
#include "engine/core/errors/source_location.h"

namespace modecheck::engine {

// The reasons for which the engine rejects a call, one value for each reason. The adapter in subjects/ maps them to the
// specification's error classes.
enum class ErrorClass : std::uint8_t {
  // errors about the kind of a tensor, normal or inference (rules K1 to K6, V2 and M2)
  InferenceWriteOutsideMode,         // M2: an inference tensor would be written outside InferenceMode
  InferenceVersionRead,              // V2: a program asked for the version of an inference tensor, which has none
  InferenceSavedForBackward,         // S1: an inference tensor would be saved for backward
  InferenceRequiresGradOutsideMode,  // M3: requires_grad_() was called on an inference tensor outside InferenceMode
  KindChange,                        // K3: set_ or set_data would make a normal and an inference tensor share a storage
  InferenceOutputRecorded,           // F2: a recorded result of a custom Function is an inference tensor
  // errors of in-place operators and of out= operators (rules W4, W5, M3, M4 and M6)
  LeafInPlace,                // W4: a leaf that requires grad would be written in place
  ViewOfLeafInPlace,          // W4: a view of a leaf that requires grad would be written in place
  ViewMadeInInferenceMode,    // W4, W5: a view made in InferenceMode is to be written, or its base was written
  ViewMadeInNoGradMode,       // W4, W5: a view made in no-grad mode is to be written, or its base was written
  ViewOfMultiOutput,          // W4, W5: one of an operator's several views is to be written, or its base was written
  ViewMadeInCustomFunction,   // W4, W5: a view from a custom Function is to be written, or its base was written
  OutArgumentRequiresGrad,    // M4: an out= operator would have to be recorded
  ResizeRequiresGrad,         // M6: a tensor that requires grad would be resized
  DetachView,                 // M6: detach_ was called on a tracked view
  MetadataChangeAfterDetach,  // sizes, strides or storage of a tensor made by `.data` or `detach()` would change
  RequiresGradOnNonLeaf,      // requires_grad_(false) was called on a tensor with a grad_fn
  RequiresGradOnNonFloating,  // M3: requires_grad_() was called on a tensor of integers or bools
  NotAView,                   // `_base()` was called on a tensor that is no tracked view
  // errors of backward (rules S1 to S7)
  BackwardRootRequiresNoGrad,   // a root has no grad_fn and does not require grad
  BackwardRootNotScalar,        // backward() needs a gradient for a root that does not have exactly one element
  BackwardGradientMismatch,     // a gradient has another shape or device than its tensor
  BackwardGradientDtype,        // exactly one of the gradient and the tensor is complex
  BackwardGradientCount,        // F1: a custom Function's backward returned too few or too many gradients
  BackwardGraphFreed,           // S2: an earlier backward has freed the graph
  BackwardSavedTensorModified,  // S2: a saved tensor was written after it was saved
  BackwardNan,                  // S7: anomaly mode found a NaN
  BackwardInputUnused,          // grad(): the graph does not use an input
  BackwardInputRequiresNoGrad,  // grad(): an input does not require grad
  NotDifferentiable,            // the operator's first or second derivative is not implemented
  RetainGrad,                   // retain_grad was called on a tensor that does not require grad
  // errors about other arguments
  Shape,
  Dtype,
  DeviceMismatch,
  Dimension,      // a dimension is out of range
  Index,          // an index is out of range
  Argument,       // an argument is wrong in another way
  MemoryOverlap,  // the written argument overlaps itself or another argument
  Strides,        // a stride is negative, or the strides do not allow the requested view
  StorageBounds,  // sizes and strides reach beyond the storage
  UndefinedTensor,
  Overflow,         // a number does not fit the dtype to which it must be converted
  UnknownOperator,  // the dispatcher has no such schema, or the boxed arguments do not fit it
  Unsupported,      // libtorch allows the call, but this engine does not implement it
  OutOfMemory,
  Internal,  // a bug in the engine: one of its invariants does not hold; no rule ever allows this error (rule E2)
};

const char* name_of(ErrorClass error_class);

// Adds the error class to an exception. Every exception of the engine derives from this class and from a type that
// libtorch throws.
class Classified {
 public:
  explicit Classified(ErrorClass error_class) : error_class_(error_class) {}
  virtual ~Classified() = default;
  ErrorClass error_class() const { return error_class_; }

 private:
  ErrorClass error_class_;
};

}  // namespace modecheck::engine

namespace c10 {
inline namespace modecheck_v1 {

// The exception that the engine throws for most errors, as in libtorch.
class Error : public std::exception, public modecheck::engine::Classified {
 public:
  Error(modecheck::engine::ErrorClass error_class, std::string message) noexcept
      : Classified(error_class), message_(std::move(message)) {}
  // Makes an exception that a program throws itself. Its error class is Argument. The engine takes no backtraces, so
  // `message` is the whole text.
  Error(SourceLocation /*source_location*/, std::string message)
      : Error(modecheck::engine::ErrorClass::Argument, std::move(message)) {}
  Error(std::string message, std::string /*backtrace*/, const void* caller = nullptr)
      : Error(modecheck::engine::ErrorClass::Argument, std::move(message)) {
    caller_ = caller;
  }
  // Returns the message, followed by the context lines that add_context() added.
  const char* what() const noexcept override { return what_.empty() ? message_.c_str() : what_.c_str(); }
  const char* what_without_backtrace() const noexcept { return what(); }
  const std::string& msg() const { return message_; }
  const std::vector<std::string>& context() const { return context_; }
  std::string backtrace() const { return {}; }
  const void* caller() const noexcept { return caller_; }
  void add_context(std::string context);

 private:
  std::string message_;
  std::vector<std::string> context_;
  std::string what_;  // the text that what() returns; empty while there is no context line
  const void* caller_ = nullptr;
};

// The exception for an index or a dimension that is out of range.
class IndexError : public Error {
  using Error::Error;
};
class ValueError : public Error {
  using Error::Error;
};
class TypeError : public Error {
  using Error::Error;
};
// The exception for operations that this engine does not implement.
class NotImplementedError : public Error {
  using Error::Error;
};
class EnforceFiniteError : public Error {
  using Error::Error;
};
class LinAlgError : public Error {
  using Error::Error;
};
// The exception of a device that has no memory left.
class OutOfMemoryError : public Error {
  using Error::Error;
};

// Returns the exception's type and message as text for a log.
std::string GetExceptionString(const std::exception& error);

// Does nothing, because the engine takes no backtraces. Programs that turn off libtorch's backtraces call this
// function.
inline void SetStackTraceFetcher(std::function<std::string()> /*fetcher*/) {}

}  // namespace modecheck_v1
}  // namespace c10

namespace modecheck::engine {

// A std::runtime_error with an error class. The engine throws it where libtorch throws a bare std::runtime_error.
class ClassifiedRuntimeError : public std::runtime_error, public Classified {
 public:
  ClassifiedRuntimeError(ErrorClass error_class, const std::string& message)
      : std::runtime_error(message), Classified(error_class) {}
};

// Holds the parts of a message, and formats them only when an exception is created.
class MessageParts {
 public:
  template <typename Write>
  explicit MessageParts(const Write& write)
      : parts_(&write), write_([](const void* parts, std::string& out) { (*static_cast<const Write*>(parts))(out); }) {}
  std::string text() const noexcept;

 private:
  const void* parts_;
  void (*write_)(const void* parts, std::string& out);
};

// Throws an exception with this error class. Its type is the one that libtorch throws for this error, so that code
// written for libtorch catches it.
[[noreturn, gnu::cold]] void throw_error(ErrorClass error_class, const MessageParts& message);

// Throws an error with this class and a message made of `parts`. Rejections are frequent here, so unwinding has to be
// cheap. Every stack frame costs time, and a frame with something to destroy costs twice as much. Neither this frame
// nor that of throw_error() has anything to destroy.
template <typename... Parts>
[[noreturn, gnu::cold, gnu::noinline]] void raise(ErrorClass error_class, const Parts&... parts) {
  const auto write = [&](std::string& out) { (append_part(out, parts), ...); };
  throw_error(error_class, MessageParts(write));
}

// Returns the exception with its error class if the engine threw it, and nullptr for any other exception.
inline const Classified* classified(const std::exception& error) { return dynamic_cast<const Classified*>(&error); }

}  // namespace modecheck::engine

#define MODECHECK_CHECK(condition, ...)        \
  do {                                         \
    if (!(condition)) [[unlikely]]             \
      ::modecheck::engine::raise(__VA_ARGS__); \
  } while (false)

// Raises ErrorClass::Internal if an invariant of the engine itself does not hold.
#define MODECHECK_INVARIANT(condition)                                                                              \
  MODECHECK_CHECK(condition, ::modecheck::engine::ErrorClass::Internal, "INTERNAL: ", #condition, " at ", __FILE__, \
                  ":", __LINE__)
