// The arguments of one call of an operator, drawn from its schema. They are plain data, so that a call can be made
// again with tensors of another kind, in another mode, and can be printed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "subjects/operators/schema_text.h"

namespace modecheck::operators {

enum class ElementType : std::uint8_t { Float, Double, Long, Int, Bool, ComplexFloat, QuantizedByte };

enum class Elements : std::uint8_t {
  Numbers,   // different numbers between 0.25 and 0.95
  Indices,   // 0 or 1, or false and true
  Definite,  // numbers with a large diagonal: each matrix is positive definite
};

// The names of the dimensions of a named tensor, in the form in which the dispatcher takes them.
inline constexpr std::array kDimensionNames{"dimname::A", "dimname::B", "dimname::C", "dimname::D", "dimname::E"};

struct TensorRecipe {
  ElementType dtype = ElementType::Float;
  std::vector<std::int64_t> sizes;
  Elements elements = Elements::Numbers;
  bool sparse = false;  // of the sparse COO layout
  bool named = false;   // its dimensions have the first of kDimensionNames
  std::uint32_t seed = 0;

  std::string text() const;
};

using Value = std::variant<std::monostate, std::int64_t, double, bool, std::string, std::vector<std::int64_t>,
                           std::vector<double>, std::vector<bool>, std::vector<std::string>, TensorRecipe,
                           std::vector<std::optional<TensorRecipe>>>;

struct DrawnCall {
  std::vector<Value> values;  // one for each argument of the schema

  // The call as text: "aten::add.Tensor(self=float[2, 3], other=float[3], alpha=1)".
  std::string text(const SchemaText& schema) const;
};

// Returns why no arguments can be drawn for the schema, for example since it takes an object of a class; "" if they
// can.
std::string unsupported_reason(const SchemaText& schema);

// Draws arguments. Most draws do not fit an operator that wants more of its arguments than the schema says, so callers
// draw until a call succeeds. `attempt` counts these draws: the first ones take defaults and equal sizes.
DrawnCall draw_call(const SchemaText& schema, std::mt19937& random, int attempt);

}  // namespace modecheck::operators
