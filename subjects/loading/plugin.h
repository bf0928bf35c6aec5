// A subject plug-in. It is either loaded into this process for good, since libraries like libtorch cannot be unloaded;
// or a worker process only reads its description, and then it always runs in a worker (worker.h). The latter holds if
// its name ends in a version ("torch-2.15.0"), because two versions of a library must never share a process. It also
// holds if this process has no thread-local storage left for it.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spec/interface/subject.h"

namespace modecheck::subjects {

// Why a plug-in cannot be used: the message names the file, says what is wrong and what to do.
class PluginError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A plug-in's description of itself.
struct PluginFacts;

class Plugin {
 public:
  // Loads a plug-in. A name ("torch") is looked up as `modecheck_subject_torch.so` in `search_path()`. A text with a
  // slash is a file, and is loaded whatever its name is. Throws PluginError.
  static Plugin load(const std::string& name_or_file);

  // Uses a subject that is linked into this program, given its entry function.
  static Plugin linked(spec::SubjectEntry entry);

  std::string name() const;
  std::string version() const;
  std::string identity() const;
  const std::string& file() const { return file_; }  // empty if linked
  bool has_device(spec::DeviceKind device) const;
  bool supports(spec::OperationId operation, spec::DeviceKind device) const;
  // Whether the plug-in runs in worker processes only: then there is no table.
  bool runs_in_worker() const { return table_ == nullptr; }
  const spec::SubjectTable& table() const;

 private:
  Plugin(const spec::SubjectTable* table, std::string file) : table_(table), file_(std::move(file)) {}
  static Plugin asked(std::string file);

  const spec::SubjectTable* table_;
  std::string file_;
  std::shared_ptr<const PluginFacts> facts_;  // set if the plug-in runs in worker processes only
};

// Whether a plug-in's name ends in a version: "torch-2.15.0".
bool names_version(std::string_view name);

// Returns the folders from which modecheck finds its own files: that of the running program and, if this code is in a
// shared library, that of the library.
std::vector<std::string> own_folders();

// Returns the folders in which plug-ins are looked for, in order: those of the environment variable
// MODECHECK_SUBJECT_PATH (separated by colons), those of own_folders(), and `subjects` and `lib/modecheck` beside each
// and up to three levels above.
std::vector<std::string> search_path();

// Returns the file of the plug-in of this name, or "".
std::string find_plugin(std::string_view name);

// Returns the names of all plug-ins that can be found ("canary", "engine", "torch"), sorted.
std::vector<std::string> available_plugins();

}  // namespace modecheck::subjects
