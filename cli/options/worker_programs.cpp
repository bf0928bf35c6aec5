#include "cli/options/worker_programs.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "subjects/loading/plugin.h"

namespace modecheck::cli {

std::vector<WorkerProgram> find_worker_programs(std::string_view prefix) {
  std::set<std::string> seen;
  std::vector<WorkerProgram> out;
  std::error_code error;
  for (const std::string& folder : subjects::search_path()) {
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(prefix) || !entry.is_regular_file(error)) continue;
      const std::string library = name.substr(prefix.size());
      if (seen.insert(library).second) out.push_back({library, entry.path().string()});
    }
  }
  std::sort(out.begin(), out.end(),
            [](const WorkerProgram& a, const WorkerProgram& b) { return a.library < b.library; });
  return out;
}

}  // namespace modecheck::cli
