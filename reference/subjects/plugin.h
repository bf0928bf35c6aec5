// A loaded subject plug-in. It stays loaded until the process ends: libraries like libtorch cannot be unloaded.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spec/subject.h"

namespace modecheck::subjects {

// Why a plug-in cannot be used: names the file, says what is wrong and what to do.
class PluginError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Plugin {
 public:
  // A name ("torch") is looked up as `modecheck_subject_torch.so` in `search_path()`; anything with a slash is a file.
  // Throws PluginError.
  static Plugin load(const std::string& name_or_file);

  // The function of a subject that is linked into this program.
  static Plugin linked(spec::SubjectEntry entry);

  std::string name() const { return table_->name; }
  std::string version() const { return table_->version; }
  std::string identity() const { return table_->identity; }
  const std::string& file() const { return file_; }  // empty if linked
  bool has_device(spec::DeviceKind device) const { return table_->has_device(device); }
  bool supports(spec::OperationId operation, spec::DeviceKind device) const {
    return table_->supports(operation, device);
  }
  const spec::SubjectTable& table() const { return *table_; }

 private:
  Plugin(const spec::SubjectTable* table, std::string file) : table_(table), file_(std::move(file)) {}

  const spec::SubjectTable* table_;
  std::string file_;
};

// Where plug-ins are looked for, in order: the folders of the environment variable MODECHECK_SUBJECT_PATH (separated by
// colons), the folder of the running program, and `subjects` and `lib/modecheck` beside it and up to two levels above.
std::vector<std::string> search_path();

// The file of the plug-in of this name, or an empty string.
std::string find_plugin(std::string_view name);

// The names of all plug-ins that can be found ("canary", "engine", "torch"), sorted.
std::vector<std::string> available_plugins();

}  // namespace modecheck::subjects
