// Declares c10::WarningHandler, which defines how a thread reports warnings.
#pragma once

#include <string>

#include "engine/core/errors/source_location.h"

namespace c10 {
inline namespace modecheck_v1 {

class WarningHandler {
 public:
  virtual ~WarningHandler() = default;
  // Prints the warning `msg` to stderr. Unless `verbatim` is set, the text also names the function, file and line of
  // the warning.
  virtual void process(const SourceLocation& source_location, const std::string& msg, bool verbatim);
};

}  // namespace modecheck_v1
}  // namespace c10
