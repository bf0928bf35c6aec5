#include "cli/options/subject_choice.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "cli/options/suggestion.h"
#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

using spec::DeviceKind;
using subjects::Plugin;

constexpr std::array kPlugins{"engine", "torch", "canary", "starved"};
constexpr std::array kDevices{DeviceKind::Cpu, DeviceKind::Meta, DeviceKind::Sim, DeviceKind::Cuda, DeviceKind::Fake};

std::string full_name(const std::string& plugin, DeviceKind device) {
  return plugin + ":" + std::string(spec::name_of(device));
}

std::string not_found(const std::string& plugin) {
  std::string out = fmt::format("its plug-in modecheck_subject_{}.so was not found", plugin);
  if (plugin == "torch") out += " (it is built where libtorch is installed: apt-get install libtorch-dev)";
  return out;
}

// Explains why a plug-in that was found does not load. Most such plug-ins belong to a user, who built or linked them in
// another way.
std::string not_loaded(const subjects::PluginError& error) {
  return fmt::format("{}; docs/OWN_ENGINE.md shows how a subject is built and linked", error.what());
}

std::vector<std::string> plugin_names() {
  std::vector<std::string> out(kPlugins.begin(), kPlugins.end());
  for (const std::string& name : subjects::available_plugins())
    if (name != "exec" && std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
  return out;
}

std::vector<std::string> full_names() {
  std::vector<std::string> out;
  for (const std::string& plugin : plugin_names())
    for (const DeviceKind device : kDevices) out.push_back(full_name(plugin, device));
  return out;
}

std::optional<DeviceKind> device_named(std::string_view name) {
  for (const DeviceKind device : kDevices)
    if (spec::name_of(device) == name) return device;
  return std::nullopt;
}

// A NamedSubject is a subject as the user names it.
struct NamedSubject {
  std::string name;    // the subject's name, for example "mine:cpu"
  std::string plugin;  // the plug-in's name, for example "mine", or its file
  DeviceKind device = DeviceKind::Cpu;
};

// Reads a file name such as "./modecheck_subject_mine.so" or "./modecheck_subject_mine.so:cpu". The subject is then
// called mine:cpu, as if modecheck had found the plug-in itself. The device is the CPU unless the user names one.
NamedSubject named_by_file(const std::string& text, const char* option) {
  constexpr std::string_view prefix = "modecheck_subject_";
  NamedSubject out{"", text, DeviceKind::Cpu};
  if (const std::size_t colon = text.rfind(':'); colon != std::string::npos && text.find('/', colon) == text.npos) {
    if (const auto device = device_named(std::string_view(text).substr(colon + 1))) {
      out.device = *device;
      out.plugin = text.substr(0, colon);
    }
  }
  std::error_code error;
  if (!std::filesystem::is_regular_file(out.plugin, error))
    throw UsageError(
        fmt::format("{}: there is no file {}; a name with a slash is the file of a plug-in, and others are "
                    "listed by `modecheck subjects`",
                    option, spec::quoted(out.plugin)));
  std::string stem = std::filesystem::path(out.plugin).stem().string();
  if (stem.rfind(prefix, 0) == 0) stem.erase(0, prefix.size());
  out.name = full_name(stem, out.device);
  return out;
}

// Reads a name such as "engine:cpu". Throws UsageError if there is no such subject, or its plug-in was not found.
NamedSubject named_by_plugin(const std::string& name, const char* option) {
  const std::vector<std::string> known = full_names();
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw UsageError(fmt::format("{}: there is no subject {}{}; `modecheck subjects` lists them", option,
                                 spec::quoted(name), suggestion(name, known)));
  const std::size_t colon = name.find(':');
  NamedSubject out{name, name.substr(0, colon), *device_named(std::string_view(name).substr(colon + 1))};
  if (subjects::find_plugin(out.plugin).empty())
    throw UsageError(fmt::format("{}: '{}' is not available: {}", option, name, not_found(out.plugin)));
  return out;
}

constexpr std::string_view kExec = "exec:";

// Opens a subject such as "exec:./adapter.py": a program that answers in lines of JSON. The plug-in `exec` starts it.
properties::SubjectHandle open_adapter(const std::string& text, const char* option) {
  constexpr const char* variable = "MODECHECK_EXEC";
  const std::string file = text.substr(kExec.size());
  if (access(file.c_str(), X_OK) != 0 || !std::filesystem::is_regular_file(file))
    throw UsageError(fmt::format("{}: {} is no executable file; docs/OWN_ENGINE.md shows how an adapter is made",
                                 option, spec::quoted(file)));
  const std::string path = std::filesystem::canonical(file).string();
  if (const char* const other = std::getenv(variable); other != nullptr && path != other)
    throw UsageError(fmt::format("{}: {} and {} are two adapters; name one of them", option, other, path));
  setenv(variable, path.c_str(), 1);
  if (subjects::find_plugin("exec").empty())
    throw UsageError(fmt::format("{}: '{}' is not available: {}", option, text, not_found("exec")));
  const Plugin plugin = Plugin::load("exec");
  // An adapter that does not start has no device, and its version says why.
  if (!plugin.has_device(DeviceKind::Cpu))
    throw UsageError(fmt::format("{}: '{}' is not available: {}", option, text, plugin.version()));
  return {text, plugin, DeviceKind::Cpu};
}

properties::SubjectHandle open_subject(const std::string& text, const char* option) {
  if (text.rfind(kExec, 0) == 0) return open_adapter(text, option);
  const NamedSubject named =
      text.find('/') != std::string::npos ? named_by_file(text, option) : named_by_plugin(text, option);
  const Plugin plugin = [&] {
    try {
      return Plugin::load(named.plugin);
    } catch (const subjects::PluginError& error) {
      throw UsageError(fmt::format("{}: '{}' is not available: {}", option, named.name, not_loaded(error)));
    }
  }();
  if (!plugin.has_device(named.device))
    throw UsageError(fmt::format("{}: {} {} has no device '{}'", option, named.plugin, plugin.version(),
                                 spec::name_of(named.device)));
  return {named.name, plugin, named.device};
}

// Returns the subject, or std::nullopt if its plug-in exists but does not load. A user who did not name the subject
// gets no error: the plug-in for libtorch is installed even where libtorch is not.
std::optional<properties::SubjectHandle> open_if_it_loads(const std::string& name, const char* option) {
  try {
    return open_subject(name, option);
  } catch (const UsageError& error) {
    fmt::print(stderr, "modecheck: judging without it: {}\n", error.what());
    return std::nullopt;
  }
}

}  // namespace

