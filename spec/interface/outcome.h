// The outcome of a command, in the model or in a subject.
#pragma once

#include <cstdint>

#include "spec/interface/error_class.h"

namespace modecheck::spec {

enum class OutcomeKind : std::uint8_t {
  NotReached,  // the run of the program ended before this command
  Ok,
  Error,        // the command was rejected, for the reason `error`
  Dropped,      // no subject ran the command: it is unspecified, means nothing, or is beyond the harness's limits
  Unsupported,  // the subject does not support this command
  Crash,        // the subject's process crashed
  Timeout,
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::NotReached;
  ErrorClass error = ErrorClass::None;  // the error class; of several reasons, the first in the order of rule E3
  std::uint16_t text_size = 0;          // the size of the subject's own error message, which is in the trace's bytes
  std::uint32_t text_begin = 0;
  ErrorSet reasons = 0;  // every reason to reject the command; only the model fills it
};

}  // namespace modecheck::spec
