// Gives the values of a command's non-tensor arguments, which the conditions of known mismatches ask about.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "properties/known/mismatch_context.h"
#include "properties/known/term.h"

namespace modecheck::properties {

// Returns the kind of the argument's value. Returns Unknown if a program does not record such an argument.
Term::Kind argument_kind(const spec::operators::Argument& argument);

// Returns the words that the argument accepts, such as "max". Returns none if the argument is not a word.
std::vector<std::string_view> argument_words(const spec::operators::Argument& argument);
std::vector<std::string_view> dtype_names();

// Returns the value of the command's argument. Returns std::nullopt if the argument is absent or a tensor.
std::optional<Term::Value> argument_value(const MismatchContext& c, int argument);

}  // namespace modecheck::properties
