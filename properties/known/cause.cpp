#include "properties/known/cause.h"

#include <fmt/format.h>

#include "properties/known/json_file.h"
#include "properties/known/known_error.h"

namespace modecheck::properties {
namespace {

Cause::Kind kind_in(const JsonFile& file) {
  const std::string name = file.text("kind");
  if (name == "finding") return Cause::Kind::Finding;
  if (name == "difference") return Cause::Kind::Difference;
  throw KnownError(
      fmt::format("{}: \"kind\" is \"{}\"; it must be \"finding\" or \"difference\"", file.path().string(), name));
}

Cause cause_of(const JsonFile& file) {
  Cause out;
  out.id = file.id();
  out.title = file.text("title");
  out.kind = kind_in(file);
  out.rule = file.text("rule");
  out.example = file.text("example");
  out.what = file.text("what");
  out.why = file.text("why");
  out.fix = file.text("fix");
  out.link = file.text("link");
  return out;
}

}  // namespace

std::map<std::string, Cause> load_causes(const std::filesystem::path& folder) {
  std::map<std::string, Cause> out;
  if (!std::filesystem::is_directory(folder)) return out;
  for (const auto& item : std::filesystem::directory_iterator(folder)) {
    if (item.path().extension() != ".json") continue;
    Cause cause = cause_of(JsonFile(item.path()));
    out.emplace(cause.id, std::move(cause));
  }
  return out;
}

}  // namespace modecheck::properties
