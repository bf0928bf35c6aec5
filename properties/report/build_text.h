#pragma once

#include <string>

namespace modecheck::properties {

// "modecheck 0.1.0 (3e12f00)": the version and the commit that was built, with a "+" where the sources were changed
// since; the version alone where they were not built from a repository.
std::string build_text();

}  // namespace modecheck::properties
