#include "cli/options/known_choice.h"

namespace modecheck::cli {

namespace fs = std::filesystem;

fs::path known_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const fs::path& folder :
       {program.parent_path().parent_path() / "share/modecheck/known", fs::path(MODECHECK_SOURCE_KNOWN)})
    if (fs::is_directory(folder, error)) return folder;
  return {};
}

std::vector<properties::KnownMismatch> choose_known(bool ignore) {
  const fs::path folder = known_folder();
  if (ignore || folder.empty()) return {};
  return properties::load_known(folder);
}

}  // namespace modecheck::cli
