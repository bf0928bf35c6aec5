// Every rejection of the engine: a class, and a message that names operator, reason and way out (E2).
//
//   MODECHECK_CHECK(self.dim() == 2, ErrorClass::Shape, "mm: self must be a matrix, but its sizes are ", self.sizes());
//
// The parts after the class are evaluated only when the check fails.
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

// One value per reason. The adapter maps it to the spec's own classes.
enum class ErrorClass : std::uint8_t {
  // K, V, M: the two kinds of tensor
  InferenceWriteOutsideMode,         // M2
  InferenceVersionRead,              // V2
  InferenceSavedForBackward,         // S1
  InferenceRequiresGradOutsideMode,  // M3
  KindChange,                        // K3: set_, set_data between normal and inference
  InferenceOutputRecorded,           // F2: a custom Function's recorded output
  // W, M: in-place and out=
  LeafInPlace,                // W4
  ViewOfLeafInPlace,          // W4
  ViewMadeInInferenceMode,    // W4, W5
  ViewMadeInNoGradMode,       // W4, W5
  ViewOfMultiOutput,          // W4, W5
  ViewMadeInCustomFunction,   // W4, W5
  OutArgumentRequiresGrad,    // M4
  ResizeRequiresGrad,         // M6
  DetachView,                 // M6
  MetadataChangeAfterDetach,  // sizes, strides or storage of a tensor made by `.data` or `detach()`
  RequiresGradOnNonLeaf,      // requires_grad_(false) on a tensor with a grad_fn
  RequiresGradOnNonFloating,  // M3
  NotAView,                   // `_base()` of a tensor that is no tracked view
  // S: backward
  BackwardRootRequiresNoGrad,   // the root has no grad_fn and does not require grad
  BackwardRootNotScalar,        // gradients are implicit for one element only
  BackwardGradientMismatch,     // the gradient's shape or device is not the tensor's
  BackwardGradientDtype,        // it is complex and the tensor is not, or the other way round
  BackwardGradientCount,        // F1: a custom Function's backward returned too few or too many gradients
  BackwardGraphFreed,           // S2
  BackwardSavedTensorModified,  // S2
  BackwardNan,                  // S7: anomaly mode found one
  BackwardInputUnused,          // grad(): an input takes no part
  BackwardInputRequiresNoGrad,  // grad(): an input does not require grad
  BackwardInsideBackward,       // the engine was entered in a way it does not support
  SetDataMismatch,              // set_data with another dtype or device than a gradient was accumulated for
  NotDifferentiable,            // the operator's derivative, or its second one, is not implemented
  RetainGrad,                   // retain_grad on a tensor that does not require grad
  // Arguments
  Shape,
  Dtype,
  DeviceMismatch,
  Dimension,      // a dimension out of range
  Index,          // an index out of range
  Argument,       // any other wrong argument
  MemoryOverlap,  // the written argument overlaps itself or another argument
  Strides,        // negative strides, or strides that the sizes of a view do not allow
  StorageBounds,  // sizes and strides reach beyond the storage
  UndefinedTensor,
  Overflow,         // a number does not fit the dtype
  UnknownOperator,  // the dispatcher has no such schema, or the boxed arguments do not fit it
  Unsupported,      // legal in libtorch, not built here
  OutOfMemory,
  Internal,  // a broken invariant of the engine; never a legal answer
};

const char* name_of(ErrorClass error_class);

// What every exception of the engine carries beside its libtorch-compatible type.
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

class Error : public std::exception, public modecheck::engine::Classified {
 public:
  Error(modecheck::engine::ErrorClass error_class, std::string message) noexcept
      : Classified(error_class), message_(std::move(message)) {}
  // What programs throw themselves. There are no backtraces.
  Error(SourceLocation /*source_location*/, std::string message)
      : Error(modecheck::engine::ErrorClass::Argument, std::move(message)) {}
  Error(std::string message, std::string /*backtrace*/, const void* caller = nullptr)
      : Error(modecheck::engine::ErrorClass::Argument, std::move(message)) {
    caller_ = caller;
  }
  // The message with its contexts, which are found on lines of their own.
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
  std::string what_;  // empty: the message alone
  const void* caller_ = nullptr;
};

class IndexError : public Error {
  using Error::Error;
};
class ValueError : public Error {
  using Error::Error;
};
class TypeError : public Error {
  using Error::Error;
};
class NotImplementedError : public Error {
  using Error::Error;
};
class EnforceFiniteError : public Error {
  using Error::Error;
};
class LinAlgError : public Error {
  using Error::Error;
};
class OutOfMemoryError : public Error {
  using Error::Error;
};

// The exception's type and text for a log.
std::string GetExceptionString(const std::exception& error);

// The engine takes no backtraces; programs that silence libtorch's still compile.
inline void SetStackTraceFetcher(std::function<std::string()> /*fetcher*/) {}

}  // namespace modecheck_v1
}  // namespace c10

namespace modecheck::engine {

// The exceptions that libtorch throws outside its own hierarchy.
class ClassifiedRuntimeError : public std::runtime_error, public Classified {
 public:
  ClassifiedRuntimeError(ErrorClass error_class, const std::string& message)
      : std::runtime_error(message), Classified(error_class) {}
};

// Writes the parts of a message; only when one is wanted, and where the exception is made.
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

// Throws the exception type that code written for libtorch catches for this class.
[[noreturn, gnu::cold]] void throw_error(ErrorClass error_class, const MessageParts& message);

// A rejection is an ordinary answer here, and unwinding is what it costs: so much for every frame, and as much again
// for one that holds something to destroy. Neither this frame nor throw_error's holds anything.
template <typename... Parts>
[[noreturn, gnu::cold, gnu::noinline]] void raise(ErrorClass error_class, const Parts&... parts) {
  const auto write = [&](std::string& out) { (append_part(out, parts), ...); };
  throw_error(error_class, MessageParts(write));
}

// The class of any exception that the engine threw; nullptr for others.
inline const Classified* classified(const std::exception& error) { return dynamic_cast<const Classified*>(&error); }

}  // namespace modecheck::engine

#define MODECHECK_CHECK(condition, ...)        \
  do {                                         \
    if (!(condition)) [[unlikely]]             \
      ::modecheck::engine::raise(__VA_ARGS__); \
  } while (false)

// A broken invariant of the engine itself.
#define MODECHECK_INVARIANT(condition)                                                                              \
  MODECHECK_CHECK(condition, ::modecheck::engine::ErrorClass::Internal, "INTERNAL: ", #condition, " at ", __FILE__, \
                  ":", __LINE__)
