// Reading the words of a pattern and of a cure. All throw std::invalid_argument with what is wrong.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "properties/generate/operation_set.h"
#include "properties/known/condition.h"
#include "properties/known/fact.h"

namespace modecheck::properties {

// Every key of the object is one of these: a misspelt condition would be no condition at all.
void require_keys(const nlohmann::json& from, std::initializer_list<std::string_view> known);

std::string text_in(const nlohmann::json& from, const char* key);

// Empty only if it is not required.
std::vector<std::string> words_in(const nlohmann::json& from, const char* key, bool required);

// Under that key, "facts" and "conditions"; "this" in a condition is one of the operations.
OperationSet operations_in(const nlohmann::json& from, const char* key = "operations");
std::vector<const Fact*> facts_in(const nlohmann::json& from);
std::vector<Condition> conditions_in(const nlohmann::json& from, const OperationSet& operations);

// The functions that are made of one of them above all (`Operation::like`): what is known of a row is known of these.
OperationSet made_of(const OperationSet& operations);

}  // namespace modecheck::properties
