// Finds and runs the Python programs that belong to `modecheck audit`. They lie in share/modecheck/audit.
#pragma once

#include <string>
#include <vector>

namespace modecheck::cli {

// Returns the python3 to use: the one that MODECHECK_PYTHON names, or "python3".
std::string chosen_python();

// Returns the path of the file, which lies beside this program, built or installed. Throws UsageError if it is not
// there. `purpose` says what the file does, for the message.
std::string audit_program(const std::string& name, const std::string& purpose);

// Replaces this process by the program. Throws UsageError if python3 cannot be started.
[[noreturn]] void become_python_program(std::vector<std::string> words, const std::string& purpose);

// Runs the program with nothing to read, and waits for its end. Returns its exit code. Throws UsageError if python3
// cannot be started.
int run_python_program(std::vector<std::string> words, const std::string& purpose);

}  // namespace modecheck::cli
