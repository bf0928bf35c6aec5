// Declares c10::Warning::WarningHandlerGuard, which installs another warning handler for its lifetime.
#pragma once

#include "engine/core/errors/warning.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace Warning {

class WarningHandlerGuard {
 public:
  [[nodiscard]] explicit WarningHandlerGuard(WarningHandler* handler) : saved_(get_warning_handler()) {
    set_warning_handler(handler);
  }
  ~WarningHandlerGuard() { set_warning_handler(saved_); }
  WarningHandlerGuard(const WarningHandlerGuard&) = delete;
  WarningHandlerGuard& operator=(const WarningHandlerGuard&) = delete;

 private:
  WarningHandler* saved_;
};

}  // namespace Warning
}  // namespace modecheck_v1
}  // namespace c10
