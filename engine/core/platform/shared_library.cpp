#include "engine/core/platform/shared_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string_view>

namespace modecheck::engine {

SharedLibrary::SharedLibrary(const std::vector<std::string>& files) {
  for (const std::string& file : files)
    if (handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL); handle_ != nullptr) break;
}

void* SharedLibrary::find(const char* name) const { return dlsym(handle_, name); }

std::vector<std::string> library_files(const char* variable, std::vector<std::string> files) {
  const char* const named = std::getenv(variable);
  if (named == nullptr) return files;
  if (std::string_view(named) == "none") return {};
  return {named};
}

}  // namespace modecheck::engine
