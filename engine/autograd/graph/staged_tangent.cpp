#include "engine/autograd/graph/staged_tangent.h"

#include <utility>

#include "engine/autograd/graph/autograd_meta.h"
#include "engine/autograd/graph/composite_transaction.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/call.h"
#include "spec/operators/copy.h"

namespace modecheck::engine {

namespace {

// Returns the tangent with the strides of its primal, so that every view of the primal is also a view of the tangent.
at::Tensor lying_as(const at::Tensor& tensor, at::Tensor tangent) {
  if (tensor.strides().equals(tangent.strides()) || !tensor.is_non_overlapping_and_dense()) return tangent;
  at::Tensor out = empty_strided(tensor.sizes(), tensor.strides(), tangent.scalar_type(), tangent.device());
  call<operators::copy_>(out, tangent, false);
  return out;
}

}  // namespace

StagedTangent::StagedTangent(const at::Tensor& tensor, at::Tensor tangent) : tensor_(tensor) {
  if (tangent.defined()) materialize_autograd_meta(tensor);
  if (get_autograd_meta(tensor) != nullptr) CompositeTransaction::remember(tensor);
  if (!tangent.defined()) return;
  tangent_ = std::make_unique<Tangent>(Tangent{lying_as(tensor, std::move(tangent)), open_level.load(), 0});
}

void StagedTangent::commit() noexcept {
  AutogradMeta* const meta = get_autograd_meta(tensor_);
  if (meta == nullptr) return;
  if (tangent_) tangent_->version = version_of(tensor_);
  meta->tangent_ = std::move(tangent_);
}

}  // namespace modecheck::engine
