// Builds a call of every operator of the catalogue. It finds the arguments by trying values that their names and types
// suggest. Tests and measurements that use it cover a new operator without a change.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/dispatch/dispatcher.h"
#include "engine/dispatch/facts.h"

namespace modecheck::bench {

// An operator of the catalogue as a value. One function that loops over all operators compiles in seconds; an instance
// for each takes minutes.
struct SchemaRow {
  const spec::operators::Schema& schema;
  spec::operators::Family family;
  engine::OperatorKind kind;

  std::string name() const { return std::string(schema.qualified_name); }
};

std::vector<SchemaRow> schema_rows();

// How to build a call's arguments: the sizes and dtypes of the first tensor and of the output, and the index of each
// argument's candidate.
struct Recipe {
  std::vector<std::int64_t> sizes;
  at::ScalarType dtype = at::kFloat;
  at::ScalarType out = at::kFloat;
  std::vector<std::size_t> choice;
};

// Returns the first combination of candidates that the operator accepts, or std::nullopt if it rejects all. The first
// tensor holds ones and is 2 x 2 if the operator accepts that.
std::optional<Recipe> recipe_for(const SchemaRow& row);

// Returns an empty output of the recipe's dtype.
at::Tensor fresh_out(const Recipe& recipe);

// Builds the recipe's arguments. `self` becomes the first tensor (or the first of a list), and `out` the first output.
torch::jit::Stack arguments(const SchemaRow& row, const Recipe& recipe, const at::Tensor& self, const at::Tensor& out);

c10::OperatorHandle handle_of(const SchemaRow& row);

// Calls the operator and returns the tensors among its results.
std::vector<at::Tensor> call(const SchemaRow& row, torch::jit::Stack stack);

}  // namespace modecheck::bench
