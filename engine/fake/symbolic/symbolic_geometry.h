// The symbolic sizes, strides and storage offset of a fake tensor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/fake/symbolic/expression.h"
#include "engine/fake/symbolic/shape_env.h"
#include "engine/fake/symbolic/symbolic_context.h"

namespace modecheck::engine::fake {

struct SymbolicGeometry {
  std::vector<Expression> sizes;
  std::vector<Expression> strides;  // in elements
  Expression storage_offset;        // in elements

  friend bool operator==(const SymbolicGeometry& a, const SymbolicGeometry& b) {
    return a.sizes == b.sizes && a.strides == b.strides && a.storage_offset == b.storage_offset;
  }
  friend bool operator!=(const SymbolicGeometry& a, const SymbolicGeometry& b) { return !(a == b); }
};

// Equal geometries have the same hash.
std::size_t hash_of(const SymbolicGeometry& geometry);

// Returns the place behind the last element in the storage, in elements. The tensor must have elements.
Expression end_of(const SymbolicGeometry& geometry);

// States that the trace takes the sources of a tensor to be these numbers.
void bind_numbers(ShapeEnv& env, const std::string& source, const SymbolicGeometry& numbers);

// Raises c10::ValueError if the context does not fit the tensor. `sizes` and `strides` must have the same length, and
// the context's vectors that length or none. A constraint must have sizes. What the context remembers must have stood
// for the same numbers.
void check_symbolic_context(const ShapeEnv& env, const std::vector<std::int64_t>& sizes,
                            const std::vector<std::int64_t>& strides, std::int64_t storage_offset,
                            const std::string& source, const SymbolicContext& context);

// Makes the sizes, strides and offset of a tensor symbolic, by the policy of `context`. `source` names the tensor, such
// as "x"; its size 0 is then "x.size()[0]". A stride that is the product of another dimension's size and stride becomes
// that product. So a contiguous tensor needs no symbols for its strides. The offset is DYNAMIC.
// `known_sizes` is empty, or has an expression for each size, which the size gets if the number is the same.
// First calls check_symbolic_context(), so that an error makes no symbol.
SymbolicGeometry create_symbolic_sizes_strides_storage_offset(ShapeEnv& env, const std::vector<std::int64_t>& sizes,
                                                              const std::vector<std::int64_t>& strides,
                                                              std::int64_t storage_offset, const std::string& source,
                                                              SymbolicContext& context,
                                                              const std::vector<Expression>& known_sizes = {});

}  // namespace modecheck::engine::fake
