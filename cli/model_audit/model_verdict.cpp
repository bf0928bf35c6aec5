#include "cli/model_audit/model_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>
#include <utility>

#include "cli/model_audit/model_worker.h"
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

// Returns the reason that begins with `what` and goes on with the message and its place: the sentence of the rule if
// the message is of the mode, and otherwise the library's own words.
ModelReason reason_of(const std::string& what, const std::string& message) {
  ModelReason reason;
  reason.place = place_in(message);
  const std::string at = reason.place.line == 0 ? "" : fmt::format(" at {}:{}", reason.place.file, reason.place.line);
  for (const auto& [text, error] : messages) {
    if (message.find(text) == std::string::npos) continue;
    reason.rule = spec::facts_of(error).rules;
    reason.text = fmt::format("{}{}: {} (rule {})", what, at, spec::facts_of(error).sentence, reason.rule);
    return reason;
  }
  reason.text = fmt::format("{}{}: {}", what, at, essence_of(message));
  return reason;
}

// Returns the attribute of a tensor's path: "memo" for "memo['a']".
std::string attribute_of(const std::string& name) { return name.substr(0, name.find('[')); }

// Returns whether the line is a call in libtorch's traceback of a traced model: "/path/conv.py(454): _conv_forward".
bool is_call_of_trace(std::string_view line) {
  static const std::regex call("[^(]+\\([0-9]+\\): [^ ]+");
  return std::regex_match(line.begin(), line.end(), call);
}

// Returns the names of the inference tensors that the mode left in the model, by attribute. Attributes have the order
// in which the model holds them.
std::vector<std::pair<std::string, std::vector<std::string>>> left_behind(const json& inference) {
  std::vector<std::pair<std::string, std::vector<std::string>>> left;
  for (const json& held : inference.at("held")) {
    if (!held.at("became_inference")) continue;
    const std::string name = held.at("name").get<std::string>();
    const auto found =
        std::find_if(left.begin(), left.end(), [&](const auto& one) { return one.first == attribute_of(name); });
    if (found == left.end())
      left.push_back({attribute_of(name), {name}});
    else
      found->second.push_back(name);
  }
  return left;
}

// Says what the mode left in an attribute.
std::string held_in_words(const std::string& attribute, const std::vector<std::string>& names) {
  if (names.size() == 1) return fmt::format("`{}` is an inference tensor after the run", names[0]);
  return fmt::format("`{}` holds {} inference tensors after the run, the first as `{}`", attribute, names.size(),
                     names[0]);
}

// Returns what fails outside after the runs in the mode, and did not fail after runs in normal mode: what was run, and
// the message.
std::vector<std::pair<std::string, std::string>> later_failures(const json& normal, const json& inference) {
  std::vector<std::pair<std::string, std::string>> failures;
  const auto add = [&](const std::string& what, const std::string& message) {
    if (!failures.empty() && reason_of("", failures.back().second).text == reason_of("", message).text)
      failures.back().first += " or " + what;
    else
      failures.emplace_back(what, message);
  };
  const json& after_normal = normal.at("later");
  const json& after = inference.at("later");
  for (const char* later : {"normal", "no_grad", "backward"})
    if (!after.at(later).is_null() && after_normal.at(later).is_null())
      add(words_for(later), after.at(later).get<std::string>());
  for (const auto& [method, error] : after.at("methods").items())
    if (!after_normal.at("methods").contains(method))
      add(fmt::format("the method `{}`", method), error.get<std::string>());
  return failures;
}

// Adds what fails outside after the runs in the mode.
void add_later_errors(const json& normal, const json& inference, ModelVerdict& verdict) {
  const auto failures = later_failures(normal, inference);
  for (const auto& [what, message] : failures)
    verdict.reasons.push_back(reason_of(fmt::format("After a run in InferenceMode, {} fails", what), message));
  const auto left = left_behind(inference);
  if (failures.empty()) {
    for (const auto& [attribute, names] : left)
      verdict.notes.push_back(
          fmt::format("{}. Nothing that was tried fails, but a write outside the mode would, for "
                      "example by zero_() or load_state_dict (rule M2).",
                      held_in_words(attribute, names)));
    return;
  }
  verdict.advice = ModelAdvice::MigrateAfterChanges;
  for (const auto& [attribute, names] : left)
    verdict.changes.push_back(
        fmt::format("{}. Make {} outside the mode, or replace {} outside before the next use there.",
                    held_in_words(attribute, names), names.size() == 1 ? "it" : "them",
                    names.size() == 1 ? fmt::format("it by `{}.clone()`", names[0]) : "each by its clone()"));
  if (verdict.changes.empty())
    verdict.changes.push_back("Keep every run of this model in InferenceMode, or load the model again for other runs.");
}

// Returns how two results differ, from the members of a comparison.
std::string difference_of(const json& comparison) {
  if (comparison.contains("reason")) return ": " + comparison["reason"].get<std::string>() + ".";
  if (!comparison.at("largest_difference").is_number()) return ".";
  return fmt::format(" by up to {:.3g}.", comparison.at("largest_difference").get<double>());
}

// Adds how the results of InferenceMode differ from those of normal mode: the outputs, or what the model holds.
void add_differences(const json& inference, ModelVerdict& verdict) {
  const json& comparison = inference.at("against_normal");
  if (!comparison.at("close"))
    verdict.reasons.push_back({"The outputs differ from those of normal mode" + difference_of(comparison), {}, {}});
  if (inference.at("state").is_array())
    for (const json& state : inference.at("state"))
      verdict.reasons.push_back({fmt::format("After two runs `{}` differs from what normal mode leaves{}",
                                             state.at("name").get<std::string>(), difference_of(state)),
                                 {},
                                 {}});
  if (!verdict.reasons.empty()) verdict.advice = ModelAdvice::DoNotMigrate;
}

