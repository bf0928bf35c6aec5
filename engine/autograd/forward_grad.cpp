#include "engine/autograd/forward_grad.h"

#include <memory>
#include <utility>

#include "engine/autograd/autograd_meta.h"
#include "engine/core/allocate.h"
#include "engine/core/error.h"
#include "engine/dispatch/call.h"
#include "spec/operators/copy.h"

namespace modecheck::engine {

std::atomic<std::uint64_t> open_level{0};

namespace {

std::atomic<std::uint64_t> openings{0};

// A tangent lies as its tensor does, so that what is a view of the one is the same view of the other.
at::Tensor lying_as(const at::Tensor& tensor, at::Tensor tangent) {
  if (tensor.strides().equals(tangent.strides()) || !tensor.is_non_overlapping_and_dense()) return tangent;
  at::Tensor out = empty_strided(tensor.sizes(), tensor.strides(), tangent.scalar_type(), tangent.device());
  call<operators::copy_>(out, tangent, false);
  return out;
}

}  // namespace

at::Tensor tangent_of(const at::Tensor& tensor) {
  const AutogradMeta* const meta = get_autograd_meta(tensor);
  if (meta == nullptr || !meta->tangent_ || meta->tangent_->opening != open_level.load()) return {};
  MODECHECK_CHECK(
      meta->tangent_->version == version_of(tensor), ErrorClass::Unsupported,
      "forward-mode differentiation: a dual tensor was written without its tangent (through an alias of it, "
      "or where no tangents are computed), which is therefore out of date. Use operators that are not in "
      "place, or make the dual tensor afterwards.");
  return meta->tangent_->value;
}

void set_tangent(const at::Tensor& tensor, at::Tensor tangent) {
  if (!tangent.defined()) {
    if (AutogradMeta* const meta = get_autograd_meta(tensor); meta != nullptr) meta->tangent_.reset();
    return;
  }
  materialize_autograd_meta(tensor).tangent_ =
      std::make_unique<Tangent>(Tangent{lying_as(tensor, std::move(tangent)), open_level.load(), version_of(tensor)});
}

}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using modecheck::engine::ErrorClass;

std::uint64_t ForwardADLevel::get_next_idx() {
  std::uint64_t closed = 0;
  MODECHECK_CHECK(modecheck::engine::open_level.compare_exchange_strong(closed, ++modecheck::engine::openings),
                  ErrorClass::Unsupported,
                  "Nested forward mode AD is not supported: the level is open already; release_idx(0) closes it");
  return 0;
}

void ForwardADLevel::release_idx(std::uint64_t idx) {
  MODECHECK_CHECK(idx == 0 && modecheck::engine::open_level.exchange(0) != 0, ErrorClass::Argument,
                  "ForwardADLevel::release_idx(", idx, "): no such level is open");
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
