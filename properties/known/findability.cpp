#include "properties/known/findability.h"

#include <fmt/format.h>

#include "properties/known/json_file.h"
#include "properties/known/known_error.h"

namespace modecheck::properties {

Findability::Findability(const std::filesystem::path& file) {
  const JsonFile json(file);
  try {
    subject_ = json.object().at("subject");
    version_ = json.object().at("version");
    programs_ = json.object().at("programs");
    met_ = json.object().at("met");
  } catch (const nlohmann::json::exception& error) {
    throw KnownError(fmt::format("{}: {}; scripts/findability writes this file", file.string(), error.what()));
  }
}

std::optional<Findability> Findability::load(const std::filesystem::path& known) {
  const std::filesystem::path file = known / kFile;
  if (known.empty() || !std::filesystem::exists(file)) return std::nullopt;
  return Findability(file);
}

std::optional<MeetingRate> Findability::of(const std::string& id) const {
  const auto at = met_.find(id);
  if (at == met_.end()) return std::nullopt;
  return MeetingRate{programs_, at->second};
}

}  // namespace modecheck::properties
