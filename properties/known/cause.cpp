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

}  // namespace

Cause load_cause(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "cause.json";
  if (!std::filesystem::exists(path))
    throw KnownError(fmt::format("{}: has no cause.json, which says what is wrong and why", folder.string()));
  return cause_in(JsonFile(path));
}

Cause cause_in(const JsonFile& file) {
  Cause out;
  out.id = file.path().parent_path().filename().string();
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

}  // namespace modecheck::properties
