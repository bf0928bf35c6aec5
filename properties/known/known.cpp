#include "properties/known/known.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "properties/known/json_file.h"
#include "properties/known/known_error.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

Gravity gravity_in(const JsonFile& file) {
  const std::string name = file.text("gravity");
  if (const auto gravity = gravity_named(name)) return *gravity;
  std::string all;
  for (int i = 0; i < kGravities; ++i)
    all += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", name_of(static_cast<Gravity>(i)));
  throw KnownError(fmt::format("{}: \"gravity\" is \"{}\"; it must be one of {}", file.path().string(), name, all));
}

spec::Program program_in(const fs::path& file) {
  try {
    return spec::parse_program(content_of(file));
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

KnownDeparture entry_of(const JsonFile& file, const std::map<std::string, Cause>& causes) {
  KnownDeparture out;
  out.id = file.id();
  const std::string cause = file.text("cause");
  const auto at = causes.find(cause);
  if (at == causes.end())
    throw KnownError(
        fmt::format("{}: \"cause\" is \"{}\"; there is no causes/{}.json", file.path().string(), cause, cause));
  out.cause = at->second;
  out.versions = versions_in(file);
  out.gravity = gravity_in(file);
  out.signature = signature_in(file);
  out.pattern = pattern_in(file);
  if (const auto found = file.object().find("found"); found != file.object().end())
    out.found = KnownDeparture::Found{found->at("seed").get<std::uint64_t>(), found->at("program").get<std::uint64_t>(),
                                      found->value("with", std::string())};
  out.program_file = fs::path(file.path()).replace_extension(".prog");
  out.program = program_in(out.program_file);
  return out;
}

// Each cause has the entry that stands for it.
void require_consistent(const fs::path& folder, const std::vector<KnownDeparture>& all,
                        const std::map<std::string, Cause>& causes) {
  for (const auto& named : causes) {
    const std::string& id = named.first;
    const Cause& cause = named.second;
    if (std::none_of(all.begin(), all.end(),
                     [&](const auto& entry) { return entry.id == cause.example && entry.cause.id == id; }))
      throw KnownError(fmt::format("{}: causes/{}.json: \"example\" is \"{}\"; it must be an entry of this cause",
                                   folder.string(), id, cause.example));
  }
}

}  // namespace

bool KnownDeparture::covers(const std::string& version) const {
  return std::find(versions.begin(), versions.end(), version) != versions.end();
}

bool KnownDeparture::speaks_of(const std::string& name, const std::string& version) const {
  return subject() == without_version(name) && covers(version);
}

bool KnownDeparture::has_signature(const Signature& other) const {
  Signature plain = other;
  plain.subject = without_version(other.subject);
  return plain == signature;
}

std::vector<KnownDeparture> load_known(const fs::path& folder) {
  std::vector<KnownDeparture> out;
  if (!fs::is_directory(folder))
    throw KnownError(fmt::format("{}: is not a folder of known departures", folder.string()));
  const auto causes = load_causes(folder / "causes");
  for (const fs::directory_entry& item : fs::directory_iterator(folder)) {
    if (item.path().extension() != ".json") continue;
    try {
      out.push_back(entry_of(JsonFile(item.path()), causes));
    } catch (const json::exception& error) {
      throw KnownError(fmt::format("{}: {}", item.path().string(), error.what()));
    }
  }
  std::sort(out.begin(), out.end(), [](const KnownDeparture& a, const KnownDeparture& b) {
    return std::tie(a.gravity, a.id) < std::tie(b.gravity, b.id);
  });
  require_consistent(folder, out, causes);
  return out;
}

std::string to_json(const KnownDeparture& entry, const nlohmann::ordered_json& pattern) {
  nlohmann::ordered_json out;
  out["id"] = entry.id;
  out["cause"] = entry.cause.id;
  out["versions"] = entry.versions;
  out["gravity"] = std::string(name_of(entry.gravity));
  out["signature"] = {{"rule", entry.signature.rule},
                      {"subject", entry.signature.subject},
                      {"operation", entry.signature.operation},
                      {"error", entry.signature.error}};
  if (entry.found) {
    out["found"] = {{"seed", entry.found->seed}, {"program", entry.found->program}};
    if (!entry.found->with.empty()) out["found"]["with"] = entry.found->with;
  }
  out["recognised"] = pattern;
  return out.dump(2) + "\n";
}

}  // namespace modecheck::properties
