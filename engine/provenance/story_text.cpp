// Writes a story as text and as JSON, with the words of the audit's other forms.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/provenance/story.h"

namespace modecheck::engine::provenance {
namespace {

constexpr std::size_t label_width = 15;
constexpr std::size_t most_of_a_line = 90;
constexpr const char* how_to_get_lines = "no line is known: compile the program with -g";

// Returns the line of the source file without its indentation, or an empty text if the file cannot be read.
std::string source_line(const SourcePlace& place) {
  std::string line;
  if (!place.has_line()) return line;
  std::ifstream file(place.file);
  for (int i = 0; i < place.line; ++i)
    if (!std::getline(file, line)) return {};
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? std::string() : line.substr(begin);
}

// Returns the path relative to the working directory for a file below it.
std::string short_path(const std::string& path) {
  std::array<char, 4096> folder{};
  if (getcwd(folder.data(), folder.size()) == nullptr) return path;
  const std::string prefix = std::string(folder.data()) + "/";
  return path.compare(0, prefix.size(), prefix) == 0 ? path.substr(prefix.size()) : path;
}

void append_line(std::string& out, std::string_view label, const std::string& text) {
  out += "\n  ";
  out += label;
  if (text.empty()) return;
  if (label.size() < label_width) out.append(label_width - label.size(), ' ');
  out += ' ';
  out += text;
}

void append_place(std::string& out, std::string_view label, const SourcePlace& place, const std::string& what) {
  if (!place.is_known()) {
    append_line(out, label, "an unknown place: the program has no symbols. Compile it with -g, and do not strip it");
  } else if (place.has_line()) {
    append_line(out, label,
                short_path(place.file) + ":" + std::to_string(place.line) + " " + place.function + "  " +
                    source_line(place).substr(0, most_of_a_line));
  } else {
    append_line(out, label, place.function + "+" + std::to_string(place.offset) + "  (" + how_to_get_lines + ")");
  }
  if (!what.empty()) append_line(out, "", what);
}

using Json = nlohmann::ordered_json;

Json json_of(const SourcePlace& place) {
  Json out;
  out["file"] = place.has_line() ? Json(place.file) : Json();
  out["line"] = place.has_line() ? Json(place.line) : Json();
  out["function"] = place.is_known() ? Json(place.function) : Json();
  out["text"] = source_line(place);
  if (place.is_known() && !place.has_line()) out["offset"] = place.offset;
  return out;
}

Json json_of(const SourcePlace& place, const char* member, const std::string& value) {
  Json out = json_of(place);
  out[member] = value;
  return out;
}

}  // namespace

std::string Story::text() const {
  std::string out = "\nmodecheck: " + std::string(rule->title);
  if (has_birth)
    append_place(out, "made at", made, "by " + (made.called.empty() ? std::string("the engine") : made.called));
  else
    append_line(out, "made at", "not known: " + no_birth);
  if (has_guard)
    append_place(out, "inside guard", guard, "InferenceMode");
  else
    append_line(out, "inside guard", no_guard);
  for (const Step& step : steps) append_place(out, "handed over", step.place, step.how);
  append_place(out, "forbidden at", use, operation + (tensor.empty() ? "" : ", on " + tensor));
  append_line(out, "rule " + std::string(rule->rule), std::string(rule->statement));
  append_line(out, "remedy", remedy);
  std::string_view lines = rule->program;
  for (const char* label = "shown by"; !lines.empty(); label = "") {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    append_line(out, label, std::string(lines.substr(0, end)));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out;
}

std::string Story::json() const {
  Json out;
  out["class"] = rule->name;
  out["rule"] = rule->rule;
  out["statement"] = rule->statement;
  out["title"] = rule->title;
  out["message"] = message;
  out["silent"] = false;
  out["caught"] = nullptr;
  out["more"] = 0;
  out["tensor"] = tensor.empty() ? Json() : Json{{"shape", sizes}, {"dtype", dtype}};
  out["made"] = has_birth ? json_of(made, "operator", made.called) : Json();
  out["guard"] = has_guard ? json_of(guard) : Json();
  out["handed_over"] = Json::array();
  for (const Step& step : steps) out["handed_over"].push_back(json_of(step.place, "how", step.how));
  out["use"] = json_of(use, "operator", operation);
  out["remedy"] = Json{{"id", remedy_id}, {"text", remedy}};
  out["program"] = rule->program;
  return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace modecheck::engine::provenance
