#include "cli/model_audit/model_audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "cli/model_audit/model_report.h"
#include "cli/model_audit/model_verdict.h"
#include "cli/model_audit/model_worker.h"
#include "cli/model_audit/temporary_file.h"
#include "cli/options/usage_error.h"
#include "cli/output/files.h"
#include "cli/output/terminal.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

using nlohmann::json;

void check_file(const std::string& option, const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    throw UsageError(fmt::format("{}there is no file {}", option, spec::quoted(file)));
}

void check(const ModelRequest& request, const std::vector<ModelWorker>& workers) {
  check_file("", request.model);
  if (!request.inputs.empty()) check_file("--inputs: ", request.inputs);
  for (const std::string& library : request.libraries) {
    const std::string name = library.substr(0, library.find('='));
    const bool known =
        std::any_of(workers.begin(), workers.end(), [&](const ModelWorker& worker) { return worker.library == name; });
    if (library.find('=') == std::string::npos || !known) {
      std::string names;
      for (const ModelWorker& worker : workers) names += (names.empty() ? "" : ", ") + worker.library;
      throw UsageError(
          fmt::format("--library: expected NAME=FILE, where NAME is one of {}, not {}", names, spec::quoted(library)));
    }
    check_file("--library: ", library.substr(library.find('=') + 1));
  }
}

Exit exit_of(const std::vector<json>& answers) {
  bool judged = false;
  bool all_migrate = true;
  for (const json& answer : answers) {
    const ModelAdvice advice = judge_model(answer).advice;
    if (advice == ModelAdvice::NotJudged) continue;
    judged = true;
    all_migrate = all_migrate && advice == ModelAdvice::Migrate;
  }
  if (!judged) return Exit::NothingJudged;
  return all_migrate ? Exit::Clean : Exit::Findings;
}

void write_json(const std::string& file, const ModelRequest& request, const std::vector<json>& answers) {
  json whole = {{"modecheck_audit_model", 1}, {"model", request.model}, {"libraries", json::array()}};
  for (json answer : answers) {
    const ModelVerdict verdict = judge_model(answer);
    answer["verdict"] = {
        {"advice", name_of(verdict.advice)}, {"reasons", verdict.reasons}, {"changes", verdict.changes}};
    whole["libraries"].push_back(std::move(answer));
  }
  write_text(file, whole.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace

Exit audit_model(const ModelRequest& request, const std::string& json_file) {
  const std::vector<ModelWorker> workers = find_model_workers();
  if (workers.empty())
    throw UsageError(
        "no modecheck_model_worker_* is beside the plug-ins, and it runs the model; build or install "
        "modecheck again");
  check(request, workers);
  if (!json_file.empty()) require_writable(json_file, "--json");
  const TemporaryFile outputs;
  std::vector<json> answers;
  bool saved = false;
  for (const ModelWorker& worker : workers) {
    answers.push_back(
        run_model_worker(worker, request, {saved ? "--compare-outputs" : "--save-outputs", outputs.path()}));
    saved = saved || !answers.back().contains("error");
  }
  fmt::print("{}", model_report(request, answers, style_of(stdout)));
  if (!json_file.empty()) write_json(json_file, request, answers);
  return exit_of(answers);
}

}  // namespace modecheck::cli
