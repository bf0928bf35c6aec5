// Declares the functions with which programs warn. A warning goes to the warning handler of the thread that raises it.
#pragma once

#include <string>

#include "engine/core/errors/warning_handler.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace Warning {

void warn(const SourceLocation& source_location, const std::string& msg, bool verbatim);

// Sets the calling thread's warning handler. Null restores the default handler, which prints to stderr. The caller
// keeps ownership of the handler.
void set_warning_handler(WarningHandler* handler) noexcept;
WarningHandler* get_warning_handler() noexcept;

// Sets, for all threads, whether TORCH_WARN_ONCE warns every time.
void set_warnAlways(bool setting) noexcept;
bool get_warnAlways() noexcept;

}  // namespace Warning

// The name of this namespace in later versions of libtorch.
namespace WarningUtils = Warning;

}  // namespace modecheck_v1
}  // namespace c10
