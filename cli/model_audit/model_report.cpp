#include "cli/model_audit/model_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cli/model_audit/model_verdict.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

using nlohmann::json;
using properties::Style;

// The column of the details, below the words at the left.
constexpr int margin = 23;

std::string title_of(std::string_view mode) {
  if (mode == "normal") return "normal mode";
  if (mode == "no_grad") return "NoGradGuard";
  if (mode == "inference_mode") return "InferenceMode";
  return "below ADInplaceOrView";
}

std::string text_of_time(double seconds) {
  if (seconds >= 1) return fmt::format("{:.2f} s", seconds);
  return seconds >= 1e-3 ? fmt::format("{:.2f} ms", seconds * 1e3) : fmt::format("{:.1f} us", seconds * 1e6);
}

// Returns how the outputs of a mode compare with those of normal mode, in one or two words.
std::string outcome_of(const json& mode) {
  if (!mode.at("error").is_null()) return "fails";
  const json& comparison = mode.at("against_normal");
  if (mode.at("mode") == "normal") return "runs";
  if (comparison.is_null()) return "runs";
  if (comparison.at("same")) return "same outputs";
  return comparison.at("close") ? "outputs within tolerance" : "other outputs";
}

// Returns what one run did: recorded views, unless the library does not tell, and version bumps.
std::string counts_of(const json& mode) {
  const json& run = mode.at("run");
  if (run.is_null()) return "";
  const std::string views =
      run.at("views").is_null() ? "     - views" : fmt::format("  {:>4} views", run.at("views").get<std::int64_t>());
  return views + fmt::format("  {:>4} version bumps", run.at("version_bumps").get<std::int64_t>());
}

// Returns a line with a word at the left. A long word keeps a distance from the text.
std::string line_of(const std::string& name, const std::string& text) {
  const std::string word = spec::printable(name);
  return fmt::format("  {:<{}}{}{}\n", word, margin, static_cast<int>(word.size()) < margin ? "" : "  ",
                     spec::printable(text));
}

std::string row_of(const json& mode, double normal_seconds) {
  std::string time = "-";
  if (mode.at("seconds").is_number()) {
    const double seconds = mode.at("seconds").get<double>();
    time = text_of_time(seconds);
    if (normal_seconds > 0) time += fmt::format("  {:.2f}", seconds / normal_seconds);
  }
  std::string instructions;
  if (mode.at("instructions").is_number())
    instructions = fmt::format("  {:>12} instructions", mode.at("instructions").get<std::uint64_t>());
  return fmt::format("  {:<{}}{:<26}{:>16}  {:>6} nodes{}{}\n", title_of(mode.at("mode").get<std::string>()), margin,
                     outcome_of(mode), time, mode.at("nodes").get<std::size_t>(), counts_of(mode), instructions);
}

