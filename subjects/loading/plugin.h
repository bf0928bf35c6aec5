// A subject plug-in. Usually it is loaded into this process for good, because libraries like libtorch cannot be
// unloaded. Otherwise a worker process reads the plug-in's description, and the plug-in always runs in a worker
// (worker.h). A worker is needed if the name ends in a version ("torch-2.15.0"), because two versions of a library must
// never share a process. A worker is also needed if this process has no thread-local storage left for the plug-in.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spec/interface/subject.h"

namespace modecheck::subjects {

// The error that says why a plug-in cannot be used. The message names the file, and says what is wrong and what to do.
class PluginError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The description that a plug-in gives of itself: for example its name and its devices.
struct PluginFacts;

class Plugin {
 public:
  // Loads a plug-in. A name ("torch") stands for the file `modecheck_subject_torch.so` in `search_path()`. A text with
  // a slash is the path of a file, which may have any name. Throws PluginError if the plug-in cannot be used.
  static Plugin load(const std::string& name_or_file);

  // Uses a subject that is linked into this program. `entry` is its entry function.
  static Plugin linked(spec::SubjectEntry entry);

  std::string name() const;
  std::string version() const;
  std::string identity() const;
  const std::string& file() const { return file_; }  // empty if the subject is linked into this program
  bool has_device(spec::DeviceKind device) const;
  bool supports(spec::OperationId operation, spec::DeviceKind device) const;
  // Returns true if the plug-in runs in worker processes only. Then this process has no table of the plug-in's
  // functions.
  bool runs_in_worker() const { return table_ == nullptr; }
  const spec::SubjectTable& table() const;

 private:
  Plugin(const spec::SubjectTable* table, std::string file) : table_(table), file_(std::move(file)) {}
  static Plugin asked(std::string file);

  const spec::SubjectTable* table_;
  std::string file_;
  std::shared_ptr<const PluginFacts> facts_;  // the plug-in's description; set if it runs in worker processes only
};

// Returns true if a plug-in's name ends in a version: "torch-2.15.0".
bool names_version(std::string_view name);

// Returns the folders from which modecheck finds its own files. The first is the folder of the running program. If this
// code is in a shared library, the library's folder is the second.
std::vector<std::string> own_folders();

// Returns the folders in which plug-ins are looked for, in order. First come the folders of the environment variable
// MODECHECK_SUBJECT_PATH (separated by colons), then those of own_folders(). Then come `subjects` and `lib/modecheck`
// beside each of these, and up to three levels above.
std::vector<std::string> search_path();

// Returns the path of the plug-in with this name, or "" if there is none.
std::string find_plugin(std::string_view name);

// Returns the names of all plug-ins that can be found ("canary", "engine", "torch"), sorted.
std::vector<std::string> available_plugins();

}  // namespace modecheck::subjects
