// `--settings NAME` and `--config FILE`: options of a verb whose values come from a file.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace modecheck::cli {

constexpr const char* kSettingsFile = "modecheck.toml";  // without --config, in the current folder

// Gives the options of `verb` that the command line leaves out the values that the file names for them. Checks the keys
// of all settings in the file, so that a run with one finds a wrong key in another. Does nothing if `name` and `file`
// are empty. Throws UsageError, which names the file, the line and the nearest name.
void apply_settings(CLI::App& verb, const std::string& file, const std::string& name);

}  // namespace modecheck::cli
