#include "cli/options/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <set>

#include "cli/options/settings_file.h"
#include "cli/options/suggestion.h"
#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

// Returns the long names of the options that a settings file may set, without dashes.
std::vector<std::string> keys_of(CLI::App& verb) {
  std::vector<std::string> out;
  for (const CLI::Option* option : verb.get_options()) {
    if (option->get_lnames().empty()) continue;
    const std::string& name = option->get_lnames().front();
    if (name != "help" && name != "config" && name != "settings") out.push_back(name);
  }
  return out;
}

class Applying {
 public:
  Applying(CLI::App& verb, std::string file) : verb_(verb), file_(std::move(file)), keys_(keys_of(verb)) {}

  void require_keys(const Settings& settings) const {
    for (const Setting& setting : settings.all)
      if (std::find(keys_.begin(), keys_.end(), setting.key) == keys_.end())
        fail(setting, fmt::format("{} has no option {}{}; a key is the long name of an option, without dashes",
                                  verb_.get_name(), spec::quoted(setting.key), suggestion(setting.key, keys_)));
  }

  void apply(const Setting& setting) {
    CLI::Option* const option = verb_.get_option("--" + setting.key);
    if (option->count() > 0) return;  // the user gave the option on the command line, which takes precedence
    for (const CLI::Option* other : option->get_excludes()) {
      if (other->count() == 0) continue;
      if (set_.count(other) != 0)
        fail(setting, fmt::format("{} and {} exclude one another; leave one out", setting.key, other->get_name()));
      return;  // the user gave an option that excludes this one on the command line
    }
    require_kind(setting, *option);
    try {
      option->add_result(fmt::format("{}", fmt::join(setting.values, ",")));
      option->run_callback();
    } catch (const CLI::Error& error) {
      fail(setting, error.what());
    }
    set_.insert(option);
  }

 private:
  [[noreturn]] void fail(const Setting& setting, const std::string& what) const {
    throw UsageError(fmt::format("{}:{}: {}", file_, setting.line, what));
  }

  void require_kind(const Setting& setting, const CLI::Option& option) const {
    const bool is_flag = option.get_expected_max() == 0;
    const bool is_list = option.get_delimiter() != '\0';
    if (is_flag != (setting.kind == Setting::Kind::Truth))
      fail(setting, is_flag ? fmt::format("{} takes true or false", setting.key)
                            : fmt::format("{} takes a value, not true or false", setting.key));
    if (setting.kind == Setting::Kind::List && !is_list)
      fail(setting, fmt::format("{} takes one value, not a list", setting.key));
  }

  CLI::App& verb_;
  std::string file_;
  std::vector<std::string> keys_;
  std::set<const CLI::Option*> set_;
};

}  // namespace

void apply_settings(CLI::App& verb, const std::string& file, const std::string& name) {
  if (file.empty() && name.empty()) return;
  const std::string path = file.empty() ? kSettingsFile : file;
  if (file.empty() && !std::filesystem::exists(path))
    throw UsageError(
        fmt::format("--settings {}: there is no file {} here; name another file with --config", name, path));
  const std::vector<Settings> all = read_settings(path);
  std::vector<std::string> names;
  for (const Settings& one : all) names.push_back(one.name);
  const auto chosen = std::find_if(all.begin(), all.end(), [&](const Settings& one) { return one.name == name; });
  if (chosen == all.end())
    throw UsageError(
        name.empty() ? fmt::format("--config: choose settings of {} with --settings: {}", path, fmt::join(names, ", "))
                     : fmt::format("--settings: {} has no settings {}{}; it has: {}", path, spec::quoted(name),
                                   suggestion(name, names), fmt::join(names, ", ")));
  Applying applying(verb, path);
  for (const Settings& one : all) applying.require_keys(one);
  for (const Setting& setting : chosen->all) applying.apply(setting);
}

}  // namespace modecheck::cli
