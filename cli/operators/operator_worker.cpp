#include "cli/operators/operator_worker.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

constexpr std::string_view kPrefix = "modecheck_operators_";
constexpr std::chrono::seconds kLongestAnswer{120};  // the process ends itself before, and says in which call it was

}  // namespace

std::vector<WorkerProgram> find_operator_programs() { return find_worker_programs(kPrefix); }

OperatorWorker::OperatorWorker(WorkerProgram program, std::vector<std::string> libraries)
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
    if (std::error_code error; !std::filesystem::is_regular_file(library, error))
      throw UsageError(fmt::format("--library: there is no file {}; name a shared library", spec::quoted(library)));
    const std::string file = std::filesystem::absolute(library).string();
    const std::optional<nlohmann::json> loaded = ask({{"library", file}});
    if (!loaded || loaded->contains("died"))
      throw UsageError(
          fmt::format("--library: the process dies while it loads {}: {}", spec::quoted(library), ending_));
    if (loaded->contains("error"))
      throw UsageError(
          fmt::format("--library: {} does not load: {}", spec::quoted(library), (*loaded)["error"].get<std::string>()));
    for (const nlohmann::json& name : (*loaded)["operators"]) of_libraries_.push_back(name);
  }
}

std::optional<nlohmann::json> OperatorWorker::ask(const nlohmann::json& request) {
  if (!process_) return std::nullopt;
  process_->send(request.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  std::string line;
  const auto end = std::chrono::steady_clock::now() + kLongestAnswer;
  const subjects::AdapterProcess::Answer kind = process_->receive(line, end);
  const bool late = kind == subjects::AdapterProcess::Answer::Late;
  nlohmann::json answer;
  if (kind == subjects::AdapterProcess::Answer::Line) answer = nlohmann::json::parse(line, nullptr, false);
  if (answer.is_object() && !answer.contains("died")) return answer;
  ending_ = process_->stop(late);
  if (late) ending_ = fmt::format("no answer within {} seconds", kLongestAnswer.count());
  process_.reset();
  if (!answer.is_object()) return std::nullopt;
  ending_ = fmt::format("signal {} ({})", answer["died"].get<int>(), strsignal(answer["died"].get<int>()));
  return answer;
}

std::optional<nlohmann::json> OperatorWorker::judge(const std::string& name, std::uint32_t seed, int tries) {
  if (!process_) start();
  return ask({{"operator", name}, {"seed", seed}, {"tries", tries}});
}

}  // namespace modecheck::cli
