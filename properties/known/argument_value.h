// What conditions can ask of the arguments of commands that are no tensors.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "properties/known/circumstances.h"
#include "properties/known/term.h"

namespace modecheck::properties {

// Unknown: no program says what such an argument is.
Term::Kind argument_kind(const spec::operators::Argument& argument);

// The words that it can be.
std::vector<std::string_view> argument_words(const spec::operators::Argument& argument);
std::vector<std::string_view> dtype_names();

// Nothing: it is absent, or a tensor.
std::optional<Term::Value> argument_value(const Circumstances& c, int argument);

}  // namespace modecheck::properties
