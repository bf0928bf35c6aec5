// Reads from JSON the parts that patterns of known mismatches and their counterfactuals have in common: operations,
// predicates and conditions. All functions throw std::invalid_argument and say what is wrong.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "properties/generate/operation_set.h"
#include "properties/known/condition.h"
#include "properties/known/predicate.h"

namespace modecheck::properties {

// Throws if the object has a key that is not among `known`, because a misspelt condition would otherwise be ignored.
void require_keys(const nlohmann::json& from, std::initializer_list<std::string_view> known);

std::string text_in(const nlohmann::json& from, const char* key);

// Returns the list of words under a key. The list may be empty only if `required` is false.
std::vector<std::string> words_in(const nlohmann::json& from, const char* key, bool required);

// These functions read the lists under the keys `key`, "predicates" and "conditions" of a JSON object. A condition with
// the key "this" is about a command whose operation is one of `operations`.
OperationSet operations_in(const nlohmann::json& from, const char* key = "operations");
std::vector<const Predicate*> predicates_in(const nlohmann::json& from);
std::vector<Condition> conditions_in(const nlohmann::json& from, const OperationSet& operations);

// Returns the composites that mainly run one of these operators (`Operation::resembles`). What is known about an
// operator holds for these composites, too.
OperationSet composites_of(const OperationSet& operations);

}  // namespace modecheck::properties
