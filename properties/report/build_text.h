#pragma once

#include <string>

namespace modecheck::properties {

// Returns, for example, "modecheck 0.1.0 (3e12f00)": the version and the commit that was built, with a "+" if the
// sources were changed since. Without a repository it returns the version alone.
std::string build_text();

}  // namespace modecheck::properties
