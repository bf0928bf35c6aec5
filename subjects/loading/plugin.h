// A subject plug-in: loaded, and then for good, since libraries like libtorch cannot be unloaded; or only asked by a
// worker process what it is, and then it always runs in a worker (worker.h). So it is if its name ends in a version
// ("torch-2.15.0"), for two versions of a library must never meet in a process; and if this process has no room for it
// beside those that it has loaded.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spec/interface/subject.h"

namespace modecheck::subjects {

// Why a plug-in cannot be used: names the file, says what is wrong and what to do.
class PluginError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What a plug-in says of itself.
struct PluginFacts;

class Plugin {
 public:
  // A name ("torch") is looked up as `modecheck_subject_torch.so` in `search_path()`; anything with a slash is a file,
  // which is loaded whatever its name is. Throws PluginError.
  static Plugin load(const std::string& name_or_file);

  // The function of a subject that is linked into this program.
  static Plugin linked(spec::SubjectEntry entry);

  std::string name() const;
  std::string version() const;
  std::string identity() const;
  const std::string& file() const { return file_; }  // empty if linked
  bool has_device(spec::DeviceKind device) const;
  bool supports(spec::OperationId operation, spec::DeviceKind device) const;
  // Whether it was not loaded into this process: then there is no table.
  bool is_apart() const { return table_ == nullptr; }
  const spec::SubjectTable& table() const;

 private:
  Plugin(const spec::SubjectTable* table, std::string file) : table_(table), file_(std::move(file)) {}
  static Plugin asked(std::string file);

  const spec::SubjectTable* table_;
  std::string file_;
  std::shared_ptr<const PluginFacts> facts_;  // of one that is apart
};

// Whether a plug-in's name ends in a version: "torch-2.15.0".
bool names_version(std::string_view name);

// Where plug-ins are looked for, in order: the folders of the environment variable MODECHECK_SUBJECT_PATH (separated by
// colons), the folder of the running program, and `subjects` and `lib/modecheck` beside it and up to three levels
// above.
std::vector<std::string> search_path();

// The file of the plug-in of this name, or an empty string.
std::string find_plugin(std::string_view name);

// The names of all plug-ins that can be found ("canary", "engine", "torch"), sorted.
std::vector<std::string> available_plugins();

}  // namespace modecheck::subjects
