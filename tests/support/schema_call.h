// A call of every operator of the catalogue, its arguments found by trying what their names and types suggest: for
// tests and measurements that take in an added operator by themselves.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/dispatch/dispatcher.h"
#include "engine/dispatch/facts.h"

namespace modecheck::bench {

// A row of the catalogue as a value: one function for all of them compiles in seconds, one for each in minutes.
struct SchemaRow {
  const spec::operators::Schema& schema;
  spec::operators::Family family;
  engine::OperatorKind kind;

  std::string name() const { return std::string(schema.qualified_name); }
};

std::vector<SchemaRow> schema_rows();

// How a call's arguments are made: what the first tensor is like, and which of the candidates each argument takes.
struct Recipe {
  std::vector<std::int64_t> sizes;
  at::ScalarType dtype = at::kFloat;
  at::ScalarType out = at::kFloat;
  std::vector<std::size_t> choice;
};

// The first choice of candidates that is taken, for a first tensor of ones, 2 x 2 if that is taken; none if all are
// rejected.
std::optional<Recipe> recipe_for(const SchemaRow& row);

// An output of no elements, of the recipe's dtype.
at::Tensor fresh_out(const Recipe& recipe);

// The arguments that a recipe makes around `self`, the first tensor (or the first of a list), and `out`, the first
// output.
torch::jit::Stack arguments(const SchemaRow& row, const Recipe& recipe, const at::Tensor& self, const at::Tensor& out);

c10::OperatorHandle handle_of(const SchemaRow& row);

// The tensors that the operator returns.
std::vector<at::Tensor> call(const SchemaRow& row, torch::jit::Stack stack);

}  // namespace modecheck::bench
