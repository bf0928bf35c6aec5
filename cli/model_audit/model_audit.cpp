#include "cli/model_audit/model_audit.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "cli/model_audit/model_report.h"
#include "cli/model_audit/model_verdict.h"
#include "cli/model_audit/model_worker.h"
#include "cli/model_audit/pages.h"
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

// Throws UsageError unless the text is a list of sizes such as "1,3,224,224". An empty text stands for a number.
void check_shape(const std::string& text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    std::int64_t size = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), size);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    const bool goes_on = rest.size() > 1 && rest.front() == ',';
    if (error != std::errc{} || size < 0 || (!goes_on && !rest.empty()))
      throw UsageError(
          fmt::format("--shape: expected sizes of a tensor, such as 1,3,224,224, not {}", spec::quoted(text)));
    rest.remove_prefix(goes_on ? 1 : 0);
  }
}

void check(const ModelRequest& request, const std::vector<ModelWorker>& workers) {
  check_file("", request.model);
  if (!request.inputs.empty()) check_file("--inputs: ", request.inputs);
  if (!request.inputs.empty() && !request.shapes.empty())
    throw UsageError("--inputs and --shape both give the inputs; leave one of them out");
  for (const std::string& shape : request.shapes) check_shape(shape);
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
    const std::string file = library.substr(library.find('=') + 1);
    check_file("--library: ", file);
    if (name == engine_worker && ::access(file.c_str(), X_OK) != 0)
      throw UsageError(fmt::format(
          "--library: for the engine, {} must be a program: link the operators to libmodecheck_model_worker.a "
          "and libmodecheck.a (docs/AUDIT.md)",
          spec::quoted(file)));
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

std::string json_report(const ModelRequest& request, const std::vector<json>& answers, Exit exit) {
  json whole = {{"modecheck_audit_model", 1},
                {"model", request.model},
                {"exit_code", static_cast<int>(exit)},
                {"libraries", json::array()}};
  for (json answer : answers) {
    answer["verdict"] = json_of(judge_model(answer));
    whole["libraries"].push_back(std::move(answer));
  }
  return whole.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

// Runs the model on every library. The libraries after the first get the inputs that the first one has read, and
// compare their outputs with those of the first one that runs the model.
std::vector<json> answers_of(const ModelRequest& request, const std::vector<ModelWorker>& workers) {
  const TemporaryFile outputs;
  const TemporaryFile inputs;
  std::vector<json> answers;
  std::string saved_by;
  for (const ModelWorker& worker : workers) {
    std::vector<std::string> more{saved_by.empty() ? "--save-outputs" : "--compare-outputs", outputs.path()};
    if (answers.empty())
      more.insert(more.end(), {"--save-inputs", inputs.path()});
    else if (std::error_code error; std::filesystem::file_size(inputs.path(), error) > 0 && !error)
      more.insert(more.end(), {"--inputs", inputs.path()});
    answers.push_back(run_model_worker(worker, request, more));
    json& answer = answers.back();
    if (answer.contains("against_other")) answer["other"] = saved_by;
    const bool ran = !answer.contains("error") && answer.at("modes").at(0).at("error").is_null();
    if (saved_by.empty() && ran && !answer.contains("outputs_not_kept"))
      saved_by = worker.library == engine_worker ? "the engine" : answer.at("library").get<std::string>();
  }
  return answers;
}

}  // namespace

Exit audit_model(const ModelRequest& request, const ReportFiles& files) {
  const std::vector<ModelWorker> workers = find_model_workers();
  if (workers.empty())
    throw UsageError(
        "no modecheck_model_worker_* is beside the plug-ins, and it runs the model; build or install "
        "modecheck again");
  check(request, workers);
  if (!files.json.empty()) require_writable(files.json, "--json");
  require_pages(files);
  const std::vector<json> answers = answers_of(request, workers);
  fmt::print("{}", model_report(request, answers, style_of(stdout)));
  const Exit exit = exit_of(answers);
  const std::string report = json_report(request, answers, exit);
  if (!files.json.empty()) write_text(files.json, report);
  write_model_pages(report, files);
  return exit;
}

}  // namespace modecheck::cli
