#include "cli/operators/operator_worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"
#include "subjects/loading/plugin.h"

namespace modecheck::cli {
namespace {

constexpr std::string_view kPrefix = "modecheck_operators_";
constexpr std::chrono::seconds kLongestAnswer{60};  // the process ends itself before, and says in which call it was

}  // namespace

std::vector<OperatorProgram> find_operator_programs() {
  std::set<std::string> seen;
  std::vector<OperatorProgram> out;
  std::error_code error;
  for (const std::string& folder : subjects::search_path()) {
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(kPrefix) || !entry.is_regular_file(error)) continue;
      const std::string subject = name.substr(kPrefix.size());
      if (seen.insert(subject).second) out.push_back({subject, entry.path().string()});
    }
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.subject < b.subject; });
  return out;
}

OperatorWorker::OperatorWorker(OperatorProgram program, std::vector<std::string> libraries)
    : program_(std::move(program)), libraries_(std::move(libraries)) {
  start();
  const std::optional<nlohmann::json> listed = ask({{"list", true}});
  if (!listed) throw UsageError(fmt::format("{} does not answer; build or install modecheck again", program_.file));
  version_ = (*listed)["version"];
  all_ = (*listed)["operators"].get<std::vector<std::string>>();
}

void OperatorWorker::start() {
  process_ = std::make_unique<subjects::AdapterProcess>(program_.file, 0);
  of_libraries_.clear();
  for (const std::string& library : libraries_) {
    const std::string file = std::filesystem::absolute(library).string();
    const std::optional<nlohmann::json> loaded = ask({{"library", file}});
    if (!loaded) throw UsageError(fmt::format("--library: the process dies while it loads {}", spec::quoted(library)));
    if (loaded->contains("error"))
      throw UsageError(
          fmt::format("--library: {} does not load: {}", spec::quoted(library), (*loaded)["error"].get<std::string>()));
    for (const nlohmann::json& name : (*loaded)["operators"]) of_libraries_.push_back(name);
  }
}

std::optional<nlohmann::json> OperatorWorker::ask(const nlohmann::json& request) {
  process_->send(request.dump());
  std::string line;
  const auto end = std::chrono::steady_clock::now() + kLongestAnswer;
  if (process_->receive(line, end) != subjects::AdapterProcess::Answer::Line) {
    process_->stop(true);
    process_.reset();
    return std::nullopt;
  }
  nlohmann::json answer = nlohmann::json::parse(line, nullptr, false);
  if (answer.is_discarded()) answer = nlohmann::json::object();
  if (answer.contains("died")) {
    process_->stop(false);
    process_.reset();
  }
  return answer;
}

std::optional<nlohmann::json> OperatorWorker::judge(const std::string& name, std::uint32_t seed, int tries) {
  if (!process_) start();
  return ask({{"operator", name}, {"seed", seed}, {"tries", tries}});
}

}  // namespace modecheck::cli
