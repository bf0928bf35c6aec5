#include "properties/known/retired_keys.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace modecheck::properties {
namespace {

struct RetiredKey {
  std::string_view retired;
  std::string_view present;
};

constexpr std::array kRetiredKeys{RetiredKey{"gravity", "severity"}, RetiredKey{"facts", "predicates"},
                                  RetiredKey{"cures", "counterfactuals"}};

std::string present_name(const std::string& key) {
  for (const RetiredKey& one : kRetiredKeys)
    if (key == one.retired) return std::string(one.present);
  return key;
}

}  // namespace

nlohmann::json with_present_keys(const nlohmann::json& from) {
  if (from.is_object()) {
    nlohmann::json out = nlohmann::json::object();
    for (const auto& [key, value] : from.items()) {
      const std::string name = present_name(key);
      if (name != key && from.contains(name))
        throw std::invalid_argument(
            fmt::format("\"{}\" is the earlier name of \"{}\", and both are there; remove \"{}\"", key, name, key));
      out[name] = with_present_keys(value);
    }
    return out;
  }
  if (!from.is_array()) return from;
  nlohmann::json out = nlohmann::json::array();
  for (const nlohmann::json& item : from) out.push_back(with_present_keys(item));
  return out;
}

}  // namespace modecheck::properties
