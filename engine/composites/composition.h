// Helpers for composite functions: normalise dimensions, broadcast sizes, reject composites as a whole, and write
// results back to a tensor.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/autograd/graph/composite_transaction.h"
#include "engine/core/errors/error.h"
#include "engine/core/tensor/tensor.h"
#include "engine/modes/grad_mode.h"
#include "engine/tracing/symbolic_tracer.h"

namespace modecheck::engine {

// Returns `dim` counted from the front. A tensor without dimensions is treated as if it had one. Raises if `dim` is out
// of range.
inline std::int64_t dimension_of(const char* name, std::int64_t dim, std::int64_t rank) {
  const std::int64_t range = std::max<std::int64_t>(rank, 1);
  MODECHECK_CHECK(dim >= -range && dim < range, ErrorClass::Dimension, name,
                  ": Dimension out of range (expected to be in range of [", -range, ", ", range - 1, "], but got ", dim,
                  ")");
  return dim < 0 ? dim + range : dim;
}

// Returns the elements as a matrix of one column. Their number may be symbolic.
inline at::Tensor as_column(const at::Tensor& self) {
  return any_tracer() ? self.reshape_symint({self.sym_numel(), 1}) : self.reshape({self.numel(), 1});
}

// Returns the sizes to which `a` and `b` broadcast. Raises if they do not broadcast.
inline std::vector<std::int64_t> broadcast_sizes(const char* name, c10::IntArrayRef a, c10::IntArrayRef b) {
  std::vector<std::int64_t> out(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    MODECHECK_CHECK(x == y || x == 1 || y == 1, ErrorClass::Shape, name, ": the sizes ", a, " and ", b,
                    " do not broadcast");
    out[out.size() - 1 - i] = x == 1 ? y : x;
  }
  return out;
}

// Raises if the call would have to be recorded, which out= functions do not allow (rule M4). Functions that have an
// out= form but are no operators use this check.
template <typename... Inputs>
void check_out(const char* name, const Inputs&... tensors) {
  MODECHECK_CHECK(!at::GradMode::is_enabled() || !(tensors.requires_grad() || ...), ErrorClass::OutArgumentRequiresGrad,
                  name,
                  ": functions with out=... arguments don't support automatic differentiation, but one of the "
                  "arguments requires grad. Use the functional operator, or NoGradGuard.");
}

// Rejects a composite function as a whole (rule E1): if a later operator raises, the histories that earlier operators
// regenerated are restored.
template <typename Body>
auto as_a_whole(const Body& body) {
  CompositeTransaction transaction;
  auto result = body();
  transaction.commit();
  return result;
}

// Computes `compute(self)` and writes the result back to `self`, recorded as a copy. `compute` gets a clone, because
// backward may save its argument and `self` is overwritten. Raises if dtype or sizes of the result do not fit.
template <typename Compute>
at::Tensor& write_back(const char* name, const at::Tensor& self, const Compute& compute) {
  const at::Tensor result = compute(self.clone());
  MODECHECK_CHECK(c10::canCast(result.scalar_type(), self.scalar_type()), ErrorClass::Dtype, name, ": result type ",
                  result.scalar_type(), " can't be cast to the desired output type ", self.scalar_type());
  MODECHECK_CHECK(self.is_same_size(result), ErrorClass::Shape, name, ": output with shape ", self.sizes(),
                  " doesn't match the broadcast shape ", result.sizes());
  return self.copy_(result);
}

}  // namespace modecheck::engine
