// c10::WarningHandler: what a thread does with warnings.
#pragma once

#include <string>

#include "engine/core/errors/source_location.h"

namespace c10 {
inline namespace modecheck_v1 {

class WarningHandler {
 public:
  virtual ~WarningHandler() = default;
  // Prints to stderr. `verbatim`: the message is to be shown as it is, without what is put around warnings.
  virtual void process(const SourceLocation& source_location, const std::string& msg, bool verbatim);
};

}  // namespace modecheck_v1
}  // namespace c10
