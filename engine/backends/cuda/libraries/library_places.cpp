#include "engine/backends/cuda/libraries/library_places.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace modecheck::engine::cuda {
namespace {

class Places {
 public:
  Places(std::initializer_list<const char*> names, std::initializer_list<const char*> folders)
      : names_(names), folders_(folders), files_(names.begin(), names.end()) {}

  // Adds the library files in Python's folders under `prefix`, such as lib/python3.11/site-packages.
  void add_pythons(const std::filesystem::path& prefix) {
    std::error_code ignored;
    for (const auto& python : std::filesystem::directory_iterator(prefix / "lib", ignored)) {
      if (python.path().filename().string().rfind("python3", 0) != 0) continue;
      add_packages(python.path() / "site-packages");
      add_packages(python.path() / "dist-packages");
    }
  }
  const std::vector<std::string>& files() const { return files_; }

 private:
  void add_packages(const std::filesystem::path& packages) {
    for (const char* const folder : folders_)
      for (const char* const name : names_) {
        std::error_code ignored;
        const std::filesystem::path file = packages / folder / name;
        if (std::filesystem::exists(file, ignored)) files_.push_back(file.string());
      }
  }

  std::initializer_list<const char*> names_;
  std::initializer_list<const char*> folders_;
  std::vector<std::string> files_;
};

}  // namespace

std::vector<std::string> library_places(std::initializer_list<const char*> names,
                                        std::initializer_list<const char*> folders) {
  Places out(names, folders);
  if (const char* const environment = std::getenv("VIRTUAL_ENV"); environment != nullptr) out.add_pythons(environment);
  if (const char* const home = std::getenv("HOME"); home != nullptr)
    out.add_pythons(std::filesystem::path(home) / ".local");
  out.add_pythons("/usr/local");
  out.add_pythons("/usr");
  return out.files();
}

}  // namespace modecheck::engine::cuda
