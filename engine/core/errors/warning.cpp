#include "engine/core/errors/warning.h"

#include <atomic>
#include <cstdio>

namespace c10 {
inline namespace modecheck_v1 {
namespace {

WarningHandler& default_handler() {
  static WarningHandler handler;
  return handler;
}

constinit thread_local WarningHandler* thread_handler = nullptr;
constinit std::atomic<bool> warn_always{false};

}  // namespace

void WarningHandler::process(const SourceLocation& source_location, const std::string& msg, bool verbatim) {
  std::string text = "Warning: " + msg;
  if (!verbatim)
    text += " (function " + std::string(source_location.function) + " at " + source_location.file + ":" +
            std::to_string(source_location.line) + ")";
  text += '\n';
  std::fputs(text.c_str(), stderr);
}

namespace Warning {

void warn(const SourceLocation& source_location, const std::string& msg, bool verbatim) {
  get_warning_handler()->process(source_location, msg, verbatim);
}
void set_warning_handler(WarningHandler* handler) noexcept { thread_handler = handler; }
WarningHandler* get_warning_handler() noexcept {
  return thread_handler == nullptr ? &default_handler() : thread_handler;
}
void set_warnAlways(bool setting) noexcept { warn_always = setting; }
bool get_warnAlways() noexcept { return warn_always; }

}  // namespace Warning
}  // namespace modecheck_v1
}  // namespace c10
