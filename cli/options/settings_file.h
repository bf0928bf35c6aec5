// Reads a TOML file of named settings:
//
//   [smoke]                        # a name of settings
//   time = "10s"                   # the long name of an option, and its value
//   subjects = ["engine:cpu"]      # an option that takes a list
//   controls = false               # an option without a value
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace modecheck::cli {

struct Setting {
  enum class Kind : std::uint8_t { Text, Number, Truth, List };

  std::string key;
  Kind kind = Kind::Text;
  std::vector<std::string> values;  // the value of the option, or the elements of a list
  std::size_t line = 0;
};

struct Settings {
  std::string name;
  std::size_t line = 0;
  std::vector<Setting> all;  // the settings, in the order of the file
};

// Returns the settings in the order of the file. Throws UsageError with a message of the form "FILE:LINE: what is
// wrong".
std::vector<Settings> read_settings(const std::filesystem::path& file);

}  // namespace modecheck::cli
