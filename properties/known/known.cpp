#include "properties/known/known.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

#include "properties/known/findability.h"
#include "properties/known/json_file.h"
#include "properties/known/known_error.h"
#include "properties/process/whole_number.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

Severity severity_in(const JsonFile& file) {
  const std::string name = file.text("severity");
  if (const auto severity = severity_named(name)) return *severity;
  std::string all;
  for (int i = 0; i < kSeverities; ++i)
    all += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", name_of(static_cast<Severity>(i)));
  throw KnownError(fmt::format("{}: \"severity\" is \"{}\"; it must be one of {}", file.path().string(), name, all));
}

constexpr std::string_view kPrefix = "# pattern: ";

// Returns the text of the lines that begin with "# pattern: ", without that prefix.
std::string pattern_text(const fs::path& file, const std::string& content) {
  std::string out;
  std::istringstream lines(content);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind(kPrefix, 0) == 0) out += line.substr(kPrefix.size()) + "\n";
  if (out.empty())
    throw KnownError(
        fmt::format("{}: has no lines that begin with \"{}\": they say what is known", file.string(), kPrefix));
  return out;
}

spec::Program program_in(const fs::path& file, const std::string& content) {
  try {
    return spec::parse_program(content);
  } catch (const spec::TextError& error) {
    throw KnownError(fmt::format("{}:{}: {}", file.string(), error.line(), error.what()));
  }
}

std::vector<std::string> versions_in(const JsonFile& file) {
  const json versions = file.object().value("versions", json());
  if (!versions.is_array() || versions.empty())
    throw KnownError(fmt::format("{}: \"versions\" must be a list of the subject's versions", file.path().string()));
  return versions.get<std::vector<std::string>>();
}

Signature signature_in(const JsonFile& file) {
  const json signature = file.object().value("signature", json());
  if (!signature.is_object())
    throw KnownError(
        fmt::format("{}: \"signature\" must have rule, subject, operation and error", file.path().string()));
  return {signature.at("rule"), signature.at("subject"), signature.at("operation"), signature.at("error")};
}

Pattern pattern_in(const JsonFile& file) {
  try {
    return pattern_of(file.object().value("recognised", json()));
  } catch (const std::invalid_argument& error) {
    throw KnownError(fmt::format("{}: \"recognised\": {}", file.path().string(), error.what()));
  }
}

// Returns the entry in a file with this content. Throws json::exception or std::invalid_argument if a value is not what
// it must be.
KnownMismatch read_entry(const fs::path& path, const std::string& content, const Cause& cause) {
  KnownMismatch out;
  out.id = path.stem().string();
  out.cause = cause;
  out.program_file = path;
  out.program = program_in(path, content);
  const JsonFile file(path, pattern_text(path, content));
  out.versions = versions_in(file);
  out.severity = severity_in(file);
  out.signature = signature_in(file);
  out.pattern = pattern_in(file);
  out.on_some_processors = file.object().value("on_some_processors", false);
  if (const auto found = file.object().find("found"); found != file.object().end())
    out.found = KnownMismatch::Found{whole_number(found->at("seed")), whole_number(found->at("program")),
                                     found->value("with", std::string())};
  return out;
}

void load_cause_folder(const fs::path& folder, std::vector<KnownMismatch>& out) {
  const Cause cause = load_cause(folder);
  bool has_example = false;
  for (const fs::directory_entry& item : fs::directory_iterator(folder)) {
    if (item.path().extension() == ".json" && item.path().filename() != "cause.json")
      throw KnownError(
          fmt::format("{}: is no cause.json; what is known of a program stands in its lines that begin "
                      "with \"{}\"",
                      item.path().string(), kPrefix));
    if (item.path().extension() != ".prog") continue;
    out.push_back(entry_in(item.path(), content_of(item.path()), cause));
    has_example |= out.back().id == cause.example;
  }
  if (!has_example)
    throw KnownError(fmt::format("{}: \"example\" is \"{}\"; it must be a program in this folder, without \".prog\"",
                                 (folder / "cause.json").string(), cause.example));
}

// Reports and searches name entries by their ids alone, so ids must be unique across causes.
void require_unique(const std::vector<KnownMismatch>& all) {
  std::map<std::string, fs::path> files;
  for (const KnownMismatch& entry : all)
    if (const auto [at, is_new] = files.emplace(entry.id, entry.program_file); !is_new)
      throw KnownError(fmt::format("{} and {} have the same name; give one of them another", at->second.string(),
                                   entry.program_file.string()));
}

