// Declares functions of values: comparison, truth, text and the release of nested values.
#pragma once

#include <string>
#include <vector>

#include "engine/script/value.h"

namespace modecheck::engine::script {

// Compares as `==` does. Tensors inside lists are equal if their sizes and elements are. Raises if the values are
// nested deeper than kMostValueNesting, or if more than kMostVisits elements are compared.
bool are_equal(const Value& a, const Value& b);
// Compares as `is` does.
bool is_same(const Value& a, const Value& b);
// Returns the truth value of a number or of a tensor with one element. Raises for all other values, as TorchScript
// does.
bool truth(const Value& value);
// Returns the text that libtorch's str(), format() and print() give: strings have no quotation marks inside a list
// either, and a float is "2." or "0.10000000000000001". With `quoted` it is the text of Python's repr.
std::string to_text(const Value& value, bool quoted = false);
// Destroys the elements. Nested lists are destroyed one after the other and not one inside the other, so that a list
// nested a million deep does not exhaust the stack.
void release_elements(std::vector<Value>& elements) noexcept;

}  // namespace modecheck::engine::script
