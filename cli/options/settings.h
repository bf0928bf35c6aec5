// Reads `--settings NAME` and `--config FILE`: options of a verb whose values come from a file.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace modecheck::cli {

// the file that is read without --config, from the current folder
constexpr const char* kSettingsFile = "modecheck.toml";

// Gives options of `verb` the values that the settings file names, unless the command line gives these options. Checks
// the keys of all settings in the file, so that a run with one setting finds a wrong key in another. Does nothing if
// `name` and `file` are empty. Throws UsageError, which names the file, the line and the nearest valid name.
void apply_settings(CLI::App& verb, const std::string& file, const std::string& name);

}  // namespace modecheck::cli
