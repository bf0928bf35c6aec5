// Pooling over one dimension, computed as pooling over two dimensions of an image with a single row.
#include <vector>

#include "engine/autograd/graph/composite_transaction.h"
#include "engine/composites/neural_functions.h"
#include "engine/dispatch/call.h"
#include "spec/operators/neural.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

void check_row(const char* name, const at::Tensor& self) {
  if (!self.defined()) detail::reject_undefined(name);
  MODECHECK_CHECK(self.dim() == 2 || self.dim() == 3, ErrorClass::Shape, name,
                  ": expected 2 to 3 dimensions, but got sizes ", self.sizes());
}

// Turns an argument of an operator on one dimension, such as a stride, into the argument of the operator on two
// dimensions. `fill` is the value for the added first dimension.
std::vector<std::int64_t> widened(const char* name, c10::IntArrayRef list, std::int64_t fill, bool may_lack = false) {
  MODECHECK_CHECK(list.size() == 1 || (may_lack && list.empty()), ErrorClass::Argument, name,
                  ": expected one number, but got ", list);
  return list.empty() ? std::vector<std::int64_t>() : std::vector<std::int64_t>{fill, list[0]};
}

}  // namespace

template <>
at::Tensor Composite<operators::avg_pool1d>::call(const at::Tensor& self, c10::IntArrayRef kernel_size,
                                                  c10::IntArrayRef stride, c10::IntArrayRef padding, bool ceil_mode,
                                                  bool count_include_pad) {
  constexpr const char* name = "avg_pool1d";
  check_row(name, self);
  const std::vector<std::int64_t> kernel = widened(name, kernel_size, 1);
  const std::vector<std::int64_t> steps = widened(name, stride, 1, /*may_lack=*/true);
  const std::vector<std::int64_t> pads = widened(name, padding, 0);
  CompositeTransaction transaction;
  const at::Tensor means = engine::call<operators::avg_pool2d>(engine::call<operators::unsqueeze>(self, -2), kernel,
                                                               steps, pads, ceil_mode, count_include_pad, c10::nullopt);
  at::Tensor result = engine::call<operators::squeeze_dim>(means, -2);
  transaction.commit();
  return result;
}

template <>
at::Tensor Composite<operators::adaptive_avg_pool1d>::call(const at::Tensor& self, c10::IntArrayRef output_size) {
  constexpr const char* name = "adaptive_avg_pool1d";
  check_row(name, self);
  const std::vector<std::int64_t> sizes = widened(name, output_size, 1);
  CompositeTransaction transaction;
  const at::Tensor means = at::adaptive_avg_pool2d(engine::call<operators::unsqueeze>(self, -2), sizes);
  at::Tensor result = engine::call<operators::squeeze_dim>(means, -2);
  transaction.commit();
  return result;
}

}  // namespace modecheck::engine
