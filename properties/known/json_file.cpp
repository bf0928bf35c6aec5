#include "properties/known/json_file.h"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "properties/known/known_error.h"
#include "properties/known/retired_keys.h"

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
  // for each JSON object that the parser is inside of, the keys that it has read
  std::vector<std::set<std::string>> keys;
  std::string twice;
  const auto watch = [&](int /*depth*/, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
      twice = parsed.get<std::string>();
    return true;
  };
  try {
    object_ = json::parse(text, watch);
  } catch (const json::exception& error) {
    throw KnownError(fmt::format("{}: {}", file_.string(), error.what()));
  }
  if (!twice.empty()) throw KnownError(fmt::format("{}: there are two keys \"{}\"", file_.string(), twice));
  if (!object_.is_object()) throw KnownError(fmt::format("{}: must hold one JSON object", file_.string()));
  try {
    object_ = with_present_keys(object_);
  } catch (const std::invalid_argument& error) {
    throw KnownError(fmt::format("{}: {}", file_.string(), error.what()));
  }
}

std::string JsonFile::text(const char* key) const {
  const auto at = object_.find(key);
  if (at == object_.end() || !at->is_string())
    throw KnownError(fmt::format("{}: \"{}\" must be there and be a text", file_.string(), key));
  return at->get<std::string>();
}

}  // namespace modecheck::properties
