// This file builds a call of every operator of the catalogue. To find the arguments, it tries values that their names
// and types suggest. Tests and measurements that use this file cover a new operator without a change.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/dispatch/dispatcher.h"
#include "engine/dispatch/facts.h"

namespace modecheck::bench {

// Describes an operator of the catalogue as a value and not as a type. One function that loops over such values
// compiles in seconds; a template instance for each operator takes minutes.
struct SchemaRow {
  const spec::operators::Schema& schema;
  spec::operators::Family family;
  engine::OperatorKind kind;

  std::string name() const { return std::string(schema.qualified_name); }
};

std::vector<SchemaRow> schema_rows();

// Says how to build the arguments of a call. It holds the sizes and dtype of the first tensor, and the dtype of the
// output. For each argument it holds the index of the chosen candidate value.
struct Recipe {
  std::vector<std::int64_t> sizes;
  at::ScalarType dtype = at::kFloat;
  at::ScalarType out = at::kFloat;
  std::vector<std::size_t> choice;
};

// Returns the first combination of candidate arguments that the operator accepts, or std::nullopt if it rejects all.
// The first tensor holds ones. It is 2 x 2 if the operator accepts that size.
std::optional<Recipe> recipe_for(const SchemaRow& row);

// Writes a recipe as a line of numbers: the two dtypes, the number of sizes, the sizes, and the choices.
std::string text_of(const Recipe& recipe);
// Reads a line that text_of() wrote.
Recipe recipe_of(const std::string& line);

// Returns a tensor without elements that has the dtype of the recipe's output.
at::Tensor fresh_out(const Recipe& recipe);

// Builds the arguments that the recipe describes. `self` becomes the first tensor (or the first tensor of a list), and
// `out` the first output.
torch::jit::Stack arguments(const SchemaRow& row, const Recipe& recipe, const at::Tensor& self, const at::Tensor& out);

c10::OperatorHandle handle_of(const SchemaRow& row);

// Calls the operator with the arguments on the stack, and returns the tensors among its results.
std::vector<at::Tensor> call(const SchemaRow& row, torch::jit::Stack stack);

}  // namespace modecheck::bench
