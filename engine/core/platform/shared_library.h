// A shared library that is loaded at run time if it is installed. It is never unloaded, because its threads may outlive
// this object.
#pragma once

#include <string>
#include <vector>

namespace modecheck::engine {

class SharedLibrary {
 public:
  // Loads the first of `files` that can be loaded, or none. A name without a slash is looked up in the system's search
  // path.
  explicit SharedLibrary(const std::vector<std::string>& files);

  bool is_loaded() const { return handle_ != nullptr; }

  // Sets `function` to the library's function with this name, or to null. Returns whether the function exists. The
  // library must be loaded.
  template <typename Function>
  bool find(const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(find(name));
    return function != nullptr;
  }

 private:
  void* find(const char* name) const;

  void* handle_ = nullptr;
};

// Returns the file that the environment variable `variable` names, or no file if its value is "none". Returns `files`
// if the variable is not set.
std::vector<std::string> library_files(const char* variable, std::vector<std::string> files);

}  // namespace modecheck::engine
