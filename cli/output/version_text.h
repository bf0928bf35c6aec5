// Makes the text that --version prints.
#pragma once

#include <string>

namespace modecheck::cli {

// Returns the command's version and commit, and a line with the version of each subject that is available here.
std::string version_text();

}  // namespace modecheck::cli
