// Warnings: each goes to the handler of the thread that it arises on.
#pragma once

#include <string>

#include "engine/core/errors/warning_handler.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace Warning {

void warn(const SourceLocation& source_location, const std::string& msg, bool verbatim);

// The calling thread's handler; null puts back the default one, which prints to stderr. The handler stays the caller's.
void set_warning_handler(WarningHandler* handler) noexcept;
WarningHandler* get_warning_handler() noexcept;

// For all threads: whether TORCH_WARN_ONCE warns every time.
void set_warnAlways(bool setting) noexcept;
bool get_warnAlways() noexcept;

}  // namespace Warning

// What later versions of libtorch call it.
namespace WarningUtils = Warning;

}  // namespace modecheck_v1
}  // namespace c10
