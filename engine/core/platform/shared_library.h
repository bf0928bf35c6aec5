// A shared library that is loaded while the program runs, if it is there. It stays loaded: its threads may outlive
// whoever loaded it.
#pragma once

#include <string>
#include <vector>

namespace modecheck::engine {

class SharedLibrary {
 public:
  // The first of `files` that can be loaded. Names without a slash are looked for as the system does.
  explicit SharedLibrary(const std::vector<std::string>& files);

  bool is_loaded() const { return handle_ != nullptr; }

  // Sets `function` to the library's function of that name, or to null. Returns whether there is one. The library has
  // to be loaded.
  template <typename Function>
  bool find(const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(find(name));
    return function != nullptr;
  }

 private:
  void* find(const char* name) const;

  void* handle_ = nullptr;
};

// The file that the environment variable names, in place of `files`; no file at all if it says "none".
std::vector<std::string> library_files(const char* variable, std::vector<std::string> files);

}  // namespace modecheck::engine