// Prints JSON on one line with a space after commas and colons, as the files of known/ have it: {"a": [1, 2]}.
std::string spaced(const nlohmann::ordered_json& value) {
  std::vector<std::string> parts;
  if (value.is_object()) {
    for (const auto& [key, item] : value.items())
      parts.push_back(fmt::format("{}: {}", json(key).dump(), spaced(item)));
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }
  if (!value.is_array()) return value.dump();
  for (const auto& item : value) parts.push_back(spaced(item));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

// Prints an object with one member per line; all lines but the first are indented by `indentation`:
// {"a": 1,
//  "b": 2}
std::string line_by_line(const std::vector<std::pair<std::string, std::string>>& members,
                         const std::string& indentation) {
  std::string out;
  for (const auto& [key, value] : members)
    out += fmt::format("{}{}: {}", out.empty() ? "{" : ",\n " + indentation, json(key).dump(), value);
  return out + "}";
}

}  // namespace

KnownMismatch entry_in(const std::filesystem::path& file, const std::string& content, const Cause& cause) {
  try {
    return read_entry(file, content, cause);
  } catch (const KnownError&) {
    throw;
  } catch (const std::exception& error) {
    throw KnownError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

bool is_adapter(const std::string& subject) { return subject.compare(0, 5, "exec:") == 0; }

bool KnownMismatch::covers(const std::string& version) const {
  return std::find(versions.begin(), versions.end(), version) != versions.end();
}

// An adapter has the CPU only, and says which engine it stands for: its version is, for example, "torch
// 2.15.0+cu132", and what is known of torch:cpu in the version 2.15.0 holds for it.
bool KnownMismatch::speaks_of(const std::string& name, const std::string& version) const {
  if (!is_adapter(name)) return subject() == without_version(name) && covers(version);
  const std::size_t colon = subject().find(':');
  const std::string engine = subject().substr(0, colon) + " ";
  return subject().compare(colon + 1, std::string::npos, "cpu") == 0 &&
         version.compare(0, engine.size(), engine) == 0 &&
         covers(version.substr(engine.size(), version.find('+') - engine.size()));
}

bool KnownMismatch::has_signature(const Signature& other) const {
  Signature plain = other;
  plain.subject = is_adapter(other.subject) ? subject() : without_version(other.subject);
  return plain == signature;
}

std::vector<KnownMismatch> load_known(const fs::path& folder) {
  std::vector<KnownMismatch> out;
  if (!fs::is_directory(folder))
    throw KnownError(fmt::format("{}: is not a folder of known mismatches", folder.string()));
  for (const fs::directory_entry& item : fs::directory_iterator(folder)) {
    if (item.is_directory())
      load_cause_folder(item.path(), out);
    else if (item.path().filename() == Findability::kFile)
      continue;
    else if (item.path().extension() == ".prog" || item.path().extension() == ".json")
      throw KnownError(fmt::format("{}: lies in the folder of no cause; move it into {}/CAUSE/", item.path().string(),
                                   folder.string()));
  }
  std::sort(out.begin(), out.end(), [](const KnownMismatch& a, const KnownMismatch& b) {
    return std::tie(a.severity, a.id) < std::tie(b.severity, b.id);
  });
  require_unique(out);
  return out;
}

std::string pattern_lines(const KnownMismatch& entry, const nlohmann::ordered_json& pattern) {
  std::vector<std::pair<std::string, std::string>> recognised;
  for (const auto& [key, value] : pattern.items()) recognised.emplace_back(key, spaced(value));
  std::vector<std::pair<std::string, std::string>> members{
      {"versions", spaced(entry.versions)},
      {"severity", json(name_of(entry.severity)).dump()},
      {"signature", spaced({{"rule", entry.signature.rule},
                            {"subject", entry.signature.subject},
                            {"operation", entry.signature.operation},
                            {"error", entry.signature.error}})}};
  if (entry.found) {
    nlohmann::ordered_json found{{"seed", entry.found->seed}, {"program", entry.found->program}};
    if (!entry.found->with.empty()) found["with"] = entry.found->with;
    members.emplace_back("found", spaced(found));
  }
  if (entry.on_some_processors) members.emplace_back("on_some_processors", "true");
  members.emplace_back("recognised", line_by_line(recognised, " "));
  std::string out;
  std::istringstream lines(line_by_line(members, ""));
  for (std::string line; std::getline(lines, line);) out += fmt::format("{}{}\n", kPrefix, line);
  return out;
}

}  // namespace modecheck::properties
