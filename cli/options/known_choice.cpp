#include "cli/options/known_choice.h"

#include "subjects/loading/plugin.h"

namespace modecheck::cli {

namespace fs = std::filesystem;

fs::path known_folder() {
  std::error_code error;
  for (const std::string& own : subjects::own_folders()) {
    const fs::path folder = fs::path(own).parent_path() / "share/modecheck/known";
    if (fs::is_directory(folder, error)) return fs::canonical(folder);
  }
  return {};
}

std::vector<properties::KnownMismatch> choose_known(bool ignore) {
  const fs::path folder = known_folder();
  if (ignore || folder.empty()) return {};
  return properties::load_known(folder);
}

}  // namespace modecheck::cli
