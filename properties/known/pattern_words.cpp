#include "properties/known/pattern_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

namespace modecheck::properties {

using nlohmann::json;

namespace {

constexpr std::string_view kAlone = "operation ";

std::optional<OperationSet> one_operation(std::string_view name) {
  const int id = spec::find_operation(name);
  if (id < 0) return std::nullopt;
  return OperationSet().set(static_cast<std::size_t>(id));
}

}  // namespace

void require_keys(const json& from, std::initializer_list<std::string_view> known) {
  for (const auto& item : from.items())
    if (std::find(known.begin(), known.end(), item.key()) == known.end())
      throw std::invalid_argument(fmt::format("there is no condition \"{}\"", item.key()));
}

std::string text_in(const json& from, const char* key) {
  const auto at = from.find(key);
  if (at == from.end() || !at->is_string()) throw std::invalid_argument(fmt::format("\"{}\" must be a text", key));
  return at->get<std::string>();
}

std::vector<std::string> words_in(const json& from, const char* key, bool required) {
  const auto at = from.find(key);
  if (at == from.end() && !required) return {};
  const auto is_text = [](const json& one) { return one.is_string(); };
  if (at == from.end() || !at->is_array() || (required && at->empty()) || !std::all_of(at->begin(), at->end(), is_text))
    throw std::invalid_argument(fmt::format("\"{}\" must be a list of texts", key));
  return at->get<std::vector<std::string>>();
}

OperationSet operations_in(const json& from, const char* key) {
  OperationSet out;
  for (const std::string& word : words_in(from, key, true)) {
    const auto named = word == "every operation"  ? every_operation()
                       : word.starts_with(kAlone) ? one_operation(std::string_view(word).substr(kAlone.size()))
                                                  : operations_named(word);
    if (!named) throw std::invalid_argument(fmt::format("\"{}\" is no operation and no group", word));
    out |= *named;
  }
  return out;
}

OperationSet composites_of(const OperationSet& operations) {
  OperationSet out;
  for (std::size_t id = 0; id < spec::operations().size(); ++id)
    if (const spec::OperationId resembled = spec::operations()[id].resembles;
        resembled != 0 && operations.test(resembled))
      out.set(id);
  return out;
}

std::vector<const Predicate*> predicates_in(const json& from) {
  std::vector<const Predicate*> out;
  for (const std::string& word : words_in(from, "predicates", false)) {
    out.push_back(predicate_named(word));
    if (out.back() == nullptr)
      throw std::invalid_argument(
          fmt::format("there is no predicate \"{}\"; there are: {}", word, fmt::join(predicate_names(), ", ")));
  }
  return out;
}

std::vector<Condition> conditions_in(const json& from, const OperationSet& operations) {
  std::vector<Condition> out;
  const auto at = from.find("conditions");
  if (at == from.end()) return out;
  if (!at->is_array() || at->empty()) throw std::invalid_argument("\"conditions\" must be a list");
  for (const json& one : *at) {
    try {
      out.push_back(condition_of(one, operations));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("\"conditions\": {}", error.what()));
    }
  }
  return out;
}

}  // namespace modecheck::properties
