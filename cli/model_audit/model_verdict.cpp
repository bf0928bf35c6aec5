#include "cli/model_audit/model_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>
#include <utility>

#include "spec/interface/error_class.h"

namespace modecheck::cli {
namespace {

using nlohmann::json;

// Texts of the mode's messages in libtorch 1.13 and 2.x, which the engine shares.
constexpr std::array<std::pair<std::string_view, spec::ErrorClass>, 6> messages{{
    {"Inplace update to inference tensor", spec::ErrorClass::InferenceInPlace},
    {"Inference tensors cannot be saved for backward", spec::ErrorClass::InferenceSaved},
    {"Setting requires_grad=True on inference tensor", spec::ErrorClass::InferenceRequiresGrad},
    {"Inference tensors do not track version counter", spec::ErrorClass::InferenceVersion},
    {"Cannot set version_counter for inference tensor", spec::ErrorClass::KindMismatch},
    {"A view was created in inference mode and is being modified inplace", spec::ErrorClass::ViewMadeInInference},
}};

const json& mode_of(const json& answer, std::string_view name) {
  for (const json& mode : answer.at("modes"))
    if (mode.at("mode") == name) return mode;
  static const json none;
  return none;
}

std::string words_for(std::string_view later) {
  if (later == "normal") return "a run in normal mode";
  if (later == "no_grad") return "a run under NoGradGuard";
  return "backward through a run in normal mode";
}

// Returns " at FILE:LINE" of the innermost place that a TorchScript traceback names, or "" if the message has none.
// libtorch names that place last, and the engine first.
std::string place_in(const std::string& message) {
  static const std::regex of_libtorch("File \"([^\"]+)\", line ([0-9]+)");
  static const std::regex of_engine("\n +(code/[^ :]+):([0-9]+) in ");
  std::smatch first;
  if (std::regex_search(message, first, of_engine)) return fmt::format(" at {}:{}", first[1].str(), first[2].str());
  std::string last;
  for (std::sregex_iterator found(message.begin(), message.end(), of_libtorch), end; found != end; ++found)
    last = fmt::format(" at {}:{}", (*found)[1].str(), (*found)[2].str());
  return last;
}

// Returns what the message says, with its place: the sentence of the rule if the message is of the mode, and otherwise
// the library's own words.
std::string explained(const std::string& message) {
  for (const auto& [text, error] : messages)
    if (message.find(text) != std::string::npos)
      return fmt::format("{}: {} (rule {})", place_in(message), spec::facts_of(error).sentence,
                         spec::facts_of(error).rules);
  return fmt::format("{}: {}", place_in(message), essence_of(message));
}

// Adds what fails outside after the run in the mode, and did not fail after a run in normal mode.
void add_later_errors(const json& normal, const json& inference, ModelVerdict& verdict) {
  std::vector<std::pair<std::string, std::string>> failures;  // what was run, and how it failed
  for (const char* later : {"normal", "no_grad", "backward"}) {
    const json& error = inference.at("later").at(later);
    if (error.is_null() || !normal.at("later").at(later).is_null()) continue;
    const std::string how = explained(error.get<std::string>());
    if (!failures.empty() && failures.back().second == how)
      failures.back().first += " or " + words_for(later);
    else
      failures.emplace_back(words_for(later), how);
  }
  for (const auto& [what, how] : failures)
    verdict.reasons.push_back(fmt::format("After a run in InferenceMode, {} fails{}", what, how));
  if (failures.empty()) return;
  verdict.advice = ModelAdvice::MigrateAfterChanges;
  for (const json& held : inference.at("held"))
    if (held.at("became_inference"))
      verdict.changes.push_back(
          fmt::format("`{0}` is an inference tensor after the run. Make it outside the mode, or replace it by "
                      "`{0}.clone()` outside before the next use there.",
                      held.at("name").get<std::string>()));
  if (verdict.changes.empty())
    verdict.changes.push_back("Keep every run of this model in InferenceMode, or load the model again for other runs.");
}

}  // namespace

std::string essence_of(std::string_view message) {
  constexpr std::string_view marker = "RuntimeError: ";
  if (const std::size_t at = message.rfind(marker); at != std::string_view::npos)
    message.remove_prefix(at + marker.size());
  message.remove_prefix(std::min(message.find_first_not_of('\n'), message.size()));
  message = message.substr(0, message.find('\n'));
  return std::string(message);
}

ModelVerdict judge_model(const json& answer) {
  ModelVerdict verdict;
  if (answer.contains("error")) {
    verdict.advice = ModelAdvice::NotJudged;
    verdict.reasons.push_back(essence_of(answer.at("error").get<std::string>()));
    return verdict;
  }
  const json& normal = mode_of(answer, "normal");
  const json& inference = mode_of(answer, "inference_mode");
  if (!normal.at("error").is_null()) {
    verdict.advice = ModelAdvice::NotJudged;
    verdict.reasons.push_back("The model fails in normal mode" + explained(normal.at("error")));
    return verdict;
  }
  if (!inference.at("error").is_null()) {
    verdict.advice = ModelAdvice::DoNotMigrate;
    verdict.reasons.push_back("InferenceMode rejects the model" + explained(inference.at("error")));
    return verdict;
  }
  const json& comparison = inference.at("against_normal");
  if (!comparison.at("close")) {
    verdict.advice = ModelAdvice::DoNotMigrate;
    verdict.reasons.push_back(
        comparison.contains("reason")
            ? fmt::format("The outputs differ from those of normal mode: {}.", comparison["reason"].get<std::string>())
            : fmt::format("The outputs differ from those of normal mode by up to {:.3g}.",
                          comparison.at("largest_difference").get<double>()));
    return verdict;
  }
  add_later_errors(normal, inference, verdict);
  return verdict;
}

std::string_view name_of(ModelAdvice advice) {
  switch (advice) {
    case ModelAdvice::Migrate:
      return "migrate";
    case ModelAdvice::MigrateAfterChanges:
      return "migrate after changes";
    case ModelAdvice::DoNotMigrate:
      return "do not migrate";
    case ModelAdvice::NotJudged:
      return "not judged";
  }
  return "";
}

}  // namespace modecheck::cli