// Returns the verdict of a model that fails in normal mode.
ModelVerdict of_failing_model(const json& answer, const std::string& message) {
  ModelVerdict verdict;
  verdict.advice = ModelAdvice::NotJudged;
  verdict.reasons.push_back(reason_of("The model fails in normal mode", message));
  const std::size_t taken = answer.at("parameters_of_forward").get<std::size_t>();
  const std::size_t given = answer.at("inputs").size();
  if (given < taken)
    verdict.changes.push_back(
        fmt::format("forward takes {} input{}, and {} given. Give them by --inputs FILE, or tensors by --shape SIZES "
                    "once for each.",
                    taken, taken == 1 ? "" : "s",
                    given == 0   ? "none was"
                    : given == 1 ? "1 was"
                                 : fmt::format("{} were", given)));
  return verdict;
}

}  // namespace

// libtorch names the innermost place last, and the engine first.
ModelPlace place_in(const std::string& message) {
  static const std::regex of_libtorch("File \"([^\"]+)\", line ([0-9]+)");
  static const std::regex of_engine("(?:\n +|^TorchScript: )(code/[^ :]+):([0-9]+)(?: in |: )");
  std::smatch first;
  if (std::regex_search(message, first, of_engine)) return {first[1].str(), std::stoi(first[2].str())};
  ModelPlace last;
  for (std::sregex_iterator found(message.begin(), message.end(), of_libtorch), end; found != end; ++found)
    last = {(*found)[1].str(), std::stoi((*found)[2].str())};
  return last;
}

std::string essence_of(std::string_view message) {
  const auto first_line = [](std::string_view text) { return text.substr(0, text.find('\n')); };
  const auto starts_with = [](std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
  };
  std::string_view line = first_line(message.substr(std::min(message.find_first_not_of('\n'), message.size())));
  // libtorch quotes the model's source, which is indented, and then says what was raised. For a traced model it lists
  // the calls of the original code in between.
  constexpr std::string_view marker = "<--- HERE";
  std::string_view rest = message;
  if (const std::size_t at = rest.rfind(marker); at == rest.npos)
    rest = {};
  else
    rest.remove_prefix(at + marker.size());
  while (!rest.empty()) {
    const std::string_view one = first_line(rest);
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    if (one.empty() || one.front() == ' ' || starts_with(one, "Traceback of ") || is_call_of_trace(one)) continue;
    line = one;
    break;
  }
  for (const std::string_view prefix : {"RuntimeError: ", "builtins."})
    if (starts_with(line, prefix)) line.remove_prefix(prefix.size());
  return std::string(line);
}

ModelVerdict judge_model(const json& answer) {
  ModelVerdict verdict;
  if (answer.contains("error")) {
    verdict.advice = ModelAdvice::NotJudged;
    const std::string message = answer.at("error").get<std::string>();
    verdict.reasons.push_back({essence_of(message), place_in(message), {}});
    if (message.find("Unknown builtin op") != message.npos || message.find("no library registered one") != message.npos)
      verdict.changes.push_back(fmt::format(
          "If the operator is a custom one, name the {} that registers it: --library {}=FILE.",
          answer.value("worker", "") == engine_worker ? "program" : "shared library", answer.value("worker", "NAME")));
    return verdict;
  }
  const json& normal = mode_of(answer, "normal");
  const json& inference = mode_of(answer, "inference_mode");
  if (!normal.at("error").is_null()) return of_failing_model(answer, normal.at("error").get<std::string>());
  if (!inference.at("error").is_null()) {
    verdict.advice = ModelAdvice::DoNotMigrate;
    verdict.reasons.push_back(reason_of("InferenceMode rejects the model", inference.at("error").get<std::string>()));
    return verdict;
  }
  if (inference.contains("not_compared")) {
    verdict.advice = ModelAdvice::NotJudged;
    verdict.reasons.push_back({"The results of InferenceMode cannot be compared with those of normal mode: " +
                                   essence_of(inference.at("not_compared").get<std::string>()),
                               {},
                               {}});
    return verdict;
  }
  add_differences(inference, verdict);
  if (verdict.advice == ModelAdvice::DoNotMigrate && !normal.value("repeats", true)) {
    verdict = {};
    verdict.advice = ModelAdvice::NotJudged;
    verdict.reasons.push_back(
        {"Two copies of the model return different results in normal mode, so the modes cannot be "
         "compared. Does it use a clock, or random numbers of its own?",
         {},
         {}});
    return verdict;
  }
  if (verdict.advice == ModelAdvice::Migrate) add_later_errors(normal, inference, verdict);
  return verdict;
}

json json_of(const ModelVerdict& verdict) {
  json out = {{"advice", name_of(verdict.advice)},
              {"reasons", json::array()},
              {"places", json::array()},
              {"changes", verdict.changes},
              {"notes", verdict.notes}};
  for (const ModelReason& reason : verdict.reasons) {
    out["reasons"].push_back(reason.text);
    const bool has_line = reason.place.line != 0;
    json place = nullptr;
    if (has_line || !reason.rule.empty())
      place = {{"file", has_line ? json(reason.place.file) : json()},
               {"line", has_line ? json(reason.place.line) : json()},
               {"rule", reason.rule.empty() ? json() : json(reason.rule)}};
    out["places"].push_back(std::move(place));
  }
  return out;
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
