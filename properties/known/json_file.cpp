#include "properties/known/json_file.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "properties/known/known_error.h"

namespace modecheck::properties {

using nlohmann::json;

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw KnownError(fmt::format("{}: cannot be read", file.string()));
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

JsonFile::JsonFile(std::filesystem::path file) : JsonFile(file, content_of(file)) {}

JsonFile::JsonFile(std::filesystem::path file, const std::string& text) : file_(std::move(file)) {
  try {
    object_ = json::parse(text);
  } catch (const json::exception& error) {
    throw KnownError(fmt::format("{}: {}", file_.string(), error.what()));
  }
  if (!object_.is_object()) throw KnownError(fmt::format("{}: must hold one JSON object", file_.string()));
}

std::string JsonFile::text(const char* key) const {
  const auto at = object_.find(key);
  if (at == object_.end() || !at->is_string())
    throw KnownError(fmt::format("{}: \"{}\" must be there and be a text", file_.string(), key));
  return at->get<std::string>();
}

}  // namespace modecheck::properties
