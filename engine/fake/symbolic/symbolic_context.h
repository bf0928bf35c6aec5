// Policies for the symbolic sizes and strides of one fake tensor, with PyTorch's names.
//
// A fake tensor is often made twice from the same input, once for each trace, and both must get the same symbols. The
// shape environment cannot remember them, because it outlives inputs. The fake mode cannot either: each trace needs a
// new mode, because a trace changes the tensors of its mode. So a context that is kept remembers them.
//
// SubclassSymbolicContext, for tensors that hold other tensors, is not there: the engine has no such tensors.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/fake/symbolic/dim_dynamic.h"
#include "engine/fake/symbolic/expression.h"
#include "engine/fake/symbolic/size_constraint.h"

namespace modecheck::engine::fake {

class ShapeEnv;

// What a policy says of one tensor: one entry for each dimension. Vectors may be empty: then sizes are DUCK, strides
// are DYNAMIC, and nothing is demanded.
struct SymbolicContext {
  virtual ~SymbolicContext() = default;

  std::vector<DimDynamic> dynamic_sizes;
  std::vector<DimDynamic> dynamic_strides;
  std::vector<std::optional<SizeConstraint>> constraint_sizes;
  // The policy of the base, if the tensor is a view. Without one, the sizes of the base are numbers.
  std::shared_ptr<SymbolicContext> view_base_context;
  // The policy of the gradient. Without one, the gradient has the policy of the tensor if it has as many dimensions,
  // and else numbers. A gradient of the tensor's sizes always has the tensor's symbols. PyTorch has no such policy.
  std::shared_ptr<SymbolicContext> gradient_context;

  // Returns the symbol that this context remembers for the source in the environment, or nothing.
  virtual std::optional<Expression> remembered(const ShapeEnv& env, const std::string& source) const = 0;
  virtual void remember(const ShapeEnv& env, const std::string& source, const Expression& symbol) = 0;
};

}  // namespace modecheck::engine::fake
