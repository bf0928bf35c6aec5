#include "cli/output/coverage_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/options/usage_error.h"
#include "cli/output/files.h"
#include "properties/report/build_text.h"

namespace modecheck::cli {

void write_coverage(const std::filesystem::path& file, const std::vector<properties::Transition>& transitions) {
  nlohmann::ordered_json out{{"version", properties::build_text()}, {"transitions", nlohmann::ordered_json::array()}};
  for (const properties::Transition& transition : transitions) out["transitions"].push_back(to_text(transition));
  write_text(file, out.dump(2) + "\n");
}

std::set<std::string> read_coverage(const std::filesystem::path& file, const char* option) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw UsageError(fmt::format("{}: {} is a folder; name a file that `modecheck run --coverage FILE` wrote", option,
                                 file.string()));
  std::ifstream in(file);
  if (!in) throw UsageError(fmt::format("{}: {} cannot be read: {}", option, file.string(), std::strerror(errno)));
  try {
    return nlohmann::json::parse(in).at("transitions").get<std::set<std::string>>();
  } catch (const nlohmann::json::exception&) {
    throw UsageError(fmt::format("{}: {} is not what `modecheck run --coverage FILE` writes", option, file.string()));
  }
}

}  // namespace modecheck::cli