// Returns the text in lines of the terminal's width, beside a word at the left.
std::string wrapped(std::string_view word, std::string_view whole, const Style& style) {
  const std::string printed = spec::printable(whole);
  std::string_view text = printed;
  const std::size_t width = static_cast<std::size_t>(style.width - margin - 2);
  std::string lines;
  while (!text.empty()) {
    std::size_t end = text.size();
    if (end > width) {
      end = text.rfind(' ', width);
      if (end == std::string_view::npos) end = std::min(text.find(' '), text.size());
    }
    lines += fmt::format("  {:<{}}{}\n", word, margin, text.substr(0, end));
    word = "";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string held_text(const json& held) {
  std::string what;
  const auto add = [&what](const std::string& part) { what += (what.empty() ? "" : ", ") + part; };
  if (held.at("new")) add("new");
  if (held.at("replaced")) add("replaced");
  if (held.at("became_inference")) add("now an inference tensor");
  const auto bumps = held.at("version_bumps").get<std::int64_t>();
  if (bumps != 0) add(fmt::format("written {} time{}", bumps, bumps == 1 ? "" : "s"));
  if (what.empty()) add("written without a version bump");
  return line_of(held.at("name").get<std::string>(), what);
}

std::string left_behind_in_words(const json& answer, const Style& style) {
  std::string text;
  for (const json& mode : answer.at("modes"))
    if (mode.at("mode") == "inference_mode")
      for (const json& held : mode.at("held")) text += held_text(held);
  return text.empty() ? "" : style.dim("  after two runs in InferenceMode the model holds\n") + text;
}

// Says what happens if the model is loaded inside InferenceMode and used outside.
std::string loaded_inside(const json& answer, const Style& style) {
  const json& inside = answer.at("loaded_inside");
  if (!inside.at("error").is_null() || !inside.contains("later"))
    return wrapped("loaded in the mode",
                   "fails: " + essence_of(inside.at("error").is_null() ? "" : inside.at("error").get<std::string>()),
                   style);
  const json& later = inside.at("later").at("normal");
  const std::string tensors = fmt::format("{} of {} tensors are inference tensors; ",
                                          inside.at("inference_tensors").get<int>(), inside.at("tensors").get<int>());
  return wrapped(
      "loaded in the mode",
      tensors + (later.is_null() ? "a run outside works"
                                 : "a run outside in normal mode fails: " + essence_of(later.get<std::string>())),
      style);
}

// Compares the outputs of normal mode with those of another library.
std::string beside_other(const json& answer) {
  if (!answer.contains("against_other")) return "";
  const json& other = answer.at("against_other");
  const std::string name = "beside " + answer.at("other").get<std::string>();
  if (other.contains("reason")) return line_of(name, "the outputs differ: " + other["reason"].get<std::string>());
  return line_of(name, fmt::format("the outputs differ by {}{:.3g}", other.at("close") ? "at most " : "",
                                   other.at("largest_difference").get<double>()));
}

std::string verdict_text(const ModelVerdict& verdict, const Style& style) {
  const std::string name(name_of(verdict.advice));
  const bool good = verdict.advice == ModelAdvice::Migrate;
  const bool bad = verdict.advice == ModelAdvice::DoNotMigrate;
  std::string text = fmt::format("  {:<{}}{}\n", "verdict", margin,
                                 good  ? style.green(name)
                                 : bad ? style.red(name)
                                       : style.yellow(name));
  for (const ModelReason& reason : verdict.reasons) text += wrapped("", reason.text, style);
  for (const std::string& change : verdict.changes) text += wrapped("change", change, style);
  for (const std::string& note : verdict.notes) text += wrapped("note", note, style);
  return text;
}

std::string section(const json& answer, const Style& style) {
  std::string text = "\n" + style.bold(answer.at("library").get<std::string>()) + "\n";
  if (!answer.contains("error")) {
    const json& seconds = answer.at("modes").at(0).at("seconds");
    const double normal = seconds.is_number() ? seconds.get<double>() : 0;
    for (const json& mode : answer.at("modes")) text += row_of(mode, normal);
    text += left_behind_in_words(answer, style);
    text += loaded_inside(answer, style);
    text += beside_other(answer);
  }
  return text + verdict_text(judge_model(answer), style);
}

std::string input_in_words(const json& input) {
  if (input.contains("sizes"))
    return fmt::format("{} {}", input.at("dtype").get<std::string>(), input.at("sizes").dump());
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kinds{{{"GenericDict", "a dictionary"},
                                                                                {"Tuple", "a tuple"},
                                                                                {"None", "None"},
                                                                                {"String", "a text"},
                                                                                {"Int", "an integer"},
                                                                                {"Double", "a number"},
                                                                                {"Bool", "a bool"},
                                                                                {"Device", "a device"}}};
  const std::string kind = input.at("kind").get<std::string>();
  for (const auto& [tag, words] : kinds)
    if (kind == tag) return std::string(words);
  return kind.find("List") != std::string::npos ? "a list" : kind;
}

}  // namespace

std::string model_report(const ModelRequest& request, const std::vector<json>& answers, const Style& style) {
  std::string text = fmt::format("model {}", spec::printable(request.model));
  for (const json& answer : answers) {
    if (!answer.contains("inputs")) continue;
    text += answer.at("training") ? ", in training mode" : ", in evaluation mode";
    for (const json& input : answer.at("inputs")) text += ", input " + input_in_words(input);
    break;
  }
  text += "\n";
  for (const json& answer : answers) text += section(answer, style);
  text += style.dim(
      "\ntime of one run on one thread, and its ratio to normal mode; nodes of the outputs' graph; recorded views and "
      "version\nbumps of one run (of the engine only the bumps of the inputs and of what the model holds)\n");
  return text;
}

}  // namespace modecheck::cli
