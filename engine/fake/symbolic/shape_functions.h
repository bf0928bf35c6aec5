// Functions of symbolic sizes and strides that operators share. Every decision that the sizes do not settle becomes a
// guard of the environment; `where` names the operator that asks.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/fake/symbolic/expression.h"
#include "engine/fake/symbolic/shape_env.h"

namespace modecheck::engine::fake {

// Returns the number of elements.
Expression numel(const std::vector<Expression>& sizes);

// Returns the strides of a contiguous tensor of these sizes, in elements. A size of zero counts as one, as in PyTorch.
std::vector<Expression> contiguous_strides(ShapeEnv& env, const std::vector<Expression>& sizes, std::string_view where);

// Returns whether a tensor of these sizes and strides is contiguous: row by row without gaps, or without elements.
bool is_contiguous(ShapeEnv& env, const std::vector<Expression>& sizes, const std::vector<Expression>& strides,
                   std::string_view where);

// Returns whether a size is zero.
bool is_without_elements(ShapeEnv& env, const std::vector<Expression>& sizes, std::string_view where);

// Returns whether the dimensions with a size other than 1 have the strides of a contiguous tensor.
bool lies_row_by_row(ShapeEnv& env, const std::vector<Expression>& sizes, const std::vector<Expression>& strides,
                     std::string_view where);

// Returns the sizes to which both broadcast. Raises c10::Error (Shape) if they do not.
std::vector<Expression> broadcast_sizes(ShapeEnv& env, const std::vector<Expression>& a,
                                        const std::vector<Expression>& b, std::string_view where);

// Returns the sizes asked of view or reshape, with a size of -1 replaced by what is left of `elements`. Raises
// c10::Error (Shape) if the sizes do not have as many elements.
std::vector<Expression> inferred_sizes(ShapeEnv& env, const std::vector<Expression>& asked, const Expression& elements,
                                       std::string_view where);

// Returns the strides with which a view of a tensor has the sizes `asked`, or nothing if no strides do. The sizes must
// have as many elements as the tensor.
std::optional<std::vector<Expression>> view_strides(ShapeEnv& env, const std::vector<Expression>& sizes,
                                                    const std::vector<Expression>& strides,
                                                    const std::vector<Expression>& asked, std::string_view where);

}  // namespace modecheck::engine::fake