std::vector<SubjectState> all_subjects() {
  std::vector<SubjectState> out;
  for (const std::string& name : plugin_names()) {
    const std::string file = subjects::find_plugin(name);
    std::optional<Plugin> plugin;
    try {
      if (!file.empty()) plugin = Plugin::load(name);
    } catch (const subjects::PluginError& error) {
      // Only a plug-in that loads can say which devices it has.
      out.push_back({name, "", false, not_loaded(error), file});
      continue;
    }
    for (const DeviceKind device : kDevices) {
      SubjectState state;
      state.name = full_name(name, device);
      state.file = file;
      if (plugin) {
        state.version = plugin->version();
        state.available = plugin->has_device(device);
        state.why = state.available ? "" : "it does not have this device";
      } else {
        state.why = not_found(name);
      }
      out.push_back(std::move(state));
    }
  }
  return out;
}

std::vector<properties::SubjectHandle> choose_subjects(const std::vector<std::string>& names, const char* option) {
  std::vector<properties::SubjectHandle> out;
  if (!names.empty()) {
    for (const std::string& name : names) {
      properties::SubjectHandle opened = open_subject(name, option);
      if (std::any_of(out.begin(), out.end(), [&](const auto& subject) { return subject.name == opened.name; }))
        throw UsageError(fmt::format("{}: '{}' is named twice", option, opened.name));
      out.push_back(std::move(opened));
    }
    return out;
  }
  for (const char* name : {"engine", "torch"})
    if (!subjects::find_plugin(name).empty())
      if (auto subject = open_if_it_loads(fmt::format("{}:cpu", name), option)) out.push_back(std::move(*subject));
  if (!out.empty()) return out;
  std::string searched;
  for (const std::string& folder : subjects::search_path()) searched += "\n  " + folder;
  throw UsageError("there is no subject to judge: no plug-in modecheck_subject_*.so was found in" + searched);
}

std::optional<properties::SubjectHandle> subject_for_control(const std::string& name) {
  if (subjects::find_plugin(name.substr(0, name.find(':'))).empty()) return std::nullopt;
  return open_subject(name, "--controls");
}

void add_failing_allocations_control(const std::vector<properties::SubjectHandle>& judged,
                                     properties::ControlOptions& controls) {
  controls.sweep = std::any_of(judged.begin(), judged.end(), [](const auto& one) { return one.name == "engine:cpu"; });
  if (controls.sweep) controls.starved = subject_for_control("starved:cpu");
}

}  // namespace modecheck::cli
