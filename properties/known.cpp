#include "properties/known.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "spec/program_text.h"

namespace modecheck::properties {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw KnownError(fmt::format("{}: cannot be read", file.string()));
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::string text_at(const json& object, const fs::path& file, const char* key) {
  const auto at = object.find(key);
  if (at == object.end() || !at->is_string())
    throw KnownError(fmt::format("{}: \"{}\" must be there and be a text", file.string(), key));
  return at->get<std::string>();
}

KnownDeparture::Kind kind_named(const std::string& name, const fs::path& file) {
  if (name == "finding") return KnownDeparture::Kind::Finding;
  if (name == "difference") return KnownDeparture::Kind::Difference;
  throw KnownError(
      fmt::format("{}: \"kind\" is \"{}\"; it must be \"finding\" or \"difference\"", file.string(), name));
}

Gravity gravity_at(const json& object, const fs::path& file) {
  const std::string name = text_at(object, file, "gravity");
  if (const auto gravity = gravity_named(name)) return *gravity;
  std::string all;
  for (int i = 0; i < kGravities; ++i)
    all += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", name_of(static_cast<Gravity>(i)));
  throw KnownError(fmt::format("{}: \"gravity\" is \"{}\"; it must be one of {}", file.string(), name, all));
}

spec::Program program_in(const fs::path& file) {
  try {
    return spec::parse_program(content_of(file));
  } catch (const spec::TextError& error) {
    throw KnownError(fmt::format("{}:{}: {}", file.string(), error.line(), error.what()));
  }
}

KnownDeparture entry_of(const json& object, const fs::path& file) {
  KnownDeparture out;
  out.id = text_at(object, file, "id");
  if (out.id != file.stem())
    throw KnownError(fmt::format("{}: \"id\" is \"{}\"; it must be the file's name", file.string(), out.id));
  const json versions = object.value("versions", json());
  if (!versions.is_array() || versions.empty())
    throw KnownError(fmt::format("{}: \"versions\" must be a list of the subject's versions", file.string()));
  for (const json& version : versions) out.versions.push_back(version.get<std::string>());
  out.kind = kind_named(text_at(object, file, "kind"), file);
  out.gravity = gravity_at(object, file);
  out.rule = text_at(object, file, "rule");
  out.reason = text_at(object, file, "reason");
  out.link = text_at(object, file, "link");
  const json signature = object.value("signature", json());
  if (!signature.is_object())
    throw KnownError(fmt::format("{}: \"signature\" must have rule, subject, operation and error", file.string()));
  out.signature = {text_at(signature, file, "rule"), text_at(signature, file, "subject"),
                   text_at(signature, file, "operation"), text_at(signature, file, "error")};
  if (text_at(object, file, "subject") != out.signature.subject)
    throw KnownError(fmt::format("{}: \"subject\" and the signature's subject must be the same", file.string()));
  if (object.contains("found")) {
    const json& found = object.at("found");
    out.found = KnownDeparture::Found{found.at("seed").get<std::uint64_t>(), found.at("program").get<std::uint64_t>()};
  }
  out.program_file = file.parent_path() / text_at(object, file, "program");
  out.program = program_in(out.program_file);
  return out;
}

}  // namespace

bool KnownDeparture::covers(const std::string& version) const {
  return std::find(versions.begin(), versions.end(), version) != versions.end();
}

std::vector<KnownDeparture> load_known(const fs::path& folder) {
  std::vector<KnownDeparture> out;
  if (!fs::is_directory(folder))
    throw KnownError(fmt::format("{}: is not a folder of known departures", folder.string()));
  for (const fs::directory_entry& item : fs::directory_iterator(folder)) {
    const fs::path& file = item.path();
    if (file.extension() != ".json") continue;
    try {
      out.push_back(entry_of(json::parse(content_of(file)), file));
    } catch (const json::exception& error) {
      throw KnownError(fmt::format("{}: {}", file.string(), error.what()));
    }
  }
  std::sort(out.begin(), out.end(), [](const KnownDeparture& a, const KnownDeparture& b) {
    return std::tie(a.gravity, a.id) < std::tie(b.gravity, b.id);
  });
  std::set<Signature> seen;
  for (const KnownDeparture& entry : out)
    if (!seen.insert(entry.signature).second)
      throw KnownError(fmt::format("{}: two entries have the signature of \"{}\"", folder.string(), entry.id));
  return out;
}

std::string to_json(const KnownDeparture& entry) {
  nlohmann::ordered_json out;
  out["id"] = entry.id;
  out["subject"] = entry.signature.subject;
  out["versions"] = entry.versions;
  out["kind"] = entry.kind == KnownDeparture::Kind::Finding ? "finding" : "difference";
  out["gravity"] = std::string(name_of(entry.gravity));
  out["rule"] = entry.rule;
  out["reason"] = entry.reason;
  out["link"] = entry.link;
  out["program"] = entry.program_file.filename().string();
  out["signature"] = {{"rule", entry.signature.rule},
                      {"subject", entry.signature.subject},
                      {"operation", entry.signature.operation},
                      {"error", entry.signature.error}};
  if (entry.found) out["found"] = {{"seed", entry.found->seed}, {"program", entry.found->program}};
  return out.dump(2) + "\n";
}

}  // namespace modecheck::properties
