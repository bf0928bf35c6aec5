// The facts about the C++ API that a schema does not contain. They say which functions and methods exist, which of them
// are written by hand, and which default values differ from the schema's. There are also notes for docstrings.
// Everything else follows from the catalogue.
//
// An operator is named by its schema's name, which stands for every overload, or by the qualified name of one overload.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/api/generate/row.h"

namespace modecheck::generate {

// has_function returns whether libtorch declares the operator as a function in at::. has_method returns whether it is a
// method of at::Tensor.
bool has_function(const Row& row);
bool has_method(const Row& row);

// Returns whether the function is written by hand: another header of engine/ declares it.
bool function_is_by_hand(const Row& row);
// Returns whether the method is written by hand in engine/composites. The declaration of the method is generated
// nevertheless.
bool method_is_by_hand(const Row& row);

// Returns whether the C++ argument has no default value, although the schema gives it one. With the default value, some
// calls would be ambiguous between two overloads.
bool must_be_given(const Row& row, std::string_view argument);

// Returns the operator's note from notes.h, which is empty for most operators.
std::string_view note(const Row& row);

// Returns the ids of the rules that matter most for a call of the operator. `modecheck rules` prints the rules.
std::string_view rule_ids(const Row& row);

// Returns the names in overrides.cpp and notes.h that belong to no operator of the catalogue, so that the generator can
// report misspelt names.
std::vector<std::string> unknown_overrides(const std::vector<Row>& rows);

}  // namespace modecheck::generate
