// What a schema cannot say of the C++ API: which functions and methods there are, which are written by hand, and the
// few default values, results and explanations that differ. Everything else follows from the catalogue.
//
// An operator is named by its schema's name, which stands for every overload, or by the qualified name of one overload.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/api/generate/row.h"

namespace modecheck::generate {

// Whether libtorch declares the operator as a function in at::, and as a method of at::Tensor.
bool has_function(const Row& row);
bool has_method(const Row& row);

// Whether another header of engine/ declares and defines the function.
bool function_is_by_hand(const Row& row);
// Whether engine/composites defines the method. Its declaration is generated all the same.
bool method_is_by_hand(const Row& row);

// Whether an argument has no default value in C++ though the schema gives one: two overloads could be meant otherwise.
bool must_be_given(const Row& row, std::string_view argument);

// What is to be known beside the schema; empty for most operators.
std::string_view note(const Row& row);

// The rules that a call has to keep before all others; `modecheck rules` says them.
std::string_view rule_ids(const Row& row);

// Overrides that name no operator.
std::vector<std::string> unknown_overrides(const std::vector<Row>& rows);

}  // namespace modecheck::generate
