// The outcome of a command.
#pragma once

#include <cstdint>

#include "spec/interface/error_class.h"

namespace modecheck::spec {

enum class OutcomeKind : std::uint8_t {
  NotReached,  // the run ended before this command
  Ok,
  Error,        // rejected, for `error`
  Dropped,      // not run: unspecified, not a call, or beyond the harness's limits
  Unsupported,  // the subject cannot do this
  Crash,        // the process died
  Timeout,
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::NotReached;
  ErrorClass error = ErrorClass::None;  // the first reason in the order of E3
  std::uint16_t text_size = 0;          // a subject's own message, in the trace's bytes
  std::uint32_t text_begin = 0;
  ErrorSet reasons = 0;  // from the model only: every reason that holds
};

}  // namespace modecheck::spec
